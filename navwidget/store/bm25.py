"""Keyword ranking: BM25 as Lucene has it, over postings in blocks.

Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond", 2009,
https://doi.org/10.1561/1500000019, with the idf that cannot be negative and without the constant factor ``k1 + 1``, as
in Lucene since version 8.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, partial
from math import log
from operator import attrgetter
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from navwidget.store.blocks import Layers
from navwidget.store.postings import PostingsBlock
from navwidget.store.scores import Estimate, Scores
from navwidget.store.sums import Sums
from navwidget.store.terms import Term, Terms

K1 = 1.2
"""How soon more occurrences of a term stop counting."""
B = 0.75
"""How much the length of a row counts."""
_LOOKUP_COST = 6
"""How many postings are added up in the time of looking up one."""
_PAUSE_COST = 4096
"""How many postings are added up in the time of seeing, for each term of the rest, whether it can be left out."""
_PAUSE_SHARE = 0.25
"""The rest has hardly ever been left out where it could add more than this part of all that terms can."""
_ROUNDING = 1e-9
"""More than sums in double precision can be wrong by, as a part of the largest."""


def bm25(
    tf: NDArray[np.integer], norm: NDArray[np.float64], weight: float | NDArray[np.float64]
) -> NDArray[np.float64]:
    """Say what terms add to the scores of rows that have them.

    Parameters
    ----------
    tf : numpy.ndarray of int, shape (postings,)
        How often the term occurs in the row.
    norm : numpy.ndarray of float64, shape (postings,)
        What `norms` gives for the row.
    weight : float or numpy.ndarray of float64, shape (postings,)
        What `idf` gives for the term, times how often the query has it.

    Examples
    --------
    >>> norm = norms(np.array([5], np.uint32), avglen=5.0)
    >>> bm25(np.array([1], np.uint8), norm, idf(df=1, n=3)).round(4)
    array([0.4458])
    """
    return weight * tf / (tf + norm)


def idf(df: int, n: int) -> float:
    """Say how much it tells that a row has a term which `df` of `n` rows have."""
    return log(1 + (n - df + 0.5) / (df + 0.5))


def norms(lengths: NDArray[np.uint32], avglen: float) -> NDArray[np.float64]:
    """Say how much less terms count the longer a row is.

    Parameters
    ----------
    lengths : numpy.ndarray of uint32, shape (rows,)
        How many tokens each row has.
    avglen : float
        How many tokens a row has on average.
    """
    return np.asarray(K1 * (1 - B + B * lengths / avglen), np.float64)


class _Weighted(NamedTuple):
    """A term as a query has it."""

    term: Term
    weight: float
    most: float
    """No row gains more."""

    def gains(self, rows: NDArray[np.uint32], norm: NDArray[np.float64]) -> NDArray[np.float64]:
        """Look up what some rows gain."""
        return bm25(self.term.tf_at(rows), norm, self.weight)


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
        numbers = np.arange(rows.start, rows.stop, dtype=np.uint32)
        gains = {each.term.text: each.gains(numbers, self._norms[rows]) for each in self._terms(tokens)}
        return {text: gain for text, gain in gains.items() if gain.any()}

    def counts(self, tokens: Iterable[str]) -> dict[str, int]:
        """Say how many rows have each term; only of terms that some row has."""
        return {term.text: term.df for term in self._index.find([*dict.fromkeys(tokens)])}

    @cached_property
    def _norms(self) -> NDArray[np.float64]:
        lengths = np.concatenate([np.empty(0, np.uint32), *(part.block.lengths for part in self.parts)])
        living = lengths if self.alive is None else lengths[self.alive]
        return norms(lengths, int(living.sum(dtype=np.int64)) / max(len(living), 1) or 1.0)

    @cached_property
    def _least_norm(self) -> float:
        return float(self._norms.min(initial=np.inf))

    @cached_property
    def _index(self) -> Terms:
        return Terms(self)

    def _terms(self, tokens: Iterable[str]) -> list[_Weighted]:
        """Give the terms that are known, rarest first: an order, and so a sum, that no layout of blocks can change."""
        counts = Counter(tokens)
        return [self._weighted(term, counts[term.text]) for term in sorted(self._index.find([*counts]), key=_df)]

    def _weighted(self, term: Term, times: int) -> _Weighted:
        weight = times * idf(term.df, self.alive_count)
        return _Weighted(term, weight, weight * term.most / (term.most + self._least_norm))

    def _stages(self, terms: Sequence[_Weighted]) -> Iterator[Estimate]:
        """Add up the terms, rarest first, and offer what is there before those that would cost much.

        The rare ones often settle which rows can be among the best, so that the common ones are looked up for these
        alone (the idea of MaxScore: Turtle and Flood, 1995, https://doi.org/10.1016/0306-4573(95)00020-H).
        """
        sums, done = Sums(self.rows), 0
        for stop in [*_pauses(terms), len(terms)]:
            more, rest, done = terms[done:stop], terms[stop:], stop
            for term, weight, _ in more:
                sums.add(term.rows, bm25(term.tf, self._norms.take(term.rows), weight))
            values, rows = sums.so_far()
            yield Estimate(
                values,
                partial(self._completed, rest),
                rows=rows,
                slack=_most(rest) + _ROUNDING * _most(terms) if rest else 0.0,
                limit=int(_postings(rest) / (_LOOKUP_COST * len(rest))) if rest else None,
            )

    def _completed(
        self, rest: Sequence[_Weighted], rows: NDArray[np.integer], values: NDArray[np.float64]
    ) -> NDArray[np.float64]:
        """Give the full sums of a few rows, added in the same order as those of all."""
        norm = self._norms.take(rows)
        numbers = rows.astype(np.uint32, copy=False)  # else every look-up would turn the rows of the term into others
        return sum((term.gains(numbers, norm) for term in rest), values)


def _pauses(terms: Sequence[_Weighted]) -> Iterator[int]:
    """Say after how many terms it is worth to look whether the rest can be left out."""
    worth = _PAUSE_SHARE * _most(terms)
    left, postings = _most(terms), _postings(terms)
    looked = np.inf
    for stop, (term, _, most) in enumerate(terms[:-1], start=1):
        left -= most
        postings -= term.df
        cost = _PAUSE_COST * (len(terms) - stop)
        if left < worth and cost < postings <= looked - cost:
            looked = postings
            yield stop


def _most(terms: Iterable[_Weighted]) -> float:
    return sum(term.most for term in terms)


def _postings(terms: Iterable[_Weighted]) -> int:
    return sum(term.df for term, *_ in terms)


_df = attrgetter("df")
