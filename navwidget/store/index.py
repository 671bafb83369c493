"""What is in the file, as this process sees it: sources, segments and results, loaded when asked for and kept."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from navwidget.errors import DocumentNotFoundError, SourceNotFoundError
from navwidget.models import SearchResult
from navwidget.models.results import trusted_result
from navwidget.store.block_log import BlockLog
from navwidget.store.cache import Cache
from navwidget.store.consistency import MovedOnError
from navwidget.store.database import Database
from navwidget.store.names import can_be_stored, id_hash
from navwidget.store.postings import PostingsBlock
from navwidget.store.segment import Segment
from navwidget.store.source import Source
from navwidget.store.vectors import VectorBlock
from navwidget.store.view import View

_SEGMENT_BYTES = 256 << 20
_SEGMENT_OVERHEAD = 6_000
_RESULT_BYTES = 32 << 20
_RESULT_OVERHEAD = 1500
_FEW = 200
_SMALL = 1 << 16
_PARTS = ("spans", "parents", "ids", "locators", "text", "chunk_metadata")


class _Parts:
    """Loads what a segment is made of, as long as the source has not moved on."""

    def __init__(self, database: Database, source: Source) -> None:
        self._database = database
        self._source = source
        self._all: dict[str, bytes | None] = {}

    def load(self, name: str) -> bytes | None:
        if self._source.size >= _SMALL:
            return self._read([name])[name]
        if not self._all:  # one query costs more than to read what is small
            self._all = self._read(_PARTS)
        return self._all[name]

    def _read(self, names: Sequence[str]) -> dict[str, bytes | None]:
        rows = self._database.query(
            f"SELECT {', '.join(names)} FROM source JOIN segment USING (key) LEFT JOIN chunk_metadata USING (key) "  # noqa: S608
            "WHERE key = ? AND revision = ?",
            (self._source.key, self._source.revision),
        )
        if not rows:
            raise MovedOnError
        return dict(zip(names, rows[0], strict=True))

    def load_pieces(self, name: str, bounds: Iterable[tuple[int, int]]) -> list[bytes]:
        pieces = self._database.read_pieces("segment", name, self._source.key, bounds)
        if pieces is None:
            raise MovedOnError
        return pieces


class Index:
    """Everything that reads go through.

    Parameters
    ----------
    database : Database
        The file.
    """

    def __init__(self, database: Database) -> None:
        self.database = database
        self.postings = BlockLog("postings", PostingsBlock)
        self.vectors = BlockLog("vectors", VectorBlock)
        self._segments: Cache[Segment] = Cache(_SEGMENT_BYTES)
        self._results: Cache[SearchResult] = Cache(_RESULT_BYTES)
        self._view = self._view_of(database.generation)

    def view(self) -> View:
        """Give the newest state."""
        view = self._view
        generation = self.database.generation
        if view.generation != generation:
            view = self._view = self._view_of(generation)
        return view

    def _view_of(self, generation: int) -> View:
        return View(self.database, self.postings, self.vectors, generation)

    def source(self, source_id: str) -> Source:
        """Give a source by its id, or raise SourceNotFoundError."""
        if not isinstance(source_id, str):
            raise SourceNotFoundError(source_id)
        view = self.view()
        source = view.by_id.get(source_id)
        if source is None:
            source = self._find("source_id", source_id)
            if source is None:
                raise SourceNotFoundError(source_id)
            view.by_id[source_id] = source
        return source

    def find_document(self, document_id: str) -> Source | None:
        """Give a source by its document's id, or None."""
        return self._find("document_id", document_id) if isinstance(document_id, str) else None

    def document(self, document_id: str) -> Source:
        """Give a source by its document's id, or raise DocumentNotFoundError."""
        source = self.find_document(document_id)
        if source is None:
            raise DocumentNotFoundError(document_id)
        return source

    def _find(self, column: str, value: str | int) -> Source | None:
        if isinstance(value, str) and not can_be_stored(value):
            return None
        rows = self.database.query(f"{Source.SELECT} WHERE {column} = ?", (value,))
        return Source(*rows[0]) if rows else None

    def held(self, source_id: str) -> Segment | None:
        """Give a source that is in memory and has not changed since."""
        source = self.view().by_id.get(source_id)
        return None if source is None else self._segments.get((source.key, source.revision))

    def segment(self, source: Source) -> Segment:
        """Give all of a source."""
        key = source.key, source.revision
        segment = self._segments.get(key)
        if segment is None:
            # By and by a segment holds its texts once more, folded, and what is cut from its columns
            cost = _SEGMENT_OVERHEAD + 2 * source.size
            segment = self._segments.put(key, Segment(source, _Parts(self.database, source)), cost)
        return segment

    def result(self, segment: Segment, row: int) -> SearchResult:
        """Give one chunk as a result of navigation."""
        (result,) = self.results(segment, [row])
        return result

    def results(self, segment: Segment, rows: Sequence[int]) -> list[SearchResult]:
        """Give chunks as results of navigation: a few are built once, many would only push others out."""
        if len(rows) > _FEW:
            return list(map(trusted_result, segment.chunks(rows)))
        key, revision = segment.source.key, segment.source.revision
        known = {row: kept for row in rows if (kept := self._results.get((key, revision, row)))}
        if len(known) < len(rows):
            missing = [row for row in rows if row not in known]
            for row, chunk in zip(missing, segment.chunks(missing), strict=True):
                cost = _RESULT_OVERHEAD + len(chunk.content)
                known[row] = self._results.put((key, revision, row), trusted_result(chunk), cost)
        return [known[row] for row in rows]

    def locate(self, chunk_id: str) -> tuple[Segment, int] | None:
        """Find a chunk by its id."""
        if not isinstance(chunk_id, str) or not can_be_stored(chunk_id):
            return None
        view = self.view()
        place = view.places.get(chunk_id)
        if place is None:
            found = next(self._candidates(chunk_id), None)
            place = found and view.places.put(chunk_id, found, 1)
        return place and (self.segment(place[0]), place[1])

    def _candidates(self, chunk_id: str) -> Iterator[tuple[Source, int]]:
        for key, row in self.database.query("SELECT key, row FROM chunk_id WHERE hash = ?", (id_hash(chunk_id),)):
            source = self._find("key", key)
            if source is None:
                raise MovedOnError
            if self.segment(source).chunk_id(row) == chunk_id:
                yield source, row
