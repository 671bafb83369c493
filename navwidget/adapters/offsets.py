"""Declared offsets of other tools: in what unit, from which page they count, and what they were meant to count."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum
from itertools import accumulate

import numpy as np
from numpy.typing import NDArray


class OffsetUnit(StrEnum):
    """What a tool counts: Python code points, bytes of UTF-8 (Rust, Go, C), or UTF-16 (JavaScript, Java)."""

    CODE_POINTS = "code_points"
    UTF8 = "utf8"
    UTF16 = "utf16"


class UnitPlaces:
    """Offsets of a text in another unit.

    Parameters
    ----------
    text : str
        The text.
    unit : OffsetUnit
        What its offsets count.
    """

    def __init__(self, text: str, unit: OffsetUnit) -> None:
        self._edges = None if unit is OffsetUnit.CODE_POINTS or text.isascii() else _edges(text, unit)

    def code_points(self, offset: int) -> int | None:
        """Convert an offset; None where it lies within a character or beyond the end."""
        if self._edges is None:
            return offset
        place = int(np.searchsorted(self._edges, min(max(offset, -1), 2**62)))
        return place if place < len(self._edges) and self._edges[place] == offset else None


def _edges(text: str, unit: OffsetUnit) -> NDArray[np.int64]:
    """Offset of every code point in another unit, and of the end."""
    codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), "<u4")
    longer = (0xFFFF,) if unit is OffsetUnit.UTF16 else (0x7F, 0x7FF, 0xFFFF)
    widths = 1 + sum((codes > limit).astype(np.int64) for limit in longer)
    return np.concatenate([[0], np.cumsum(widths)])


class PagePlaces:
    """Where each page starts in the whole text, in code points; a text without pages is one.

    Parameters
    ----------
    content : str or None
        The whole text.
    pages : sequence of str or None
        The texts of its pages, instead.
    joiner : str
        What stands between two pages.
    first_page : int
        The number of the first page.
    unit : OffsetUnit
        What offsets count.
    """

    def __init__(
        self, content: str | None, pages: Sequence[str] | None, joiner: str, first_page: int, unit: OffsetUnit
    ) -> None:
        if content is not None and pages is not None:
            raise ValueError("content and pages are both given: pass one of them.")
        if content is None and pages is None and unit is not OffsetUnit.CODE_POINTS:
            raise ValueError(f"Offsets in {unit} cannot be converted without the text: pass content or pages.")
        self.content = content if pages is None else joiner.join(pages)
        self.paged = pages is not None
        self._first = first_page
        texts = [self.content or ""] if pages is None else pages
        self._starts = list(accumulate((len(text) + len(joiner) for text in texts), initial=0))[:-1]
        self._units = [UnitPlaces(text, unit) for text in texts]

    def whole(self, offset: int | None, page: int | str | None) -> int | None:
        """Give a declared offset in the whole text, or None where it means no place there."""
        page = page if self.paged else self._first
        if offset is None or not isinstance(page, int) or not 0 <= page - self._first < len(self._starts):
            return None
        number = page - self._first
        place = self._units[number].code_points(offset)
        return None if place is None else self._starts[number] + place


Starts = list[int | None]


def likeliest_starts(content: str, starts: Starts, texts: Sequence[str]) -> Starts:
    """Read declared starts so that most of the texts stand there: as they are, all shifted alike, or in another unit.

    Parameters
    ----------
    content : str
        The whole text.
    starts : list of (int or None)
        Declared starts, in code points as far as is known.
    texts : sequence of str
        The texts that are to stand there.

    Returns
    -------
    list of (int or None)
        The starts as they are, unless more than half of those that are declared are right in another reading, and more
        than in any reading before it.

    Examples
    --------
    >>> likeliest_starts("one, two. three", [1, 6, 11], ["one", "two", "three"])
    [0, 5, 10]
    """
    declared = sum(start is not None for start in starts)
    best, most = starts, stands(content, starts, texts)
    for reading in _readings(content, starts, texts):
        if most == declared:
            break
        right = stands(content, reading, texts)
        if right > max(most, declared / 2):
            best, most = reading, right
    return best


def stands(content: str, starts: Starts, texts: Sequence[str]) -> int:
    """Count the texts that stand where they start."""
    return sum(
        start is not None and start >= 0 and content.startswith(text, start)
        for start, text in zip(starts, texts, strict=True)
    )


def _readings(content: str, starts: Starts, texts: Sequence[str]) -> Iterator[Starts]:
    for shift in (-1, 1, _shift_of_longest(content, starts, texts)):
        yield [None if start is None else start + shift for start in starts]
    for unit in (OffsetUnit.UTF16, OffsetUnit.UTF8) if not content.isascii() else ():
        places = UnitPlaces(content, unit)
        yield [None if start is None else places.code_points(start) for start in starts]


def _shift_of_longest(content: str, starts: Starts, texts: Sequence[str]) -> int:
    """Tell how far from its declared start the longest text stands, which is the least likely to stand twice."""
    text, start = max(
        ((text, start) for start, text in zip(starts, texts, strict=True) if start is not None),
        key=lambda pair: len(pair[0]),
        default=("", 0),
    )
    found = content.find(text)
    return found - start if found >= 0 else 0
