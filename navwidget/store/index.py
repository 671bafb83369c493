"""What is in the file, as this process sees it: sources, segments and ranking blocks, loaded when asked for and kept.

Consistency needs no locks: a content or a block never changes under its number, so that a reader either finds what the
number stood for when it looked it up, or nothing. In the second case somebody has just replaced it: the reader raises
`MovedOnError`, and its operation starts again from the new state.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cached_property, wraps
from hashlib import blake2b
from sqlite3 import Connection
from typing import ParamSpec, TypeVar

import numpy as np
from numpy.typing import NDArray

from navwidget.errors import DocumentNotFoundError, SourceNotFoundError, StorageError
from navwidget.models import SearchResult
from navwidget.store.block_log import BlockLog
from navwidget.store.bm25 import KeywordRanking
from navwidget.store.cache import Cache
from navwidget.store.database import Database
from navwidget.store.postings import PostingsBlock
from navwidget.store.schema import read_meta
from navwidget.store.segment import Segment, Source
from navwidget.store.vectors import VectorBlock, VectorRanking

_SEGMENT_BYTES = 256 << 20
_RESULT_BYTES = 32 << 20
_RESULT_OVERHEAD = 1500
_PLACES = 50_000
_SOURCE_COLUMNS = "key, revision, source_id, document_id, length, text_size, size, chunks, metadata"
_LOADED_FROM = {"chunk_metadata": "LEFT JOIN chunk_metadata"}

P = ParamSpec("P")
R = TypeVar("R")


class MovedOnError(Exception):
    """What was looked up is gone: somebody has committed a newer state meanwhile."""


_ATTEMPTS = 100


class View:
    """The index as of one commit, for questions that go over many sources.

    Parameters
    ----------
    index : Index
        Where it is loaded from.
    generation : int
        The commit.
    """

    def __init__(self, index: Index, generation: int) -> None:
        self._index = index
        self.generation = generation
        self.by_id: dict[str, Source] = {}
        self.places: Cache[tuple[Source, int]] = Cache(_PLACES)

    @contextmanager
    def _state(self) -> Iterator[Connection]:
        """Read the very commit that this is a view of."""
        with self._index.database.snapshot() as connection:
            if read_meta(connection, "generation") != self.generation:
                raise MovedOnError(self._index.database.path)
            yield connection

    @cached_property
    def sources(self) -> list[Source]:
        """All sources, by source_id."""
        with self._state() as connection:
            rows = connection.execute(f"SELECT {_SOURCE_COLUMNS} FROM source ORDER BY source_id")  # noqa: S608
            return [Source(*row) for row in rows]

    @cached_property
    def keywords(self) -> KeywordRanking:
        """Ranks by words."""
        keys, _ = self._ranks
        with self._state() as connection:
            return KeywordRanking.load(self._index.postings.read(connection), keys)

    @cached_property
    def vectors(self) -> VectorRanking:
        """Ranks by vectors."""
        keys, _ = self._ranks
        with self._state() as connection:
            return VectorRanking.load(self._index.vectors.read(connection), keys)

    @property
    def is_loaded(self) -> bool:
        """Whether ranking can begin without reading the file."""
        return self.__dict__.keys() >= {"keywords", "vectors"}

    @cached_property
    def by_key(self) -> dict[int, Source]:
        """All sources, by key."""
        return {source.key: source for source in self.sources}

    @cached_property
    def _ranks(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        keys = np.array([source.key for source in self.sources], np.int64)
        ranks = np.argsort(keys)
        return keys[ranks], ranks.astype(np.int64)

    def ranks_of(self, keys: NDArray[np.int64]) -> NDArray[np.int64]:
        """Numbers that order sources by source_id."""
        known, ranks = self._ranks
        return ranks[known.searchsorted(keys)]


class _Parts:
    """Loads what a segment is made of, as long as the source has not moved on."""

    def __init__(self, database: Database, source: Source) -> None:
        self._database = database
        self._source = source

    def load(self, name: str) -> bytes | None:
        table = _LOADED_FROM.get(name, "JOIN segment")
        rows = self._database.query(
            f"SELECT {name} FROM source {table} USING (key) WHERE key = ? AND revision = ?",  # noqa: S608
            (self._source.key, self._source.revision),
        )
        if not rows:
            raise MovedOnError(self._database.path)
        part: bytes | None = rows[0][0]
        return part

    def load_text(self, start: int, stop: int) -> bytes:
        piece = self._database.read_range("segment", "text", self._source.key, start, stop)
        if piece is None:
            raise MovedOnError(self._database.path)
        return piece


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
        self._view = View(self, database.generation)

    def view(self) -> View:
        """Give the newest state."""
        view = self._view
        generation = self.database.generation
        if view.generation != generation:
            view = self._view = View(self, generation)
        return view

    def source(self, source_id: str) -> Source:
        """Give a source by its id, or raise SourceNotFoundError."""
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
        return self._find("document_id", document_id)

    def document(self, document_id: str) -> Source:
        """Give a source by its document's id, or raise DocumentNotFoundError."""
        source = self.find_document(document_id)
        if source is None:
            raise DocumentNotFoundError(document_id)
        return source

    def _find(self, column: str, value: str | int) -> Source | None:
        if isinstance(value, str) and not can_be_stored(value):
            return None
        query = f"SELECT {_SOURCE_COLUMNS} FROM source WHERE {column} = ?"  # noqa: S608 - column is one of ours
        rows = self.database.query(query, (value,))
        return Source(*rows[0]) if rows else None

    def holds(self, source_id: str) -> bool:
        """Whether a source can be navigated without reading the file."""
        source = self._view.by_id.get(source_id) if isinstance(source_id, str) else None
        return source is not None and self._segments.get((source.key, source.revision)) is not None

    def segment(self, source: Source) -> Segment:
        """Give all of a source."""
        key = source.key, source.revision
        segment = self._segments.get(key)
        if segment is None:
            segment = self._segments.put(key, Segment(source, _Parts(self.database, source)), source.size)
        return segment

    def result(self, segment: Segment, row: int) -> SearchResult:
        """Give one chunk as a result of navigation; built once."""
        source = segment.source
        key = source.key, source.revision, row
        result = self._results.get(key)
        if result is None:
            result = SearchResult(chunk=segment.chunk(row), score=0.0)
            result = self._results.put(key, result, _RESULT_OVERHEAD + len(result.chunk.content))
        return result

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
                raise MovedOnError(self.database.path)
            if self.segment(source).ids[row] == chunk_id:
                yield source, row


def consistent(operation: Callable[P, R]) -> Callable[P, R]:
    """Start an operation again where somebody has committed in the middle of it: every attempt sees one state."""

    @wraps(operation)
    def attempt(*args: P.args, **kwargs: P.kwargs) -> R:
        for _ in range(_ATTEMPTS):
            try:
                return operation(*args, **kwargs)
            except MovedOnError as error:
                (path,) = error.args
        raise StorageError(path, "it changes faster than it can be read, or a part of it is missing: open it again.")

    return attempt


def id_hash(chunk_id: str) -> int:
    """Give 64 bits for an id, as SQLite's signed integer."""
    return int.from_bytes(blake2b(chunk_id.encode(), digest_size=8).digest(), "little", signed=True)


def can_be_stored(name: str) -> bool:
    """Whether SQLite can hold a name."""
    try:
        name.encode()
    except UnicodeEncodeError:  # a lone surrogate: refused at ingest, so nothing has such a name
        return False
    return True
