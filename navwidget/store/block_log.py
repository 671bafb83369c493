"""Ranking blocks in the file: a write appends one, and merges those that are due."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from navwidget.store.blocks import Block, Live, due

B = TypeVar("B", bound=Block)


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
        self._kind = kind
        self._type = block_type
        self._known: dict[int, B] = {}

    def read(self, connection: sqlite3.Connection) -> list[B]:
        """Give all blocks, oldest first."""
        known = self._known
        # A new dict, so that blocks which are gone are forgotten once nobody holds them
        self._known = {number: self._read(connection, number, known) for number in self._numbers(connection)}
        return list(self._known.values())

    def write(self, connection: sqlite3.Connection, added: B | None, alive: NDArray[np.int64]) -> None:
        """Append a block, and merge what is due; `alive` are the keys of the sources that exist afterwards."""
        if added is not None:
            self._insert(connection, added)
        numbers = self._numbers(connection)
        masks = [np.isin(self._column(connection, number, "keys"), alive) for number in numbers]
        counts = [np.diff(self._column(connection, number, "row_starts")) for number in numbers]
        sizes = [(int(rows[mask].sum()), int(rows.sum())) for rows, mask in zip(counts, masks, strict=True)]
        chosen = sorted(due(sizes, self._type.MAX_ROWS))
        parts = [Live(self._read(connection, numbers[i], self._known), masks[i]) for i in chosen if sizes[i][0]]
        self._delete(connection, [numbers[i] for i in chosen])
        if parts:
            self._insert(connection, self._type.merge(parts))

    def clear(self, connection: sqlite3.Connection) -> None:
        """Delete all blocks."""
        self._delete(connection, self._numbers(connection))

    def _numbers(self, connection: sqlite3.Connection) -> list[int]:
        rows = connection.execute("SELECT id FROM block WHERE kind = ? ORDER BY id", (self._kind,))
        return [number for (number,) in rows]

    def _column(self, connection: sqlite3.Connection, number: int, name: str) -> NDArray[np.int64]:
        query = "SELECT data FROM block_part WHERE block = ? AND name = ?"
        return np.frombuffer(connection.execute(query, (number, name)).fetchone()[0], np.int64)

    def _read(self, connection: sqlite3.Connection, number: int, known: dict[int, B]) -> B:
        block = known.get(number)
        if block is None:
            parts = connection.execute("SELECT name, data FROM block_part WHERE block = ?", (number,))
            block = self._type.from_blobs(dict(parts.fetchall()))
        return block

    def _insert(self, connection: sqlite3.Connection, block: B) -> None:
        number = connection.execute("INSERT INTO block (kind) VALUES (?)", (self._kind,)).lastrowid
        parts = ((number, name, data) for name, data in block.to_blobs().items())
        connection.executemany("INSERT INTO block_part VALUES (?, ?, ?)", parts)

    def _delete(self, connection: sqlite3.Connection, numbers: Sequence[int]) -> None:
        gone = [(number,) for number in numbers]
        connection.executemany("DELETE FROM block_part WHERE block = ?", gone)
        connection.executemany("DELETE FROM block WHERE id = ?", gone)
