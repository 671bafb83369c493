"""A bounded cache that costs nothing to read."""

from __future__ import annotations

import threading
from collections.abc import Hashable
from typing import Generic, TypeVar

Value = TypeVar("Value")


class Cache(Generic[Value]):
    """Keep what was used lately, in two generations.

    What is found in the old one moves to the young one; when the young one is full, it becomes the old one. So the
    things used lately stay, within twice the limit, and a hit costs one look-up in a dict and no bookkeeping.

    Parameters
    ----------
    limit : int
        How much a generation holds, in the unit of the costs.

    Examples
    --------
    >>> cache = Cache(limit=2)
    >>> for letter in "abc":
    ...     _ = cache.put(letter, letter.upper(), cost=1)
    >>> cache.get("a"), cache.get("z")
    ('A', None)
    """

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._lock = threading.Lock()
        self._young: dict[Hashable, tuple[Value, int]] = {}
        self._old: dict[Hashable, tuple[Value, int]] = {}
        self._cost = 0

    def get(self, key: Hashable) -> Value | None:
        """Give what was kept, or None."""
        found = self._young.get(key)
        if found is not None:
            return found[0]
        found = self._old.get(key)
        return None if found is None else self.put(key, *found)

    def put(self, key: Hashable, value: Value, cost: int) -> Value:
        """Keep a value; gives the one that is kept under the key, where another thread came first."""
        with self._lock:
            kept = self._young.get(key)
            if kept is not None:
                return kept[0]
            if self._young and self._cost + cost > self._limit:
                self._old, self._young, self._cost = self._young, {}, 0
            self._young[key] = (value, cost)
            self._cost += cost
            return value
