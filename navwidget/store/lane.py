"""The chunks of one type of one source, in reading order: where every step of navigation is a search over columns."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from navwidget.store.columns import Ints

_FIRST_BLOCK = 64


@dataclass(frozen=True, slots=True, eq=False)
class Lane:
    """Spans in reading order, and the row of each among all chunks of the source.

    Parameters
    ----------
    rows, starts, ends : numpy.ndarray of int64, shape (n,)
        Row numbers, and spans in code points.
    ordered : bool
        Whether the ends never decrease; nested chunks make them.
    """

    rows: Ints
    starts: Ints
    ends: Ints
    ordered: bool

    @classmethod
    def of(cls, rows: Ints, starts: Ints, ends: Ints) -> Lane:
        """Take columns in reading order."""
        return cls(rows, starts, ends, bool((ends[1:] >= ends[:-1]).all()))

    def after(self, offset: int, count: int) -> Ints:
        """Rows of the first chunks that start at or after an offset."""
        first = int(self.starts.searchsorted(offset))
        return self.rows[first : first + count]

    def before(self, offset: int, count: int) -> Ints:
        """Rows of the last chunks that end at or before an offset."""
        if self.ordered:
            stop = int(self.ends.searchsorted(offset, "right"))
            return self.rows[max(0, stop - count) : stop]
        # A chunk that ends by then has started by then: nothing beyond can count
        stop = int(self.starts.searchsorted(offset, "right"))
        return self.rows[self._last_ending_by(offset, stop, count)]

    def within(self, start: int, end: int, count: int) -> Ints:
        """Rows of the first chunks that lie wholly inside a span."""
        first = int(self.starts.searchsorted(start))
        if self.ordered:
            stop = int(self.ends.searchsorted(end, "right"))
            return self.rows[first : min(stop, first + count)]
        stop = int(self.starts.searchsorted(end, "right"))
        return self.rows[self._first_ending_by(end, first, stop, count)]

    def around(self, row: int, before: int, after: int) -> Ints:
        """Rows of the chunks next to a row by position, without the row itself."""
        at = int(self.rows.searchsorted(row))
        return np.concatenate([self.rows[max(0, at - before) : at], self.rows[at + 1 : at + 1 + after]])

    # Ends that jump about leave only a scan; blocks that double keep it short where the answer is near

    def _last_ending_by(self, offset: int, stop: int, count: int) -> Ints:
        found: list[Ints] = []
        size = _FIRST_BLOCK
        while stop > 0 and count > 0:
            first = max(0, stop - size)
            hits = np.flatnonzero(self.ends[first:stop] <= offset)[-count:] + first
            found.insert(0, hits)
            count -= len(hits)
            stop, size = first, size * 2
        return np.concatenate(found) if found else self.rows[:0]

    def _first_ending_by(self, offset: int, first: int, stop: int, count: int) -> Ints:
        found: list[Ints] = []
        size = _FIRST_BLOCK
        while first < stop and count > 0:
            last = min(stop, first + size)
            hits = np.flatnonzero(self.ends[first:last] <= offset)[:count] + first
            found.append(hits)
            count -= len(hits)
            first, size = last, size * 2
        return np.concatenate(found) if found else self.rows[:0]
