"""Keyword ranking: BM25 as Lucene has it, over postings in blocks.

Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond", 2009,
https://doi.org/10.1561/1500000019, with the idf that cannot be negative and without the constant factor ``k1 + 1``, as
in Lucene since version 8.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property, partial
from math import log

import numpy as np
from numpy.typing import NDArray

from navwidget.store.blocks import Layers
from navwidget.store.postings import Postings, PostingsBlock, term_names
from navwidget.store.scores import Estimate, Scores

K1 = 1.2
"""How soon more occurrences of a term stop counting."""
B = 0.75
"""How much the length of a row counts."""
_LOOKUP_COST = 16
"""How many postings are added up in the time of looking up one."""


def bm25(
    tf: NDArray[np.unsignedinteger], length: NDArray[np.unsignedinteger], df: int, n: int, avglen: float
) -> NDArray[np.float64]:
    """Say what one term adds to the score of each row that has it.

    Parameters
    ----------
    tf : numpy.ndarray of int, shape (postings,)
        How often the term occurs in the row.
    length : numpy.ndarray of int, shape (postings,)
        How many tokens the row has.
    df : int
        How many rows have the term.
    n : int
        How many rows there are.
    avglen : float
        How many tokens a row has on average.

    Examples
    --------
    >>> bm25(np.array([1], np.uint8), np.array([5], np.uint32), df=1, n=3, avglen=5.0).round(4)
    array([0.4458])
    """
    return log(1 + (n - df + 0.5) / (df + 0.5)) * tf / (tf + K1 * (1 - B + B * length / avglen))


@dataclass(frozen=True, eq=False)
class _Term:
    """A term of the query, how often the query has it, and its living postings, by the number of their block."""

    text: str
    weight: int
    postings: dict[int, Postings] = field(default_factory=dict)

    @cached_property
    def df(self) -> int:
        return sum(len(postings.rows) for postings in self.postings.values())


class KeywordRanking(Layers[PostingsBlock]):
    """The keyword index."""

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
        return Scores(self, partial(self._stages, self._terms(tokens)), floor=0.0)

    def gains(self, tokens: Iterable[str], key: int) -> dict[str, NDArray[np.float64]]:
        """Say what each term adds to each row of a source.

        Returns
        -------
        dict of str to numpy.ndarray of float64, shape (rows of the source,)
            Only terms that some row of the source has; the sum over terms is the score.
        """
        rows = self.rows_of(key)
        wanted = np.arange(rows.start, rows.stop)
        gains = {term.text: self._gains(term, wanted, self._tf_at(term, wanted)) for term in self._terms(tokens)}
        return {text: gain for text, gain in gains.items() if gain.any()}

    @cached_property
    def lengths(self) -> NDArray[np.uint32]:
        """How many tokens each row has."""
        return np.concatenate([np.empty(0, np.uint32), *(part.block.lengths for part in self.parts)])

    @cached_property
    def avglen(self) -> float:
        """How many tokens a living row has on average; 1 where no row has any."""
        living = self.lengths if self.alive is None else self.lengths[self.alive]
        return int(living.sum(dtype=np.int64)) / max(len(living), 1) or 1.0

    def _stages(self, terms: list[_Term]) -> Iterator[Estimate]:
        """Add up the terms, rarest first, and offer what is there before those that would cost much.

        A common term adds less than its idf to any row, so that the rare ones often settle which rows can be among the
        best (the idea of MaxScore: Turtle and Flood, 1995, https://doi.org/10.1016/0306-4573(95)00020-H).
        """
        values = np.zeros(self.rows)
        for i, term in enumerate(terms):
            rest = terms[i:]
            if i and term.df * 32 > self.rows:
                slack = sum(other.weight * _limit(other.df, self.alive_count) for other in rest)
                limit = sum(other.df for other in rest) // (_LOOKUP_COST * len(rest))
                yield Estimate(values, partial(self._completed, values, rest), slack, limit)
            rows, tf = self._all_of(term)
            values[rows] += self._gains(term, rows, tf)
        yield Estimate(values, values.__getitem__)

    def _completed(self, values: NDArray[np.float64], rest: list[_Term], rows: NDArray[np.intp]) -> NDArray[np.float64]:
        """Give the full sums of a few rows, added in the same order as those of all."""
        return sum((self._gains(term, rows, self._tf_at(term, rows)) for term in rest), values[rows])

    def _gains(self, term: _Term, rows: NDArray[np.intp], tf: NDArray[np.unsignedinteger]) -> NDArray[np.float64]:
        return term.weight * bm25(tf, self.lengths[rows], term.df, self.alive_count, self.avglen)

    def _all_of(self, term: _Term) -> tuple[NDArray[np.intp], NDArray[np.unsignedinteger]]:
        offsets = self.offsets.tolist()
        rows = [found.rows.astype(np.intp) + offsets[part] for part, found in term.postings.items()]
        return np.concatenate(rows), np.concatenate([found.tf for found in term.postings.values()])

    def _tf_at(self, term: _Term, rows: NDArray[np.intp]) -> NDArray[np.uint32]:
        """Look up how often some rows, in ascending order, have a term."""
        tf = np.zeros(len(rows), np.uint32)
        cuts = rows.searchsorted(self.offsets).tolist()
        for part, found in term.postings.items():
            here = slice(cuts[part], cuts[part + 1])
            if here.start == here.stop:
                continue
            wanted = (rows[here] - self.offsets[part]).astype(np.uint32)
            places = np.minimum(found.rows.searchsorted(wanted), len(found.rows) - 1)
            tf[here] = np.where(found.rows[places] == wanted, found.tf[places], 0)
        return tf

    def _terms(self, tokens: Iterable[str]) -> list[_Term]:
        """Give the terms that are known, rarest first: an order, and so a sum, that no layout of blocks can change."""
        terms = [_Term(text, weight) for text, weight in Counter(tokens).items()]
        names = term_names(term.text for term in terms)
        for number, part in enumerate(self.parts):
            for i, postings in part.block.find(names):
                living = postings if part.alive_rows is None else postings.only(part.alive_rows)
                if len(living.rows):
                    terms[i].postings[number] = living
        return sorted((term for term in terms if term.df), key=lambda term: term.df)


def _limit(df: int, n: int) -> float:
    """Give what no row gains by a term: the formula without its last factor, which is below 1, and room to round."""
    return log(1 + (n - df + 0.5) / (df + 0.5)) * (1 + 1e-9)
