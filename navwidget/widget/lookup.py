"""Finding a chunk by its id, by a span or by its row, where the reader stands."""

from __future__ import annotations

from navwidget.errors import ChunkNotFoundError, SearchError, SourceNotFoundError
from navwidget.models import SearchResult, SearchResultChunk
from navwidget.widget.source import fetch_chunk
from navwidget.widget.standing import Standing


async def find_chunk(standing: Standing, chunk_id: str) -> SearchResult:
    """Find a chunk, of a foreign index among those that came: it is slow to ask, and cannot always be asked.

    Raises
    ------
    ChunkNotFoundError
        The index has none with this id, or no longer.
    """
    if not standing.backend.blocking and (chunk := _at_hand(standing, chunk_id)):
        return SearchResult(chunk=chunk, score=0.0)
    found = await standing.backend.chunk(chunk_id) if standing.backend.can.get_chunk else None
    found = found or standing.strangers.get(chunk_id)
    if found is None:
        raise missing(standing, chunk_id)
    return found


async def in_index(standing: Standing, result: SearchResult) -> SearchResult:
    """Give a result that can be read on from: for a chunk that was cut otherwise, the one that holds most of its span.

    Raises
    ------
    SearchError
        The chunk has no place, or there is no text of the index in it.
    SourceNotFoundError
        The index does not have its source.
    """
    chunk = result.chunk
    if chunk.start_offset is None or chunk.end_offset is None:
        raise SearchError(f"Chunk {chunk.id!r} has no offsets: it can be listed, not placed in its source.")
    if chunk.id not in standing.strangers:
        return result
    found = await find_span(standing, chunk.source_id, chunk.start_offset, chunk.end_offset)
    if found is None:
        raise SearchError(f"No chunk of {chunk.source_id!r} lies in [{chunk.start_offset}, {chunk.end_offset}).")
    return found


def missing(standing: Standing, chunk_id: str) -> ChunkNotFoundError:
    """Say that there is no chunk with an id, or no longer where the reader has met it."""
    met = (standing.hits.gone, standing.covered.ids, standing.evidence.stars)
    return ChunkNotFoundError(chunk_id, was_there=any(chunk_id in ids for ids in met))


def _at_hand(standing: Standing, chunk_id: str) -> SearchResultChunk | None:
    came = (*standing.hits.results, *standing.reading.results, *standing.evidence.stars.values())
    return next((result.chunk for result in came if result.chunk.id == chunk_id), standing.shelf.known.get(chunk_id))


async def find_span(standing: Standing, source_id: str, start: int, end: int) -> SearchResult | None:
    """Find the chunk of a span: see `OpenSource.best_row`."""
    source = await standing.shelf.open_or_load(source_id)
    return None if (row := source.best_row(start, end)) is None else await fetch_chunk(standing.backend, source, row)


async def in_row(standing: Standing, row: int) -> SearchResult:
    """Fetch the chunk of a row of the open source, or raise SearchError."""
    found = await fetch_chunk(standing.backend, standing.here, row)
    if found is None and standing.lost:
        raise SourceNotFoundError(standing.lost)
    if found is None:
        raise SearchError(f"Row {row} of {standing.here.source_id!r} cannot be fetched.")
    return found
