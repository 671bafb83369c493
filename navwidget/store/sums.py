"""Sums of what rows gain."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

_FEW = 4
"""One row in so many may have a place before places are given to all."""
_NO_ROWS, _NO_GAINS = np.empty(0, np.uint32), np.empty(0)


class Sums:
    """Adds up by rows: as long as few have gained anything, in as many places as there were gains.

    Parameters
    ----------
    rows : int
        How many rows there are.

    Examples
    --------
    >>> sums = Sums(100)
    >>> sums.add(np.array([7, 9], np.uint32), np.array([1.0, 2.0]))
    >>> sums.add(np.array([9], np.uint32), np.array([0.5]))
    >>> values, rows = sums.so_far()
    >>> values.tolist(), rows.tolist()
    ([1.0, 0.0, 2.5], [7, 9, 9])
    """

    def __init__(self, rows: int) -> None:
        self._count = rows
        self._rows: list[NDArray[np.uint32]] = []
        self._gains: list[NDArray[np.float64]] = []
        self._places = 0
        self._all: NDArray[np.float64] | None = None

    def add(self, rows: NDArray[np.uint32], gains: NDArray[np.float64]) -> None:
        """Add gains of some rows, each of them once."""
        if self._all is None and self._places and _FEW * (self._places + len(rows)) > self._count:
            self._all = _summed(np.concatenate(self._rows), np.concatenate(self._gains), self._count)
        if self._all is not None:
            self._all[rows.astype(np.intp)] += gains  # numpy finds places by numbers of this kind thrice as fast
            return
        self._rows.append(rows)
        self._gains.append(gains)
        self._places += len(rows)

    def so_far(self) -> tuple[NDArray[np.float64], NDArray[np.uint32] | None]:
        """Give sums and their rows; None where they are those of all rows, and are added to from now on.

        Each row's gains are summed in the order in which they were added. A row has its sum at its last place, and 0.0
        at the others.
        """
        if self._all is not None:
            return self._all, None
        if len(self._rows) == 1:
            return self._gains[0], self._rows[0]
        rows, gains = np.concatenate([_NO_ROWS, *self._rows]), np.concatenate([_NO_GAINS, *self._gains])
        last = np.empty(self._count, np.uint32)  # on rows that have no place, whatever was there
        last[rows] = np.arange(len(rows), dtype=np.uint32)
        return _summed(last.take(rows), gains, len(rows)), rows


def _summed(places: NDArray[np.uint32], gains: NDArray[np.float64], count: int) -> NDArray[np.float64]:
    return np.asarray(np.bincount(places, gains, count), np.float64)
