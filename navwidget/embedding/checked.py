"""Any function from texts to vectors as an embedder, with every answer checked."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from navwidget.embedding.hashing import HashingEmbedder
from navwidget.embedding.protocol import Embedder, Vectors, check_dimension


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
        check_dimension(self.dimension)

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
        raise TypeError(
            f"{thing!r} is no embedder: pass a function from texts to vectors, or an object with embed(), name, "
            "version and dimension."
        )
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
