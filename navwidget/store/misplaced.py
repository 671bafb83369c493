"""Chunks whose text stands beside their span: the mark of a chunker that counts wrong."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from typing import Self

from navwidget.models import ChunkType, Document
from navwidget.spans import Span, is_slice
from navwidget.wording import counted, listed


class Misplaced:
    """Looks at documents as they are stored, and warns of all together.

    A text may differ from its span for good reasons: a heading put before it, white space squeezed or cut off. But one
    that stands word for word across an edge of its span was meant to be there.
    """

    def __init__(self) -> None:
        self._found: list[str] = []

    def look(self, *documents: Document) -> None:
        """Look at some more documents; where the text of one is unknown there is nothing to see."""
        for document in documents:
            shifts = list(_shifts(document))
            if shifts:
                said = f"{len(shifts):,} of {counted(len(document.chunks), 'chunk')}"
                self._found.append(f"{document.source_id!r}: {said}, {_told(shifts)}")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Warn, if anything was found: also where storing has failed on the way, since what came before is stored."""
        if self._found:
            where = f"In {counted(len(self._found), 'source')} texts of chunks stand beside their span"
            warnings.warn(listed(f"{where}; to_frame() marks them in the column 'differs':", self._found), stacklevel=3)


def _shifts(document: Document) -> Iterator[int]:
    content = document.content
    if content is None:
        return
    for chunk in document.chunks:
        span = chunk.start_offset, chunk.end_offset
        if chunk.chunk_type is ChunkType.CONTENT and not is_slice(chunk.content, span, content[slice(*span)]):
            yield from _shift(content, chunk.content, span)


def _shift(content: str, text: str, span: Span) -> list[int]:
    """Tell how far behind its span a text starts; nothing where it is within it, or does not even overlap it.

    Examples
    --------
    >>> _shift("One fish. Two fish.", "fish.", (5, 10)), _shift("One fish. Two fish.", "fish.", (3, 10))
    ([-1], [])
    """
    start, end = span
    if not text.strip() or content.find(text, start, end) >= 0:
        return []
    after = content.find(text, start, end + len(text) - 1)
    last = min(start - 1 + len(text), len(content))  # where one that starts before the span ends at the latest
    window = content[max(start - len(text) + 1, 0) : last]
    before = window[::-1].find(text[::-1])  # unlike rfind, in linear time on periodic text
    places = [after] * (after >= 0) + [last - before - len(text)] * (before >= 0)
    return sorted((place - start for place in places), key=abs)[:1]


def _told(shifts: list[int]) -> str:
    if len(set(shifts)) > 1:
        return f"by up to {max(shifts, key=abs):+,} code points"
    return f"each {counted(abs(shifts[0]), 'code point')} {'before' if shifts[0] < 0 else 'behind'} it"
