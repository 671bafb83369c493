"""How well every row of an index fits a question, and from that the best rows or the rank of every row."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from navwidget.store.blocks import Layers
from navwidget.store.topk import at_least, kth_largest

SourceRank = Callable[[NDArray[np.int64]], NDArray[np.int64]]
"""Takes source keys and gives numbers that order them by source_id."""
Allowed = Callable[[int], NDArray[np.bool_] | bool]
"""Takes a source key and says which of its rows may be given, or whether all or none may."""


class Ranked(NamedTuple):
    """A row of a source with its score."""

    key: int
    row: int
    score: float


@dataclass(frozen=True, eq=False)
class Estimate:
    """Rough scores, and a way to exact ones of a few rows.

    Parameters
    ----------
    values : numpy.ndarray of float, shape (places,)
        The rough scores.
    exact : callable
        Takes rows and their values and gives their exact scores as float64, the same bits whatever the blocks.
    rows : numpy.ndarray of int, shape (places,), optional
        The row of each value, in any order; a row has one value above the floor at most. None where the values are
        those of all rows.
    slack : float, optional
        A row whose value is more than this below another's score scores less; a row without a value scores no more
        than this.
    limit : int, optional
        For how many rows exact scores cost less than a better estimate. None on the last estimate: there is no better
        one, and rows that can be no hit are at most at the floor.
    """

    values: NDArray[np.floating]
    exact: Callable[[NDArray[np.integer], NDArray[np.floating]], NDArray[np.float64]]
    rows: NDArray[np.integer] | None = None
    slack: float = 0.0
    limit: int | None = None

    def rows_at(self, places: NDArray[np.intp]) -> NDArray[np.integer]:
        """Give the rows at some places."""
        return places if self.rows is None else self.rows[places]

    def exact_at(self, places: NDArray[np.intp]) -> NDArray[np.float64]:
        """Give the exact scores of the rows at some places."""
        return self.exact(self.rows_at(places), self.values[places])


@dataclass(frozen=True, eq=False)
class Scores:
    """The score of every row, as roughly as an answer allows.

    Parameters
    ----------
    layers : Layers
        The index that was asked.
    stages : callable
        Gives estimates that get better and cost more; each is used before the next is asked for.
    floor : float, optional
        A hit scores more than this.
    """

    layers: Layers[Any]
    stages: Callable[[], Iterator[Estimate]]
    floor: float = -np.inf

    def top(
        self,
        k: int,
        source_rank: SourceRank,
        allowed: Allowed | None = None,
        within: Collection[int] | None = None,
    ) -> list[Ranked]:
        """Give the best rows, best first, ties by source_id and reading order.

        Parameters
        ----------
        k : int
            At most so many.
        source_rank : callable
            Orders sources by their source_id.
        allowed : callable, optional
            Rows that may be given; asked only about sources that are in reach of the top.
        within : collection of int, optional
            Only rows of these sources.
        """
        # A restriction may be dear to ask about, and so is not asked about rows that only rough scores put in reach
        for stage in self.stages() if allowed is None else (self._final,):
            some = stage if within is None else self._only(stage, within)
            places = self._contenders(some, k, _Gate(self.layers, allowed))
            if places is not None:
                scores = some.exact_at(places)
                best = at_least(scores, kth_largest(scores, k))
                rows, scores = some.rows_at(places[best]), scores[best]
                order = self._order(rows, scores, source_rank)[:k]
                return self._ranked(rows[order], scores[order])
        raise AssertionError("the final estimate always answers")

    def of(self, key: int) -> NDArray[np.float64]:
        """Give the exact score of every row of a source; 0.0 on rows that can be no hit."""
        rows = self.layers.rows_of(key)
        some = self._only(self._final, [key])
        hits = np.flatnonzero(some.values > self.floor)
        scores = np.zeros(rows.stop - rows.start)
        scores[some.rows_at(hits) - np.intp(rows.start)] = some.exact_at(hits)
        return scores

    def ranking(self, source_rank: SourceRank, allowed: Allowed | None = None) -> NDArray[np.intp]:
        """Give the numbers of all rows that are hits, best first, ties by source_id and reading order."""
        if not self.layers.rows:
            return np.zeros(0, np.intp)
        hits = self._hits(self._final, _Gate(self.layers, allowed))
        rows = self._final.rows_at(hits).astype(np.intp)
        return rows[self._order(rows, self._final.exact_at(hits), source_rank)]

    def ranks(self, key: int, ranking: NDArray[np.intp]) -> NDArray[np.int64]:
        """Give the rank of every row of a source in what `ranking` gave, from 1; 0 on rows that are no hits."""
        ranks = np.zeros(self.layers.rows, np.int64)
        ranks[ranking] = np.arange(1, len(ranking) + 1)
        return ranks[self.layers.rows_of(key)]

    @cached_property
    def _final(self) -> Estimate:
        *_, last = self.stages()
        return last

    def _contenders(self, stage: Estimate, k: int, gate: _Gate) -> NDArray[np.intp] | None:
        """Give places that hold the best `k`, few more where it can be helped; None if that takes a better estimate."""
        if stage.limit is not None:
            return self._settled(stage, k, stage.limit)
        reach = k
        while (bound := kth_largest(stage.values, reach, self.floor) - stage.slack) > self.floor:
            near = at_least(stage.values, bound)
            places = near[gate.passes(stage.rows_at(near))]
            if len(places) == len(near):
                return places
            needed = kth_largest(stage.values[places], k) - stage.slack
            if needed >= bound:
                return places[at_least(stage.values[places], needed)]
            reach *= 4
        return self._hits(stage, gate)

    def _settled(self, stage: Estimate, k: int, limit: int) -> NDArray[np.intp] | None:
        """Give the places that can compete with the best so far, where those score so much that these are few."""
        lowest = kth_largest(stage.values, k, self.floor)
        if lowest <= self.floor:
            return None
        best = at_least(stage.values, lowest)[:limit]
        bound = kth_largest(stage.exact_at(best), k, self.floor) - stage.slack
        places = at_least(stage.values, bound) if bound > self.floor else None
        return None if places is None or len(places) > limit else places

    def _hits(self, stage: Estimate, gate: _Gate) -> NDArray[np.intp]:
        places = np.flatnonzero(stage.values > self.floor)
        return places[gate.passes(stage.rows_at(places))]

    def _only(self, stage: Estimate, keys: Collection[int]) -> Estimate:
        """Leave out the rows of other sources."""
        inside = np.zeros(self.layers.rows, bool)
        for key in keys:
            inside[self.layers.rows_of(key)] = True
        places = np.flatnonzero(inside if stage.rows is None else inside[stage.rows])
        return replace(stage, values=stage.values[places], rows=stage.rows_at(places))

    def _order(
        self, rows: NDArray[np.integer], scores: NDArray[np.float64], source_rank: SourceRank
    ) -> NDArray[np.intp]:
        return np.lexsort((rows, source_rank(self.layers.keys[self.layers.sources_of(rows)]), -scores))

    def _ranked(self, rows: NDArray[np.integer], scores: NDArray[np.float64]) -> list[Ranked]:
        sources = self.layers.sources_of(rows)
        keys, firsts = self.layers.keys[sources], self.layers.starts[sources]
        return list(map(Ranked, keys.tolist(), (rows - firsts).tolist(), scores.tolist()))


class _Gate:
    """Asks which rows may pass, once for each source."""

    def __init__(self, layers: Layers[Any], allowed: Allowed | None) -> None:
        self._layers = layers
        self._allowed = allowed
        self._known: dict[int, NDArray[np.bool_] | bool] = {}

    def passes(self, rows: NDArray[np.integer]) -> NDArray[np.bool_]:
        passing = np.ones(len(rows), bool)
        if self._allowed is None or not len(rows):
            return passing
        sources = self._layers.sources_of(rows)
        order = np.argsort(sources, kind="stable")
        firsts = np.flatnonzero(np.diff(sources[order], prepend=-1))
        for places in np.split(order, firsts[1:]):
            passing[places] = self._ask(int(sources[places[0]]), rows[places])
        return passing

    def _ask(self, source: int, rows: NDArray[np.integer]) -> NDArray[np.bool_] | bool:
        assert self._allowed is not None
        if source not in self._known:
            self._known[source] = self._allowed(int(self._layers.keys[source]))
        answer = self._known[source]
        return answer if isinstance(answer, bool) else answer[rows - self._layers.starts[source]]
