"""Which terms occur in which rows, and how often: what keyword ranking reads."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from itertools import chain
from typing import Self

import numpy as np
from numpy.typing import NDArray

from navwidget.store.blocks import Block, Live, starts_of

_TERM_BYTES = 16


@lru_cache(maxsize=1 << 15)
def term_name(term: str) -> bytes:
    """Give the 16 bytes that stand for a term of any length: so long a digest that no two terms share it."""
    return blake2b(term.encode("utf-8", "surrogatepass"), digest_size=_TERM_BYTES).digest()


def term_names(terms: Iterable[str]) -> NDArray[np.uint64]:
    """Give the names of terms as two numbers each, shape (terms, 2); postings are sorted by the first."""
    return np.frombuffer(b"".join(map(term_name, terms)), "<u8").reshape(-1, 2)


@dataclass(frozen=True, eq=False)
class PostingsBlock(Block):
    """For each term the rows that have it, in ascending order, and how often.

    Parameters
    ----------
    lengths : numpy.ndarray of uint32, shape (rows,)
        How many tokens each row has.
    terms : numpy.ndarray of uint64, shape (terms, 2)
        Names of the terms, ascending in the first number.
    term_starts : numpy.ndarray of int64, shape (terms + 1,)
        Term ``i`` has the postings from ``term_starts[i]`` to ``term_starts[i + 1]``.
    posting_rows : numpy.ndarray of uint32, shape (postings,)
        The row of each posting.
    frequencies : numpy.ndarray of uint8, uint16 or uint32, shape (postings,)
        How often the term occurs in the row; as wide as the largest needs.
    """

    lengths: NDArray[np.uint32]
    terms: NDArray[np.uint64]
    term_starts: NDArray[np.int64]
    posting_rows: NDArray[np.uint32]
    frequencies: NDArray[np.unsignedinteger]

    MAX_ROWS = 1 << 17

    @classmethod
    def build(cls, sources: Iterable[tuple[int, Sequence[Sequence[str]]]]) -> Self:
        """Make a block of sources.

        Parameters
        ----------
        sources : iterable of (int, sequence of sequence of str)
            Key of each source, and the tokens of each of its rows.
        """
        pairs = list(sources)
        rows = list(chain.from_iterable(tokens for _, tokens in pairs))
        lengths = np.fromiter(map(len, rows), np.uint32, len(rows))
        codes, names = _coded(chain.from_iterable(rows))
        row_of_token = np.repeat(np.arange(len(rows), dtype=np.uint64), lengths)
        places = np.sort(codes << np.uint64(32) | row_of_token)
        firsts = np.flatnonzero(np.diff(places, prepend=np.uint64(2**64 - 1)))
        postings = places[firsts]
        return cls(
            keys=np.array([key for key, _ in pairs], np.int64),
            row_starts=starts_of(np.array([len(tokens) for _, tokens in pairs], np.int64)),
            lengths=lengths,
            terms=names,
            term_starts=np.searchsorted(postings, np.arange(len(names) + 1, dtype=np.uint64) << np.uint64(32)),
            posting_rows=postings.astype(np.uint32),
            frequencies=_narrow(np.diff(firsts, append=len(places))),
        )

    @classmethod
    def merge(cls, parts: Sequence[Live[Self]]) -> Self:
        """Make one block of the living rows of several, in the order of the parts."""
        living = [_living(part) for part in parts]
        names = np.concatenate([part.terms for part in living])
        order = np.argsort(names[:, 0], kind="stable")
        is_new = np.ones(len(names), bool)
        is_new[1:] = (names[order][1:] != names[order][:-1]).any(axis=1)
        merged_term = np.empty(len(names), np.int64)
        merged_term[order] = np.cumsum(is_new) - 1
        counts = np.concatenate([np.diff(part.term_starts) for part in living])
        # Runs of one term lie together in `order`, oldest block first: a run's new place is the sum of all before it.
        places = np.empty(len(names), np.int64)
        places[order] = starts_of(counts[order])[:-1]
        term_starts = starts_of(np.bincount(merged_term, counts, int(is_new.sum())).astype(np.int64))
        return cls._assembled(living, names[order][is_new], term_starts, places)

    @classmethod
    def _assembled(
        cls,
        parts: Sequence[Self],
        terms: NDArray[np.uint64],
        term_starts: NDArray[np.int64],
        places: NDArray[np.int64],
    ) -> Self:
        posting_rows = np.empty(int(term_starts[-1]), np.uint32)
        frequencies = np.empty(
            len(posting_rows), max((part.frequencies.dtype for part in parts), key=lambda d: d.itemsize)
        )
        first_term = first_row = 0
        for part in parts:
            moved = places[first_term : first_term + len(part.terms)] - part.term_starts[:-1]
            target = np.repeat(moved, np.diff(part.term_starts)) + np.arange(len(part.posting_rows))
            posting_rows[target] = part.posting_rows + np.uint32(first_row)
            frequencies[target] = part.frequencies
            first_term += len(part.terms)
            first_row += part.rows
        return cls(
            keys=np.concatenate([part.keys for part in parts]),
            row_starts=starts_of(np.concatenate([np.diff(part.row_starts) for part in parts])),
            lengths=np.concatenate([part.lengths for part in parts]),
            terms=terms,
            term_starts=term_starts,
            posting_rows=posting_rows,
            frequencies=frequencies,
        )

    def to_blobs(self) -> dict[str, bytes]:
        """Give everything that `from_blobs` needs, as named byte strings."""
        return {
            "keys": self.keys.astype("<i8").tobytes(),
            "row_starts": self.row_starts.astype("<i8").tobytes(),
            "lengths": self.lengths.astype("<u4").tobytes(),
            "terms": self.terms.astype("<u8").tobytes(),
            "term_starts": self.term_starts.astype("<i8").tobytes(),
            "posting_rows": self.posting_rows.astype("<u4").tobytes(),
            "frequencies": self.frequencies.astype(f"<u{self.frequencies.itemsize}").tobytes(),
        }

    @classmethod
    def from_blobs(cls, blobs: Mapping[str, bytes]) -> Self:
        """Read a block where it lies: the arrays are views of the byte strings."""
        posting_rows = np.frombuffer(blobs["posting_rows"], "<u4")
        width = len(blobs["frequencies"]) // max(len(posting_rows), 1) or 1
        return cls(
            keys=np.frombuffer(blobs["keys"], "<i8"),
            row_starts=np.frombuffer(blobs["row_starts"], "<i8"),
            lengths=np.frombuffer(blobs["lengths"], "<u4"),
            terms=np.frombuffer(blobs["terms"], "<u8").reshape(-1, 2),
            term_starts=np.frombuffer(blobs["term_starts"], "<i8"),
            posting_rows=posting_rows,
            frequencies=np.frombuffer(blobs["frequencies"], f"<u{width}"),
        )

    def runs(self, names: NDArray[np.uint64]) -> Iterator[tuple[int, slice]]:
        """Find the postings of terms.

        Yields
        ------
        int
            Position in `names`.
        slice
            The postings of that term; one term may have several runs.
        """
        firsts = np.searchsorted(self.terms[:, 0], names[:, 0], side="left").tolist()
        lasts = np.searchsorted(self.terms[:, 0], names[:, 0], side="right").tolist()
        for i, (first, last) in enumerate(zip(firsts, lasts, strict=True)):
            for term in range(first, last):  # more than one only where digests agree in their first half
                if self.terms[term, 1] == names[i, 1]:
                    yield i, slice(int(self.term_starts[term]), int(self.term_starts[term + 1]))


def _coded(tokens: Iterable[str]) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    """Number the terms in the order of their names: each token's number, and the names."""
    vocabulary: defaultdict[str, int] = defaultdict()
    vocabulary.default_factory = vocabulary.__len__
    codes = np.fromiter(map(vocabulary.__getitem__, tokens), np.intp)
    names = term_names(vocabulary)
    order = np.lexsort((names[:, 1], names[:, 0]))
    number = np.empty(len(order), np.uint64)
    number[order] = np.arange(len(order), dtype=np.uint64)
    return number[codes], names[order]


def _living(part: Live[PostingsBlock]) -> PostingsBlock:
    """Drop the dead rows of a block, and the terms that only they had."""
    block, alive = part.block, part.alive_rows
    if part.alive is None or alive is None:
        return block
    number = np.cumsum(alive, dtype=np.uint32) - np.uint32(1)
    kept = alive[block.posting_rows]
    counts = np.diff(starts_of(kept)[block.term_starts])
    return PostingsBlock(
        keys=block.keys[part.alive],
        row_starts=starts_of(np.diff(block.row_starts)[part.alive]),
        lengths=block.lengths[alive],
        terms=block.terms[counts > 0],
        term_starts=starts_of(counts[counts > 0]),
        posting_rows=number[block.posting_rows[kept]],
        frequencies=block.frequencies[kept],
    )


def _narrow(counts: NDArray[np.int64]) -> NDArray[np.unsignedinteger]:
    return counts.astype(np.min_scalar_type(int(counts.max(initial=0))))
