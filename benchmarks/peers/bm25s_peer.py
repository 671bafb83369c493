"""bm25s for words, a matrix for vectors, and a dictionary to fuse them: what a notebook often has."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable
from types import MappingProxyType
from typing import Any

import bm25s
import numpy as np

from benchmarks.corpus import REPLACED
from benchmarks.peers.base import Peer
from navwidget.models import Document
from navwidget.text import tokens

Answer = list[tuple[dict[str, Any], float]]


class Bm25s(Peer):
    """Words are cut as navwidget cuts them, so that scores can be compared; cut words are kept for the next rebuild."""

    name = "bm25s"
    differs = MappingProxyType({"hybrid": "no order among equal scores before they are fused"})
    most_chunks = 100_000

    def build(self, documents: Iterable[Document]) -> Iterable[int]:
        self.chunks: list[dict[str, Any]] = []
        self.words: list[list[str]] = []
        for document in documents:
            self._add(document)
            yield len(document.chunks)
        self._index()
        self.ranking.save(self.directory / "bm25s", corpus=None)
        np.save(self.directory / "vectors.npy", self._embed(self.chunks))
        (self.directory / "chunks.jsonl").write_text("".join(json.dumps(chunk) + "\n" for chunk in self.chunks))

    def open(self) -> None:
        self.ranking = bm25s.BM25.load(self.directory / "bm25s")
        self.matrix = np.load(self.directory / "vectors.npy")
        with (self.directory / "chunks.jsonl").open() as lines:
            self.chunks = [json.loads(line) for line in lines]
        self.words = []

    def _embed(self, chunks: list[dict[str, Any]]) -> np.ndarray:
        return self.corpus.embedder.embed([chunk["content"] for chunk in chunks])

    def _add(self, document: Document) -> None:
        fields = {"id", "source_id", "start_offset", "end_offset", "locator", "content"}
        self.chunks += [chunk.model_dump(include=fields) for chunk in document.chunks]
        self.words += [tokens(chunk.content) for chunk in document.chunks]

    def _index(self) -> None:
        self.ranking = bm25s.BM25(method="lucene", k1=1.2, b=0.75)
        self.ranking.index(self.words, show_progress=False)

    def ids(self, answer: Answer) -> list[str]:
        return [chunk["id"] for chunk, _ in answer]

    def scores(self, answer: Answer) -> list[float]:
        return [score for _, score in answer]

    def keyword(self, text: str, k: int) -> Answer:
        rows, scores = self.ranking.retrieve([tokens(text)], k=k, show_progress=False)
        best = zip(rows[0].tolist(), scores[0].tolist(), strict=True)
        return [(self.chunks[row], score) for row, score in best if score > 0]

    def vector(self, embedding: list[float], k: int) -> Answer:
        scores = self.matrix @ np.asarray(embedding, np.float32)
        best = np.argpartition(-scores, k)[:k]
        return [(self.chunks[row], float(scores[row])) for row in best[np.argsort(-scores[best])].tolist()]

    def hybrid(self, text: str, embedding: list[float], k: int) -> Answer:
        fused: defaultdict[str, float] = defaultdict(float)
        chunks = {}
        for answer in (self.keyword(text, 50), self.vector(embedding, 50)):
            for rank, (chunk, _) in enumerate(answer, 1):
                fused[chunk["id"]] += 1 / (60 + rank)
                chunks[chunk["id"]] = chunk
        best = sorted(fused.items(), key=lambda item: -item[1])[:k]
        return [(chunks[chunk_id], score) for chunk_id, score in best]

    def replace(self, document: Document) -> None:
        """There is no other way than to index all of it again."""
        if not self.words:
            self.words = [tokens(chunk["content"]) for chunk in self.chunks]
        kept = [row for row, chunk in enumerate(self.chunks) if chunk["source_id"] != REPLACED]
        self.chunks = [self.chunks[row] for row in kept]
        self.words = [self.words[row] for row in kept]
        first = len(self.chunks)
        self._add(document)
        self.matrix = np.concatenate([self.matrix[kept], self._embed(self.chunks[first:])])
        self._index()
