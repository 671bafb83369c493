"""What an item of somebody's hits names, where it is no hit itself: a chunk by its id, or a span of a source."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from navwidget.adapters.records import ALIASES, Record, read_records
from navwidget.errors import IndexingError, SearchError
from navwidget.widget.own_span import SourceSpan

_TEXT: Final = ALIASES["text"][-1]  # looked for last: what stands there holds only where there is no other text
_FIELDS: Final = ("text", "start", "end", "id", "source_id")


@dataclass(frozen=True)
class Mention:
    """What an item names, and says of it; an id is meant before a span.

    Parameters
    ----------
    chunk_id : str
        Id of a chunk, or nothing.
    span : tuple, optional
        A source, with a start and an end, which may make no sense.
    score : object
        What the item is worth.
    text : str
        Its text, for sources whose own is not known.
    """

    chunk_id: str = ""
    span: SourceSpan | None = None
    score: Any = 0.0
    text: str = ""


def mention_of(item: Any) -> Mention | None:
    """Read an id, an id with a score, a span, a span with a score, or a record of one; None for anything else.

    Raises
    ------
    SearchError
        It is a record whose offsets are no whole numbers.

    Examples
    --------
    >>> mention_of(("manual.md", 5000, 5200, 0.5))
    Mention(chunk_id='', span=('manual.md', 5000, 5200), score=0.5, text='')
    >>> mention_of({"source": "manual.md", "start_offset": 5000, "end_offset": 5200}).span
    ('manual.md', 5000, 5200)
    """
    match item:
        case str():
            return Mention(item)
        case (str(chunk_id), score) if is_number(score):
            return Mention(chunk_id, score=score)
        case (str(source_id), start, end) if is_offset(start) and is_offset(end):
            return Mention(span=(source_id, operator.index(start), operator.index(end)))
        case (str(source_id), start, end, score) if is_offset(start) and is_offset(end) and is_number(score):
            return Mention(span=(source_id, operator.index(start), operator.index(end)), score=score)
        case Mapping():
            return _of_record(item)
    return None


def _of_record(item: Mapping[Any, Any]) -> Mention | None:
    """Read a record; one of a result, as it is dumped, has its chunk within."""
    within = item.get("chunk")
    said = {_TEXT: "", **item, **(within if isinstance(within, Mapping) else {})}
    try:
        [record] = read_records([said])
    except IndexingError as error:
        raise SearchError(str(error).rpartition(": ")[2].rstrip(".")) from None
    span, score = _span_of(record), said.get("score")
    if not (record.id or span):
        return None
    return Mention(record.id or "", span, score if is_number(score) else 0.0, record.text or "")


def _span_of(record: Record) -> SourceSpan | None:
    start, end = record.start, record.end
    if start is None or not record.source_id or (end is None and not record.text):
        return None
    return record.source_id, start, start + len(record.text or "") if end is None else end


def rows_of(frame: Any) -> list[dict[str, Any]] | None:
    """Take the rows of a frame, of whatever make, as records of what is read of them; None where none can be a hit."""
    fields = {alias: field for field in _FIELDS for alias in ALIASES[field]} | {"score": "score"}
    names = [name for name in frame.columns if name in fields]
    has = {fields[name] for name in names}
    if not ("id" in has or {"source_id", "start"} <= has):
        return None
    columns: Iterable[Iterable[Any]] = (frame[name] for name in names)
    return [dict(zip(names, row, strict=True)) for row in zip(*columns, strict=True)]


def is_number(value: Any) -> bool:
    """Whether a value can be a score."""
    return isinstance(value, int | float) or hasattr(value, "__float__")


def is_offset(value: Any) -> bool:
    """Whether a value can be an offset."""
    return hasattr(value, "__index__")
