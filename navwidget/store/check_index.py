"""Whether the ranking blocks agree with the sources: each in one block of a kind, as its texts and vectors are."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from navwidget.store.block_log import BlockLog
from navwidget.store.blocks import Block
from navwidget.store.columns import decode
from navwidget.store.postings import PostingsBlock, term_names
from navwidget.store.segment import Segment
from navwidget.store.source import Source
from navwidget.store.vectors import VectorBlock
from navwidget.text import tokens

B = TypeVar("B", bound=Block)
Judge = Callable[[Segment, slice], bool]
"""Whether some rows of a block are what a source has."""

_ODD = np.uint64(0x9E3779B97F4A7C15)


class _Rows:
    """The parts of a segment, straight from the file."""

    def __init__(self, connection: sqlite3.Connection, key: int) -> None:
        self._connection = connection
        self._key = key

    def load(self, name: str) -> bytes | None:
        table = "chunk_metadata" if name == "chunk_metadata" else "segment"
        query = f"SELECT {name} FROM {table} WHERE key = ?"  # noqa: S608 - names are ours
        row = self._connection.execute(query, (self._key,)).fetchone()
        if row is None and table == "segment":
            raise LookupError("its columns are missing")
        return None if row is None else bytes(row[0] or b"")

    def load_pieces(self, name: str, bounds: Iterable[tuple[int, int]]) -> list[bytes]:
        part = self.load(name) or b""
        return [part[start:stop] for start, stop in bounds]


def segments_of(connection: sqlite3.Connection) -> Iterator[Segment]:
    """Give every source, each to be used and forgotten before the next: then one at a time is in memory."""
    for row in connection.execute(Source.SELECT).fetchall():
        source = Source(*row)
        yield Segment(source, _Rows(connection, source.key))


def index_faults(connection: sqlite3.Connection) -> Iterator[str]:
    """Say what is wrong with the blocks, a sentence for each fault."""
    sources = {segment.source.key: segment for segment in segments_of(connection)}
    yield from _faults(connection, BlockLog("postings", PostingsBlock), sources, _judge_of_words)
    embedded = [key for (key,) in connection.execute("SELECT key FROM source WHERE dimension IS NOT NULL")]
    with_vectors = {key: sources[key] for key in embedded}
    yield from _faults(connection, BlockLog("vectors", VectorBlock), with_vectors, _judge_of_vectors)


def _faults(
    connection: sqlite3.Connection, log: BlockLog[B], sources: Mapping[int, Segment], judge_of: Callable[[B], Judge]
) -> Iterator[str]:
    missing = dict(sources)
    for number, noted, block in log.each(connection):
        if noted != _described(block, sources):
            yield f"What is noted of block {number} of {log.kind}, {noted}, differs from {_described(block, sources)}."
        judge = judge_of(block)
        for key, start, stop in zip(block.keys.tolist(), block.row_starts[:-1], block.row_starts[1:], strict=True):
            if key not in sources:
                continue  # dead until a merge drops it
            segment = missing.pop(key, None)
            if segment is None:
                yield f"Source {sources[key].source.source_id!r}: it is in the {log.kind} twice."
            elif stop - start != len(segment) or not judge(segment, slice(start, stop)):
                yield f"Source {segment.source.source_id!r}: its {log.kind} are not those of its chunks."
    yield from (f"Source {segment.source.source_id!r}: it has no {log.kind}." for segment in missing.values())


def _described(block: Block, sources: Mapping[int, Segment]) -> tuple[int, ...]:
    """First key, last key, living rows and rows of a block, as the block table notes them."""
    living = np.isin(block.keys, np.fromiter(sources, np.int64, len(sources)))
    alive = int(np.diff(block.row_starts)[living].sum())
    return int(block.keys.min()), int(block.keys.max()), alive, block.rows


def _judge_of_words(block: PostingsBlock) -> Judge:
    if not _in_order(block):
        return lambda *_: False
    return partial(_has_words, block.lengths, _signatures(block))


def _in_order(block: PostingsBlock) -> bool:
    """Whether the terms ascend, and the rows of each."""
    first, second = block.names
    terms = (first[1:] > first[:-1]) | ((first[1:] == first[:-1]) & (second[1:] > second[:-1]))
    rows = block.posting_rows[1:] > block.posting_rows[:-1]
    rows[block.term_starts[1:-1] - 1] = True  # another term begins
    return bool(terms.all() and rows.all())


def _signatures(block: PostingsBlock) -> NDArray[np.uint64]:
    """Add up a number for every token of each row: rows of other tokens have another sum, but for a chance of 2**-64.

    So a row can be compared with its text without taking the block apart.
    """
    sums = np.zeros(block.rows, np.uint64)
    values = np.repeat(_numbers(block.names), np.diff(block.term_starts)) * block.frequencies.astype(np.uint64)
    np.add.at(sums, block.posting_rows, values)
    return sums


def _numbers(names: NDArray[np.uint64]) -> NDArray[np.uint64]:
    numbers: NDArray[np.uint64] = names[0] + names[1] * _ODD
    return numbers


def _has_words(lengths: NDArray[np.uint32], signatures: NDArray[np.uint64], segment: Segment, rows: slice) -> bool:
    for text, length, signature in zip(segment.texts(), lengths[rows], signatures[rows], strict=True):
        words = tokens(decode(text))
        if len(words) != length or _numbers(term_names(words)).sum() != signature:
            return False
    return True


def _judge_of_vectors(block: VectorBlock) -> Judge:
    again = VectorBlock.build([(0, block.matrix, block.present)])
    sound = (again.norms == block.norms) & np.isfinite(block.norms)

    def judge(segment: Segment, rows: slice) -> bool:
        stale_without = segment.spans.stale & ~block.present[rows]
        return bool(sound[rows].all() and block.present[rows].any() and not stale_without.any())

    return judge
