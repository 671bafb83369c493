"""The right answers, by looking at every chunk: slow, and plain enough to be believed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from navwidget.models import ChunkType, Document, DocumentChunk, GrepMode, NavigationDirection
from navwidget.text import match_spans


def reading_order(chunk: Any) -> tuple[int, int, str]:
    """Give the key that sorts chunks into reading order."""
    return chunk.start_offset, chunk.end_offset, chunk.id


class Reference:
    """Answers questions about documents as the definitions of the methods read.

    Parameters
    ----------
    documents : sequence of Document
        All documents that there are.
    """

    def __init__(self, documents: Sequence[Document]) -> None:
        self.documents = tuple(documents)
        self.chunks = {chunk.id: chunk for document in documents for chunk in document.chunks}
        self.parents = {chunk.id: document for document in documents for chunk in document.chunks}

    def navigate(
        self,
        source_id: str,
        start_offset: int,
        end_offset: int,
        direction: str,
        *,
        top_k: int = 1,
        content_type: str = ChunkType.CONTENT,
    ) -> list[str]:
        """Give the ids of the first chunks after a span, or of the last before it."""
        if direction == NavigationDirection.NEXT:
            return self._ids(source_id, content_type, lambda chunk: chunk.start_offset >= end_offset)[:top_k]
        return self._ids(source_id, content_type, lambda chunk: chunk.end_offset <= start_offset)[-top_k:]

    def read(
        self,
        source_id: str,
        start_offset: int | None,
        end_offset: int | None,
        *,
        content_type: str = ChunkType.CONTENT,
        top_k: int = 20,
    ) -> list[str]:
        """Give the ids of the chunks that lie inside a span."""

        def inside(chunk: DocumentChunk) -> bool:
            begins = start_offset is None or chunk.start_offset >= start_offset
            return begins and (end_offset is None or chunk.end_offset <= end_offset)

        return self._ids(source_id, content_type, inside)[:top_k]

    def grep(
        self,
        source_id: str,
        pattern: str,
        *,
        mode: str = GrepMode.PHRASE,
        content_type: str = ChunkType.CONTENT,
        top_k: int = 5,
    ) -> list[str]:
        """Give the ids of the chunks whose text holds a pattern."""
        return self._ids(source_id, content_type, lambda chunk: bool(match_spans(chunk.content, pattern, mode)))[:top_k]

    def _ids(self, source_id: str, content_type: str, keep: Callable[[DocumentChunk], bool]) -> list[str]:
        chunks = sorted(self.chunks.values(), key=reading_order)
        return [c.id for c in chunks if c.source_id == source_id and c.chunk_type == content_type and keep(c)]
