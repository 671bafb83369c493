"""Sizes that take minutes: memory stays within a multiple of what is stored, and answers stay right."""

from __future__ import annotations

import multiprocessing
import sys
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from navwidget.models import Document, DocumentChunk, KeywordSearchQuery
from navwidget.store import ChunkStore

pytestmark = [
    pytest.mark.soak,
    pytest.mark.timeout(3600),
    pytest.mark.skipif(sys.platform == "win32", reason="memory is measured as POSIX systems tell it"),
]

_PROCESSES = multiprocessing.get_context("spawn")
MB = 1_000_000


def text_of(size: int) -> str:
    """Text of about so many characters, in words of a vocabulary of 50,000."""
    words = [f"term{number * 7919 % 50_000}" for number in range(50_000)]
    once = " ".join(words) + "\n"
    return once * (size // len(once) + 1)


def even(size: int) -> Callable[[str], list[tuple[int, int]]]:
    return lambda text: [(start, min(start + size, len(text))) for start in range(0, len(text), size)]


def long_text(store: ChunkStore) -> None:
    text = text_of(200 * MB)
    document = Document.from_text(text, "long", even(1_000))
    store.sync.index_document(document)
    assert store.sync.text("long", len(text) - 20) == text[-20:]
    last = store.sync.navigate("long", len(text), len(text), "previous")[0].chunk
    assert last.content == document.chunks[-1].content
    assert store.sync.grep("long", "not in it") == []


def million_chunks(store: ChunkStore) -> None:
    text = text_of(20 * MB)
    store.sync.index_document(Document.from_text(text[: 20 * MB], "many", even(20)))
    assert len(store.sync.outline("many").ids) == MB
    assert store.sync.navigate("many", 10 * MB, 10 * MB, "next")[0].chunk.start_offset == 10 * MB
    assert len(store.sync.search(KeywordSearchQuery(query="term7919"))) == 10


def hundred_thousand_sources(store: ChunkStore) -> None:
    def documents() -> Iterator[Document]:
        for number in range(100_000):
            yield Document.from_text(f"source number {number} has two chunks", f"s{number}", even(20))

    store.sync.index_documents(documents(), progress=False)
    assert store.sync.count_sources() == 100_000
    (hit,) = store.sync.search(KeywordSearchQuery(query="77777"))
    assert hit.chunk.source_id == "s77777"
    store.sync.delete_source("s77777")
    assert store.sync.search(KeywordSearchQuery(query="77777")) == []


def large_chunks(store: ChunkStore) -> None:
    text = text_of(10 * MB)[: 10 * MB]
    chunks = tuple(
        DocumentChunk(source_id="large", locator=str(row), start_offset=row, end_offset=row + 1, content=text[row:])
        for row in range(5)
    )
    store.sync.index_document(Document(source_id="large", content=None, chunks=chunks))
    assert [len(hit.chunk.content) for hit in store.sync.read("large", None, None)] == [len(text) - n for n in range(5)]


def live(work: Callable[[ChunkStore], None], path: str, told: Connection) -> None:
    """Do it in a process of its own, and tell how much memory that took at most."""
    import resource

    unit = 1 if sys.platform == "darwin" else 1024
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit
    with ChunkStore(path, embedder=None) as store:
        work(store)
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit - before
        told.send((store.sync.check(), peak))


@pytest.mark.parametrize(
    ("work", "memory"),
    [
        (long_text, 3_000 * MB),
        (million_chunks, 4_000 * MB),
        (hundred_thousand_sources, 600 * MB),
        (large_chunks, 1_500 * MB),
    ],
)
def test_size(tmp_path: Path, work: Callable[[ChunkStore], None], memory: int) -> None:
    here, there = _PROCESSES.Pipe(duplex=False)
    process = _PROCESSES.Process(target=live, args=(work, str(tmp_path / "store.db"), there))
    process.start()
    there.close()
    faults, peak = here.recv()
    process.join()
    here.close()
    assert faults == []
    assert peak < memory, f"{peak / MB:,.0f} MB"
