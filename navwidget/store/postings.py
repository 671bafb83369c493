"""Which terms occur in which rows, and how often: what keyword ranking reads."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from hashlib import blake2b
from itertools import chain, islice
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from navwidget.store.blocks import Block, Bytes, Live, starts_of


@lru_cache(maxsize=1 << 15)
def _term_name(term: str) -> bytes:
    return blake2b(term.encode("utf-8", "surrogatepass"), digest_size=16).digest()


def term_names(terms: Iterable[str]) -> NDArray[np.uint64]:
    """Give the names of terms, shape (2, terms): digests so long that no two terms share one, as two numbers each."""
    return np.frombuffer(b"".join(map(_term_name, terms)), "<u8").reshape(-1, 2).T


class Postings(NamedTuple):
    """The rows that have a term, ascending, and how often each has it."""

    rows: NDArray[np.uint32]
    tf: NDArray[np.unsignedinteger]

    def only(self, chosen: NDArray[np.bool_]) -> Postings:
        """Give those of some rows of the block."""
        kept = chosen[self.rows]
        return Postings(self.rows[kept], self.tf[kept])

    def moved(self, offset: int) -> Postings:
        """Give the same with other numbers of rows."""
        return Postings(self.rows + np.uint32(offset), self.tf)


@dataclass(frozen=True, eq=False)
class PostingsBlock(Block):
    """For each term the rows that have it, in ascending order, and how often.

    Parameters
    ----------
    lengths : numpy.ndarray of uint32, shape (rows,)
        How many tokens each row has.
    names : numpy.ndarray of uint64, shape (2, terms)
        Names of the terms, ascending.
    term_starts : numpy.ndarray of int64, shape (terms + 1,)
        Term ``i`` has the postings from ``term_starts[i]`` to ``term_starts[i + 1]``.
    posting_rows : numpy.ndarray of uint32, shape (postings,)
        The row of each posting.
    frequencies : numpy.ndarray of uint8, uint16 or uint32, shape (postings,)
        How often the term occurs in the row; as wide as the largest needs.
    """

    lengths: NDArray[np.uint32]
    names: NDArray[np.uint64]
    term_starts: NDArray[np.int64]
    posting_rows: NDArray[np.uint32]
    frequencies: NDArray[np.unsignedinteger]

    MAX_ROWS = 1 << 15

    @classmethod
    def build(cls, sources: Iterable[tuple[int, Iterable[Sequence[str]]]]) -> Self:
        """Make a block of sources.

        Parameters
        ----------
        sources : iterable of (int, iterable of sequence of str)
            Key of each source, and the tokens of each of its rows; they are forgotten as they come.
        """
        coder = _Coder()
        counts = {key: coder.add(rows) for key, rows in sources}
        lengths, codes, names = coder.coded()
        # One number says the term (upper half) and the row (lower half) of a token, so that one sort groups them.
        codes <<= np.uint64(32)
        codes |= np.repeat(np.arange(len(lengths), dtype=np.uint64), lengths)
        codes.sort()
        firsts = np.flatnonzero(_differs(codes))
        postings = codes[firsts]
        return cls(
            keys=np.array(list(counts), np.int64),
            row_starts=starts_of(np.array(list(counts.values()), np.int64)),
            lengths=lengths,
            names=names,
            term_starts=np.searchsorted(postings, np.arange(names.shape[1] + 1, dtype=np.uint64) << np.uint64(32)),
            posting_rows=postings.astype(np.uint32),
            frequencies=_narrow(np.diff(firsts, append=len(codes))),
        )

    @classmethod
    def merge(cls, parts: Sequence[Live[Self]]) -> Self:
        """Make one block of the living rows of several, in the order of the parts."""
        living = [part.block if part.alive is None else part.block._only(part) for part in parts]
        names = np.concatenate([block.names for block in living], axis=1)
        counts = np.concatenate([np.diff(block.term_starts) for block in living])
        # Equal names come to lie together, older blocks first: the postings of each take the place after all before.
        order = np.lexsort(names[::-1])
        places = np.empty(len(order), np.int64)
        places[order] = starts_of(counts[order])[:-1]
        firsts = order[_differs(names[0, order]) | _differs(names[1, order])]
        posting_rows, frequencies = _moved(living, places)
        return cls(
            keys=np.concatenate([block.keys for block in living]),
            row_starts=starts_of(np.concatenate([np.diff(block.row_starts) for block in living])),
            lengths=np.concatenate([block.lengths for block in living]),
            names=names.take(firsts, axis=1),
            term_starts=np.append(places[firsts], len(posting_rows)),
            posting_rows=posting_rows,
            frequencies=frequencies,
        )

    def _only(self, part: Live[Self]) -> Self:
        """Drop the dead rows, and the terms that only they had."""
        assert part.alive is not None
        assert part.alive_rows is not None
        return self._with_rows(part.alive_rows, self.keys[part.alive], np.diff(self.row_starts)[part.alive])

    def with_row(self, row: int, words: Sequence[str]) -> Self:
        """Give the block of one source with other words in one row."""
        numbers = np.arange(self.rows)
        around = [self._with_rows(side, self.keys, np.array([side.sum()])) for side in (numbers < row, numbers > row)]
        pieces = [around[0], self.build([(0, [words])]), around[1]]
        return replace(self.merge([Live(piece) for piece in pieces]), keys=self.keys, row_starts=self.row_starts)

    def _with_rows(self, chosen: NDArray[np.bool_], keys: NDArray[np.int64], counts: NDArray[np.int64]) -> Self:
        """Give some rows, of sources with so many each, and the terms that they have."""
        kept = chosen[self.posting_rows]
        new_row = np.cumsum(chosen, dtype=np.uint32) - np.uint32(1)
        row_starts = starts_of(counts)
        counts = np.diff(starts_of(kept)[self.term_starts])
        return type(self)(
            keys=keys,
            row_starts=row_starts,
            lengths=self.lengths[chosen],
            names=self.names.compress(counts > 0, axis=1),
            term_starts=starts_of(counts[counts > 0]),
            posting_rows=new_row[self.posting_rows[kept]],
            frequencies=self.frequencies[kept],
        )

    def to_blobs(self) -> dict[str, bytes]:
        """Give everything that `from_blobs` needs, as named byte strings."""
        return {
            "keys": self.keys.astype("<i8").tobytes(),
            "row_starts": self.row_starts.astype("<i8").tobytes(),
            "lengths": self.lengths.astype("<u4").tobytes(),
            "names": self.names.astype("<u8").tobytes(),
            "term_starts": self.term_starts.astype("<i8").tobytes(),
            "posting_rows": self.posting_rows.astype("<u4").tobytes(),
            "frequencies": self.frequencies.astype(f"<u{self.frequencies.itemsize}").tobytes(),
        }

    @classmethod
    def from_blobs(cls, blobs: Mapping[str, Bytes]) -> Self:
        """Read a block where it lies: the arrays are views of the bytes."""
        posting_rows = np.frombuffer(blobs["posting_rows"], "<u4")
        width = len(blobs["frequencies"]) // max(len(posting_rows), 1) or 1
        return cls(
            keys=np.frombuffer(blobs["keys"], "<i8"),
            row_starts=np.frombuffer(blobs["row_starts"], "<i8"),
            lengths=np.frombuffer(blobs["lengths"], "<u4"),
            names=np.frombuffer(blobs["names"], "<u8").reshape(2, -1),
            term_starts=np.frombuffer(blobs["term_starts"], "<i8"),
            posting_rows=posting_rows,
            frequencies=np.frombuffer(blobs["frequencies"], f"<u{width}"),
        )

    def find(self, names: NDArray[np.uint64]) -> Iterator[tuple[int, Postings]]:
        """Give the postings of those terms that the block has, each with its position in `names`."""
        last = self.names.shape[1] - 1
        if last < 0:
            return
        places = np.minimum(self.names[0].searchsorted(names[0]), last)
        same = self.names.take(places, axis=1) == names
        while (behind := (same[0] > same[1]) & (self.names[1].take(places) < names[1]) & (places < last)).any():
            places += behind  # steps over the few names, if any, that agree in their first number
            same = self.names.take(places, axis=1) == names
        found = np.flatnonzero(same[0] & same[1])
        starts, ends = self.term_starts[places[found]], self.term_starts[places[found] + 1]
        for i, start, end in zip(found.tolist(), starts.tolist(), ends.tolist(), strict=True):
            yield i, Postings(self.posting_rows[start:end], self.frequencies[start:end])


class _Coder:
    """Gives each token the number of its term, some rows at a time.

    So that only some rows' tokens are in memory at once, each of which takes about 60 bytes, and that other threads
    have their turn: Python gives nobody a turn within one call of `numpy.fromiter`.
    """

    _ROWS = 256

    def __init__(self) -> None:
        self._vocabulary: defaultdict[str, int] = defaultdict()
        self._vocabulary.default_factory = self._vocabulary.__len__
        self._codes = [np.empty(0, np.uint32)]
        self._lengths = [np.empty(0, np.uint32)]

    def add(self, rows: Iterable[Sequence[str]]) -> int:
        """Take rows; gives how many there were."""
        count = 0
        remaining = iter(rows)
        while some := list(islice(remaining, self._ROWS)):
            self._lengths.append(np.fromiter(map(len, some), np.uint32, len(some)))
            self._codes.append(np.fromiter(map(self._vocabulary.__getitem__, chain.from_iterable(some)), np.uint32))
            count += len(some)
        return count

    def coded(self) -> tuple[NDArray[np.uint32], NDArray[np.uint64], NDArray[np.uint64]]:
        """Give the length of each row, for each token the number of its term in the order of names, and the names."""
        names = term_names(self._vocabulary)
        order = np.lexsort(names[::-1])
        number = np.empty(len(order), np.uint64)
        number[order] = np.arange(len(order), dtype=np.uint64)
        return np.concatenate(self._lengths), number[np.concatenate(self._codes)], names.take(order, axis=1)


def _moved(
    blocks: Sequence[PostingsBlock], places: NDArray[np.int64]
) -> tuple[NDArray[np.uint32], NDArray[np.unsignedinteger]]:
    """Put the postings of every term of every block where they belong, and number rows through all blocks."""
    total = sum(len(block.posting_rows) for block in blocks)
    posting_rows = np.empty(total, np.uint32)
    frequencies = np.empty(total, np.result_type(*(block.frequencies for block in blocks)))
    first_term = first_row = 0
    for block in blocks:
        shift = places[first_term : first_term + block.names.shape[1]] - block.term_starts[:-1]
        target = np.repeat(shift, np.diff(block.term_starts)) + np.arange(len(block.posting_rows))
        posting_rows[target] = block.posting_rows + np.uint32(first_row)
        frequencies[target] = block.frequencies
        first_term += block.names.shape[1]
        first_row += block.rows
    return posting_rows, frequencies


def _differs(values: NDArray[np.uint64]) -> NDArray[np.bool_]:
    """Say which values differ from the one before; the first always does."""
    differs = np.ones(len(values), bool)
    np.not_equal(values[1:], values[:-1], out=differs[1:])
    return differs


def _narrow(counts: NDArray[np.int64]) -> NDArray[np.unsignedinteger]:
    return counts.astype(np.min_scalar_type(int(counts.max(initial=0))))
