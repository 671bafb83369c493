"""What an embedder is, and what all of them share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

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


def unit_rows(vectors: NDArray[Any]) -> NDArray[np.float64]:
    """Scale rows to length 1; a row of zeros stays."""
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    unit: NDArray[np.float64] = vectors / np.where(lengths > 0, lengths, 1.0)
    return unit


def check_dimension(dimension: object) -> None:
    """Refuse a length of vectors that is none."""
    if not isinstance(dimension, int) or isinstance(dimension, bool) or dimension < 1:
        raise ValueError(f"dimension is {dimension!r}, but must be a whole number of at least 1.")
