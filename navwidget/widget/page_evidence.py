"""The evidence of a saved page: rows of its source, and what has no row in it, with the text that it had."""

from __future__ import annotations

from bisect import bisect_left
from typing import Any, Final

from navwidget.evidence import merge_evidence
from navwidget.models import SearchResult
from navwidget.widget import protocol as wire
from navwidget.widget.backend import Backend
from navwidget.widget.outlines import order_of
from navwidget.widget.reader import Reader
from navwidget.widget.source import OpenSource
from navwidget.widget.starred import evidence_list

_MOST_LEAD: Final = 1_000
"""Code points of white space before a chunk: what is further from the one before is not joined to it."""


async def page_evidence(reader: Reader) -> dict[str, Any]:
    """Give the places of all starred chunks, in the order of starring, and what is kept of those that are no rows.

    A place is a row of the open source. What is of another source, was cut otherwise or has changed since lies
    between, before or after the rows, in the order of reading.
    """
    source, found = reader.here, reader.evidence.results
    items = (await evidence_list(reader.backend, reader)).items
    places: dict[str, float] = {}
    kept: list[tuple[float, dict[str, Any]]] = []
    for number, (result, item) in enumerate(zip(found, items, strict=True)):
        row = None if item.fate else source.row(result.chunk)
        part = (number + 1) / (len(found) + 1)
        places[result.chunk.id] = _beside(source, result) + part if row is None else row
        if row is None:
            kept.append((places[result.chunk.id], _kept(reader.backend, result, item)))
    return {"starred": [places[chunk_id] for chunk_id in reader.evidence.stars], "kept": kept}


def _beside(source: OpenSource, result: SearchResult) -> int:
    """Give the row after which something stands that is no row; -1 before the first, and a row too many after all."""
    rows, order, name = len(source.outline), order_of(result.chunk), result.chunk.source_id
    if name != source.source_id:
        return -1 if name < source.source_id else rows
    starts, ends, ids = source.outline.starts, source.outline.ends, source.outline.ids
    before = rows if order is None else bisect_left(range(rows), order, key=lambda i: (starts[i], ends[i], ids[i]))
    return before - 1


def _kept(backend: Backend, result: SearchResult, item: wire.EvidenceItem) -> dict[str, Any]:
    """Write down a chunk as if alone; ``lead`` is the white space before it, which may join it to others."""
    [piece] = merge_evidence([result], backend.text_at_hand).pieces
    before = ""
    if piece.start and not piece.differs:
        before = backend.text_at_hand(piece.source_id, max(piece.start - _MOST_LEAD, 0), piece.start) or ""
    return {"item": item, "piece": vars(piece), "lead": before[len(before.rstrip()) :]}
