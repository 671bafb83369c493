"""What navigation means, said so plainly that it can be checked by reading: the oracle of the property tests."""

from __future__ import annotations

from collections.abc import Iterable

from navwidget.models import ChunkType, DocumentChunk, GrepMode, NavigationDirection
from navwidget.text import fold


def in_order(chunks: Iterable[DocumentChunk], content_type: ChunkType) -> list[DocumentChunk]:
    of_type = [chunk for chunk in chunks if chunk.chunk_type == content_type]
    return sorted(of_type, key=lambda chunk: (chunk.start_offset, chunk.end_offset, chunk.id))


def navigate(
    chunks: Iterable[DocumentChunk],
    start: int,
    end: int,
    direction: NavigationDirection,
    top_k: int,
    content_type: ChunkType,
) -> list[DocumentChunk]:
    ordered = in_order(chunks, content_type)
    if direction == NavigationDirection.NEXT:
        return [chunk for chunk in ordered if chunk.start_offset >= end][:top_k]
    return [chunk for chunk in ordered if chunk.end_offset <= start][-top_k:]


def read(
    chunks: Iterable[DocumentChunk], start: int | None, end: int | None, top_k: int, content_type: ChunkType
) -> list[DocumentChunk]:
    ordered = in_order(chunks, content_type)
    after = [chunk for chunk in ordered if start is None or chunk.start_offset >= start]
    return [chunk for chunk in after if end is None or chunk.end_offset <= end][:top_k]


def grep(
    chunks: Iterable[DocumentChunk], pattern: str, mode: GrepMode, top_k: int, content_type: ChunkType
) -> list[DocumentChunk]:
    wanted = [pattern] if mode == GrepMode.PHRASE else pattern.split()
    if not pattern.strip():
        return []
    ordered = in_order(chunks, content_type)
    return [chunk for chunk in ordered if all(fold(term) in fold(chunk.content) for term in wanted)][:top_k]


def neighbours(chunks: Iterable[DocumentChunk], chunk: DocumentChunk, before: int, after: int) -> list[DocumentChunk]:
    ordered = in_order(chunks, chunk.chunk_type)
    at = ordered.index(chunk)
    return ordered[max(0, at - before) : at] + ordered[at + 1 : at + 1 + after]
