"""The default embedder: lexical hashing, with numpy alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from navwidget.embedding.protocol import Vectors, check_dimension, unit_rows
from navwidget.text import tokens

_GRAM = 4
_GRAM_WEIGHT = 0.5
_FULL_LENGTH = 8
_BATCH = 512
_BASE = 0x9E3779B97F4A7C15
_KEPT_BITS = 48


@dataclass(frozen=True)
class HashingEmbedder:
    """Lexical hashing, not meaning: words and their parts, hashed into a fixed number of dimensions.

    Needs nothing but numpy, and gives the same features to a text in every process and on every machine.

    Parameters
    ----------
    dimension : int, default 512
        Length of the vectors. With fewer dimensions more features share one.

    Notes
    -----
    Feature hashing with signs [1]_ of the tokens of `navwidget.text.tokens` and of their runs of 4 characters, where a
    word's borders count as characters, so that inflected and misspelt words meet. A feature weighs 1 + ln(occurrences
    in the text); words shorter than 8 characters weigh less, since there is no index here that knows which words are
    common; parts of words weigh half. Rows have length 1; a text without any token is the zero vector.

    References
    ----------
    .. [1] K. Weinberger et al., "Feature Hashing for Large Scale Multitask Learning", 2009,
       https://arxiv.org/abs/0902.2206

    Examples
    --------
    >>> notice, period, weather = HashingEmbedder().embed(["notice periods", "the notice period", "fair weather"])
    >>> bool(notice @ period > 0.5 > notice @ weather)
    True
    """

    dimension: int = 512
    name: str = field(default="hashing", init=False)
    version: str = field(default="1", init=False)

    def __post_init__(self) -> None:
        check_dimension(self.dimension)

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Embed texts: rows of length 1, or 0 where a text has no tokens.

        Parameters
        ----------
        texts : sequence of str
            The texts, any number of them.

        Returns
        -------
        ndarray of float32, shape (len(texts), dimension)
        """
        vectors = np.zeros((len(texts), self.dimension), np.float32)
        for first in range(0, len(texts), _BATCH):
            vectors[first : first + _BATCH] = self._embed_batch(texts[first : first + _BATCH])
        return vectors

    def _embed_batch(self, texts: Sequence[str]) -> NDArray[np.float64]:
        rows, hashes, weights, counts = _features(texts)
        signs = np.where(hashes & np.uint64(1), 1.0, -1.0)
        columns = (hashes >> np.uint64(1)) % np.uint64(self.dimension)
        cells = rows * self.dimension + columns.astype(np.int64)
        sums = np.bincount(cells, signs * weights * (1 + np.log(counts)), len(texts) * self.dimension)
        return unit_rows(sums.reshape(len(texts), self.dimension))


def _features(
    texts: Sequence[str],
) -> tuple[NDArray[np.int64], NDArray[np.uint64], NDArray[np.float64], NDArray[np.int64]]:
    """List the distinct features of each text: its row, their hashes, weights and numbers of occurrences."""
    forms = [f" {' '.join(tokens(text))} " for text in texts]
    codes = np.frombuffer("".join(forms).encode("utf-32-le", "surrogatepass"), "<u4")
    starts, ends, weights = _slices(codes == ord(" "))
    rows = np.repeat(np.arange(len(forms), dtype=np.uint64), [len(form) for form in forms])[starts]
    hashes = _slice_hashes(codes.astype(np.uint64), starts, ends) >> np.uint64(64 - _KEPT_BITS)
    _, first, counts = np.unique(rows << np.uint64(_KEPT_BITS) | hashes, return_index=True, return_counts=True)
    return rows[first].astype(np.int64), hashes[first], weights[first], counts


def _slices(blank: NDArray[np.bool_]) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float64]]:
    """Find the words with a space on either side, and the runs of 4 characters that hold less than a whole word."""
    spaces = np.flatnonzero(blank)
    words = spaces[:-1][np.diff(spaces) > 1]
    ends = spaces[1:][np.diff(spaces) > 1] + 1
    seen = np.concatenate([[0], np.cumsum(blank)])
    inner, whole = (seen[_GRAM - 1 : -1] - seen[1 : -_GRAM + 1]), (seen[_GRAM:] - seen[:-_GRAM])
    grams = np.flatnonzero((inner == 0) & (whole < 2))
    word_weights = np.minimum(ends - words - 2, _FULL_LENGTH) / _FULL_LENGTH
    return (
        np.concatenate([words, grams]),
        np.concatenate([ends, grams + _GRAM]),
        np.concatenate([word_weights, np.full(len(grams), _GRAM_WEIGHT)]),
    )


def _slice_hashes(codes: NDArray[np.uint64], starts: NDArray[np.int64], ends: NDArray[np.int64]) -> NDArray[np.uint64]:
    """Hash any slices of a text at once: differences of one running polynomial, modulo 2**64, then stirred.

    The stirring is the finaliser of splitmix64 (https://doi.org/10.1145/2714064.2660195).
    """
    running = np.concatenate([np.zeros(1, np.uint64), np.cumsum(codes * _powers(_BASE, len(codes)))])
    hashes = (running[ends] - running[starts]) * _powers(pow(_BASE, -1, 1 << 64), len(codes))[starts]
    hashes = (hashes ^ hashes >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
    hashes = (hashes ^ hashes >> np.uint64(27)) * np.uint64(0x94D049BB133111EB)
    mixed: NDArray[np.uint64] = hashes ^ hashes >> np.uint64(31)
    return mixed


def _powers(base: int, count: int) -> NDArray[np.uint64]:
    factors = np.full(count, base, np.uint64)
    factors[:1] = 1
    powers: NDArray[np.uint64] = np.multiply.accumulate(factors)
    return powers
