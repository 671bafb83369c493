"""Titles with a line drawn under them, as reStructuredText has them and plain texts often do."""

from __future__ import annotations

import re
from typing import NamedTuple

BYTE_ORDER_MARK = "\ufeff"

_RULE = r"([!-/:-@\[-`{-~])\1++[^\S\n\r]*+(?=[\n\r]|\Z)"
_RULE_BELOW = re.compile(r"[\n\r]" + _RULE)
_RULE_BELOW_LF = re.compile(r"\n" + _RULE)  # six times faster, since one letter is looked for
_NO_TITLE = re.compile(r"[-*+] |[|+>]|\.\.(?:\s|$)|:[^:\s][^:]*:(?:\s|$)")  # items, tables, quotes, directives, fields
_DIRECTIVE = re.compile(r"\n\.\. [A-Za-z][\w:.-]*::")
_LITERAL = re.compile(r"::[ \t]*+\r?\n[ \t]*+\r?\n[ \t]+\S")
_SPACES = 64  # that a line may end with


class Heading(NamedTuple):
    """A heading: where its line starts in code points, its level from 1, and its text."""

    offset: int
    level: int
    title: str


def underlined_headings(text: str, levels: int = 3) -> list[Heading]:
    r"""List the titles of a reStructuredText.

    Parameters
    ----------
    text : str
        The whole text.
    levels : int, default 3
        The deepest level that counts, from 1.

    Returns
    -------
    list of Heading
        Lines with a rule of one punctuation character under them that is at least as long, and at least two; a rule of
        the same length above is part of it. Each kind of rule is a level, in the order in which they appear. What
        is indented is no title, so that no literal block has one, nor are rows of a table or items of a list.

    Examples
    --------
    >>> underlined_headings("======\nNotice\n======\n\nPeriod\n------\n::\n\n  # no heading\n")
    [Heading(offset=0, level=1, title='Notice'), Heading(offset=22, level=2, title='Period')]
    """
    kinds: dict[tuple[str, bool], int] = {}
    found = []
    after = int(text.startswith(BYTE_ORDER_MARK))
    for rule in (_RULE_BELOW if "\r" in text else _RULE_BELOW_LF).finditer(text):
        drawn = rule[0].strip()
        offset, line = line_before(text, rule.start(), after, len(drawn))
        begin = _begin(text, offset, line, after, drawn) if _is_title(line, len(drawn)) else None
        if begin is not None:
            level = kinds.setdefault((rule[1], begin < offset), len(kinds) + 1)
            found.append(Heading(begin, level, line.strip()))
            after = rule.end()
    return [heading for heading in found if heading.level <= levels]


def is_restructured(text: str) -> bool:
    """Tell whether a text has what only reStructuredText has: directives, or ``::`` before an indented block."""
    return bool(_DIRECTIVE.search(text) or _LITERAL.search(text))


def line_before(text: str, end: int, floor: int, most: int) -> tuple[int, str]:
    """Give the line that ends at a line break, and where it starts; of one that is much longer than most, nothing."""
    end -= text[end - 1 : end + 1] == "\r\n"
    floor = max(floor, end - most - _SPACES)
    start = max(text.rfind("\n", floor, end), text.rfind("\r", floor, end)) + 1
    if start > floor or _begins_line(text, floor):
        return max(start, floor), text[max(start, floor) : end]
    return end, ""


def is_after_blank(text: str, offset: int, after: int) -> bool:
    """Tell whether a line stands below an empty one, or at once below the place where the last title ended."""
    gap = text[max(after, offset - _SPACES) : offset]
    blank = gap[len(gap.rstrip()) :]
    return blank == gap or len(blank.splitlines()) > 1


def _begins_line(text: str, place: int) -> bool:
    return place == 0 or text[place - 1] in "\n\r" + BYTE_ORDER_MARK


def _is_title(line: str, length: int) -> bool:
    title = line.strip()
    return len(title) <= length and any(map(str.isalnum, title)) and not _NO_TITLE.match(title)


def _begin(text: str, offset: int, line: str, after: int, rule: str) -> int | None:
    """Find where a title starts: with the rule above it, else itself if it stands alone; None where it is none."""
    if is_after_blank(text, offset, after):
        return None if line[0].isspace() else offset
    begin, above = line_before(text, offset - 1, after, len(rule))
    return begin if above.rstrip() == rule and is_after_blank(text, begin, after) else None
