"""Grep over one lane: the folded texts of its chunks in one buffer, so that a search is one `bytes.find`."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, pairwise

from navwidget.store.columns import Ints, bounds_of, decode, encode
from navwidget.text import fold

_BATCH = 4096


class FoldedText:
    """Chunk texts in reading order, case folded, end to end in UTF-8.

    Parameters
    ----------
    texts : sequence of bytes
        UTF-8 text of each chunk.
    """

    def __init__(self, texts: Sequence[bytes]) -> None:
        pieces = _fold_all(texts)
        self._bounds: Ints = bounds_of(map(len, pieces))
        self._buffer = b"".join(pieces)

    def matching(self, terms: Sequence[str], count: int) -> list[int]:
        """Positions of the first chunks that hold every one of the terms, whatever their case.

        The terms leapfrog: each jumps to its next chunk at or after the place that the furthest one reached, so that
        the rarest term sets the pace.
        """
        needles = [encode(fold(term)) for term in terms]
        found: list[int] = []
        at = 0
        while len(found) < count:
            at = self._common(needles, at)
            if at >= len(self._bounds) - 1:
                break
            found.append(at)
            at += 1
        return found

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


def _fold_all(texts: Sequence[bytes]) -> list[bytes]:
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
