"""A wide value of a source: read piece by piece for a first few looks where it is long, and whole from then on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

import numpy as np

from navwidget.store.columns import Ints, Strings, decode
from navwidget.store.lazy import lazy
from navwidget.store.source import Source

_LONG = 1 << 20
_LOOKS = 16
_PIECES = 64


class Parts(Protocol):
    """Where a segment is read from; the parts are "spans", "text", "ids", "locators", "parents", "chunk_metadata"."""

    def load(self, name: str) -> bytes | None:
        """Read a part; None where there is none."""
        ...

    def load_pieces(self, name: str, bounds: Iterable[tuple[int, int]]) -> list[bytes]:
        """Read some pieces of a part, each from one offset to another."""
        ...


class Wide:
    """One part of a segment.

    Parameters
    ----------
    source : Source
        Whose.
    parts : Parts
        Where it is read from.
    name : str
        Which one.
    """

    def __init__(self, source: Source, parts: Parts, name: str) -> None:
        self._rows = source.chunks
        self._parts = parts
        self._name = name
        self._looks = _LOOKS if source.size >= _LONG else 0

    @lazy
    def whole(self) -> bytes:
        """All of its bytes."""
        return self._parts.load(self._name) or b""

    @property
    def is_loaded(self) -> bool:
        """Whether it is in memory."""
        return "whole" in self.__dict__

    def pieces(self, starts: Sequence[int], stops: Sequence[int]) -> list[bytes]:
        """Give pieces of it."""
        bounds = zip(starts, stops, strict=True)
        if self._looks and not self.is_loaded and len(starts) <= _PIECES:
            self._looks -= 1
            return self._parts.load_pieces(self._name, bounds)
        whole = self.whole
        return [whole[start:stop] for start, stop in bounds]


class WideStrings(Wide):
    """A part that `Strings.pack` wrote."""

    @lazy
    def strings(self) -> Strings:
        """All of them."""
        return Strings.from_bytes(self.whole)

    def take(self, rows: Ints) -> list[str]:
        """Give some of them."""
        if self.is_loaded:
            return self.strings.take(rows)
        places = 8 * rows + 8
        bounds = b"".join(self.pieces(places.tolist(), (places + 16).tolist()))
        starts, stops = np.frombuffer(bounds, np.int64).reshape(-1, 2).T + 8 * (self._rows + 2)
        return list(map(decode, self.pieces(starts.tolist(), stops.tolist())))
