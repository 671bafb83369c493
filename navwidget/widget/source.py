"""The source that is open: its outline, its headings, the texts that are at hand, and the rows of its chunks."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from navwidget.chunking import Heading
from navwidget.errors import SearchError, SourceNotFoundError
from navwidget.models import ChunkType, SearchResult, SearchResultChunk
from navwidget.protocols import Outline
from navwidget.widget.backend import Backend, MustBeAskedError
from navwidget.widget.headings import find_headings, heading_over
from navwidget.widget.outlines import outline_of, read_outline, row_of
from navwidget.widget.own_span import is_span
from navwidget.widget.packing import column
from navwidget.widget.protocol import HeadingList, SourceView

_TYPES = list(ChunkType)
_MANY = 1_000  # chunks, from which on a table of all ids is faster than a search for each


@dataclass(frozen=True, eq=False)
class OpenSource:
    """One source as far as it is known.

    Parameters
    ----------
    outline : Outline
        Where its chunks lie.
    chunk_type : ChunkType
        What is shown and navigated.
    headings : tuple of Heading
        By ascending offset.
    known : dict of str to SearchResultChunk
        Texts at hand, by chunk id; filled only where fetching them again would be dear.
    fault : Exception, optional
        Why the index could not say where its chunks lie.
    """

    outline: Outline
    chunk_type: ChunkType = ChunkType.CONTENT
    headings: tuple[Heading, ...] = ()
    known: dict[str, SearchResultChunk] = field(default_factory=dict)
    fault: Exception | None = None

    @property
    def source_id(self) -> str:
        """The name of the source."""
        return self.outline.source_id

    def row(self, chunk: SearchResultChunk) -> int | None:
        """Find the row of a chunk, or None where it has none here."""
        return row_of(self.outline, chunk)

    def number(self, chunk: SearchResultChunk) -> int | None:
        """Count the chunks of its type up to a chunk, in reading order; None where not all of them are known."""
        row = self.row(chunk)
        if row is None or not self.outline.complete:
            return None
        types = self.outline.chunk_types
        return int(np.count_nonzero(types[: row + 1] == types[row]))

    def rows(self, chunks: Sequence[SearchResultChunk]) -> list[int | None]:
        """Find the rows of chunks; of many at once faster than one by one."""
        if len(chunks) < _MANY:
            return [self.row(chunk) for chunk in chunks]
        by_id, spans, here = self._row_by_id, self._spans, self.source_id
        found = [by_id.get(chunk.id) for chunk in chunks]
        return [
            None
            if row is None or (chunk.source_id, chunk.start_offset, chunk.end_offset) != (here, *spans[row])
            else row
            for row, chunk in zip(found, chunks, strict=True)
        ]

    @cached_property
    def _spans(self) -> list[tuple[int, int]]:
        return list(zip(self.outline.starts.tolist(), self.outline.ends.tolist(), strict=True))

    @cached_property
    def _row_by_id(self) -> dict[str, int]:
        return {chunk_id: row for row, chunk_id in enumerate(self.outline.ids)}

    @cached_property
    def is_shown(self) -> NDArray[np.bool_]:
        """Whether each row is of the type on show."""
        shown: NDArray[np.bool_] = self.outline.chunk_types == _TYPES.index(self.chunk_type)
        return shown

    def has_all(self, chunks: Iterable[SearchResultChunk]) -> bool:
        """Whether every chunk of this source that has a place has a row."""
        return not self._without_row(chunks)

    def with_all(self, chunks: Iterable[SearchResultChunk]) -> OpenSource:
        """Take in chunks that have no row yet; for sources whose outline nobody can tell as a whole."""
        fresh = self._without_row(chunks)
        if not fresh:
            return self
        known = self.known | {chunk.id: chunk for chunk in fresh}
        return replace(self, outline=outline_of(self.source_id, known.values(), complete=False), known=known)

    def _without_row(self, chunks: Iterable[SearchResultChunk]) -> list[SearchResultChunk]:
        here = [chunk for chunk in chunks if chunk.source_id == self.source_id and chunk.start_offset is not None]
        mine = [chunk for chunk in here if not is_span(chunk)]
        return [chunk for chunk, row in zip(mine, self.rows(mine), strict=True) if row is None]

    def best_row(self, start: int, end: int) -> int | None:
        """Find the row of a span: the chunk that is it, or else the one that overlaps most of it.

        Raises
        ------
        SearchError
            The span is known to lie beyond the end.
        """
        if self.outline.complete and start >= self.outline.length:
            raise SearchError(f"{self.source_id!r} ends at {self.outline.length}, in code points.")
        rows = self.rows_between(start, end)
        if not len(rows):
            return None
        starts, ends = self.outline.starts[rows], self.outline.ends[rows]
        overlap = np.minimum(ends, end) - np.maximum(starts, start)
        excess = (ends - starts) - overlap  # of chunks that hold as much, the tightest
        return int(rows[np.lexsort((excess, -overlap))[0]])

    def row_over(self, chunk: SearchResultChunk) -> int | None:
        """Find the row that holds most of a chunk which was cut otherwise; None where it has no place here."""
        start, end = chunk.start_offset, chunk.end_offset
        if chunk.source_id != self.source_id or start is None or end is None or start >= self.outline.length:
            return None
        return self.best_row(start, end)

    def nearest_row(self, place: int) -> int | None:
        """Find the row that covers a place, or lies nearest; of several, the one that starts nearest.

        Of those that start equally near, it is the first in reading order. None where no chunk is of the type on show.
        """
        rows = np.flatnonzero(self.is_shown)
        if not len(rows):
            return None
        starts, ends = self.outline.starts[rows], self.outline.ends[rows]
        away = np.maximum(np.maximum(starts - place, place - ends + 1), 0)
        return int(rows[np.lexsort((np.abs(starts - place), away))[0]])

    def rows_between(self, start: int, end: int) -> NDArray[np.int64]:
        """List the rows of the type on show that overlap a span, ascending."""
        outline = self.outline
        last = int(np.searchsorted(outline.starts, end, "left"))
        rows = np.flatnonzero((outline.ends[:last] > start) & self.is_shown[:last])
        return rows.astype(np.int64)

    def count_inside(self, start: int | None, end: int | None) -> int:
        """Count the chunks of the type on show that lie wholly inside a span."""
        return int(self._inside(start, end).sum())

    def count_crossing(self, start: int | None, end: int | None) -> int:
        """Count the chunks of the type on show that cross an edge of a span and hold text of it that none inside holds.

        Where chunks overlap, there may be no edge that crosses none; what counts is whether text is left out.
        """
        length, inside = self.outline.length, self._inside(start, end)
        low = 0 if start is None else min(max(start, 0), length)
        high = length if end is None else min(max(end, 0), length)
        overlaps = (self.outline.starts < high) & (self.outline.ends > low) & (low < high)
        crossing = overlaps & self.is_shown & ~inside
        starts, ends = np.maximum(self.outline.starts[crossing], low), np.minimum(self.outline.ends[crossing], high)
        first, last = _covered(self.outline.starts[inside], self.outline.ends[inside], low, high)
        is_held = ((starts == low) & (ends <= first)) | ((ends == high) & (starts >= last))
        return int((~is_held).sum())

    def widened(self, start: int | None, end: int | None) -> tuple[int | None, int | None]:
        """Move the edges of a span outwards, to those of the chunks of the type on show that they cross.

        One that starts after its end has nothing in it, and stays as it is.
        """
        if start is not None and end is not None and start > end:
            return start, end
        return self._moved(start, self.outline.starts, min), self._moved(end, self.outline.ends, max)

    def _moved(
        self, edge: int | None, edges: NDArray[np.int64], furthest: Callable[[Iterable[int]], int]
    ) -> int | None:
        if edge is None:
            return None
        crossed = (self.outline.starts < edge) & (edge < self.outline.ends) & self.is_shown
        return furthest([edge, *edges[crossed].tolist()])

    def _inside(self, start: int | None, end: int | None) -> NDArray[np.bool_]:
        inside = self.is_shown
        if start is not None:
            inside = inside & (self.outline.starts >= start)
        return inside if end is None else inside & (self.outline.ends <= end)

    def heading_over(self, start: int, end: int) -> str:
        """Give the heading that a span starts under, or nothing; of pages, all that it stands on."""
        return heading_over(self.headings, start, end)

    def view(self) -> tuple[SourceView, list[bytes]]:
        """Say all of it to the page: a message, and the bytes of its columns."""
        outline = self.outline
        columns = [
            column("starts", outline.starts),
            column("ends", outline.ends),
            column("chunk_types", outline.chunk_types, "uint8"),
        ]
        counts = np.bincount(outline.chunk_types, minlength=len(_TYPES))
        message = SourceView(
            source_id=self.source_id,
            length=outline.length,
            chunks=len(outline),
            counts={chunk_type: int(count) for chunk_type, count in zip(_TYPES, counts, strict=True) if count},
            chunk_type=self.chunk_type,
            columns=[description for description, _ in columns],
            headings=HeadingList(
                offsets=[heading.offset for heading in self.headings],
                levels=[heading.level for heading in self.headings],
                titles=[heading.title for heading in self.headings],
            ),
            complete=outline.complete,
        )
        return message, [packed for _, packed in columns]


def _covered(starts: NDArray[np.int64], ends: NDArray[np.int64], low: int, high: int) -> tuple[int, int]:
    """Tell up to where spans inside ``[low, high)`` cover it from its start, and from where on to its end."""
    if not len(starts):
        return low, high
    reached = np.maximum.accumulate(ends)
    before = np.concatenate(([low], reached[:-1]))
    breaks = np.flatnonzero(starts > before)
    first = before[breaks[0]] if len(breaks) else reached[-1]
    last = starts[breaks[-1]] if len(breaks) else low
    return int(first), int(last) if reached[-1] >= high else high


async def open_source(
    backend: Backend, source_id: str, met: Iterable[SearchResultChunk] = (), around: int | None = None
) -> OpenSource:
    """Learn all that an index can tell about a source; where that fails, what came as results must do.

    Parameters
    ----------
    backend : Backend
        The index.
    source_id : str
        The source.
    met : iterable of SearchResultChunk
        Chunks of it that came as results: all there is for an index that can only search, or whose read fails.
    around : int, optional
        Where the reader wants to be, for sources too long to be read whole.

    Raises
    ------
    SourceNotFoundError
        The index can be asked, and does not know it.
    """
    try:
        source = await _outlined(backend, source_id, met, around)
    except (SourceNotFoundError, MustBeAskedError):
        raise
    except Exception as fault:  # whatever a foreign index raises, the rest of it may work
        if backend.blocking:
            raise
        source = replace(_known_by(source_id, met), fault=fault)
    return replace(source, headings=tuple(await find_headings(backend, source.outline, source.known.values())))


async def _outlined(
    backend: Backend, source_id: str, met: Iterable[SearchResultChunk], around: int | None
) -> OpenSource:
    if backend.can.outline:
        return OpenSource(await backend.outline(source_id))
    if not backend.can.read:
        return _known_by(source_id, met)
    outline, chunks = await read_outline(backend, source_id, around)
    return OpenSource(outline, known={chunk.id: chunk for chunk in chunks})


def _known_by(source_id: str, met: Iterable[SearchResultChunk]) -> OpenSource:
    return OpenSource(outline_of(source_id, (), complete=False)).with_all(met)


def row_among(source: OpenSource | None, chunk: SearchResultChunk, strangers: Container[str]) -> int | None:
    """Find the row of a chunk; of one whose id is among those of strangers, the row that holds most of it."""
    if source is None:
        return None
    return source.row_over(chunk) if chunk.id in strangers else source.row(chunk)


async def fetch_chunk(backend: Backend, source: OpenSource, row: int, *, visibly: bool = False) -> SearchResult | None:
    """Fetch the chunk of a row: from what is at hand, else by its id; on the call line if the reader asked for it."""
    if not 0 <= row < len(source.outline):
        return None
    chunk_id = source.outline.ids[row]
    if chunk_id in source.known and not (visibly and backend.can.get_chunk):
        return SearchResult(chunk=source.known[chunk_id], score=0.0)
    if not backend.can.get_chunk:
        return None
    return next(iter(await (backend.ask if visibly else backend.results)("get_chunk", chunk_id)), None)
