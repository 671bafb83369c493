"""Grep over one lane: the folded texts of its chunks end to end, so that a search is a `bytes.find`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate, islice, pairwise

import numpy as np

from navwidget.store.columns import Ints, bounds_of, decode, encode
from navwidget.store.grams import Grams
from navwidget.store.lazy import lazy
from navwidget.text import fold

_BATCH = 4096
_BLOCK = 2048  # chunks that are folded together: some milliseconds
_LONG = 1 << 18  # bytes from which it pays to know what a text cannot hold
_FEW = 64
_ASCII = bytes(range(128))


class FoldedLane:
    """The texts of a lane, folded block by block as far as a search has come: a frequent word is found in the first.

    Parameters
    ----------
    rows : Ints
        Rows of the chunks, in reading order.
    texts : callable
        Gives the UTF-8 texts of some of the rows.
    """

    def __init__(self, rows: Ints, texts: Callable[[Ints], Sequence[bytes]]) -> None:
        self._rows = rows
        self._texts = texts
        self._blocks: list[FoldedText | None] = [None] * -(-len(rows) // _BLOCK)

    @property
    def size(self) -> int | None:
        """Bytes of all texts; None as long as some are not folded."""
        known = [block.size for block in self._blocks if block]
        return sum(known) if len(known) == len(self._blocks) else None

    def matching(self, terms: Sequence[str], count: int) -> Ints:
        """Rows of the first chunks that hold every one of the terms, whatever their case."""
        needles = [encode(fold(term)) for term in terms]
        found = (row for number in range(len(self._blocks)) for row in self._block(number).matching(needles))
        return self._rows[np.fromiter(islice(found, min(count, len(self._rows))), np.int64)]

    def _block(self, number: int) -> FoldedText:
        block = self._blocks[number]
        if block is None:
            first = number * _BLOCK
            block = self._blocks[number] = FoldedText(self._texts(self._rows[first : first + _BLOCK]), first)
        return block


class FoldedText:
    """Chunk texts in reading order, case folded, end to end in UTF-8.

    Parameters
    ----------
    texts : sequence of bytes
        UTF-8 text of each chunk.
    first : int, default 0
        Position of the first chunk.
    """

    def __init__(self, texts: Sequence[bytes], first: int = 0) -> None:
        buffer = _fold_in_place(b"".join(texts))
        pieces = texts if buffer is not None else _fold_each(texts)
        self._bounds: Ints = bounds_of(map(len, pieces))
        self._buffer = b"".join(pieces) if buffer is None else buffer
        self._first = first
        self._was_searched = False

    @property
    def size(self) -> int:
        """Bytes of all texts."""
        return len(self._buffer)

    @lazy
    def _grams(self) -> Grams:
        return Grams(self._buffer)

    def _may_hold(self, needles: Sequence[bytes]) -> bool:
        """Whether it is worth searching; the first search of a long text, which nobody may search again, always is."""
        if len(self._buffer) < _LONG or not self._was_searched:
            self._was_searched = True
            return True
        return all(map(self._grams.may_hold, needles))

    def matching(self, needles: Sequence[bytes]) -> Iterator[int]:
        """Positions of the chunks that hold every one of the folded needles.

        The needles leapfrog: each jumps to its next chunk at or after the place that the furthest one reached, so that
        the rarest one sets the pace.
        """
        if not self._may_hold(needles):
            return
        at = self._common(needles, 0)
        while at < len(self._bounds) - 1:
            yield self._first + at
            at = self._common(needles, at + 1)

    def _common(self, needles: Sequence[bytes], at: int) -> int:
        while True:
            start = at
            for needle in needles:
                at = self._next(needle, at)
            if at == start:
                return at

    def _next(self, needle: bytes, at: int) -> int:
        """First chunk from a position on that holds the needle; the number of chunks where there is none."""
        chunks = len(self._bounds) - 1
        while at < chunks:
            place = self._buffer.find(needle, self._bounds[at])
            if place < 0:
                return chunks
            at = int(self._bounds.searchsorted(place, "right")) - 1
            if place + len(needle) <= self._bounds[at + 1]:
                return at
            at += 1  # it ran into the next chunk, as would any later match in this one
        return chunks


def _fold_in_place(data: bytes) -> bytearray | None:
    """Fold UTF-8 text where few letters beyond ASCII change, and none its length; None where it is otherwise.

    Most documents hold a handful of such letters, so that looking only at what is not ASCII takes a quarter of the time
    of folding every character.
    """
    beyond = "".join(set(decode(data.translate(None, _ASCII))))
    changes = [(encode(old), encode(new)) for old, new in zip(beyond, fold(beyond), strict=True) if old != new]
    if len(changes) > _FEW or any(len(old) != len(new) for old, new in changes):
        return None
    folded = bytearray(data.lower())
    codes = np.frombuffer(folded, np.uint8)
    leads = np.flatnonzero(codes >= 0xC0)
    for old, new in changes:
        places = leads
        for i, byte in enumerate(old):
            places = places[codes[places + i] == byte]
        for i, byte in enumerate(new):
            codes[places + i] = byte
    return folded


def _fold_each(texts: Sequence[bytes]) -> list[bytes]:
    """Fold every text; those beyond ASCII together, since folding one has a price of its own."""
    pieces = [text.lower() for text in texts]
    beyond = [i for i, text in enumerate(texts) if not text.isascii()]
    for first in range(0, len(beyond), _BATCH):
        some = beyond[first : first + _BATCH]
        originals = [decode(texts[i]) for i in some]
        folded = fold("".join(originals))
        cuts = pairwise(accumulate(map(len, originals), initial=0))
        for i, (start, stop) in zip(some, cuts, strict=True):
            pieces[i] = encode(folded[start:stop])
    return pieces
