"""The index as of one commit: what ranking and listings go over."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from sqlite3 import Connection
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from navwidget.store.block_log import BlockLog
from navwidget.store.bm25 import KeywordRanking
from navwidget.store.cache import Cache
from navwidget.store.consistency import MovedOnError
from navwidget.store.database import Database
from navwidget.store.lazy import lazy
from navwidget.store.postings import PostingsBlock
from navwidget.store.schema import read_meta
from navwidget.store.source import Source
from navwidget.store.vectors import VectorBlock, VectorRanking

_PLACES = 50_000


class _Summary(NamedTuple):
    """What ranking needs to know of the sources, without what a listing shows of each.

    Parameters
    ----------
    keys : numpy.ndarray of int64, shape (sources,)
        Their keys, ascending.
    ranks : numpy.ndarray of int64, shape (sources,)
        The place of each by source_id.
    bytes_per_chunk : int
        How large a chunk is on average, with all that belongs to it.
    """

    keys: NDArray[np.int64]
    ranks: NDArray[np.int64]
    bytes_per_chunk: int


class View:
    """The index as of one commit, for questions that go over many sources.

    Parameters
    ----------
    database : Database
        The file.
    postings, vectors : BlockLog
        Its ranking blocks.
    generation : int
        The commit.
    """

    def __init__(
        self, database: Database, postings: BlockLog[PostingsBlock], vectors: BlockLog[VectorBlock], generation: int
    ) -> None:
        self._database = database
        self._postings = postings
        self._vectors = vectors
        self.generation = generation
        self.by_id: dict[str, Source] = {}
        self._sources: dict[int, Source] = {}
        self.places: Cache[tuple[Source, int]] = Cache(_PLACES)

    @contextmanager
    def _state(self) -> Iterator[Connection]:
        """Read the very commit that this is a view of."""
        with self._database.snapshot() as connection:
            if read_meta(connection, "generation") != self.generation:
                raise MovedOnError
            yield connection

    @lazy
    def sources(self) -> list[Source]:
        """All sources, by source_id."""
        with self._state() as connection:
            rows = connection.execute(f"{Source.SELECT} ORDER BY source_id")
            return [Source(*row) for row in rows]

    @lazy
    def keywords(self) -> KeywordRanking:
        """Ranks by words."""
        keys = self._summary.keys
        with self._state() as connection:
            return KeywordRanking.load(self._postings.read(connection), keys)

    @lazy
    def vectors(self) -> VectorRanking:
        """Ranks by vectors."""
        keys = self._summary.keys
        with self._state() as connection:
            return VectorRanking.load(self._vectors.read(connection), keys)

    @property
    def is_loaded(self) -> bool:
        """Whether ranking can begin without reading the file."""
        return self.__dict__.keys() >= {"keywords", "vectors"}

    @property
    def bytes_per_chunk(self) -> int:
        """How large a chunk is on average, with all that belongs to it."""
        return self._summary.bytes_per_chunk

    @lazy
    def by_key(self) -> dict[int, Source]:
        """All sources, by key."""
        return {source.key: source for source in self.sources}

    def sources_of(self, keys: Collection[int]) -> Mapping[int, Source]:
        """Give those of some sources that exist, by key, maybe among others: all of them may be very many to read."""
        missing = [(key,) for key in keys if key not in self._sources]
        if missing:
            with self._state() as connection:
                for key in missing:
                    rows = connection.execute(f"{Source.SELECT} WHERE key = ?", key)
                    self._sources |= {source.key: source for source in (Source(*row) for row in rows)}
        return self._sources

    @lazy
    def _summary(self) -> _Summary:
        with self._state() as connection:
            rows = connection.execute("SELECT key FROM source ORDER BY source_id")  # both are in the index by source_id
            keys = np.array([key for (key,) in rows], np.int64)
            size, chunks = connection.execute("SELECT total(size), total(chunks) FROM source").fetchone()
        ranks = np.argsort(keys)
        return _Summary(keys[ranks], ranks.astype(np.int64), 1 + int(size / max(chunks, 1)))

    def ranks_of(self, keys: NDArray[np.int64]) -> NDArray[np.int64]:
        """Numbers that order sources by source_id."""
        return self._summary.ranks[self._summary.keys.searchsorted(keys)]
