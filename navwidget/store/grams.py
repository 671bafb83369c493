"""Which runs of three bytes a text holds: enough to pass over a text that cannot hold a pattern."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

_CODES = 1 << 16
_SPREAD = np.uint32(2_654_435_761)  # 2 ** 32 by the golden ratio: neighbours land far apart (Knuth, TAOCP 6.4)


class Grams:
    """The runs of three bytes of one text, as one bit each of some tens of thousands, which a few may share.

    Parameters
    ----------
    text : bytes
        Text of any length; a megabyte of prose sets about a quarter of the bits.

    Examples
    --------
    >>> grams = Grams(b"notice of termination")
    >>> grams.may_hold(b"termin"), grams.may_hold(b"zyzzyva"), grams.may_hold(b"n")
    (True, False, True)
    """

    def __init__(self, text: bytes | bytearray) -> None:
        self._held = np.zeros(_CODES, np.bool_)
        self._held[_codes(text)] = True

    def may_hold(self, pattern: bytes) -> bool:
        """Whether the text may hold a pattern; where this is False, it does not."""
        return bool(self._held[_codes(pattern)].all())


def _codes(text: bytes | bytearray) -> NDArray[np.uint32]:
    """Give a number for each run of three bytes, in order."""
    letters = np.frombuffer(text, np.uint8).astype(np.uint32)
    runs = letters[:-2] << np.uint32(16)
    runs |= letters[1:-1] << np.uint32(8)
    runs |= letters[2:]
    runs *= _SPREAD
    runs >>= np.uint32(16)
    return runs
