"""A few words of a hit, where its title alone does not tell it from the others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from navwidget.models import SearchResult
from navwidget.widget.cards import densest, query_terms

_LENGTH = 80
_BEFORE = 16  # code points ahead of the words of the query
_MOST_TEXT = 10_000  # code points of a chunk that are looked through
_MOST_LINES = 20  # among which the heading itself may stand


def snippets_of(results: Sequence[SearchResult], titles: Sequence[str], query: str) -> tuple[str, ...]:
    """Give a snippet to each hit whose title another hit has too, and nothing to the others."""
    count, terms = Counter(titles), query_terms(query)
    return tuple(
        snippet(result.chunk.content, title, terms) if count[title] > 1 else ""
        for result, title in zip(results, titles, strict=True)
    )


def snippet(content: str, title: str, terms: frozenset[str]) -> str:
    r"""Give up to 80 code points of a text on one line, from shortly before most terms; without its heading.

    Examples
    --------
    >>> snippet("## Term\n\nEither party may  end it.\nA notice is due.", "Term", frozenset())
    'Either party may end it. A notice is due.'
    >>> snippet("It may be ended by each of the parties at any time by notice.", "Term", query_terms("notice"))
    '… at any time by notice.'
    """
    text = _after_heading(content[:_MOST_TEXT], title)
    first = densest(text, terms, _LENGTH - _BEFORE) or 0
    begin = _word_start(text, first)
    said = " ".join(text[begin : begin + 8 * _LENGTH].split())
    return _shortened(f"… {said}" if begin and text[:begin].strip() else said)


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


def _shortened(text: str) -> str:
    return text if len(text) <= _LENGTH else f"{text[: _LENGTH - 1].rstrip()}…"
