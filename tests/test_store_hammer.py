"""While one writer replaces the same source again and again, whatever anybody reads is of one version."""

from __future__ import annotations

import multiprocessing
import threading
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import pytest

from navwidget.errors import StorageError
from navwidget.models import Document, DocumentChunk, GrepMode, KeywordSearchQuery, NavigationDirection
from navwidget.retrievers import KeywordRetriever
from navwidget.store import ChunkStore
from navwidget.store.database import Database

_PROCESSES = multiprocessing.get_context("forkserver")
_PROCESSES.set_forkserver_preload(["tests.test_store_hammer"])


def version(number: int) -> Document:
    """Ids, spans, texts, metadata and how many chunks there are: all tell the number."""
    width = 8 + number % 9
    word = f"v{number:05}".ljust(width)
    count = 3 + number % 5
    chunks = tuple(
        DocumentChunk(
            source_id="s",
            locator=f"{number}:{row}",
            start_offset=row * width,
            end_offset=(row + 1) * width,
            content=word,
            id=f"{number}/{row}",
        )
        for row in range(count)
    )
    return Document(source_id="s", content=word * count, chunks=chunks, metadata={"number": number})


def answers(store: ChunkStore) -> dict[str, list[DocumentChunk]]:
    """One answer of every kind; what is asked for comes from the first."""
    sync = store.sync
    read = [hit.chunk for hit in sync.read("s", None, None)]
    word = read[0].content.strip()
    one = sync.get_chunk(read[-1].id)
    query = KeywordSearchQuery(query=f"{word} v", top_k=100)
    return {
        "read": read,
        "get_chunk": [] if one is None else [one.chunk],
        "navigate": [hit.chunk for hit in sync.navigate("s", 0, 0, NavigationDirection.NEXT, top_k=100)],
        "grep": [hit.chunk for hit in sync.grep("s", "V0", mode=GrepMode.TERM, top_k=100)],
        "search": [hit.chunk for hit in sync.search(query)],
        "retrieve": [hit.chunk for hit in sync.retrieve(KeywordRetriever(query=word, top_k=100))],
    }


def contradictions(store: ChunkStore) -> list[Any]:
    """Answers that are not of one version, with the first of which they could be."""
    wrong = []
    for kind, chunks in answers(store).items():
        if not chunks:
            continue  # what was asked for is gone already: an answer of the new version
        number = int(chunks[0].id.split("/")[0])
        expected = {
            (chunk.id, chunk.start_offset, chunk.end_offset, chunk.content, number) for chunk in version(number).chunks
        }
        found = {
            (chunk.id, chunk.start_offset, chunk.end_offset, chunk.content, chunk.metadata["document_number"])
            for chunk in chunks
        }
        if not found <= expected or (len(found) < len(expected) and kind != "get_chunk"):
            wrong.append((kind, found))
    return wrong


def look(store: ChunkStore, done: threading.Event) -> tuple[int, list[Any]]:
    """Read until all is written; gives how often, and what was wrong."""
    wrong: list[Any] = []
    rounds = 0
    while not done.is_set():
        wrong += contradictions(store)
        rounds += 1
    return rounds, wrong


def look_from_elsewhere(path: str, told: Connection) -> None:
    """The same in another process, until the other side hangs up or speaks."""
    wrong: list[Any] = []
    rounds = 0
    with ChunkStore(path, embedder=None, read_only=True) as store:
        told.send("ready")
        while not told.poll():
            wrong += contradictions(store)
            rounds += 1
    told.send((rounds, wrong))


def hammer(path: Path, versions: int) -> None:
    done = threading.Event()
    with ChunkStore(path, embedder=None) as store, ChunkStore(path, embedder=None, read_only=True) as other:
        store.sync.index_document(version(0))
        here, there = _PROCESSES.Pipe()
        process = _PROCESSES.Process(target=look_from_elsewhere, args=(str(path), there))
        process.start()
        assert here.recv() == "ready"
        with ThreadPoolExecutor(4) as pool:
            looking = [pool.submit(look, reader, done) for reader in (store, store, other, other)]
            try:
                for number in range(1, versions + 1):
                    store.sync.index_document(version(number))
            finally:
                done.set()
                here.send("done")
            seen = [each.result() for each in looking] + [here.recv()]
        process.join()
        here.close()
        there.close()
        assert [wrong for _, wrong in seen] == [[]] * 5
        assert all(rounds for rounds, _ in seen)
        assert store.sync.check() == []
        assert len(store.sync.read("s", None, None)) == 3 + versions % 5


def test_every_answer_is_of_one_version(tmp_path: Path) -> None:
    hammer(tmp_path / "store.db", versions=100)


@pytest.mark.soak
def test_every_answer_is_of_one_version_five_hundred_times(tmp_path: Path) -> None:
    hammer(tmp_path / "store.db", versions=500)


def write_for_a_while(path: str, told: Connection) -> None:
    """Begin a change in another process, and finish it when told."""
    database = Database(path)
    with database.transaction():
        told.send("writing")
        told.recv()
    database.close()
    told.send("written")


def test_second_writing_process_waits_and_then_gets_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    with ChunkStore(path, embedder=None) as store:
        store.sync.index_document(version(1))
        here, there = _PROCESSES.Pipe()
        process = _PROCESSES.Process(target=write_for_a_while, args=(str(path), there))
        process.start()
        assert here.recv() == "writing"
        impatient = Database(str(path), wait=0.1)
        with pytest.raises(StorageError, match=r"not done after 0\.1 seconds"), impatient.transaction():
            pass
        assert len(store.sync.read("s", None, None)) == 4, "reading goes on meanwhile"
        with ThreadPoolExecutor(1) as pool:
            waiting = pool.submit(store.sync.index_document, version(2))
            here.send("go on")
            assert here.recv() == "written"
            waiting.result()
        process.join()
        impatient.close()
        here.close()
        there.close()
        assert len(store.sync.read("s", None, None)) == 5
