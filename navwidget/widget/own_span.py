"""A span of a source as a result of its own, under an id that says which: ``manual.md[5000:5200]``."""

from __future__ import annotations

import re
from typing import Any, Final

from navwidget.evidence.pages import page_breaks, page_of
from navwidget.models import SearchResult, SearchResultChunk, compute_char_locator

_ID: Final = re.compile(r"(?P<source>.+)\[(?P<start>\d+):(?P<end>\d+)\]", re.DOTALL)

SourceSpan = tuple[str, int, int]
"""A source, with a start and an end in it, in code points."""


def span_id(source_id: str, start: int, end: int) -> str:
    """Write the id of a span.

    Examples
    --------
    >>> span_id("manual.md", 5000, 5200)
    'manual.md[5000:5200]'
    """
    return f"{source_id}[{start}:{end}]"


def span_of(chunk_id: str) -> SourceSpan | None:
    """Read the id of a span; None where it is that of a chunk.

    Examples
    --------
    >>> span_of("manual.md[5000:5200]"), span_of("c13")
    (('manual.md', 5000, 5200), None)
    """
    found = _ID.fullmatch(chunk_id) if chunk_id.endswith("]") else None  # most are of chunks, and there may be many
    return (found["source"], int(found["start"]), int(found["end"])) if found else None


def span_result(
    source_id: str, start: int, end: int, text: str = "", holder: SearchResultChunk | None = None
) -> SearchResult:
    """Make a result of a span and the text that stands there; a chunk that holds it knows on which pages."""
    chunk = SearchResultChunk(
        id=span_id(source_id, start, end),
        source_id=source_id,
        locator=compute_char_locator(start, end),
        start_offset=start,
        end_offset=end,
        content=text,
        metadata=_pages_within(holder, start, end) if holder else {},
    )
    return SearchResult(chunk=chunk, score=0.0)


def _pages_within(chunk: SearchResultChunk, start: int, end: int) -> Any:
    """Say as metadata do on which pages a span of a chunk stands; nothing where it leaves the chunk."""
    first, breaks = page_of(chunk), page_breaks(chunk)
    if first is None or not (chunk.start_offset or 0) <= start <= end <= (chunk.end_offset or 0):
        return {}
    passed = sum(offset <= start for offset in breaks)
    if isinstance(first, int):
        return {"page_number": first + passed, "page_breaks": breaks[passed:]}
    return {} if passed else {"page_label": first}


def is_span(chunk: SearchResultChunk) -> bool:
    """Whether a chunk is a span that somebody gave, and none of an index."""
    return span_of(chunk.id) == (chunk.source_id, chunk.start_offset, chunk.end_offset)
