"""No index at all: what reading the bytes once costs, which no exact search can beat by much."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from benchmarks.peers.base import Peer
from navwidget.models import Document


class Floor(Peer):
    name = "one pass"

    def build(self, documents: Iterable[Document]) -> Iterable[int]:
        texts, vectors = [], []
        for document in documents:
            texts.append((document.content or "").encode())
            vectors.append(self.corpus.embedder.embed([chunk.content for chunk in document.chunks]))
            yield len(document.chunks)
        (self.directory / "first.txt").write_bytes(texts[0])
        np.save(self.directory / "vectors.npy", np.concatenate(vectors))

    def open(self) -> None:
        self.text = (self.directory / "first.txt").read_bytes()
        self.matrix = np.load(self.directory / "vectors.npy")

    def grep_absent(self, *_: object) -> list[str]:
        """Look for a byte that UTF-8 never has, in the text of the first source."""
        assert self.text.find(b"\xff") < 0
        return []

    def vector(self, embedding: list[float], k: int) -> list[str]:  # noqa: ARG002
        """The products alone, without the best of them."""
        self.matrix @ np.asarray(embedding, np.float32)
        return []
