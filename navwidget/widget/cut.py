"""Texts that begin inside a word, as chunks of a fixed size do."""

from __future__ import annotations

import re

from navwidget.models import SearchResultChunk
from navwidget.text import tokens
from navwidget.widget.backend import Backend
from navwidget.widget.source import OpenSource

_WITHIN = re.compile(r"\w\w")
_REST = re.compile(r"\S{1,80}\s+(?=\S)")  # what is longer is hardly a word


def begins_inside_word(backend: Backend, source: OpenSource | None, chunk: SearchResultChunk) -> bool:
    """Tell whether a chunk is known to begin inside a word of its source."""
    if not chunk.start_offset or not chunk.content:
        return False
    before = _before(backend, source, chunk.source_id, chunk.start_offset)
    return before[1:] in ("", chunk.content[0]) and is_inside_word(before[:1] + chunk.content[0])


def _before(backend: Backend, source: OpenSource | None, source_id: str, start: int) -> str:
    """Give the character before an offset and the one at it, as far as the source or a chunk at hand has them."""
    text = backend.text_at_hand(source_id, start - 1, start + 1)
    if text is not None or source is None or source.source_id != source_id:
        return text or ""
    chunks = (source.known.get(source.outline.ids[row]) for row in source.rows_between(start - 1, start))
    first = next((chunk for chunk in chunks if chunk), None)
    at = start - 1 - (first.start_offset or 0) if first else 0
    return first.content[at : at + 2] if first else ""


def is_inside_word(pair: str) -> bool:
    """Tell whether two characters belong to one word; in scripts without spaces they never do.

    Examples
    --------
    >>> [is_inside_word(pair) for pair in ("ab", "s_", "a ", "検索", "a")]
    [True, True, False, False, False]
    """
    return bool(_WITHIN.fullmatch(pair)) and len(tokens(pair.replace("_", "x"))) == 1


def next_word(text: str) -> int:
    """Give where the word after the first begins; 0 where there is none."""
    rest = _REST.match(text)
    return rest.end() if rest else 0
