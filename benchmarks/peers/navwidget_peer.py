"""navwidget's own store, by its blocking methods."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import Any

from benchmarks.peers.base import Peer
from navwidget.models import (
    Document,
    GrepMode,
    KeywordSearchQuery,
    NavigationDirection,
    SearchResult,
    VectorSearchQuery,
)
from navwidget.retrievers import KeywordRetriever, NearestNeighbourRetriever, RRFRetriever
from navwidget.store import ChunkStore


class Navwidget(Peer):
    name = "navwidget"

    def open(self) -> None:
        self.store = ChunkStore(self.directory / "store.nav", embedder=self.corpus.embedder)
        self.sync = self.store.sync

    def build(self, documents: Iterable[Document]) -> Iterable[int]:
        self.open()
        with self.store:
            remaining, together = iter(documents), max(5000 // self.corpus.sizes[0], 1)
            while batch := list(islice(remaining, together)):
                self.sync.index_documents(batch, progress=False)
                yield sum(len(document.chunks) for document in batch)

    def close(self) -> None:
        self.store.close()

    def ids(self, answer: Any) -> list[str]:
        return [result.chunk.id for result in ([answer] if isinstance(answer, SearchResult) else answer)]

    def scores(self, answer: Any) -> list[float]:
        return [result.score for result in answer]

    def get_chunk(self, chunk_id: str) -> SearchResult | None:
        return self.sync.get_chunk(chunk_id)

    def next(self, source_id: str, offset: int, k: int) -> list[SearchResult]:
        return self.sync.navigate(source_id, offset, offset, NavigationDirection.NEXT, top_k=k)

    def previous(self, source_id: str, offset: int, k: int) -> list[SearchResult]:
        return self.sync.navigate(source_id, offset, offset, NavigationDirection.PREVIOUS, top_k=k)

    def read(self, source_id: str, start: int, end: int, k: int) -> list[SearchResult]:
        return self.sync.read(source_id, start, end, top_k=k)

    def grep(self, source_id: str, pattern: str, k: int) -> list[SearchResult]:
        return self.sync.grep(source_id, pattern, top_k=k)

    def grep_terms(self, source_id: str, terms: str, k: int) -> list[SearchResult]:
        return self.sync.grep(source_id, terms, mode=GrepMode.TERM, top_k=k)

    def keyword(self, text: str, k: int) -> list[SearchResult]:
        return self.sync.search(KeywordSearchQuery(query=text, top_k=k))

    def vector(self, embedding: list[float], k: int) -> list[SearchResult]:
        return self.sync.search(VectorSearchQuery(embedding=embedding, top_k=k))

    def hybrid(self, text: str, embedding: list[float], k: int) -> list[SearchResult]:
        children = (
            KeywordRetriever(query=text, top_k=50),
            NearestNeighbourRetriever(query_embedding=embedding, top_k=50),
        )
        return self.sync.retrieve(RRFRetriever(retrievers=children, top_k=k))

    def replace(self, document: Document) -> None:
        self.sync.index_document(document)
