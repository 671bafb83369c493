"""Vectors for texts: the embedder that needs no model, one with real word vectors, and any callable as an embedder.

The default, `HashingEmbedder`, is lexical hashing, not meaning: it finds words and parts of words, also misspelt or
inflected ones, and knows no synonyms.
"""

from navwidget.embedding.checked import CheckedEmbedder, as_embedder
from navwidget.embedding.hashing import HashingEmbedder
from navwidget.embedding.protocol import Embedder, Vectors
from navwidget.embedding.static import StaticEmbedder

__all__ = ["CheckedEmbedder", "Embedder", "HashingEmbedder", "StaticEmbedder", "Vectors", "as_embedder"]
