"""The file: one connection that reads, one that writes, and every failure of SQLite as a sentence."""

from __future__ import annotations

import sqlite3
import threading
import warnings
import weakref
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from navwidget.errors import StorageError
from navwidget.store import schema

Query = Callable[[str, Sequence[Any]], list[Any]]
"""Runs one statement and gives its rows."""

MEMORY = ":memory:"
_NETWORK = {"9p", "afs", "ceph", "cifs", "fuse.sshfs", "glusterfs", "lustre", "nfs", "nfs4", "smb3", "smbfs"}


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
            _refuse_unusable(Path(path), read_only=read_only)
        with self._sentences():
            self._writer = self._open()
            self._reader = self._writer if self.in_memory or read_only else self._connect("ro")
        # A store that nobody closed is closed when it is forgotten, or at the end of the program
        self._finalizer = weakref.finalize(self, _close, self._reader, self._writer)

    def _open(self) -> sqlite3.Connection:
        connection = self._connect("ro" if self.read_only else "rwc")
        try:
            if not schema.check(connection, self.path):
                self._lay_out(connection)
        except BaseException:
            connection.close()
            raise
        return connection

    def _lay_out(self, connection: sqlite3.Connection) -> None:
        if self.read_only:
            raise StorageError(self.path, "the file is empty: index documents into it before opening it read-only.")
        if not self.in_memory:
            connection.execute(f"PRAGMA page_size = {schema.PAGE_SIZE}")
            self._choose_journal(connection)
        schema.create(connection)

    def _connect(self, mode: str) -> sqlite3.Connection:
        name = MEMORY if self.in_memory else f"{Path(self.path).absolute().as_uri()}?mode={mode}"
        connection = sqlite3.connect(
            name, timeout=self._wait, isolation_level=None, check_same_thread=False, uri=not self.in_memory
        )
        # With a write-ahead log this loses at most the last commits to a power cut, and never breaks the file
        connection.execute("PRAGMA synchronous = NORMAL")
        return connection

    def _choose_journal(self, connection: sqlite3.Connection) -> None:
        system = _file_system(Path(self.path).absolute().parent)
        if system in _NETWORK:
            warnings.warn(
                f"{self.path} lies on a network file system ({system}): it gets no write-ahead log, so readers wait "
                "while somebody writes. Copy it to a local disk for more speed.",
                stacklevel=2,
            )
        else:
            connection.execute("PRAGMA journal_mode = WAL")

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

    def read_range(self, table: str, column: str, key: int, start: int, stop: int) -> bytes | None:
        """Read a part of one wide value; None where the row is gone."""
        with self._read_lock:
            try:
                with self._reader.blobopen(table, column, key, readonly=True) as blob:
                    blob.seek(start)
                    return blob.read(stop - start)
            except sqlite3.OperationalError:  # no such row, or no such file: the next query tells which
                return None

    def query(self, sql: str, values: Sequence[Any] = ()) -> list[Any]:
        """All rows of one query."""
        with self._read_lock, self._sentences():
            return self._reader.execute(sql, values).fetchall()

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

    def _sentence(self, error: sqlite3.Error) -> str:
        if self._closed:
            return "the store is closed: open it again."
        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
        if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            return f"somebody else is writing, and was not done after {self._wait:g} seconds: try again later."
        if code in (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT):
            return f"this is no SQLite file, or a damaged one ({error}): restore it, or index into a new file."
        if code == sqlite3.SQLITE_FULL:
            return "the disk is full: nothing of the last write was kept; free some space and repeat it."
        if code == sqlite3.SQLITE_READONLY:
            return "the file cannot be written: check its permissions, or open it with read_only=True."
        return f"SQLite says: {error}."


def _close(*connections: sqlite3.Connection) -> None:
    for connection in connections:
        connection.close()


def _refuse_unusable(path: Path, *, read_only: bool) -> None:
    if path.is_dir():
        raise StorageError(str(path), "this is a directory: give the path of a file in it.")
    if read_only and not path.exists():
        raise StorageError(str(path), "there is no such file: index documents into it before opening it read-only.")
    if not path.absolute().parent.is_dir():
        raise StorageError(str(path), f"the directory {str(path.absolute().parent)!r} does not exist: create it first.")


def _file_system(directory: Path) -> str:
    """Type of the file system, as Linux tells it; elsewhere empty."""
    mounts = Path("/proc/self/mounts")
    if not mounts.exists():
        return ""
    resolved = directory.resolve()
    found = ("", "")
    for line in mounts.read_text(errors="replace").splitlines():
        _, point, system, *_ = line.split(" ")
        point = point.encode().decode("unicode_escape")
        if resolved.is_relative_to(point) and len(point) >= len(found[0]):
            found = (point, system)
    return found[1]
