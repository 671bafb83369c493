"""Finding a chunk by its id, by a span or by its row, and the text of a span, where the reader stands."""

from __future__ import annotations

from navwidget.errors import ChunkNotFoundError, SearchError, SourceNotFoundError
from navwidget.models import SearchResult, SearchResultChunk
from navwidget.widget.own_span import span_of, span_result
from navwidget.widget.source import OpenSource, fetch_chunk
from navwidget.widget.standing import Standing


async def find_chunk(standing: Standing, chunk_id: str) -> SearchResult:
    """Find a chunk, of a foreign index among those that came: it is slow to ask, and cannot always be asked.

    The id of a span, see `navwidget.widget.own_span`, finds that.

    Raises
    ------
    ChunkNotFoundError
        The index has none with this id, or no longer.
    """
    if not standing.backend.blocking and (chunk := _at_hand(standing, chunk_id)):
        return SearchResult(chunk=chunk, score=0.0)
    span, backend = span_of(chunk_id), standing.backend
    is_asked = backend.can.get_chunk and (span is None or backend.blocking or backend.can_wait)
    found = await backend.chunk(chunk_id) if is_asked else None
    found = found or standing.stranger(chunk_id) or (await find_span(standing, *span) if span else None)
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
    if not standing.is_stranger(chunk):
        return result
    found = await _chunk_over(standing, chunk.source_id, chunk.start_offset, chunk.end_offset)
    if found is None:
        raise SearchError(f"No chunk of {chunk.source_id!r} lies in [{chunk.start_offset}, {chunk.end_offset}).")
    return found


def missing(standing: Standing, chunk_id: str) -> ChunkNotFoundError:
    """Say that there is no chunk with an id, or no longer where the reader has met it."""
    met = (standing.hits.gone, standing.covered.ids, standing.evidence.stars)
    return ChunkNotFoundError(chunk_id, was_there=any(chunk_id in ids for ids in met))


def _at_hand(standing: Standing, chunk_id: str) -> SearchResultChunk | None:
    listed, evidence = standing.reading.by_id.get(chunk_id), standing.evidence.stars
    found = standing.hits.by_id.get(chunk_id) or (listed and listed.result) or evidence.get(chunk_id)
    return found.chunk if found else standing.shelf.at_hand(chunk_id)


async def find_span(standing: Standing, source_id: str, start: int, end: int) -> SearchResult:
    """Give the chunk that a span is, or else the span itself, with the text there; beyond the end there is none.

    Raises
    ------
    SearchError
        The span lies beyond the end.
    SourceNotFoundError
        The index does not have the source.
    """
    source = await standing.shelf.open_or_load(source_id, start)
    row = source.best_row(start, end)
    end = min(end, source.outline.length) if source.outline.complete else end
    holder = None if row is None else await fetch_chunk(standing.backend, source, row)
    if holder and (holder.chunk.start_offset, holder.chunk.end_offset) == (start, end):
        return holder
    text = standing.backend.text_at_hand(source_id, start, end)
    text = await _pieced(standing, source, start, end) if text is None else text
    return span_result(source_id, start, end, text, holder.chunk if holder else None)


async def _pieced(standing: Standing, source: OpenSource, start: int, end: int) -> str:
    """Put the text of a span together from the chunks that lie in it, with a sign where there is none."""
    text, reached = "", start
    for found in await overlapping(standing, source, start, end):
        first, last, content = found.chunk.start_offset or 0, found.chunk.end_offset or 0, found.chunk.content
        if last > reached and len(content) == last - first:  # else nobody knows which part of it stands where
            text += " … " * (first > reached) + content[max(reached - first, 0) : end - first]
            reached = last
    return text


async def overlapping(standing: Standing, source: OpenSource, start: int, end: int) -> list[SearchResult]:
    """Fetch the chunks of a source that overlap a span, in reading order."""
    rows = source.rows_between(start, end).tolist()
    found = [await fetch_chunk(standing.backend, source, row) for row in rows]
    return [result for result in found if result is not None]


async def _chunk_over(standing: Standing, source_id: str, start: int, end: int) -> SearchResult | None:
    """Find the chunk that holds most of a span: see `OpenSource.best_row`."""
    source = await standing.shelf.open_or_load(source_id, start)
    return None if (row := source.best_row(start, end)) is None else await fetch_chunk(standing.backend, source, row)


async def in_row(standing: Standing, row: int) -> SearchResult:
    """Fetch the chunk of a row of the open source, or raise SearchError."""
    found = await fetch_chunk(standing.backend, standing.here, row)
    if found is None and standing.lost:
        raise SourceNotFoundError(standing.lost)
    if found is None:
        raise SearchError(f"Row {row} of {standing.here.source_id!r} cannot be fetched.")
    return found
