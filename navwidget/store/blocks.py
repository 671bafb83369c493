"""Immutable blocks of many sources, and the layers of them that stand for an index.

An index of many sources is a log of blocks: every write appends one, blocks of like size are merged into a larger one
now and then, and a source that was deleted or replaced is only left out until a merge drops its rows. So a write costs
what it adds, a row is copied about once for every fourfold growth, and a reader keeps the blocks that it started with.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import ClassVar, Generic, Self, TypeVar

import numpy as np
from numpy.typing import NDArray

Bytes = bytes | NDArray[np.uint8]

FANOUT = 4
"""How many blocks of like size are merged into one, and how much larger the next size is."""


@dataclass(frozen=True, eq=False)
class Block(ABC):
    """Rows of some sources, each source's own rows together and in reading order.

    Parameters
    ----------
    keys : numpy.ndarray of int64, shape (sources,)
        The sources, each once.
    row_starts : numpy.ndarray of int64, shape (sources + 1,)
        Source ``i`` has the rows from ``row_starts[i]`` to ``row_starts[i + 1]``.
    """

    keys: NDArray[np.int64]
    row_starts: NDArray[np.int64]

    MAX_ROWS: ClassVar[int]
    """Blocks of so many rows are no longer merged, so that no write waits for a very large merge."""

    @property
    def rows(self) -> int:
        """How many rows the block has."""
        return int(self.row_starts[-1])

    def with_keys(self, keys: NDArray[np.int64]) -> Self:
        """Give the same block under other keys, in the same order."""
        return replace(self, keys=keys)

    @abstractmethod
    def to_blobs(self) -> dict[str, bytes]:
        """Give everything that `from_blobs` needs, as named byte strings."""

    @classmethod
    @abstractmethod
    def from_blobs(cls, blobs: Mapping[str, Bytes]) -> Self:
        """Read a block where it lies: the arrays are views of the bytes."""

    @classmethod
    @abstractmethod
    def merge(cls, parts: Sequence[Live[Self]]) -> Self:
        """Make one block of the living rows of several, in the order of the parts."""


B = TypeVar("B", bound=Block)


@dataclass(frozen=True, eq=False)
class Live(Generic[B]):
    """A block and which of its sources are still in the index.

    Parameters
    ----------
    block : Block
        The block.
    alive : numpy.ndarray of bool, shape (sources,), or None
        None, and never a mask of nothing but True, where all are.
    """

    block: B
    alive: NDArray[np.bool_] | None = None

    def __post_init__(self) -> None:
        if self.alive is not None and self.alive.all():
            object.__setattr__(self, "alive", None)

    @cached_property
    def alive_rows(self) -> NDArray[np.bool_] | None:
        """The same for every row."""
        return None if self.alive is None else np.repeat(self.alive, np.diff(self.block.row_starts))

    @cached_property
    def rows(self) -> int:
        """How many rows are alive."""
        return self.block.rows if self.alive_rows is None else int(np.count_nonzero(self.alive_rows))


@dataclass(frozen=True, eq=False)
class Layers(Generic[B]):
    """An index as its blocks: rows are numbered through all blocks, dead ones included.

    Parameters
    ----------
    parts : tuple of Live
        The blocks, oldest first.
    """

    parts: tuple[Live[B], ...] = ()

    @classmethod
    def load(cls, blocks: Iterable[B], alive_keys: Collection[int] | NDArray[np.int64]) -> Self:
        """Put an index together from stored blocks.

        Parameters
        ----------
        blocks : iterable of Block
            In any order.
        alive_keys : collection of int
            The sources that exist; those of a block which do not are dead.
        """
        known = np.fromiter(alive_keys, np.int64, len(alive_keys))
        return cls(tuple(Live(block, np.isin(block.keys, known)) for block in blocks))

    @cached_property
    def offsets(self) -> NDArray[np.int64]:
        """The first row of each block, and after the last the number of all rows."""
        return starts_of(np.array([part.block.rows for part in self.parts], np.int64))

    @property
    def rows(self) -> int:
        """How many rows there are, dead ones included."""
        return int(self.offsets[-1])

    @cached_property
    def alive_count(self) -> int:
        """How many rows are alive."""
        return sum(part.rows for part in self.parts)

    @cached_property
    def alive(self) -> NDArray[np.bool_] | None:
        """Which rows are alive; None where all are."""
        if all(part.alive is None for part in self.parts):
            return None
        masks = (np.ones(part.rows, bool) if part.alive_rows is None else part.alive_rows for part in self.parts)
        return np.concatenate(list(masks))

    @cached_property
    def keys(self) -> NDArray[np.int64]:
        """The sources of all blocks, block by block."""
        return np.concatenate([np.empty(0, np.int64), *(part.block.keys for part in self.parts)])

    @cached_property
    def starts(self) -> NDArray[np.int64]:
        """The first row of each of `keys`, and after the last the number of all rows."""
        firsts = (part.block.row_starts[:-1] + offset for part, offset in zip(self.parts, self.offsets, strict=False))
        return np.concatenate([*firsts, self.offsets[-1:]])

    @cached_property
    def _by_key(self) -> NDArray[np.intp]:
        return np.argsort(self.keys, kind="stable")

    def rows_of(self, key: int) -> slice:
        """Give the rows of a source; an empty slice where the index has none of it."""
        place = int(np.searchsorted(self.keys, key, sorter=self._by_key))
        if place == len(self.keys) or self.keys[self._by_key[place]] != key:
            return slice(0, 0)
        source = self._by_key[place]
        return slice(int(self.starts[source]), int(self.starts[source + 1]))

    def block_of(self, key: int) -> B | None:
        """Give a block of one source alone; None where the index has none of it."""
        for part in self.parts:
            if (found := part.block.keys == key).any():
                return part.block.merge([Live(part.block, found)])
        return None

    def sources_of(self, rows: NDArray[np.integer]) -> NDArray[np.intp]:
        """Give the position in `keys` of the source of each row."""
        return np.searchsorted(self.starts, rows, side="right") - 1


def due(sizes: Sequence[tuple[int, int]], max_rows: int) -> set[int]:
    """Say which blocks are to be merged now.

    Parameters
    ----------
    sizes : sequence of (int, int)
        Of each block, how many of its rows are alive and how many it has.
    max_rows : int
        Blocks of so many living rows are left alone.

    Returns
    -------
    set of int
        Positions in `sizes`: `FANOUT` blocks of like size, with those of the next size where the merged block would
        complete them; else the blocks more than half of which is dead; else none.

    Examples
    --------
    >>> due([(5000, 5000)] + [(10, 10)] * 3, 100_000)
    set()
    >>> due([(5000, 5000)] + [(10, 10)] * 4, 100_000)
    {1, 2, 3, 4}
    >>> due([(5000, 5000), (400, 1000)], 100_000)
    {1}
    """
    levels: dict[int, set[int]] = {}
    for i, (alive, _) in enumerate(sizes):
        if alive < max_rows:
            levels.setdefault(_level(alive), set()).add(i)
    chosen: set[int] = set()
    for level in sorted(levels):
        carried = bool(chosen) and _level(sum(sizes[i][0] for i in chosen)) >= level
        if len(levels[level]) + carried >= FANOUT:
            chosen |= levels[level]
    return chosen or {i for i, (alive, rows) in enumerate(sizes) if 2 * alive < rows}


def _level(rows: int) -> int:
    return max(rows.bit_length() - 1, 0) // (FANOUT.bit_length() - 1)


def starts_of(counts: NDArray[np.integer | np.bool_]) -> NDArray[np.int64]:
    """Where each of some runs begins, and where the last ends."""
    return np.concatenate([np.zeros(1, np.int64), np.cumsum(counts, dtype=np.int64)])
