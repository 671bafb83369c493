"""Chunks as they are read: texts with the matches of a pattern and, more lightly, the words of a query."""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass
from functools import lru_cache

from navwidget.models import GrepMode, SearchResultChunk
from navwidget.spans import Span, merge_spans
from navwidget.text import match_spans, tokens
from navwidget.widget.protocol import Card

# Letters and digits with the marks on them; tokens() says what is a word, this only where one may stand
_WORD = re.compile(r"[^\W_](?:[^\W_]|[\u0300-\u036f\u0900-\u0dff\u0e31-\u0e4e\u064b-\u065f\u200c\u200d\xad])*")


@dataclass(frozen=True)
class Marks:
    """What is marked in a text: the matches of a pattern, and the terms of a query."""

    pattern: str
    mode: GrepMode
    terms: frozenset[str]


def make_card(row: int, chunk: SearchResultChunk, marks: Marks) -> Card:
    """Make the card of a chunk; a word that is a match is not marked as a query term too."""
    matches = match_spans(chunk.content, marks.pattern, marks.mode)
    terms = [span for span in term_spans(chunk.content, marks.terms) if not _within(span, matches)]
    return Card(row=row, id=chunk.id, content=chunk.content, matches=matches, terms=terms)


@lru_cache(maxsize=32)
def query_terms(query: str) -> frozenset[str]:
    """List the terms that keyword ranking sees in a query."""
    return frozenset(tokens(query))


def words(content: str) -> set[str]:
    """List the words of a text, each as a whole."""
    return {word[0] for word in _WORD.finditer(content)}


def term_spans(content: str, terms: frozenset[str]) -> list[Span]:
    """Find the words of a text that keyword ranking takes for one of the terms.

    Examples
    --------
    >>> term_spans("The Notice period: noticed?", query_terms("notice PERIOD"))
    [(4, 10), (11, 17)]
    """
    if not terms:
        return []
    found = _WORD.finditer(content)
    return merge_spans(span for word in found for span in _spans_in(word[0], word.start(), terms))


def densest(content: str, terms: frozenset[str], length: int) -> int | None:
    """Find the word that `term_spans` marks from which most of the terms lie within a length; None without any.

    Examples
    --------
    >>> densest("for a day, or for notice", query_terms("notice for"), 12)
    14
    """
    found = [(word.start(), seen) for word in _WORD.finditer(content) if (seen := terms.intersection(_tokens(word[0])))]
    starts = [start for start, _ in found]

    def told(at: int) -> int:
        near = found[at : bisect_left(starts, starts[at] + length)]
        return len(frozenset[str]().union(*(seen for _, seen in near)))

    return starts[max(range(len(found)), key=told)] if found else None


def _spans_in(word: str, offset: int, terms: frozenset[str]) -> list[Span]:
    found = terms.intersection(_tokens(word))
    if not found:
        return []
    if len(_tokens(word)) == 1:
        return [(offset, offset + len(word))]
    inside = [span for term in found for span in match_spans(word, term)]  # scripts without spaces
    return [(offset + start, offset + end) for start, end in inside]


@lru_cache(maxsize=20_000)
def _tokens(word: str) -> tuple[str, ...]:
    return tuple(tokens(word))


def _within(span: Span, others: list[Span]) -> bool:
    return any(start <= span[0] and span[1] <= end for start, end in others)
