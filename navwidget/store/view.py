"""The index as of one commit: what ranking and listings go over."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from sqlite3 import Connection

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
        keys, _ = self._ranks
        with self._state() as connection:
            return KeywordRanking.load(self._postings.read(connection), keys)

    @lazy
    def vectors(self) -> VectorRanking:
        """Ranks by vectors."""
        keys, _ = self._ranks
        with self._state() as connection:
            return VectorRanking.load(self._vectors.read(connection), keys)

    @property
    def is_loaded(self) -> bool:
        """Whether ranking can begin without reading the file."""
        return self.__dict__.keys() >= {"keywords", "vectors"}

    @lazy
    def bytes_per_chunk(self) -> int:
        """How large a chunk is on average, with all that belongs to it."""
        return 1 + sum(source.size for source in self.sources) // max(sum(source.chunks for source in self.sources), 1)

    @lazy
    def by_key(self) -> dict[int, Source]:
        """All sources, by key."""
        return {source.key: source for source in self.sources}

    @lazy
    def _ranks(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        keys = np.array([source.key for source in self.sources], np.int64)
        ranks = np.argsort(keys)
        return keys[ranks], ranks.astype(np.int64)

    def ranks_of(self, keys: NDArray[np.int64]) -> NDArray[np.int64]:
        """Numbers that order sources by source_id."""
        known, ranks = self._ranks
        return ranks[known.searchsorted(keys)]
