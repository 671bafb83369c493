"""A few words of a hit, where its title alone does not tell it from the others."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence

from navwidget.models import SearchResult, SearchResultChunk
from navwidget.widget.cards import densest
from navwidget.widget.cut import next_word

_LENGTH = 160  # more than a row has room for
_WINDOW = 80  # what a reader takes in at once
_BEFORE = 16  # code points ahead of the words of the query
_MOST_TEXT = 10_000  # code points of a chunk that are looked through
_MOST_LINES = 20  # among which the heading itself may stand


def snippets_of(
    results: Sequence[SearchResult],
    titles: Sequence[str],
    terms: frozenset[str],
    is_cut: Callable[[SearchResultChunk], bool],
) -> tuple[str, ...]:
    """Give a snippet to each hit whose title another hit has too, and nothing to the others."""
    count = Counter(titles)
    return tuple(
        snippet(result.chunk.content, title, terms, is_cut=is_cut(result.chunk)) if count[title] > 1 else ""
        for result, title in zip(results, titles, strict=True)
    )


def snippet(content: str, title: str, terms: frozenset[str], *, is_cut: bool = False) -> str:
    r"""Give up to 160 code points of a text on one line, from shortly before most terms; without its heading.

    A text that is cut, which begins inside a word, is shown from the next word on.

    Examples
    --------
    >>> from navwidget.widget.cards import query_terms
    >>> snippet("## Term\n\nEither party may  end it.\nA notice is due.", "Term", frozenset())
    'Either party may end it. A notice is due.'
    >>> snippet("It may be ended by each of the parties at any time by notice.", "Term", query_terms("notice"))
    '… at any time by notice.'
    >>> snippet("arty may end it by notice.", "Term", query_terms("notice"), is_cut=True)
    '… may end it by notice.'
    """
    text = _after_heading(content[:_MOST_TEXT], title)
    begin = _word_start(text, densest(text, terms, _WINDOW - _BEFORE) or 0)
    skipped = next_word(text) if is_cut and len(text) == len(content[:_MOST_TEXT]) else 0
    begin = max(begin, skipped)
    return shown_from(text, begin, "… " if begin and text[:begin].strip() else "")


def shown_from(content: str, begin: int, before: str) -> str:
    """Give up to 160 code points on one line: what goes before, and a text from a place on."""
    said = before + " ".join(content[begin : begin + 8 * _LENGTH].split())
    return said if len(said) <= _LENGTH else f"{said[: _LENGTH - 1].rstrip()}…"


def place_of(said: str, content: str) -> tuple[int, str] | None:
    r"""Give where a snippet begins in its text and what goes before, as ``shown_from`` takes it.

    Examples
    --------
    >>> place_of("… at any time.", "It may be ended  at any\ntime.")
    (17, '… ')
    >>> place_of("of another text", "It may be ended at any time.") is None
    True
    """
    before = "… " if said.startswith("… ") else ""
    first = said.removeprefix(before).split(" ", 1)[0].removesuffix("…")
    begins = (found.start() for found in re.finditer(re.escape(first), content))
    return next(((begin, before) for begin in begins if shown_from(content, begin, before) == said), None)


def _after_heading(content: str, title: str) -> str:
    """Leave out the line that is the heading, and what belongs to the section before."""
    lines = content.splitlines(keepends=True)[:_MOST_LINES]
    at = next((at for at, line in enumerate(lines) if title and line.strip().strip("#").strip() == title), None)
    return content if at is None else content[sum(map(len, lines[: at + 1])) :]


def _word_start(text: str, first: int) -> int:
    """Give where a word starts not far before a place; in scripts without spaces, the place itself."""
    if first <= _BEFORE:
        return 0
    gap = next((at for at in range(first - _BEFORE, first) if text[at].isspace()), first - 1)
    return gap + 1
