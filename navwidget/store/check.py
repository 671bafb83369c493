"""What is wrong with a file: its pages, its bytes, each source, and whether every index agrees with the sources."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping
from itertools import pairwise

from navwidget.store.check_index import index_faults, segments_of
from navwidget.store.columns import decode
from navwidget.store.names import id_hash
from navwidget.store.schema import CHECKED
from navwidget.store.segment import Segment
from navwidget.store.source import TYPES
from navwidget.wording import counted

UNREADABLE = (ArithmeticError, AttributeError, LookupError, MemoryError, TypeError, ValueError)
"""What comes of bytes that are not what was written."""

_OWNER = {"source": "key", "segment": "key", "chunk_metadata": "key", "block_part": "block"}
_LOOSE_ROWS = {
    "columns": "SELECT count(*) FROM segment WHERE key NOT IN (SELECT key FROM source)",
    "metadata": "SELECT count(*) FROM chunk_metadata WHERE key NOT IN (SELECT key FROM source)",
    "places of ids": "SELECT count(*) FROM chunk_id WHERE key NOT IN (SELECT key FROM source)",
    "parts of blocks": "SELECT count(*) FROM block_part WHERE block NOT IN (SELECT id FROM block)",
}


def faults(connection: sqlite3.Connection, *, thorough: bool = True) -> Iterator[str]:
    """Say what is wrong with a file, one sentence at a time, the causes first.

    Parameters
    ----------
    connection : sqlite3.Connection
        In the middle of a transaction, so that all is seen as of one commit.
    thorough : bool
        Whether texts are cut into words again, to compare them with the index; it takes most of the time.
    """
    stages = [_damage, _loose_rows, _source_faults, index_faults]
    for stage in stages if thorough else stages[:-1]:
        sound = True
        for fault in stage(connection):
            sound = False
            yield fault
        if not sound:
            return  # what a stage finds explains what the next would find


def _damage(connection: sqlite3.Connection) -> Iterator[str]:
    try:
        for (told,) in connection.execute("PRAGMA integrity_check(20)"):
            if told != "ok":
                yield f"SQLite finds the file damaged: {told}."
        for table, columns in CHECKED.items():
            query = f"SELECT {_OWNER[table]} FROM {table} WHERE checksum IS NOT checksum({columns})"  # noqa: S608
            for (number,) in connection.execute(query):
                yield f"The {table} row of {_OWNER[table]} {number} is not what was written: its checksum differs."
    except (sqlite3.Error, UnicodeDecodeError) as error:
        yield f"SQLite cannot read all of the file: {error}."


def _loose_rows(connection: sqlite3.Connection) -> Iterator[str]:
    for what, query in _LOOSE_ROWS.items():
        (count,) = connection.execute(query).fetchone()
        if count:
            yield f"There are {what} that belong to nothing: {counted(count, 'row')}."


def _source_faults(connection: sqlite3.Connection) -> Iterator[str]:
    noted = dict(connection.execute("SELECT key, count(*) FROM chunk_id GROUP BY key"))
    for segment in segments_of(connection):
        yield from _named(segment, _column_faults(segment))
        yield from _named(segment, _place_faults(connection, segment, noted.get(segment.source.key, 0)))


def _named(segment: Segment, faults: Iterator[str]) -> Iterator[str]:
    try:
        for fault in faults:
            yield f"Source {segment.source.source_id!r}: {fault}."
    except UNREADABLE as error:
        yield f"Source {segment.source.source_id!r}: it cannot be read ({error})."


def _column_faults(segment: Segment) -> Iterator[str]:
    spans, length = segment.spans, segment.source.length
    ids, locators = list(segment.ids), list(segment.locators)
    if not len(ids) == len(locators) == len(segment):
        chunks = counted(len(segment), "chunk")
        yield f"it has {chunks}, but {counted(len(ids), 'id')} and {counted(len(locators), 'locator')}"
    if len(set(ids)) < len(ids):
        yield "it has an id twice"
    order = list(zip(spans.starts.tolist(), spans.ends.tolist(), ids, strict=False))
    if any(later < earlier for earlier, later in pairwise(order)):
        yield "its chunks are not in reading order"
    if spans.starts.min() < 0 or (spans.ends < spans.starts).any() or spans.types.max() >= len(TYPES):
        yield "it has a span or a type that is none"
    text, longest = segment.source_text, int(spans.ends.max())
    if longest > length or (longest if text is None else len(text.slice(0, length))) != length:
        yield f"its text has not the noted length of {counted(length, 'code point')}"
    yield from _undecodable(segment)


def _undecodable(segment: Segment) -> Iterator[str]:
    """Decode what results show and no other check has decoded."""
    for row, text in enumerate(segment.texts()):
        if not isinstance(segment.metadata(row), dict):
            yield f"metadata of chunk {segment.ids[row]!r} are no JSON object"
        decode(text)
    if not all(map(str.isdecimal, segment.parents)) or not isinstance(segment.source.info.metadata, Mapping):
        yield "its metadata or parent references are no JSON object"


def _place_faults(connection: sqlite3.Connection, segment: Segment, noted: int) -> Iterator[str]:
    """Look every id up as a reader does; `noted` is how many places the source has in all."""
    query = "SELECT 1 FROM chunk_id WHERE hash = ? AND key = ? AND row = ?"
    places = ((id_hash(name), segment.source.key, row) for row, name in enumerate(segment.ids))
    found = sum(connection.execute(query, place).fetchone() is not None for place in places)
    if found < len(segment):
        yield f"{len(segment) - found:,} of its chunks cannot be found by id"
    if found < noted:
        yield f"{noted - found:,} ids are said to be in it that are not"
