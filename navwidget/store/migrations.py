"""How a file of an older format becomes one of today's: a step from each format to the next.

A new format takes three things: the layout in `schema`, a step here, and a file of the old format among the tests.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from navwidget.store.schema import CHECKED, FORMAT_VERSION, stored_version


def migrate(connection: sqlite3.Connection) -> None:
    """Bring a file to today's format, all or nothing; another process may have done so meanwhile."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        for version in range(stored_version(connection), FORMAT_VERSION):
            _STEPS[version](connection)
        connection.execute(f"PRAGMA user_version = {FORMAT_VERSION}")
        connection.execute("COMMIT")
    except BaseException:
        connection.execute("ROLLBACK")
        raise


def _from_1(connection: sqlite3.Connection) -> None:
    """Format 2 has checksums, and the block table says which sources a block is of and how much of it is alive."""
    connection.execute("ALTER TABLE block RENAME TO old_block")
    connection.execute(
        "CREATE TABLE block (id INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL, first_key INTEGER NOT NULL, "
        "last_key INTEGER NOT NULL, alive INTEGER NOT NULL, rows INTEGER NOT NULL)"
    )
    alive = np.array([key for (key,) in connection.execute("SELECT key FROM source")], np.int64)
    for number, kind in connection.execute("SELECT id, kind FROM old_block").fetchall():
        keys, starts = (_column_of_1(connection, number, name) for name in ("keys", "row_starts"))
        living = int(np.diff(starts)[np.isin(keys, alive)].sum())
        values = number, kind, int(keys.min()), int(keys.max()), living, int(starts[-1])
        connection.execute("INSERT INTO block VALUES (?, ?, ?, ?, ?, ?)", values)
    # So that no number comes back: DROP forgets which were given
    (last,) = connection.execute("SELECT seq FROM sqlite_sequence WHERE name = 'old_block'").fetchone() or (0,)
    connection.execute("DROP TABLE old_block")
    connection.execute("DELETE FROM sqlite_sequence WHERE name = 'block'")
    connection.execute("INSERT INTO sqlite_sequence VALUES ('block', ?)", (last,))
    for table, columns in CHECKED.items():
        connection.execute(f"ALTER TABLE {table} ADD COLUMN checksum INTEGER")
        connection.execute(f"UPDATE {table} SET checksum = checksum({columns})")  # noqa: S608 - names are ours


def _column_of_1(connection: sqlite3.Connection, number: int, name: str) -> NDArray[np.int64]:
    query = "SELECT data FROM block_part WHERE block = ? AND name = ?"
    return np.frombuffer(connection.execute(query, (number, name)).fetchone()[0], np.int64)


_STEPS: dict[int, Callable[[sqlite3.Connection], None]] = {1: _from_1}
