"""Where the terms of a query stand in an index of blocks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from navwidget.store.blocks import Layers
from navwidget.store.cache import Cache
from navwidget.store.postings import Postings, PostingsBlock, term_names

_KEPT_BYTES = 1 << 22
"""How much the terms that were asked for lately may take; twice that, at most."""
_TERM_BYTES = 600
"""What a term takes besides what is in its arrays: the arrays themselves, its text, and its place among those kept."""
_NONE = Postings(np.empty(0, np.uint32), np.empty(0, np.uint8))


@dataclass(frozen=True, eq=False, slots=True)
class Term:
    """A term and the living rows that have it.

    Parameters
    ----------
    text : str
        The term.
    rows : numpy.ndarray of uint32, shape (df,)
        The rows, ascending, numbered through all blocks.
    tf : numpy.ndarray of int, shape (df,)
        How often each has the term.
    most : int
        The largest of these numbers.
    """

    text: str
    rows: NDArray[np.uint32]
    tf: NDArray[np.unsignedinteger]
    most: int

    @property
    def df(self) -> int:
        """How many rows have the term."""
        return len(self.rows)

    @property
    def size(self) -> int:
        """About how many bytes it takes."""
        return _TERM_BYTES + 4 * len(self.text) + self.rows.nbytes + self.tf.nbytes

    def tf_at(self, rows: NDArray[np.uint32]) -> NDArray[np.unsignedinteger]:
        """Look up how often some rows have the term, in any order; not for a term that no row has."""
        places = self.rows.searchsorted(rows)
        found = self.rows.take(places, mode="clip") == rows
        tf: NDArray[np.unsignedinteger] = self.tf.take(places, mode="clip") * found
        return tf


class Terms:
    """Finds terms, and keeps those that were asked for lately.

    Parameters
    ----------
    layers : Layers of PostingsBlock
        The index.
    """

    def __init__(self, layers: Layers[PostingsBlock]) -> None:
        self._parts = layers.parts
        self._offsets = layers.offsets.tolist()
        self._kept: Cache[Term] = Cache(_KEPT_BYTES)

    def find(self, texts: Sequence[str]) -> list[Term]:
        """Give those that some row has, in the order of the texts."""
        found = [self._kept.get(text) for text in texts]
        if None in found:
            unknown = [text for text, term in zip(texts, found, strict=True) if term is None]
            read = (self._kept.put(term.text, term, term.size) for term in self._read(unknown))
            found = [next(read) if term is None else term for term in found]
        return [term for term in found if term is not None and term.df]

    def _read(self, texts: Sequence[str]) -> Iterator[Term]:
        postings = [[_NONE] for _ in texts]
        names = term_names(texts)
        for part, offset in zip(self._parts, self._offsets, strict=False):
            for i, found in part.block.find(names):
                living = found if part.alive_rows is None else found.only(part.alive_rows)
                postings[i].append(living.moved(offset))
        for text, pieces in zip(texts, postings, strict=True):
            rows, tf = map(np.concatenate, zip(*pieces, strict=True))
            yield Term(text, rows, tf, int(tf.max(initial=0)))
