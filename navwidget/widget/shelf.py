"""The sources that a reader comes by: opened, and remembered with the list that was read last in each."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from navwidget.errors import SourceNotFoundError
from navwidget.models import ChunkType, SearchResult, SearchResultChunk
from navwidget.protocols import Outline
from navwidget.widget.backend import Backend
from navwidget.widget.own_span import is_span
from navwidget.widget.reading import Reading
from navwidget.widget.source import OpenSource, open_source


class Shelf:
    """Every source that was met so far.

    Parameters
    ----------
    backend : Backend
        The index that has them.

    Attributes
    ----------
    source : OpenSource or None
        The one that is open.
    """

    def __init__(self, backend: Backend) -> None:
        self.backend = backend
        self.source: OpenSource | None = None
        self._met: dict[str, SearchResultChunk] = {}
        self._places: dict[str, Reading] = {}
        self._first_seen: dict[str, Outline | None] = {}  # None where it has changed since

    @property
    def known(self) -> dict[str, SearchResultChunk]:
        """Chunks at hand, by their ids."""
        return (self.source.known if self.source else {}) | self._met

    def at_hand(self, chunk_id: str) -> SearchResultChunk | None:
        """Give a chunk at hand by its id."""
        return self._met.get(chunk_id) or (self.source.known.get(chunk_id) if self.source else None)

    def put(self, source: OpenSource, reading: Reading) -> None:
        """Open a source, with the list that is read in it."""
        self.source = source
        self._places[source.source_id] = reading

    def reading_of(self, source: OpenSource) -> Reading:
        """Give the list that was read last in a source."""
        return self._places.get(source.source_id, Reading(source.source_id, source.chunk_type))

    def is_as_first_seen(self, source_id: str) -> bool:
        """Whether a source was opened, and never found changed."""
        return self._first_seen.get(source_id) is not None

    async def load(self, source_id: str, around: int | None = None) -> OpenSource:
        """Open a source, or what is known of it around an offset, on the chunk type that was on show in it."""
        met = [chunk for chunk in self.known.values() if chunk.source_id == source_id]
        if not met and not (self.backend.can.outline or self.backend.can.read or self.backend.can.navigate):
            raise SourceNotFoundError(source_id)
        source = await open_source(self.backend, source_id, met, around)
        if self._first_seen.setdefault(source_id, source.outline) is not source.outline:
            self._first_seen[source_id] = None
        place = self._places.get(source_id)
        return replace(source, chunk_type=place.chunk_type if place else ChunkType.CONTENT)

    async def open_or_load(self, source_id: str, around: int | None = None) -> OpenSource:
        """Give the open source if it is the one, else open it as `load` does."""
        source = self.source
        return source if source and source.source_id == source_id else await self.load(source_id, around)

    async def source_of(self, chunk: SearchResultChunk) -> OpenSource:
        """Give the source of a chunk, in which the chunk has a row and its type is on show."""
        self.meet([chunk])
        source = self.source
        if source is None or not source.has_all([chunk]) or source.source_id != chunk.source_id:
            source = await self.load(chunk.source_id, chunk.start_offset)
        source = source.with_all([chunk])
        return source if source.chunk_type is chunk.chunk_type else replace(source, chunk_type=chunk.chunk_type)

    async def with_rows(self, source: OpenSource, answer: Iterable[SearchResult]) -> OpenSource:
        """Give the source as it must be by now, if chunks came that it does not have."""
        chunks = [result.chunk for result in answer]
        if source.has_all(chunks):
            return source
        if self.backend.can.outline:
            source = replace(await self.load(source.source_id), chunk_type=source.chunk_type)
        return source.with_all(chunks)

    def meet(self, chunks: Iterable[SearchResultChunk]) -> None:
        """Remember chunks of an index that cannot be read: results are all that will ever be known of it."""
        if not (self.backend.can.outline or self.backend.can.read):
            self._met.update((chunk.id, chunk) for chunk in chunks if not is_span(chunk))

    def count(self, also: Iterable[str]) -> dict[str, int]:
        """Count the chunks of each source that was met, and of others by their names; 0 where it is unknown."""
        outline = self.source.outline if self.source else None
        here = {outline.source_id: len(outline) * outline.complete} if outline else {}
        return dict.fromkeys([*self._places, *also], 0) | here
