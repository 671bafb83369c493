"""Which words of a query are marked in what is shown."""

from __future__ import annotations

from typing import Final

from navwidget.widget.backend import Backend
from navwidget.widget.cards import query_terms

MOST_SHARE: Final = 0.5
"""Of all chunks: a word that stands in more of them tells nothing about any."""

FEWEST_CHUNKS: Final = 20
"""In an index with fewer, how often a word stands says little."""


def marked_terms(backend: Backend, query: str) -> frozenset[str]:
    """List the terms of a query that are marked: those that tell chunks apart.

    A term that stands in more than half of the index's chunks is left out, so that "for" and "a" do not drown "notice
    period"; unless all terms that the index has are as frequent, or it has fewer than 20 chunks. Only a `ChunkStore`
    says how frequent terms are; of other indexes all terms are marked. Ranking counts all of them, as ever.
    """
    terms = query_terms(query)
    counts, chunks = backend.term_counts(terms)
    frequent = {term for term, count in counts.items() if count > MOST_SHARE * chunks}
    return terms if chunks < FEWEST_CHUNKS or len(frequent) == len(counts) else terms - frequent
