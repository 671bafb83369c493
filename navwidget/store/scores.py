"""How well every row of an index fits a question, and from that the best rows or the rank of every row."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
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
    """Rough scores of all rows, and a way to exact ones of a few.

    Parameters
    ----------
    values : numpy.ndarray of float, shape (rows,)
        The rough scores.
    exact : callable
        Takes ascending row numbers and gives their exact scores as float64, the same bits whatever the blocks.
    slack : float, optional
        A row whose value is more than this below another's scores less.
    limit : int, optional
        For how many rows exact scores cost less than a better estimate. None on the last estimate: there is no better
        one, and rows that can be no hit are at most at the floor.
    """

    values: NDArray[np.floating]
    exact: Callable[[NDArray[np.intp]], NDArray[np.float64]]
    slack: float = 0.0
    limit: int | None = None


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
        gate = _Gate(self.layers, allowed)
        # A restriction may be dear to ask about, and so is not asked about rows that only rough scores put in reach
        for stage in self.stages() if allowed is None else (self._final,):
            rows = self._contenders(stage, k, gate, within)
            if rows is not None:
                scores = stage.exact(rows)
                best = at_least(scores, kth_largest(scores, k))
                best = best[self._order(rows[best], scores[best], source_rank)[:k]]
                return self._ranked(rows[best], scores[best])
        raise AssertionError("the final estimate always answers")

    def of(self, key: int) -> NDArray[np.float64]:
        """Give the exact score of every row of a source; 0.0 on rows that can be no hit."""
        rows = np.arange(*self.layers.rows_of(key).indices(self.layers.rows))
        return np.where(self._final.values[rows] > self.floor, self._final.exact(rows), 0.0)

    def ranking(self, source_rank: SourceRank, allowed: Allowed | None = None) -> NDArray[np.intp]:
        """Give the numbers of all rows that are hits, best first, ties by source_id and reading order."""
        if not self.layers.rows:
            return np.zeros(0, np.intp)
        rows = self._hits(self._final.values, _Gate(self.layers, allowed))
        return rows[self._order(rows, self._final.exact(rows), source_rank)]

    def ranks(self, key: int, ranking: NDArray[np.intp]) -> NDArray[np.int64]:
        """Give the rank of every row of a source in what `ranking` gave, from 1; 0 on rows that are no hits."""
        ranks = np.zeros(self.layers.rows, np.int64)
        ranks[ranking] = np.arange(1, len(ranking) + 1)
        return ranks[self.layers.rows_of(key)]

    @cached_property
    def _final(self) -> Estimate:
        *_, last = self.stages()
        return last

    def _contenders(
        self, stage: Estimate, k: int, gate: _Gate, within: Collection[int] | None
    ) -> NDArray[np.intp] | None:
        """Give rows that hold the best `k`, few more where it can be helped; None where a better estimate is needed."""
        values = stage.values if within is None else self._only(stage.values, within)
        reach = k
        while (bound := kth_largest(values, reach, self.floor) - stage.slack) > self.floor:
            rows = at_least(values, bound)
            if stage.limit is not None and len(rows) > stage.limit:
                return None
            rows = rows[gate.passes(rows)]
            needed = kth_largest(values[rows], k) - stage.slack
            if needed >= bound:
                return rows[at_least(values[rows], needed)]
            reach *= 4
        return self._hits(values, gate) if stage.limit is None else None

    def _hits(self, values: NDArray[np.floating], gate: _Gate) -> NDArray[np.intp]:
        rows = np.flatnonzero(values > self.floor)
        return rows[gate.passes(rows)]

    def _only(self, values: NDArray[np.floating], keys: Collection[int]) -> NDArray[np.floating]:
        chosen = np.full_like(values, -np.inf)
        for key in keys:
            rows = self.layers.rows_of(key)
            chosen[rows] = values[rows]
        return chosen

    def _order(self, rows: NDArray[np.intp], scores: NDArray[np.float64], source_rank: SourceRank) -> NDArray[np.intp]:
        sources, source_of_row = np.unique(self.layers.sources_of(rows), return_inverse=True)
        return np.lexsort((rows, source_rank(self.layers.keys[sources])[source_of_row], -scores))

    def _ranked(self, rows: NDArray[np.intp], scores: NDArray[np.float64]) -> list[Ranked]:
        sources = self.layers.sources_of(rows)
        keys, firsts = self.layers.keys[sources], self.layers.starts[sources]
        return [Ranked(*hit) for hit in zip(keys.tolist(), (rows - firsts).tolist(), scores.tolist(), strict=True)]


class _Gate:
    """Asks which rows may pass, once for each source."""

    def __init__(self, layers: Layers[Any], allowed: Allowed | None) -> None:
        self._layers = layers
        self._allowed = allowed
        self._known: dict[int, NDArray[np.bool_] | bool] = {}

    def passes(self, rows: NDArray[np.intp]) -> NDArray[np.bool_]:
        passing = np.ones(len(rows), bool)
        if self._allowed is None or not len(rows):
            return passing
        sources = self._layers.sources_of(rows)  # ascending, as rows are
        firsts = np.flatnonzero(np.diff(sources, prepend=-1))
        for first, last in zip(firsts, [*firsts[1:], len(rows)], strict=True):
            passing[first:last] = self._ask(int(sources[first]), rows[first:last])
        return passing

    def _ask(self, source: int, rows: NDArray[np.intp]) -> NDArray[np.bool_] | bool:
        assert self._allowed is not None
        if source not in self._known:
            self._known[source] = self._allowed(int(self._layers.keys[source]))
        answer = self._known[source]
        return answer if isinstance(answer, bool) else answer[rows - self._layers.starts[source]]
