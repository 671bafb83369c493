"""Synthetic documents that read like text: words of the sample documents and invented ones, as often as Zipf has it.

Every document is made from its number alone, so that any process can make any of them again, and none has to keep all.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from hashlib import blake2b
from itertools import pairwise, product

import numpy as np
from numpy.typing import NDArray

from navwidget import samples
from navwidget.models import Document, DocumentChunk, compute_char_locator

SEED = 20_261_130
DIMENSION = 384
SHAPES = ("few", "many", "one")
_VOCABULARY = 50_000
_MARKED = 3
RARE = "quokka ledger"
"""Stands three times in every source that has room for it."""
ABSENT = "zyzzyva clause"
REPLACED = "replaced.txt"
"""The source that is replaced again and again; it has 1,000 chunks in every shape."""


@dataclass(frozen=True)
class TableEmbedder:
    """Vectors made of a text's hash: as cheap as a benchmark needs, equal in every process, and of unit length."""

    name: str = "benchmark"
    version: str = "1"
    dimension: int = DIMENSION

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        digests = b"".join(blake2b(text.encode(), digest_size=8).digest() for text in texts)
        chosen = np.frombuffer(digests, "<u2").reshape(-1, 4) % len(_table())
        vectors = _table()[chosen].sum(axis=1)
        return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


@cache
def _table() -> NDArray[np.float32]:
    return np.random.default_rng(SEED).standard_normal((2048, DIMENSION), np.float32)


@cache
def _words() -> tuple[NDArray[np.object_], NDArray[np.float64]]:
    """Words by falling frequency, and the running sum of how often each is to be used."""
    known = Counter(word for name in samples.names() for word in re.findall(r"[^\W\d_]+", samples.read(name)))
    words = [word for word, _ in known.most_common()]
    syllables = ("ba", "cor", "den", "fil", "gra", "hest", "jo", "kin", "lum", "mar", "né", "pro", "ra", "sol", "ti")
    invented = ("".join(parts) for length in (3, 4, 5) for parts in product(syllables, repeat=length))
    words += [word for _, word in zip(range(_VOCABULARY - len(words)), invented, strict=False)]
    weights = 1 / (np.arange(len(words)) + 2.7) ** 1.05
    return np.array(words, object), np.cumsum(weights / weights.sum())


@dataclass(frozen=True)
class Corpus:
    """Documents of about 450 characters a chunk.

    Parameters
    ----------
    chunks : int
        How many chunks all documents have together, without the one that is replaced.
    shape : str
        "few" sources of half of the chunks each, but of 50,000 at most; "many" of 10 chunks; or "one".
    """

    chunks: int
    shape: str

    @cached_property
    def sizes(self) -> list[int]:
        """Chunks of each source."""
        size = {"few": min(self.chunks // 2, 50_000), "many": 10, "one": self.chunks}[self.shape]
        return [size] * (self.chunks // size)

    @property
    def embedder(self) -> TableEmbedder:
        return TableEmbedder()

    def documents(self) -> Iterator[Document]:
        """All documents, the one that is replaced last."""
        for number in range(len(self.sizes)):
            yield self.document(number)
        yield self.replacement(0)

    @cache  # noqa: B019 - a run asks for the same few documents
    def known(self, number: int) -> Document:
        """A document that questions are asked about."""
        return self.document(number)

    def document(self, number: int) -> Document:
        return _document(f"source-{number:06}.txt", self.sizes[number], [SEED, number])

    def replacement(self, version: int, chunks: int = 1000) -> Document:
        return _document(REPLACED, chunks, [SEED, 1_000_000_000 + version], word=f"vermillion{version}")

    @cached_property
    def queries(self) -> list[str]:
        """Questions: two or three words of the middle of the vocabulary and one or two of its head."""
        words, _ = _words()
        rng = np.random.default_rng([SEED, 7])
        drawn = (
            [*rng.integers(200, 3000, rng.integers(2, 4)), *rng.integers(10, 200, rng.integers(1, 3))]
            for _ in range(20)
        )
        return [" ".join(dict.fromkeys(words[picked].tolist())) for picked in drawn]


def _document(source_id: str, chunks: int, seed: list[int], word: str = "") -> Document:
    text, bounds = _text(chunks, np.random.default_rng(seed), word)
    return Document(
        source_id=source_id,
        content=text,
        chunks=tuple(
            DocumentChunk(
                source_id=source_id,
                locator=compute_char_locator(start, end),
                start_offset=start,
                end_offset=end,
                content=text[start:end],
            )
            for start, end in pairwise(bounds)
        ),
        metadata={"title": source_id.removesuffix(".txt")},
    )


def _text(chunks: int, rng: np.random.Generator, word: str) -> tuple[str, list[int]]:
    words, running = _words()
    lengths = rng.integers(54, 86, chunks)
    cuts = np.concatenate([[0], np.cumsum(lengths)]).tolist()
    drawn = words[np.minimum(running.searchsorted(rng.random(cuts[-1])), len(words) - 1)].tolist()
    marked = set(rng.integers(0, chunks, _MARKED).tolist()) if chunks >= 100 else ()
    pieces = []
    for number, (start, stop) in enumerate(pairwise(cuts)):
        tail = f" {RARE}" if number in marked else f" {word}" if word else ""
        sentences = (" ".join(drawn[first : min(first + 14, stop)]) for first in range(start, stop, 14))
        pieces.append(". ".join(sentences) + tail + ".\n")
    bounds = np.cumsum([0, *map(len, pieces)]).tolist()
    return "".join(pieces), bounds
