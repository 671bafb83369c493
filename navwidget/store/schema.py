"""The layout of the file, and what it says about itself."""

from __future__ import annotations

import sqlite3

from navwidget.errors import StorageError
from navwidget.text import TOKENIZER_VERSION

FORMAT_VERSION = 2
_APPLICATION_ID = 0x6E617677  # "navw": tells our files from other programs'

# AUTOINCREMENT, so that a key or block id that is gone never comes back with other content: a reader that holds one
# finds what it expects, or nothing. Wide columns stand late, where SQLite does not touch them for the others' sake; a
# checksum is of the columns in `CHECKED`, and stands last, since only a check of the file reads it.
_SCHEMA = """
CREATE TABLE meta (name TEXT PRIMARY KEY, value) WITHOUT ROWID;
CREATE TABLE source (
    key INTEGER PRIMARY KEY AUTOINCREMENT,
    revision INTEGER NOT NULL,
    source_id TEXT NOT NULL UNIQUE,
    document_id TEXT NOT NULL UNIQUE,
    length INTEGER NOT NULL,
    text_size INTEGER,
    size INTEGER NOT NULL,
    chunks INTEGER NOT NULL,
    dimension INTEGER,
    metadata BLOB NOT NULL,
    checksum INTEGER
);
CREATE INDEX source_dimension ON source (dimension) WHERE dimension IS NOT NULL;
CREATE TABLE segment (
    key INTEGER PRIMARY KEY,
    spans BLOB NOT NULL,
    parents BLOB,
    ids BLOB NOT NULL,
    locators BLOB NOT NULL,
    text BLOB NOT NULL,
    checksum INTEGER
);
CREATE TABLE chunk_metadata (key INTEGER PRIMARY KEY, chunk_metadata BLOB NOT NULL, checksum INTEGER);
CREATE TABLE chunk_id (hash INTEGER, key INTEGER, row INTEGER, PRIMARY KEY (hash, key, row)) WITHOUT ROWID;
CREATE TABLE block (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL,
    first_key INTEGER NOT NULL,
    last_key INTEGER NOT NULL,
    alive INTEGER NOT NULL,
    rows INTEGER NOT NULL
);
CREATE TABLE block_part (
    block INTEGER, name TEXT, data BLOB NOT NULL, checksum INTEGER, PRIMARY KEY (block, name)
);
"""


CHECKED = {
    "source": "metadata",
    "segment": "spans, parents, ids, locators, text",
    "chunk_metadata": "chunk_metadata",
    "block_part": "data",
}
"""The columns of each table that its checksum is of, in this order."""

PAGE_SIZE = 8192
"""Wide values lie in chains of pages: longer pages make shorter chains, and small changes dearer."""


def create(connection: sqlite3.Connection) -> None:
    """Lay out an empty file, or leave one that another process has just laid out."""
    connection.execute("BEGIN IMMEDIATE")
    if _is_empty(connection):
        for statement in _SCHEMA.split(";"):
            connection.execute(statement)
        connection.execute(f"PRAGMA application_id = {_APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {FORMAT_VERSION}")
        write_meta(connection, "generation", 0)
        write_meta(connection, "tokenizer", TOKENIZER_VERSION)  # of the postings, which are none yet
    connection.execute("COMMIT")


def version_of(connection: sqlite3.Connection, path: str) -> int:
    """Tell the format of the file, 0 where it is not laid out; one that is not ours to read is a StorageError."""
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    if application == 0 and _is_empty(connection):
        return 0
    if application != _APPLICATION_ID:
        raise StorageError(path, "this is another program's SQLite file: give the path of a ChunkStore or a new one.")
    version = stored_version(connection)
    if not 1 <= version <= FORMAT_VERSION:
        raise StorageError(
            path, f"it has format {version}, but this navwidget reads format {FORMAT_VERSION}: upgrade navwidget."
        )
    return version


def stored_version(connection: sqlite3.Connection) -> int:
    """Format that the file says it has."""
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def _is_empty(connection: sqlite3.Connection) -> bool:
    return connection.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone() is None


def read_meta(connection: sqlite3.Connection, name: str) -> object:
    """One thing that the file says about itself; None where it does not."""
    row = connection.execute("SELECT value FROM meta WHERE name = ?", (name,)).fetchone()
    return row and row[0]


def write_meta(connection: sqlite3.Connection, name: str, value: object) -> None:
    """Note something about the file."""
    connection.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (name, value))
