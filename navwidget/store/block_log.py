"""Ranking blocks in the file: a write appends one, and merges those that are due."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterator, Sequence
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from navwidget.store.blocks import Block, Live, due
from navwidget.store.checksum import checksum

B = TypeVar("B", bound=Block)

_BYTES_AT_ONCE = 1 << 20


class BlockLog(Generic[B]):
    """The blocks of one kind; each is read once, when it is needed.

    Parameters
    ----------
    kind : str
        What the file calls them.
    block_type : type of Block
        What they are.
    """

    def __init__(self, kind: str, block_type: type[B]) -> None:
        self.kind = kind
        self._type = block_type
        self._known: dict[int, B] = {}

    def read(self, connection: sqlite3.Connection) -> list[B]:
        """Give all blocks, oldest first."""
        known = self._known
        # A new dict, so that blocks which are gone are forgotten once nobody holds them
        self._known = {number: self._read(connection, number, known) for number in self._numbers(connection)}
        return list(self._known.values())

    def write(self, connection: sqlite3.Connection, added: B | None, removed: Collection[int]) -> None:
        """Append a block, leave sources that were just removed out of the others, and merge what is due.

        The block table knows how much of each block is alive, so that a write costs what it changes, however many
        sources there are.
        """
        for key in removed:
            self._leave_out(connection, key)
        if added is not None:
            self._insert(connection, added)
        query = "SELECT id, alive, rows FROM block WHERE kind = ? ORDER BY id"
        blocks = connection.execute(query, (self.kind,)).fetchall()
        chosen = [blocks[i] for i in sorted(due([sizes for _, *sizes in blocks], self._type.MAX_ROWS))]
        parts = [self._living(connection, number) for number, alive, _ in chosen if alive]
        self._delete(connection, [number for number, *_ in chosen])
        if parts:
            self._insert(connection, self._type.merge(parts))

    def _leave_out(self, connection: sqlite3.Connection, key: int) -> None:
        query = "SELECT id FROM block WHERE kind = ? AND ? BETWEEN first_key AND last_key"
        for (number,) in connection.execute(query, (self.kind, key)).fetchall():
            counts = np.diff(self._column(connection, number, "row_starts"))
            gone = int(counts[self._column(connection, number, "keys") == key].sum())
            connection.execute("UPDATE block SET alive = alive - ? WHERE id = ?", (gone, number))

    def _living(self, connection: sqlite3.Connection, number: int) -> Live[B]:
        block = self._read(connection, number, self._known)
        query = "SELECT key FROM source WHERE key BETWEEN ? AND ?"
        known = connection.execute(query, (int(block.keys.min()), int(block.keys.max()))).fetchall()
        return Live(block, np.isin(block.keys, np.array(known, np.int64)))

    def each(self, connection: sqlite3.Connection) -> Iterator[tuple[int, tuple[int, ...], B]]:
        """Give one block at a time: its number, what is noted of it (first and last key, living rows, rows), and it."""
        query = "SELECT id, first_key, last_key, alive, rows FROM block WHERE kind = ? ORDER BY id"
        for number, *noted in connection.execute(query, (self.kind,)).fetchall():
            yield number, tuple(noted), self._read(connection, number, {})

    def compact(self, connection: sqlite3.Connection) -> None:
        """Drop what is dead from every block."""
        query = "SELECT id, alive FROM block WHERE kind = ? AND alive < rows ORDER BY id"
        for number, alive in connection.execute(query, (self.kind,)).fetchall():
            part = self._living(connection, number) if alive else None
            self._delete(connection, [number])
            if part is not None:
                self._insert(connection, self._type.merge([part]))

    def clear(self, connection: sqlite3.Connection) -> None:
        """Delete all blocks."""
        self._delete(connection, self._numbers(connection))

    def _numbers(self, connection: sqlite3.Connection) -> list[int]:
        rows = connection.execute("SELECT id FROM block WHERE kind = ? ORDER BY id", (self.kind,))
        return [number for (number,) in rows]

    def _column(self, connection: sqlite3.Connection, number: int, name: str) -> NDArray[np.int64]:
        query = "SELECT data FROM block_part WHERE block = ? AND name = ?"
        return np.frombuffer(connection.execute(query, (number, name)).fetchone()[0], np.int64)

    def _read(self, connection: sqlite3.Connection, number: int, known: dict[int, B]) -> B:
        block = known.get(number)
        if block is None:
            parts = connection.execute("SELECT name, rowid FROM block_part WHERE block = ?", (number,)).fetchall()
            block = self._type.from_blobs({name: _data(connection, place) for name, place in parts})
        return block

    def _insert(self, connection: sqlite3.Connection, block: B) -> None:
        columns = self.kind, int(block.keys.min()), int(block.keys.max()), block.rows, block.rows
        query = "INSERT INTO block (kind, first_key, last_key, alive, rows) VALUES (?, ?, ?, ?, ?)"
        number = connection.execute(query, columns).lastrowid
        parts = ((number, name, data, checksum(data)) for name, data in block.to_blobs().items())
        connection.executemany("INSERT INTO block_part VALUES (?, ?, ?, ?)", parts)

    def _delete(self, connection: sqlite3.Connection, numbers: Sequence[int]) -> None:
        gone = [(number,) for number in numbers]
        connection.executemany("DELETE FROM block_part WHERE block = ?", gone)
        connection.executemany("DELETE FROM block WHERE id = ?", gone)


def _data(connection: sqlite3.Connection, place: int) -> NDArray[np.uint8]:
    """Read a part into memory of numpy's own, piece by piece: else SQLite and Python make a copy each of the whole."""
    with connection.blobopen("block_part", "data", place, readonly=True) as blob:
        data = np.empty(len(blob), np.uint8)
        for first in range(0, len(data), _BYTES_AT_ONCE):
            data[first : first + _BYTES_AT_ONCE] = np.frombuffer(blob.read(_BYTES_AT_ONCE), np.uint8)
    data.flags.writeable = False
    return data
