"""Headings of a source: from its Markdown, else from what its chunks say of themselves, else its pages."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence

from navwidget.chunking import Heading
from navwidget.chunking import headings as markdown_headings
from navwidget.evidence.pages import page_of, pages_in_words
from navwidget.models import ChunkType, SearchResultChunk
from navwidget.protocols import Outline
from navwidget.widget.backend import Backend

_TITLE_KEYS = ("heading", "title", "section")
_PROGRAMS = (".py", ".pyi", ".sh", ".r", ".rb", ".pl", ".toml", ".yaml", ".yml", ".cfg", ".ini", ".conf")
_MOST_CHUNKS = 5_000  # of a source whose text has no headings: beyond, asking all of them would be felt


async def find_headings(backend: Backend, outline: Outline, chunks: Iterable[SearchResultChunk]) -> list[Heading]:
    """List the headings of a source, or its pages where it has pages, by ascending offset."""
    text = await backend.text(outline.source_id, 0, None) if len(outline) else None
    found = headings_of(text or "", outline.source_id)
    if found or not len(outline):
        return found
    return list(_changes(chunks or await _described(backend, outline)))


def headings_of(text: str, source_id: str) -> list[Heading]:
    """List the Markdown headings of a text, which no program has: there ``#`` begins a comment."""
    return [] if source_id.lower().endswith(_PROGRAMS) else markdown_headings(text)


def heading_at(headings: Sequence[Heading], offset: int) -> str:
    """Give the heading that an offset stands under, or nothing."""
    before = bisect_right(headings, offset, key=lambda heading: heading.offset)
    return headings[before - 1].title if before else ""


async def _described(backend: Backend, outline: Outline) -> list[SearchResultChunk]:
    """Fetch the chunks if the first one has something to say about where it stands."""
    if not backend.can.get_chunk or len(outline) > _MOST_CHUNKS:
        return []
    first = await backend.chunk(outline.ids[0])
    if first is None or not _label(first.chunk):
        return []
    results = [await backend.chunk(chunk_id) for chunk_id in outline.ids]
    return [result.chunk for result in results if result is not None]


def _changes(chunks: Iterable[SearchResultChunk]) -> Iterator[Heading]:
    """Give a heading wherever the label of the chunks changes."""
    last = ""
    placed = (chunk for chunk in chunks if chunk.start_offset is not None and chunk.chunk_type is ChunkType.CONTENT)
    for chunk in sorted(placed, key=lambda chunk: chunk.start_offset or 0):
        label = _label(chunk)
        if label and label != last:
            yield Heading(offset=chunk.start_offset or 0, level=1, title=label)
            last = label


def _label(chunk: SearchResultChunk) -> str:
    for key in _TITLE_KEYS:
        if isinstance(title := chunk.metadata.get(key), str) and title.strip():
            return title.strip()
    page = page_of(chunk)
    return "" if page is None else pages_in_words((page,))
