"""Chunks that are the sections of a Markdown text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from navwidget.chunking.recursive import RecursiveChunker
from navwidget.chunking.sizes import checked_size
from navwidget.chunking.underlined import BYTE_ORDER_MARK, Heading, is_after_blank, line_before
from navwidget.spans import Span

_HEADING = re.compile(r" {0,3}(#{1,6})(?=\s|$)")
_FENCE = re.compile(r" {0,3}(`{3,}(?=[^`]*$)|~{3,})")
_UNDERLINE = re.compile(r" {0,3}(={3,}+|-{3,}+)\s*\Z")
_PARAGRAPH = re.compile(r" {0,3}(?![\s|<>]|[*+-]\s|#{1,6}\s|\d{1,9}[.)]\s).*\w")
_FRONT_MATTER = re.compile(r"\ufeff?---[ \t]*\r?\n[\w-]+:[^\n]*+\n(?:(?!---|\.\.\.)[^\n]*+\n)*+(?:---|\.\.\.)")
_MARKS = ("#", "```", "~~~", "===", "---")
_BREAKS = frozenset("\n\r\v\f\x1c\x1d\x1e\x85\u2028\u2029")  # those of str.splitlines
_BREAK = re.compile(f"[{''.join(_BREAKS)}]")
_LONGEST_TITLE = 1_000


def headings(text: str, levels: int = 3) -> list[Heading]:
    r"""List the headings of a Markdown text.

    Parameters
    ----------
    text : str
        The whole text; its lines are those of ``str.splitlines``.
    levels : int, default 3
        The deepest level that counts, 1 to 6.

    Returns
    -------
    list of Heading
        Headings outside of fenced code and front matter, as CommonMark has them: ATX ("## Title", at most three spaces
        before), and lines with ``===`` or ``---`` under them, which must be three at least and stand below an empty
        line. A byte order mark before the first one is not part of it.

    Examples
    --------
    >>> headings("# Notice\n~~~\n# no heading\n~~~\n## Period ##")
    [Heading(offset=0, level=1, title='Notice'), Heading(offset=30, level=2, title='Period')]
    >>> headings("Notice\n======\nPeriod\n---\n")
    [Heading(offset=0, level=1, title='Notice'), Heading(offset=14, level=2, title='Period')]
    """
    found = []
    after = int(text.startswith(BYTE_ORDER_MARK))
    for offset, line in _unfenced_lines(text):
        heading = _heading(text, offset, line, after)
        if heading:
            after = offset + len(line)
            found.append(heading)
    return [heading for heading in found if heading.level <= levels]


def _heading(text: str, offset: int, line: str, after: int) -> Heading | None:
    """Give the heading that a marked line makes: of itself, or of the line above."""
    if marked := _HEADING.match(line):
        return Heading(offset, len(marked[1]), _title(line[marked.end() :]))
    rule = _UNDERLINE.match(line)
    if not rule or offset <= after:
        return None
    begin, title = line_before(text, offset - 1, after, _LONGEST_TITLE)
    if not _PARAGRAPH.match(title) or not is_after_blank(text, begin, after):
        return None
    return Heading(begin, 1 if rule[1][0] == "=" else 2, title.strip())


def _unfenced_lines(text: str) -> Iterator[tuple[int, str]]:
    """Give the lines outside of fenced code and front matter that begin like a heading, or like the line under one."""
    fence = ""
    front = _FRONT_MATTER.match(text)
    for offset, line in _marked_lines(text, front.end() if front else int(text.startswith(BYTE_ORDER_MARK))):
        mark = _FENCE.match(line)
        if fence:
            closes = mark and mark[1].startswith(fence) and not line[mark.end() :].strip()
            fence = "" if closes else fence
        elif mark:
            fence = mark[1]
        else:
            yield offset, line


def _marked_lines(text: str, begin: int) -> Iterator[tuple[int, str]]:
    """Give the lines that begin with a mark: few of a long text, so that the others need not be cut out of it."""
    spans = sorted(span for mark in _MARKS for span in _lines_that_begin(mark, text, begin))
    return ((start, text[start:end]) for start, end in spans)


def _lines_that_begin(mark: str, text: str, begin: int) -> Iterator[Span]:
    place = begin
    while (place := text.find(mark, place)) >= 0:
        before = text[max(begin, place - 4) : place]
        start = place - len(before) + len(before.rstrip(" "))
        line_break = _BREAK.search(text, place)
        end = line_break.start() if line_break else len(text)
        if place - start <= 3 and (start == begin or text[start - 1] in _BREAKS):
            yield start, end
        place = end


def _title(rest: str) -> str:
    title = rest.strip()
    bare = title.rstrip("#")
    return bare.rstrip() if not bare or bare[-1].isspace() else title


@dataclass(frozen=True)
class MarkdownChunker:
    r"""Cut a Markdown text into its sections, each with its heading.

    Parameters
    ----------
    max_size : int, default 2000
        Largest length of a chunk in code points; a longer section is cut as `RecursiveChunker` does.
    levels : int, default 3
        The deepest level of headings that start a chunk, 1 to 6.

    Raises
    ------
    ValueError
        If `max_size` or `levels` is not a whole number in its range.

    Notes
    -----
    The chunks cover the text. Only what stands before the first heading is left out where it is blank. A heading
    without a text of its own begins the chunk of the section after it.

    Examples
    --------
    >>> text = "# One\nfirst\n## Two\nsecond"
    >>> [text[start:end] for start, end in MarkdownChunker()(text)]
    ['# One\nfirst\n', '## Two\nsecond']
    """

    max_size: int = 2000
    levels: int = 3

    def __post_init__(self) -> None:
        object.__setattr__(self, "max_size", checked_size("max_size", self.max_size))
        object.__setattr__(self, "levels", checked_size("levels", self.levels))
        if self.levels > 6:
            raise ValueError(f"levels is {self.levels}, but Markdown has 6.")

    def __call__(self, text: str) -> list[Span]:
        """Give the spans of the chunks of `text`."""
        borders = self._sections(text)
        if not borders or text[: borders[0]].strip().strip(BYTE_ORDER_MARK):
            borders.insert(0, 0)
        cut = RecursiveChunker(self.max_size)
        return [
            (offset + start, offset + end)
            for offset, after in pairwise([*borders, len(text)])
            for start, end in cut(text[offset:after])
        ]

    def _sections(self, text: str) -> list[int]:
        """List where sections start that have more than a heading."""
        found = [heading.offset for heading in headings(text, self.levels)]
        return found[:1] + [after for offset, after in pairwise(found) if _has_body(text[offset:after])]


def _has_body(section: str) -> bool:
    seen = [line for line in _BREAK.split(section) if line.strip()]
    return len(seen) > (1 if _HEADING.match(seen[0]) else 2)  # the line under a heading is part of it
