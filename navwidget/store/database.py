"""The file: one connection that reads, one that writes, and every failure of SQLite as a sentence."""

from __future__ import annotations

import sqlite3
import threading
import warnings
import weakref
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

from navwidget.errors import StorageError
from navwidget.store import location, migrations, schema
from navwidget.store.checksum import teach
from navwidget.store.failures import sentence_of

Query = Callable[[str, Sequence[Any]], list[Any]]
"""Runs one statement and gives its rows."""

MEMORY = ":memory:"


class Database:
    """SQLite with a reader's and a writer's connection; in memory one connection is both.

    Safe to use from several threads. Reading never waits for another process; writing waits for the other writer.

    Parameters
    ----------
    path : str
        The file, or ":memory:".
    read_only : bool
        Whether the file must exist already and stays as it is.
    wait : float
        Seconds that a write waits for another process's.
    """

    def __init__(self, path: str, *, read_only: bool = False, wait: float = 5.0) -> None:
        self.path = path
        self.read_only = read_only
        self.in_memory = path == MEMORY
        self._wait = wait
        self._closed = False
        self._read_lock = threading.RLock()
        self._write_lock = self._read_lock if self.in_memory else threading.RLock()
        self._data_version: int | None = None
        self._generation = 0
        if not self.in_memory:
            location.refuse_unusable(Path(path), read_only=read_only)
        with self._sentences():
            self._writer = self._open()
            self._reader = self._writer if self.in_memory or read_only else self._connect("ro")
            # Without a write-ahead log a read waits for other processes that write
            self._reads_freely = self._reader.execute("PRAGMA journal_mode").fetchone()[0] in {"wal", "memory"}
        # A store that nobody closed is closed when it is forgotten, or at the end of the program
        self._finalizer = weakref.finalize(self, _close, self._reader, self._writer)

    def _open(self) -> sqlite3.Connection:
        connection = self._connect("ro" if self.read_only else "rwc")
        try:
            version = schema.version_of(connection, self.path)
            if self.read_only:
                self._refuse_unready(version)
            else:
                self._make_ready(connection, version)
        except BaseException:
            connection.close()
            raise
        return connection

    def _refuse_unready(self, version: int) -> None:
        if version == 0:
            raise StorageError(self.path, "the file is empty: index documents into it before opening it read-only.")
        if version < schema.FORMAT_VERSION:
            raise StorageError(
                self.path, f"it has format {version}: open it once without read_only, to bring it to today's."
            )

    def _make_ready(self, connection: sqlite3.Connection, version: int) -> None:
        if version == 0 and not self.in_memory:
            connection.execute(f"PRAGMA page_size = {schema.PAGE_SIZE}")
        if not self.in_memory:
            self._choose_journal(connection)
        if version == 0:
            schema.create(connection)
        elif version < schema.FORMAT_VERSION:
            migrations.migrate(connection)

    def _connect(self, mode: str) -> sqlite3.Connection:
        name = MEMORY if self.in_memory else f"{Path(self.path).absolute().as_uri()}?mode={mode}"
        connection = sqlite3.connect(
            name, timeout=self._wait, isolation_level=None, check_same_thread=False, uri=not self.in_memory
        )
        # With a write-ahead log this loses at most the last commits to a power cut, and never breaks the file
        connection.execute("PRAGMA synchronous = NORMAL")
        teach(connection)
        return connection

    def _choose_journal(self, connection: sqlite3.Connection) -> None:
        system = location.network_of(Path(self.path))
        wanted = "wal" if system is None else "delete"
        (found,) = connection.execute("PRAGMA journal_mode").fetchone()
        if found != wanted:  # a file that was made elsewhere, or a new one
            connection.execute(f"PRAGMA journal_mode = {wanted}")
        if system is not None:
            warnings.warn(
                f"{self.path} lies on a network file system ({system}): it gets no write-ahead log, so readers wait "
                "while somebody writes. Copy it to a local disk for more speed.",
                stacklevel=2,
            )

    @property
    def generation(self) -> int:
        """Number of the last commit, of this process or another."""
        if self.in_memory and not self._closed:
            return self._generation
        try:
            # The version costs a tenth of a query, and changes whenever any other connection has committed
            with self._read_lock:
                (version,) = self._reader.execute("PRAGMA data_version").fetchone()
                if version != self._data_version:
                    self._generation = int(str(schema.read_meta(self._reader, "generation")))
                    self._data_version = version
                return self._generation
        except sqlite3.Error as error:
            raise StorageError(self.path, self._sentence(error)) from error

    def meta(self, name: str) -> object:
        """Give one thing that the file says about itself."""
        with self._read_lock, self._sentences():
            return schema.read_meta(self._reader, name)

    def read_pieces(self, table: str, column: str, key: int, bounds: Iterable[tuple[int, int]]) -> list[bytes] | None:
        """Read some pieces of one wide value; None where the row is gone."""
        with self._read_lock:
            try:
                with self._reader.blobopen(table, column, key, readonly=True) as blob:
                    return [_piece(blob, start, stop) for start, stop in bounds]
            except sqlite3.OperationalError:  # no such row, or no such file: the next query tells which
                return None
            except sqlite3.Error as error:
                raise StorageError(self.path, self._sentence(error)) from error

    def query(self, sql: str, values: Sequence[Any] = ()) -> list[Any]:
        """All rows of one query."""
        with self._read_lock, self._sentences():
            return self._reader.execute(sql, values).fetchall()

    def enter_if_free(self) -> bool:
        """Begin to read if nobody is in the way, and let nobody into it before `leave`."""
        return self._reads_freely and self._read_lock.acquire(blocking=False)

    def leave(self) -> None:
        """End what `enter_if_free` began."""
        self._read_lock.release()

    @contextmanager
    def snapshot(self) -> Iterator[sqlite3.Connection]:
        """Several queries on the same state of the file."""
        with self._read_lock, self._sentences():
            if self._reader.in_transaction:  # in memory, where this thread is just writing
                yield self._reader
                return
            self._reader.execute("BEGIN")
            try:
                yield self._reader
            finally:
                self._reader.execute("COMMIT")

    @contextmanager
    def long_snapshot(self) -> Iterator[sqlite3.Connection]:
        """Read one state for a long time: on a file by a connection of its own, so that nobody waits for it."""
        if self.in_memory or self._closed:
            with self.snapshot() as connection:
                yield connection
            return
        with self._sentences(), closing(self._connect("ro")) as connection:
            connection.execute("BEGIN")
            yield connection

    def shrink(self) -> int:
        """Give unused pages back to the disk; gives the bytes of the file afterwards."""
        with self._write_lock, self._sentences():
            self._writer.execute("VACUUM")
            self._writer.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            return self.size

    @property
    def size(self) -> int:
        """Bytes that the file takes, with those that still stand in its log."""
        ((pages,), (page_size,)) = (self.query(f"PRAGMA {name}")[0] for name in ("page_count", "page_size"))
        log = Path(f"{self.path}-wal")
        return int(pages) * int(page_size) + (log.stat().st_size if log.exists() else 0)

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """Write all or nothing, alone."""
        if self.read_only:
            raise StorageError(self.path, "the store was opened read-only: open it without read_only to change it.")
        with self._write_lock, self._sentences():
            self._writer.execute("BEGIN IMMEDIATE")
            try:
                yield self._writer
                self._writer.execute("UPDATE meta SET value = value + 1 WHERE name = 'generation'")
                self._writer.execute("COMMIT")
                self._generation += self.in_memory
            except BaseException:
                with suppress(sqlite3.Error):  # a full disk has rolled back already
                    self._writer.execute("ROLLBACK")
                raise

    def close(self) -> None:
        """Close the file; closing twice is no error."""
        with self._write_lock, self._read_lock:
            self._closed = True
            self._finalizer()

    @contextmanager
    def _sentences(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            raise StorageError(self.path, self._sentence(error)) from error
        except UnicodeDecodeError as error:  # a text in the file, or SQLite's own message, which quotes from it
            raise StorageError(self.path, f"it is damaged ({error}): restore it from a copy.") from error

    def _sentence(self, error: sqlite3.Error) -> str:
        if self._closed:
            return "the store is closed: open it again."
        return sentence_of(error, self._wait)


def _piece(blob: sqlite3.Blob, start: int, stop: int) -> bytes:
    blob.seek(start)
    return blob.read(stop - start)


def _close(*connections: sqlite3.Connection) -> None:
    for connection in connections:
        connection.close()
