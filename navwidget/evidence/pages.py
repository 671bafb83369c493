"""On which page of its source a chunk begins."""

from __future__ import annotations

import re
from typing import Final

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
    values = (chunk.metadata.get(key) for key in _KEYS)
    named = (page for page in values if isinstance(page, int | str) and not isinstance(page, bool) and page != "")
    located = _LOCATOR.match(chunk.locator)
    return next(named, int(located[1]) if located else None)


def pages_in_words(pages: tuple[Page, ...]) -> str:
    """Name the pages that chunks begin on, first and last, as citations do.

    Examples
    --------
    >>> pages_in_words((2, 3, 4)), pages_in_words(("iv",)), pages_in_words(())
    ('pp. 2-4', 'p. iv', '')
    """
    if len(pages) > 1:
        return f"pp. {pages[0]}-{pages[-1]}"
    return f"p. {pages[0]}" if pages else ""
