"""What a reader did and found, as DataFrames."""

from __future__ import annotations

from collections.abc import Iterable
from math import nan
from typing import TYPE_CHECKING, Any

from navwidget.models import SearchResult
from navwidget.widget.covered import Coverage
from navwidget.widget.journey import Record
from navwidget.widget.ranking import Hits
from navwidget.widget.reading import Reading

if TYPE_CHECKING:
    import pandas as pd

_PLACE_COLUMNS = ("source_id", "start_offset", "end_offset", "id", "chunk_type")
_CHUNK_COLUMNS = (*_PLACE_COLUMNS, "text")
_TEXT = 200  # code points: a frame is to be looked over; the results have all of it
_RECORD_COLUMNS = ("operation", "arguments", "count", "ids", "milliseconds", "error")
_COVERAGE_COLUMNS = ("source_id", "chunk_type", "characters", "read", "share", "unread")


def results_frame(reading: Reading) -> pd.DataFrame:
    """Give a reading list: a row a chunk, in reading order, with its role."""
    return _frame(
        ({"role": entry.role, **_chunk(entry.result)} for entry in reading.entries), ("role", *_CHUNK_COLUMNS)
    )


def hits_frame(hits: Hits) -> pd.DataFrame:
    """Give hits: a row a hit, by rank, with the rank and score that each child of a fusion gave.

    The scores of hits that have none are NaN.
    """
    rows = [
        {"rank": rank, "score": hit.score if hits.is_scored else nan, **_children(hit), **_chunk(hit)}
        for rank, hit in enumerate(hits.results, start=1)
    ]
    children = dict.fromkeys(name for row in rows for name in row if name.endswith(("_rank", "_score")))
    return _frame(rows, ("rank", "score", *children, *_CHUNK_COLUMNS))


def history_frame(records: Iterable[Record]) -> pd.DataFrame:
    """Give every call: a row a call, in the order of time; times are milliseconds."""
    rows = (
        {
            "operation": record.operation,
            "arguments": record.arguments,
            "count": len(record.ids),
            "ids": list(record.ids),
            "milliseconds": record.milliseconds,
            "error": record.error,
        }
        for record in records
    )
    return _frame(rows, _RECORD_COLUMNS)


def coverage_frame(sources: Iterable[Coverage]) -> pd.DataFrame:
    """Give what was read: a row a source and type of chunk; lengths and spans are in code points."""
    rows = (
        {
            "source_id": source.source_id,
            "chunk_type": source.chunk_type.value,
            "characters": source.characters,
            "read": source.read,
            "share": source.share,
            "unread": source.unread,
        }
        for source in sources
    )
    return _frame(rows, _COVERAGE_COLUMNS).astype({"characters": "Int64", "read": "int64", "share": "float64"})


def _frame(rows: Iterable[dict[str, Any]], columns: Iterable[str]) -> pd.DataFrame:
    from navwidget.widget.text_frame import TextFrame

    return TextFrame(list(rows), columns=list(columns))


def _chunk(result: SearchResult) -> dict[str, Any]:
    chunk = result.chunk
    short = chunk.content if len(chunk.content) <= _TEXT else f"{chunk.content[: _TEXT - 1]}…"
    places = {name: getattr(chunk, name) for name in _PLACE_COLUMNS}
    return places | {"chunk_type": chunk.chunk_type.value, "text": short}


def _children(hit: SearchResult) -> dict[str, Any]:
    ranks = {f"{child.retriever_id}_rank": child.rank for child in hit.ranks}
    return ranks | {f"{child.retriever_id}_score": child.score for child in hit.ranks}
