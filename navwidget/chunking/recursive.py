"""Chunks that end where the text itself has a border."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from unicodedata import category

from navwidget.chunking.sizes import checked_overlap, checked_size
from navwidget.spans import Span

_VISIBLE = re.compile(r"\S")
_RULE = r"([=\-~^\"'`#*+])\{}{{2,}}[^\S\n]*"
_HEADING = re.compile(
    r" {0,3}#{1,6}(?:[^\S\n][^\n]*)?(?:\n|\Z)"
    rf"|(?:{_RULE.format(1)}\n)?(?=[^\n]*\S)[^\n]+\n{_RULE.format(2)}(?:\n|\Z)"
)
_LINES_OF_HEADING = 3  # a rule, the title, a rule
_NEAR = 64
_LONGEST_CLUSTER = 32


@dataclass(frozen=True)
class RecursiveChunker:
    r"""Cut a text at the coarsest separator in reach: between paragraphs, else lines, else sentences, else words.

    Parameters
    ----------
    size : int, default 512
        Largest length of a chunk, in code points.
    overlap : int, default 0
        At most how much of the end of a chunk the next one repeats. It begins after a separator where one leaves at
        least half of that, and is nothing where only white space would be repeated.
    separators : sequence of str, optional
        From coarse to fine. A separator stays with the chunk that it ends.

    Raises
    ------
    ValueError
        If a size is no whole number, `overlap` is not smaller than `size`, or a separator is empty.

    Notes
    -----
    The chunks cover the whole text. A heading, with ``#`` before it or a line drawn under it, stays with what follows,
    where both fit into a chunk. Where no separator is in reach, the cut is at `size`, or a little before it so that
    marks, joined emoji and line ends of two characters stay whole. The time is linear in the text.

    Examples
    --------
    >>> text = "One two.\n\nThree four. Five six."
    >>> [text[start:end] for start, end in RecursiveChunker(size=14)(text)]
    ['One two.\n\n', 'Three four. ', 'Five six.']
    """

    size: int = 512
    overlap: int = 0
    separators: tuple[str, ...] = ("\n\n", "\r\n\r\n", "\n", ". ", "? ", "! ", "。", " ")

    def __post_init__(self) -> None:
        object.__setattr__(self, "size", checked_size("size", self.size))  # the spans are to be Python's own ints
        object.__setattr__(self, "overlap", checked_overlap(self.overlap, self.size))
        if isinstance(self.separators, str) or not all(self.separators):
            raise ValueError(f"separators is {self.separators!r}, but must be strings that are not empty.")

    def __call__(self, text: str) -> list[Span]:
        """Give the spans of the chunks of `text`."""
        return list(self._spans(text)) if text else []

    def _spans(self, text: str) -> Iterator[Span]:
        start = end = 0
        while len(text) - start > self.size:
            end = self._end(text, start, end)
            yield start, end
            start = self._next_start(text, start, end)
        yield start, len(text)

    def _end(self, text: str, start: int, previous_end: int) -> int:
        """Find the last border in reach that leaves a chunk with something to see and more than the previous one."""
        limit = start + self.size
        fresh = max(start, previous_end)
        body = _VISIBLE.search(text, _after_headings(text, fresh, limit), limit)
        visible = body or _VISIBLE.search(text, fresh, limit)
        floor = visible.start() if visible else limit
        for separator in self.separators:
            found = text.rfind(separator, floor, limit)
            if found >= 0:
                border = found + len(separator)
                return _before_headings(text, floor, border) if body else border
        return _whole(text, limit, fresh + 1)

    def _next_start(self, text: str, start: int, end: int) -> int:
        """Find the first border of the coarsest kind that leaves most of the overlap, or else any of it."""
        earliest = max(end - self.overlap, start + 1)
        latest = _end_of_visible(text, earliest, end) - 1
        if earliest > latest:
            return end
        for last in (min(latest, max(end - self.overlap // 2, 0)), latest):
            for separator in self.separators:
                found = text.find(separator, max(earliest - len(separator), 0), last)
                if found >= 0:
                    return found + len(separator)
        return _whole(text, earliest, start + 1)


def _after_headings(text: str, start: int, limit: int) -> int:
    """Pass over the headings that a text begins with, and what is blank between them."""
    while visible := _VISIBLE.search(text, start, limit):
        line = text.rfind("\n", start, visible.start()) + 1 or start
        heading = _HEADING.match(text, line, limit)
        if not heading:
            return line
        start = heading.end()
    return limit


def _before_headings(text: str, floor: int, end: int) -> int:
    """Move a border to before the headings that it would part from what they head."""
    while (heading := _heading_at_end(text, floor, end)) is not None:
        end = heading
    return end


def _heading_at_end(text: str, floor: int, end: int) -> int | None:
    """Find where the heading starts that a text ends with; None where it ends otherwise, or is no more than that."""
    line = stop = _end_of_visible(text, floor, end)
    lines: list[int] = []
    while len(lines) < _LINES_OF_HEADING and (line := text.rfind("\n", floor, max(line - 1, floor)) + 1):
        lines.append(line)
    return next((line for line in reversed(lines) if _HEADING.fullmatch(text, line, stop)), None)


def _end_of_visible(text: str, start: int, end: int) -> int:
    while end > start:
        near = max(start, end - _NEAR)
        if seen := len(text[near:end].rstrip()):
            return near + seen
        end = near
    return start


def _whole(text: str, cut: int, least: int) -> int:
    """Move a cut back to where no cluster of characters is split, unless that takes too long."""
    for place in range(cut, max(least, cut - _LONGEST_CLUSTER) - 1, -1):
        if not _belong_together(text[place - 1], text[place]):
            return place
    return cut


def _belong_together(before: str, after: str) -> bool:
    return (
        category(after).startswith("M")
        or "\N{ZERO WIDTH JOINER}" in (before, after)
        or "\N{EMOJI MODIFIER FITZPATRICK TYPE-1-2}" <= after <= "\N{EMOJI MODIFIER FITZPATRICK TYPE-6}"
        or (before, after) == ("\r", "\n")
    )
