"""Vectors for texts: the embedder that needs no model, one with real word vectors, and any callable as an embedder.

The default, `HashingEmbedder`, is lexical hashing, not meaning: it finds words and parts of words, also misspelt or
inflected ones, and knows no synonyms.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from navwidget.errors import MissingDependencyError
from navwidget.text import tokens

Vectors = NDArray[np.float32]


@runtime_checkable
class Embedder(Protocol):
    """What turns texts into vectors.

    A store writes name, version and dimension into its file, and refuses to mix vectors of two embedders.
    """

    @property
    def name(self) -> str:
        """What the embedder is called."""

    @property
    def version(self) -> str:
        """Changes whenever the same text would get another vector."""

    @property
    def dimension(self) -> int:
        """Length of every vector."""

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Embed texts: one finite row of ``dimension`` numbers for each of them."""


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
        _check_dimension(self.dimension)

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
        return _unit_rows(sums.reshape(len(texts), self.dimension))


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


def _unit_rows(vectors: NDArray[Any]) -> NDArray[np.float64]:
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    unit: NDArray[np.float64] = vectors / np.where(lengths > 0, lengths, 1.0)
    return unit


def _check_dimension(dimension: object) -> None:
    if not isinstance(dimension, int) or isinstance(dimension, bool) or dimension < 1:
        raise ValueError(f"dimension is {dimension!r}, but must be a whole number of at least 1.")


@dataclass(frozen=True)
class CheckedEmbedder:
    """An embedder whose every answer is checked; `as_embedder` makes it.

    Parameters
    ----------
    function : callable
        Takes a list of texts, gives one vector for each.
    name, version : str
        What a store writes into its file.
    dimension : int
        Length of every vector.
    """

    function: Callable[[list[str]], Any]
    name: str
    version: str
    dimension: int

    def __post_init__(self) -> None:
        _check_dimension(self.dimension)

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Embed texts; a ValueError says what is wrong with the vectors that came back.

        Parameters
        ----------
        texts : sequence of str
            The texts; for none of them the function is not called.

        Returns
        -------
        ndarray of float32, shape (len(texts), dimension)
        """
        if not texts:
            return np.zeros((0, self.dimension), np.float32)
        return _checked(self.function(list(texts)), self.name, len(texts), self.dimension)


def as_embedder(
    thing: Any, *, name: str | None = None, version: str | None = None, dimension: int | None = None
) -> Embedder:
    """Take an embedder, or any function from texts to vectors, as an embedder whose answers are checked.

    Parameters
    ----------
    thing : Embedder or callable
        An object with ``embed``, or a function that takes a list of texts and returns one vector for each, as a list
        or an array: a model's ``encode`` or ``embed_documents``, for example. It must not be a coroutine function.
    name, version : str, optional
        By default the embedder's own; for a function its qualified name and ``""``. Raise the version when the model
        behind a function changes.
    dimension : int, optional
        Length of the vectors; by default the embedder's own, and for a function that of one text embedded now.

    Raises
    ------
    TypeError
        If `thing` is neither, or answers with an awaitable.
    ValueError
        If vectors have another shape than (texts, dimension) or hold numbers that are not finite; raised at the call.

    Examples
    --------
    >>> lengths = as_embedder(lambda texts: [[len(text), 1.0] for text in texts], name="length")
    >>> lengths.dimension, lengths.embed(["ab", ""]).tolist()
    (2, [[2.0, 1.0], [0.0, 1.0]])
    """
    if isinstance(thing, (HashingEmbedder, CheckedEmbedder)) and (name, version, dimension) == (None, None, None):
        return thing
    embeds = isinstance(thing, Embedder)
    function = thing.embed if embeds else thing
    if not callable(function) or isinstance(thing, type):
        raise TypeError(f"{thing!r} is no embedder: pass a function from texts to vectors, or an object with embed().")
    name = name or str(thing.name if embeds else getattr(thing, "__qualname__", type(thing).__qualname__))
    version = version if version is not None else str(thing.version if embeds else "")
    if dimension is None:
        dimension = thing.dimension if embeds else _checked(function(["dimension"]), name, 1).shape[1]
    return CheckedEmbedder(function, name, version, dimension)


def _checked(vectors: Any, name: str, rows: int, dimension: int | None = None) -> Vectors:
    if inspect.isawaitable(vectors):
        if inspect.iscoroutine(vectors):
            vectors.close()
        raise TypeError(f"The embedder {name!r} is a coroutine function: pass one that returns vectors at once.")
    try:
        array = np.asarray(vectors, np.float32)
    except (TypeError, ValueError) as error:
        raise ValueError(f"The embedder {name!r} returned no table of numbers for {rows} texts: {error}") from error
    if array.ndim != 2 or array.shape != (rows, dimension or array.shape[1]) or not array.shape[1]:
        wanted = f"({rows}, {dimension or 'dimension'})"
        raise ValueError(f"The embedder {name!r} returned vectors of shape {array.shape}, but {wanted} was expected.")
    bad = np.flatnonzero(~np.isfinite(array).all(axis=1))
    if len(bad):
        raise ValueError(f"The embedder {name!r} returned NaN or infinity for text {bad[0]} of {rows} (from 0).")
    return array


class StaticEmbedder:
    """Averages of real word vectors (WordLlama), offline: they come with ``pip install 'navwidget[embed]'``.

    It knows that "car" is close to "vehicle"; word order it does not know.

    Parameters
    ----------
    dimension : int, default 256
        Length of the vectors: 64, 128 or 256.

    Raises
    ------
    MissingDependencyError
        If the extra is not installed.
    """

    def __init__(self, dimension: int = 256) -> None:
        if dimension not in (64, 128, 256):
            raise ValueError(f"dimension is {dimension!r}, but must be 64, 128 or 256.")
        try:
            import wordllama
        except ImportError as error:
            raise MissingDependencyError("wordllama", "embed") from error
        weights = Path(wordllama.__file__).parent  # they travel inside the wheel, so nothing is downloaded
        self._model = wordllama.WordLlama.load(cache_dir=weights, trunc_dim=dimension, disable_download=True)
        self.name = "wordllama-l2_supercat"
        self.version = wordllama.__version__
        self.dimension = dimension

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Embed texts: rows of length 1, or 0 where a text has no words.

        Parameters
        ----------
        texts : sequence of str
            The texts, any number of them.

        Returns
        -------
        ndarray of float32, shape (len(texts), dimension)
        """
        if not texts:
            return np.zeros((0, self.dimension), np.float32)
        # The tokenizer refuses lone surrogates, and an average of no words is not a number.
        readable = [text.encode("utf-8", "replace").decode() for text in texts]
        return _unit_rows(np.nan_to_num(self._model.embed(readable))).astype(np.float32)
