"""How the columns of one source lie in bytes: strings in one buffer, decoded one at a time."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, pairwise
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]


def encode(text: str) -> bytes:
    """UTF-8 that lets lone surrogates through, so that any text comes back as it was."""
    return text.encode("utf-8", "surrogatepass")


def decode(data: bytes | memoryview) -> str:
    """Undo `encode`."""
    return str(data, "utf-8", "surrogatepass")


def to_json(value: Any) -> str:
    """JSON that is not escaped: escapes would make one character of two surrogates that stand side by side."""
    return json.dumps(value, ensure_ascii=False)


def bounds_of(lengths: Iterable[int]) -> Ints:
    """Where pieces of these lengths begin and end when laid end to end: one bound more than pieces."""
    return np.fromiter(accumulate(lengths, initial=0), np.int64)


class Strings(Sequence[str]):
    """Strings in one buffer, decoded one at a time.

    Examples
    --------
    >>> names = Strings.from_bytes(Strings.pack(["one", "", "deux"]))
    >>> names[2], len(names)
    ('deux', 3)
    """

    __slots__ = ("_bounds", "_data")

    def __init__(self, bounds: Ints, data: bytes | memoryview) -> None:
        self._bounds = bounds
        self._data = data

    @staticmethod
    def pack(strings: Iterable[str]) -> bytes:
        """Lay strings out as their number, their bounds, and their bytes."""
        pieces = [encode(string) for string in strings]
        bounds = bounds_of(map(len, pieces))
        return b"".join([np.int64(len(pieces)).tobytes(), bounds.tobytes(), *pieces])

    @classmethod
    def from_bytes(cls, packed: bytes) -> Strings:
        """Read what `pack` wrote, without a copy."""
        count = int(np.frombuffer(packed, np.int64, 1)[0])
        bounds = np.frombuffer(packed, np.int64, count + 1, offset=8)
        return cls(bounds, memoryview(packed)[8 * (count + 2) :])

    def __reduce__(self) -> tuple[Any, ...]:
        return Strings, (self._bounds, bytes(self._data))

    def __repr__(self) -> str:
        return f"<{len(self):,} strings>"

    def __len__(self) -> int:
        return len(self._bounds) - 1

    def __iter__(self) -> Iterator[str]:
        return (decode(self._data[start:stop]) for start, stop in pairwise(self._bounds.tolist()))

    @overload
    def __getitem__(self, row: int) -> str: ...
    @overload
    def __getitem__(self, row: slice) -> list[str]: ...
    def __getitem__(self, row: int | slice) -> str | list[str]:
        if isinstance(row, slice):
            return [self[i] for i in range(*row.indices(len(self)))]
        count = len(self)
        if not -count <= row < count:
            raise IndexError(row)
        row %= count
        return decode(self._data[self._bounds[row] : self._bounds[row + 1]])

    def take(self, rows: Ints) -> list[str]:
        """Give some strings at once."""
        starts, stops = self._bounds[rows].tolist(), self._bounds[rows + 1].tolist()
        data = self._data
        return [decode(data[start:stop]) for start, stop in zip(starts, stops, strict=True)]


def byte_offsets(text: str, offsets: Ints) -> Ints:
    """Give the offset in UTF-8 bytes of each offset in code points."""
    if text.isascii():
        return offsets
    marks, where = np.unique(np.concatenate([[0], offsets]), return_inverse=True)
    sizes = (len(encode(text[start:stop])) for start, stop in pairwise(marks.tolist()))
    return bounds_of(sizes)[where[1:]]


class SourceText:
    """The text of a source as UTF-8, cut by code points.

    Parameters
    ----------
    data : memoryview
        UTF-8 bytes.
    length : int
        How many code points they are.
    """

    _STEP = 4096

    def __init__(self, data: memoryview, length: int) -> None:
        self._data = data
        self._length = length
        # Code points before each block of bytes: enough to find a place without decoding what comes before it
        codes = np.frombuffer(data, np.uint8)
        starts = [
            int(np.count_nonzero((codes[i : i + self._STEP] & 0xC0) != 0x80)) for i in range(0, len(codes), self._STEP)
        ]
        self._before = bounds_of(starts)

    def slice(self, start: int, end: int) -> str:
        """Give the text of a span; what lies outside the text is left out."""
        start, end = (min(max(offset, 0), self._length) for offset in (start, end))
        return decode(self._data[self._place(start) : self._place(end)]) if start < end else ""

    def _place(self, offset: int) -> int:
        if offset == self._length:
            return len(self._data)
        block = int(self._before.searchsorted(offset, "right")) - 1
        first = block * self._STEP
        codes = np.frombuffer(self._data[first : first + self._STEP], np.uint8)
        return first + int(np.flatnonzero((codes & 0xC0) != 0x80)[offset - self._before[block]])
