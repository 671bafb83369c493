"""On which pages of its source a chunk stands."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

from navwidget.models import SearchResultChunk

Page = int | str
"""A page's number, or its label such as ``iv``."""

_KEYS: Final = ("page_label", "page_number", "page")
_LOCATOR: Final = re.compile(r"page:(\d+):char:")


def page_of(chunk: SearchResultChunk) -> Page | None:
    """Give the page that a chunk's metadata or its locator names, or None.

    Examples
    --------
    >>> place = {"locator": "page:7:char:0-9", "start_offset": 0, "end_offset": 9}
    >>> page_of(SearchResultChunk(source_id="a.pdf", content="A passage", **place))
    7
    """
    values = (_whole(chunk.metadata.get(key)) for key in _KEYS)
    named = (page for page in values if isinstance(page, int | str) and not isinstance(page, bool) and page != "")
    located = _LOCATOR.match(chunk.locator)
    return next(named, int(located[1]) if located else None)


def _whole(value: Any) -> Any:
    """Take a whole number that came as a float: a column of a frame with an empty page has only such."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def page_breaks(chunk: SearchResultChunk) -> list[int]:
    """List where further pages start in a chunk, as its metadata has it: in code points of the source, ascending.

    Examples
    --------
    >>> place = {"locator": "char:90-300", "start_offset": 90, "end_offset": 300}
    >>> metadata = {"page_number": 4, "page_breaks": [120, 240]}
    >>> page_breaks(SearchResultChunk(source_id="a.pdf", content="A passage", metadata=metadata, **place))
    [120, 240]
    """
    told, start, end = chunk.metadata.get("page_breaks"), chunk.start_offset, chunk.end_offset
    if not isinstance(told, list | tuple) or start is None or end is None:
        return []
    breaks = map(_whole, told)
    return sorted({offset for offset in breaks if isinstance(offset, int) and start < offset < end})


def pages_of(chunk: SearchResultChunk) -> tuple[Page, ...]:
    """List the pages that a chunk stands on: the one that it names, and one more with each of its breaks.

    What comes after a page that has a label and no number, nobody can tell.

    Examples
    --------
    >>> place = {"locator": "char:90-300", "start_offset": 90, "end_offset": 300}
    >>> metadata = {"page_number": 4, "page_breaks": [120, 240]}
    >>> pages_of(SearchResultChunk(source_id="a.pdf", content="A passage", metadata=metadata, **place))
    (4, 5, 6)
    """
    first = page_of(chunk)
    if isinstance(first, int):
        return tuple(range(first, first + len(page_breaks(chunk)) + 1))
    return () if first is None else (first,)


def pages_in_words(pages: Sequence[Page]) -> str:
    """Name pages, first and last, as citations do.

    Examples
    --------
    >>> pages_in_words((2, 3, 4)), pages_in_words(("iv",)), pages_in_words(())
    ('pp. 2–4', 'p. iv', '')
    """
    if not pages:
        return ""
    first, last = pages[0], pages[-1]
    return f"p. {first}" if first == last else f"pp. {first}–{last}"
