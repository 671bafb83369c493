"""Where the chunks of a source lie, also for an index that cannot say it in one answer."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Final

import numpy as np

from navwidget.models import ChunkType, NavigationDirection, SearchResult, SearchResultChunk
from navwidget.protocols import Outline
from navwidget.widget.backend import Backend, chunk_type_arguments

MOST_CHUNKS: Final = 20_000
"""Beyond this only a window of a foreign source is read."""

_PAGE: Final = 1_000
_TYPES: Final = list(ChunkType)

_Key = tuple[int, int, str]


async def read_outline(
    backend: Backend, source_id: str, around: int | None = None, most: int = MOST_CHUNKS
) -> tuple[Outline, list[SearchResultChunk]]:
    """Read the outline of a source in pages, by nothing but the protocol.

    Parameters
    ----------
    backend : Backend
        An index that can read.
    source_id : str
        The source.
    around : int, optional
        Where to read if the source has more than `most` chunks; from the start by default.
    most : int, default 20000
        When to stop.

    Returns
    -------
    outline : Outline
        Marked incomplete where there was more.
    chunks : list of SearchResultChunk
        The chunks themselves, since their texts came along.
    """
    found: dict[str, SearchResultChunk] = {}
    complete = True
    for chunk_type in _TYPES:
        whole = await _read_pages(backend, source_id, None, chunk_type, most)
        if len(whole) >= most:
            complete = False
            whole = whole if around is None else await _window(backend, source_id, around, chunk_type, most)
        found |= whole
    return outline_of(source_id, found.values(), complete), list(found.values())


async def _window(
    backend: Backend, source_id: str, around: int, chunk_type: ChunkType, most: int
) -> dict[str, SearchResultChunk]:
    before: list[SearchResult] = []
    if backend.can.navigate:
        typed = chunk_type_arguments(chunk_type)
        direction = NavigationDirection.PREVIOUS
        before = await backend.results("navigate", source_id, around, around, direction, top_k=most // 2, **typed)
    found = {result.chunk.id: result.chunk for result in before}
    return found | await _read_pages(backend, source_id, around, chunk_type, most // 2)


async def _read_pages(
    backend: Backend, source_id: str, start: int | None, chunk_type: ChunkType, most: int
) -> dict[str, SearchResultChunk]:
    """Read on from the last start, asking for more where a page does not get past it (ties, overlaps)."""
    found: dict[str, SearchResultChunk] = {}
    typed = chunk_type_arguments(chunk_type)
    top_k = _PAGE
    while len(found) < most:
        page = await backend.results("read", source_id, start, None, top_k=top_k, **typed)
        placed = [result.chunk for result in page if result.chunk.start_offset is not None]
        fresh = [chunk for chunk in placed if chunk.id not in found]
        found.update((chunk.id, chunk) for chunk in fresh)
        # A short page alone is no proof of an end, nor is a full one without news: an index may give fewer than it was
        # asked for, and many chunks may start where this page does.
        if not fresh and (len(page) < top_k or top_k > most):
            break
        last = max((chunk.start_offset for chunk in placed if chunk.start_offset is not None), default=start)
        top_k = top_k * 2 if last == start else _PAGE
        start = last
    return dict(islice(found.items(), most))


def outline_of(source_id: str, chunks: Iterable[SearchResultChunk], complete: bool = True) -> Outline:
    """Build an outline of chunks at hand; those without a place are left out.

    Examples
    --------
    >>> chunk = SearchResultChunk(source_id="a", locator="l", id="1", start_offset=4, end_offset=9, content="text")
    >>> outline_of("a", [chunk]).length
    9
    """
    placed = sorted((key, chunk.chunk_type) for chunk in chunks if (key := order_of(chunk)) is not None)
    starts = np.array([key[0] for key, _ in placed], np.int64)
    ends = np.array([key[1] for key, _ in placed], np.int64)
    codes = np.array([_TYPES.index(chunk_type) for _, chunk_type in placed], np.uint8)
    length = int(ends.max(initial=0))
    return Outline(source_id, starts, ends, codes, [key[2] for key, _ in placed], length, complete)


def order_of(chunk: SearchResultChunk) -> _Key | None:
    """Its place in reading order, or None where it has none."""
    if chunk.start_offset is None or chunk.end_offset is None:
        return None
    return chunk.start_offset, chunk.end_offset, chunk.id


def row_of(outline: Outline, chunk: SearchResultChunk) -> int | None:
    """Find the row of a chunk, or None where the outline does not have it; decodes few ids.

    Examples
    --------
    >>> chunk = SearchResultChunk(source_id="a", locator="l", id="1", start_offset=4, end_offset=9, content="text")
    >>> row_of(outline_of("a", [chunk]), chunk)
    0
    """
    if chunk.source_id != outline.source_id or chunk.start_offset is None or chunk.end_offset is None:
        return None
    first, last = _run(outline.starts, chunk.start_offset, 0, len(outline))
    first, last = _run(outline.ends, chunk.end_offset, first, last)
    return _find_id(outline.ids, chunk.id, first, last)


def _run(values: np.ndarray[tuple[int], np.dtype[np.int64]], value: int, first: int, last: int) -> tuple[int, int]:
    part = values[first:last]
    left, right = np.searchsorted(part, value, "left"), np.searchsorted(part, value, "right")
    return first + int(left), first + int(right)


def _find_id(ids: Sequence[str], chunk_id: str, first: int, last: int) -> int | None:
    while first < last:  # by halves: ids ascend within one span
        middle = (first + last) // 2
        if ids[middle] < chunk_id:
            first = middle + 1
        else:
            last = middle
    return first if first < len(ids) and ids[first] == chunk_id else None
