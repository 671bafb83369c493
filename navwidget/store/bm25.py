"""Keyword ranking: BM25 as Lucene has it, over postings in blocks.

Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond", 2009,
https://doi.org/10.1561/1500000019, with the idf that cannot be negative and without the constant factor ``k1 + 1``, as
in Lucene since version 8.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from math import log

import numpy as np
from numpy.typing import NDArray

from navwidget.store.blocks import Layers
from navwidget.store.postings import PostingsBlock, term_names
from navwidget.store.scores import Scores

K1 = 1.2
"""How soon more occurrences of a term stop counting."""
B = 0.75
"""How much the length of a row counts."""


@dataclass(frozen=True, eq=False)
class TermPostings:
    """The living rows that have a term of the query.

    Parameters
    ----------
    term : str
        The term.
    weight : int
        How often the query has it.
    rows : numpy.ndarray of int, shape (df,)
        The rows.
    tf : numpy.ndarray of float64, shape (df,)
        How often each row has it.
    """

    term: str
    weight: int
    rows: NDArray[np.intp]
    tf: NDArray[np.float64]

    @property
    def df(self) -> int:
        """How many rows have the term."""
        return len(self.rows)


class KeywordRanking(Layers[PostingsBlock]):
    """The keyword index: `load`, `changed` and `compacted` of `Layers`, and scores."""

    def scores(self, tokens: Iterable[str]) -> Scores:
        """Score every row for a query.

        Parameters
        ----------
        tokens : iterable of str
            The query as `navwidget.text.tokens` cuts it; a term that occurs twice counts twice.

        Returns
        -------
        Scores
            Only rows that have a term are hits.
        """
        values = np.zeros(self.rows)
        for postings in self._postings(tokens):
            values[postings.rows] += self._gains(postings)
        return Scores(self, values, values.__getitem__, floor=0.0)

    def gains(self, tokens: Iterable[str], key: int) -> dict[str, NDArray[np.float64]]:
        """Say what each term adds to each row of a source.

        Returns
        -------
        dict of str to numpy.ndarray of float64, shape (rows of the source,)
            Only terms that some row of the source has; the sum over terms is the score.
        """
        rows = self.rows_of(key)
        result = {}
        for postings in self._postings(tokens):
            inside = (postings.rows >= rows.start) & (postings.rows < rows.stop)
            if inside.any():
                result[postings.term] = np.zeros(rows.stop - rows.start)
                result[postings.term][postings.rows[inside] - rows.start] = self._gains(postings)[inside]
        return result

    def _gains(self, postings: TermPostings) -> NDArray[np.float64]:
        n, df, tf = self.alive_count, postings.df, postings.tf
        idf = log(1 + (n - df + 0.5) / (df + 0.5))
        return postings.weight * idf * tf / (tf + self._norms[postings.rows])

    @cached_property
    def _norms(self) -> NDArray[np.float64]:
        """The part of the formula that knows the row only: ``k1 * (1 - b + b * len / avglen)``."""
        lengths = np.concatenate([np.empty(0, np.uint32), *(part.block.lengths for part in self.parts)])
        total = int((lengths if self.alive is None else lengths[self.alive]).sum(dtype=np.int64))
        avglen = total / max(self.alive_count, 1) or 1.0
        return K1 * (1 - B + B * lengths / avglen)

    def _postings(self, tokens: Iterable[str]) -> list[TermPostings]:
        """Give the terms that are known, rarest first: an order, and so a sum, that no layout of blocks can change."""
        weights = Counter(tokens)
        names = term_names(weights)
        rows: list[list[NDArray[np.intp]]] = [[] for _ in weights]
        tf: list[list[NDArray[np.unsignedinteger]]] = [[] for _ in weights]
        for part, offset in zip(self.parts, self.offsets.tolist(), strict=False):
            for i, run in part.block.runs(names):
                found = part.block.posting_rows[run]
                kept = slice(None) if part.alive_rows is None else part.alive_rows[found]
                rows[i].append(found[kept].astype(np.intp) + offset)
                tf[i].append(part.block.frequencies[run][kept])
        found_terms = [
            TermPostings(term, weight, np.concatenate(rows[i]), np.concatenate(tf[i]).astype(np.float64))
            for i, (term, weight) in enumerate(weights.items())
            if rows[i]
        ]
        return sorted((postings for postings in found_terms if postings.df), key=lambda postings: postings.df)
