"""A checksum of what is stored, so that damage can be told from content."""

from __future__ import annotations

import sqlite3
from zlib import crc32


def checksum(*parts: bytes | None) -> int:
    """Give the CRC-32 of some byte strings, each with its length, so that no byte can pass from one to the next.

    Examples
    --------
    >>> checksum(b"ab", b"c") == checksum(b"a", b"bc"), checksum(b"") == checksum(None)
    (False, False)
    """
    total = 0
    for part in parts:
        size = -1 if part is None else len(part)
        total = crc32(part or b"", crc32(size.to_bytes(8, "little", signed=True), total))
    return total


def teach(connection: sqlite3.Connection) -> None:
    """Let SQL compute it; of values that are no bytes, which only damage makes, there is none."""

    def of_values(*values: object) -> int | None:
        parts = [value for value in values if value is None or isinstance(value, bytes)]
        return checksum(*parts) if len(parts) == len(values) else None

    connection.create_function("checksum", -1, of_values, deterministic=True)
