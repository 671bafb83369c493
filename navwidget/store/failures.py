"""What SQLite's failures mean, in sentences that say what to do."""

from __future__ import annotations

import sqlite3

_NOT_OURS = "this is no SQLite file, or a damaged one ({error}): restore it from a copy, or index into a new file."
_BUSY = "somebody else is writing, and was not done after {wait:g} seconds: try again later."
_SENTENCES = {
    sqlite3.SQLITE_BUSY: _BUSY,
    sqlite3.SQLITE_LOCKED: _BUSY,
    sqlite3.SQLITE_NOTADB: _NOT_OURS,
    sqlite3.SQLITE_CORRUPT: _NOT_OURS,
    sqlite3.SQLITE_FULL: "the disk is full: nothing of the last write was kept; free some space and repeat it.",
    sqlite3.SQLITE_READONLY: "the file cannot be written: check its permissions, or open it with read_only=True.",
    sqlite3.SQLITE_CANTOPEN: (
        "the file cannot be opened: check its permissions, and those of its directory, where a log is written."
    ),
    sqlite3.SQLITE_IOERR: (
        "the disk failed ({error}): nothing of the last write was kept; check whether it is full, or was taken away."
    ),
    sqlite3.SQLITE_TOOBIG: "a source is too large for one value of SQLite (1 GB): make several documents of it.",
}


def sentence_of(error: sqlite3.Error, wait: float) -> str:
    """Say what a failure means; `wait` is for how many seconds other writers were waited for."""
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
    return _SENTENCES.get(code, "SQLite says: {error}.").format(error=error, wait=wait)
