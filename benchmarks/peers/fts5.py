"""SQLite's full-text index beside the table that holds the chunks."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any

from benchmarks.peers.sqlite import Answer, Sqlite
from navwidget.text import tokens

_TRIGGERS = """
CREATE VIRTUAL TABLE words USING fts5(
    content, content = 'chunk', content_rowid = 'number', tokenize = 'unicode61 remove_diacritics 0'
);
CREATE TRIGGER added AFTER INSERT ON chunk BEGIN
    INSERT INTO words (rowid, content) VALUES (new.number, new.content);
END;
CREATE TRIGGER removed AFTER DELETE ON chunk BEGIN
    INSERT INTO words (words, rowid, content) VALUES ('delete', old.number, old.content);
END;
"""
_BEST = """
SELECT chunk.id, chunk.source_id, chunk.chunk_type, chunk.start_offset, chunk.end_offset, chunk.locator, chunk.content,
    words.rank
FROM words JOIN chunk ON chunk.number = words.rowid WHERE words MATCH ? ORDER BY rank LIMIT ?
"""


class Fts5(Sqlite):
    name = "FTS5"
    differs = MappingProxyType({"keyword": "an idf that is nearly 0 for words in half of the chunks"})

    def lay_out(self) -> None:
        super().lay_out()
        self.connection.executescript(_TRIGGERS)

    def can(self, method: str) -> bool:
        return method in {"keyword", "replace"}

    def keyword(self, text: str, k: int) -> Answer:
        return self.connection.execute(_BEST, (" OR ".join(f'"{token}"' for token in tokens(text)), k)).fetchall()

    def scores(self, answer: Any) -> list[float]:
        return [-row[-1] for row in answer]
