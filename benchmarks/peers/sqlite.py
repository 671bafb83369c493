"""A row for each chunk in SQLite, asked by the SQL that answers fastest."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from typing import Any

from benchmarks.peers.base import Peer
from navwidget.models import Document, SearchResult, SearchResultChunk

_SCHEMA = """
CREATE TABLE chunk (
    number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, source_id TEXT NOT NULL, chunk_type TEXT NOT NULL,
    start_offset INTEGER NOT NULL, end_offset INTEGER NOT NULL, locator TEXT NOT NULL, content TEXT NOT NULL
);
CREATE INDEX place ON chunk (source_id, chunk_type, start_offset, end_offset);
"""
_FIELDS = "id, source_id, chunk_type, start_offset, end_offset, locator, content"
_OF_SOURCE = f"SELECT {_FIELDS} FROM chunk WHERE source_id = ? AND chunk_type = 'content'"
_NAMES = _FIELDS.split(", ")
Answer = list[tuple[Any, ...]]


class Sqlite(Peer):
    name = "SQLite"

    def open(self) -> None:
        self.connection = sqlite3.connect(self.directory / "chunks.db", isolation_level=None)
        self.connection.execute("PRAGMA journal_mode = WAL")
        self.connection.execute("PRAGMA synchronous = NORMAL")

    def build(self, documents: Iterable[Document]) -> Iterable[int]:
        self.open()
        self.lay_out()
        for document in documents:
            self.replace(document)
            yield len(document.chunks)
        self.connection.execute("PRAGMA optimize")
        self.close()

    def lay_out(self) -> None:
        self.connection.executescript(_SCHEMA)

    def close(self) -> None:
        self.connection.close()

    def ids(self, answer: Answer) -> list[str]:
        return [row[0] for row in answer]

    def get_chunk(self, chunk_id: str) -> Answer:
        return self.connection.execute(f"SELECT {_FIELDS} FROM chunk WHERE id = ?", (chunk_id,)).fetchall()

    def next(self, source_id: str, offset: int, k: int) -> Answer:
        sql = f"{_OF_SOURCE} AND start_offset >= ? ORDER BY start_offset, end_offset LIMIT ?"
        return self.connection.execute(sql, (source_id, offset, k)).fetchall()

    def previous(self, source_id: str, offset: int, k: int) -> Answer:
        # The second bound follows from the first, and lets the index end the search
        bounds = "end_offset <= ? AND start_offset <= ?"
        sql = f"{_OF_SOURCE} AND {bounds} ORDER BY start_offset DESC, end_offset DESC LIMIT ?"
        return self.connection.execute(sql, (source_id, offset, offset, k)).fetchall()[::-1]

    def read(self, source_id: str, start: int, end: int, k: int) -> Answer:
        bounds = "start_offset BETWEEN ? AND ? AND end_offset <= ?"
        sql = f"{_OF_SOURCE} AND {bounds} ORDER BY start_offset, end_offset LIMIT ?"
        return self.connection.execute(sql, (source_id, start, end, end, k)).fetchall()

    def grep(self, source_id: str, pattern: str, k: int) -> Answer:
        sql = f"{_OF_SOURCE} AND content LIKE ? ORDER BY start_offset, end_offset LIMIT ?"
        return self.connection.execute(sql, (source_id, f"%{pattern}%", k)).fetchall()

    def grep_terms(self, source_id: str, terms: str, k: int) -> Answer:
        patterns = [f"%{term}%" for term in terms.split()]
        sql = f"{_OF_SOURCE}{' AND content LIKE ?' * len(patterns)} ORDER BY start_offset, end_offset LIMIT ?"
        return self.connection.execute(sql, (source_id, *patterns, k)).fetchall()

    def replace(self, document: Document) -> None:
        self.connection.execute("BEGIN IMMEDIATE")
        self.remove(document.source_id)
        self.insert(
            [
                (c.id, c.source_id, c.chunk_type.value, c.start_offset, c.end_offset, c.locator, c.content)
                for c in document.chunks
            ]
        )
        self.connection.execute("COMMIT")

    def remove(self, source_id: str) -> None:
        self.connection.execute("DELETE FROM chunk WHERE source_id = ?", (source_id,))

    def insert(self, rows: Answer) -> None:
        self.connection.executemany(f"INSERT INTO chunk ({_FIELDS}) VALUES (?, ?, ?, ?, ?, ?, ?)", rows)


class SqliteResults(Sqlite):
    """The same with the answers that navwidget gives: validated results that cannot be changed."""

    name = "SQLite, results"

    def can(self, method: str) -> bool:
        return method in {"get_chunk", "next", "previous", "read"}

    def ids(self, answer: list[SearchResult]) -> list[str]:
        return [result.chunk.id for result in answer]

    def get_chunk(self, chunk_id: str) -> list[SearchResult]:
        return _results(super().get_chunk(chunk_id))

    def next(self, source_id: str, offset: int, k: int) -> list[SearchResult]:
        return _results(super().next(source_id, offset, k))

    def previous(self, source_id: str, offset: int, k: int) -> list[SearchResult]:
        return _results(super().previous(source_id, offset, k))

    def read(self, source_id: str, start: int, end: int, k: int) -> list[SearchResult]:
        return _results(super().read(source_id, start, end, k))


def _results(answer: Answer) -> list[SearchResult]:
    return [SearchResult(chunk=SearchResultChunk(**dict(zip(_NAMES, row, strict=True))), score=0.0) for row in answer]
