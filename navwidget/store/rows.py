"""The rows that a source has in the file, and the statements that write and remove them."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import repeat
from typing import Any

import numpy as np

from navwidget.store.checksum import checksum
from navwidget.store.columns import Strings, encode, to_json
from navwidget.store.draft import Draft, merged, pack_metadata
from navwidget.store.names import id_hash
from navwidget.store.schema import CHECKED
from navwidget.store.segment import Segment
from navwidget.store.source import Source


@dataclass(frozen=True, slots=True)
class Prepared:
    """A draft with all of it that takes time to compute."""

    draft: Draft
    columns: dict[str, bytes | None]
    metadata: bytes | None

    @classmethod
    def of(cls, draft: Draft) -> Prepared:
        """Compute it."""
        return cls(draft, draft.columns(), pack_metadata(row.metadata for row in draft.rows))

    @property
    def size(self) -> int:
        """Bytes of it all."""
        return sum(len(part) for part in (*self.columns.values(), self.metadata) if part)


def insert(connection: sqlite3.Connection, item: Prepared) -> int:
    """Write a source whose document has no other; gives the key."""
    draft = item.draft
    columns = {
        "revision": 0,
        "source_id": draft.source_id,
        "document_id": draft.document_id,
        "length": draft.length,
        "text_size": draft.text_size,
        "size": item.size,
        "chunks": len(draft.rows),
        "dimension": draft.dimension,
        "metadata": encode(to_json(draft.metadata)),
    }
    key = _insert(connection, "source", columns)
    _insert(connection, "segment", {"key": key, **item.columns})
    if item.metadata is not None:
        _insert(connection, "chunk_metadata", {"key": key, "chunk_metadata": item.metadata})
    # In order, since a tree grows cheaply at its end; by numpy, which lets other threads go on meanwhile
    hashes = np.fromiter((id_hash(row.id) for row in draft.rows), np.int64, len(draft.rows))
    order = hashes.argsort(kind="stable")
    places = zip(hashes[order].tolist(), repeat(key), order.tolist(), strict=False)
    connection.executemany("INSERT INTO chunk_id VALUES (?, ?, ?)", places)
    return key


def _insert(connection: sqlite3.Connection, table: str, columns: dict[str, Any]) -> int:
    columns["checksum"] = checksum(*(columns[name] for name in CHECKED[table].split(", ")))
    marks = ", ".join("?" * len(columns))
    sql = f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({marks})"  # noqa: S608 - names are ours
    return int(connection.execute(sql, tuple(columns.values())).lastrowid or 0)


def remove(connection: sqlite3.Connection, document_id: str) -> list[int]:
    """Remove a document's source from every table; gives the key that it had, if there was one."""
    rows = connection.execute(
        "SELECT key, ids FROM source JOIN segment USING (key) WHERE document_id = ?", (document_id,)
    )
    removed = []
    for key, ids in rows.fetchall():
        places = [(id_hash(name), key) for name in Strings.from_bytes(ids)]
        connection.executemany("DELETE FROM chunk_id WHERE hash = ? AND key = ?", places)
        connection.execute("DELETE FROM source WHERE key = ?", (key,))
        connection.execute("DELETE FROM segment WHERE key = ?", (key,))
        connection.execute("DELETE FROM chunk_metadata WHERE key = ?", (key,))
        removed.append(key)
    return removed


def patch_metadata(connection: sqlite3.Connection, segment: Segment, row: int, changes: Mapping[str, Any]) -> None:
    """Merge metadata into those of one chunk."""
    metadata = [segment.metadata(number) for number in range(len(segment))]
    metadata[row] = merged(metadata[row], changes)
    key = segment.source.key
    connection.execute("DELETE FROM chunk_metadata WHERE key = ?", (key,))
    packed = pack_metadata(metadata)
    if packed is not None:
        _insert(connection, "chunk_metadata", {"key": key, "chunk_metadata": packed})
    _raise_revision(connection, key)


def patch_document(connection: sqlite3.Connection, source: Source, changes: Mapping[str, Any]) -> None:
    """Merge metadata into those of a document."""
    metadata = encode(to_json(merged(source.info.metadata, changes)))
    values = metadata, checksum(metadata), source.key
    connection.execute("UPDATE source SET metadata = ?, checksum = ? WHERE key = ?", values)
    _raise_revision(connection, source.key)


def _raise_revision(connection: sqlite3.Connection, key: int) -> None:
    """Tell readers that the metadata of a source are other ones."""
    connection.execute("UPDATE source SET revision = revision + 1 WHERE key = ?", (key,))
