"""Indexes that are not ours: each has what its protocol asks for and nothing else, and really waits for its loop."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from navwidget.embedding import HashingEmbedder
from navwidget.errors import SourceNotFoundError
from navwidget.models import (
    ChunkType,
    Document,
    GrepMode,
    KeywordSearchQuery,
    NavigationDirection,
    SearchResult,
    SearchResultChunk,
    VectorSearchQuery,
)
from navwidget.protocols import KeywordStoreIndex, NavigableIndex, VectorStoreIndex
from navwidget.testing.reference import Reference
from navwidget.text import tokens

EMBEDDER = HashingEmbedder(64)


class Shelf:
    """Documents in memory, and every call that was made, with its loop."""

    def __init__(self, documents: Sequence[Document] = ()) -> None:
        self.reference = Reference(documents)
        self.calls: list[tuple[str, tuple[Any, ...], dict[str, Any]]] = []
        self.loops: list[asyncio.AbstractEventLoop] = []

    async def _ids(self, method: str, source_id: str, *args: Any, **kwargs: Any) -> list[SearchResult]:
        await self._note(method, source_id, *args, **kwargs)
        if all(document.source_id != source_id for document in self.reference.documents):
            raise SourceNotFoundError(source_id)
        return [self._result(found) for found in getattr(self.reference, method)(source_id, *args, **kwargs)]

    async def _note(self, method: str, *args: Any, **kwargs: Any) -> None:
        self.calls.append((method, args, kwargs))
        self.loops.append(asyncio.get_running_loop())
        await asyncio.sleep(0.001)

    def _result(self, chunk_id: str, score: float = 0.0) -> SearchResult:
        chunk = self.reference.chunks[chunk_id]
        fields = ("id", "source_id", "locator", "start_offset", "end_offset", "chunk_type", "content", "metadata")
        return SearchResult(chunk=SearchResultChunk(**{name: getattr(chunk, name) for name in fields}), score=score)

    def _ranked(self, query: Any, scores: dict[str, float]) -> list[SearchResult]:
        chunks = self.reference.chunks
        allowed = [
            chunk_id
            for chunk_id, score in scores.items()
            if score > 0
            and chunk_id not in query.exclude_ids
            and chunks[chunk_id].source_id not in query.exclude_source_ids
        ]
        best = sorted(allowed, key=lambda chunk_id: -scores[chunk_id])[: query.top_k]
        return [self._result(chunk_id, scores[chunk_id]) for chunk_id in best]


class Library(Shelf, NavigableIndex):
    """Navigates, and does not search."""

    async def get_chunk(self, chunk_id: str) -> SearchResult | None:
        await self._note("get_chunk", chunk_id)
        return self._result(chunk_id) if chunk_id in self.reference.chunks else None

    async def navigate(
        self, source_id: str, start_offset: int, end_offset: int, direction: NavigationDirection, **options: Any
    ) -> list[SearchResult]:
        return await self._ids("navigate", source_id, start_offset, end_offset, direction, **options)

    async def read(self, source_id: str, start_offset: int | None, end_offset: int | None, **options: Any):
        return await self._ids("read", source_id, start_offset, end_offset, **options)

    async def grep(self, source_id: str, pattern: str, *, mode: GrepMode = GrepMode.PHRASE, **options: Any):
        return await self._ids("grep", source_id, pattern, mode=mode, **options)


class Stairs(Shelf):
    """Only navigates: no read, no grep, no get_chunk, no search."""

    async def navigate(
        self,
        source_id: str,
        start_offset: int,
        end_offset: int,
        direction: NavigationDirection,
        *,
        top_k: int = 1,
        content_type: ChunkType = ChunkType.CONTENT,
    ) -> list[SearchResult]:
        return await self._ids(
            "navigate", source_id, start_offset, end_offset, direction, top_k=top_k, content_type=content_type
        )


class Words(Shelf, KeywordStoreIndex):
    """Only searches by words: a chunk scores the words of the query that it has."""

    async def index_document(self, document: Document, context: Any = None) -> None:
        self.reference = Reference([*self.reference.documents, document])

    async def search(self, query: KeywordSearchQuery, context: Any = None) -> list[SearchResult]:
        await self._note("search", query)
        wanted = set(tokens(query.query))
        chunks = self.reference.chunks.values()
        return self._ranked(query, {chunk.id: float(len(wanted & set(tokens(chunk.content)))) for chunk in chunks})

    async def delete_document(self, doc_id: str, context: Any = None) -> None:
        self.reference = Reference([document for document in self.reference.documents if document.id != doc_id])


class Vectors(Words, VectorStoreIndex):
    """Only searches by vector."""

    async def search(self, query: VectorSearchQuery, context: Any = None) -> list[SearchResult]:
        await self._note("search", query)
        chunks = list(self.reference.chunks.values())
        scores = EMBEDDER.embed([chunk.content for chunk in chunks]) @ list(query.embedding)
        return self._ranked(query, {chunk.id: float(score) for chunk, score in zip(chunks, scores, strict=True)})
