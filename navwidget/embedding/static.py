"""Real word vectors that need no network."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from navwidget.embedding.protocol import Vectors, unit_rows
from navwidget.errors import MissingDependencyError


class StaticEmbedder:
    """Averages of real word vectors (WordLlama), offline: they come with ``pip install '.[embed]'``, from the clone.

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
        return unit_rows(np.nan_to_num(self._model.embed(readable))).astype(np.float32)
