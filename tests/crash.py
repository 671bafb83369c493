"""A child process that changes a store until it is killed, and what a store may hold afterwards."""

from __future__ import annotations

import multiprocessing
import random
import time
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path

from navwidget.models import ChunkPatch, Document, DocumentPatch, GrepMode, KeywordSearchQuery
from navwidget.store import ChunkStore

SOURCES = 3
_CHUNKS = 40

# Its children are forks of a process that has imported everything, so that each begins at once
_PROCESSES = multiprocessing.get_context("forkserver")
_PROCESSES.set_forkserver_preload(["tests.crash"])

State = dict[str, str]
"""What a store should hold: by source_id, the number that its texts and metadata tell."""


def document(source_id: str, number: int) -> Document:
    """Every chunk tells the number of the version, and so do the metadata."""
    word = f"v{number:07} "
    return Document.from_text(
        word * _CHUNKS,
        source_id,
        lambda text: [(start, start + len(word)) for start in range(0, len(text), len(word))],
        metadata={"number": number},
    )


def step(store: ChunkStore, state: State, number: int, random: random.Random) -> State:
    """Make one change; gives the state after it."""
    source_id = f"s{random.randrange(SOURCES)}"
    kind = random.choice(["replace", "replace", "batch", "patch", "patch text", "delete"])
    if kind == "batch":
        names = [f"s{each}" for each in range(SOURCES)]
        store.sync.index_documents([document(name, number) for name in names], progress=False)
        return dict.fromkeys(names, f"v{number:07}")
    if kind == "delete" and source_id in state:
        store.sync.delete_source(source_id)
        return {name: value for name, value in state.items() if name != source_id}
    if kind == "patch" and source_id in state:
        store.sync.patch_document(document(source_id, number).id, DocumentPatch(metadata={"patched": number}))
        return {**state, source_id: f"{state[source_id].split()[0]} {number}"}
    if kind == "patch text" and source_id in state:
        chunk = store.sync.read(source_id, None, None)[-1].chunk
        store.sync.patch_chunk(chunk.id, ChunkPatch(metadata={"of": number}, content=chunk.content + "more"))
        return state
    store.sync.index_document(document(source_id, number))
    return {**state, source_id: f"v{number:07}"}


def run(path: str, seed: int, told: Connection) -> None:
    """Change the store for ever; tell each state before it is made and after it is confirmed."""
    choose = random.Random(seed)
    with ChunkStore(path, embedder=None) as store:
        state = held(store)
        number = seed * 10_000
        while True:
            number += 1
            mark = choose.getstate()
            planned = step(Rehearsal(store), state, number, choose)  # type: ignore[arg-type]
            choose.setstate(mark)
            told.send(("planned", planned))
            state = step(store, state, number, choose)
            told.send(("confirmed", state))


class Rehearsal:
    """A store that takes every change and makes none."""

    def __init__(self, store: ChunkStore) -> None:
        self.sync = self
        self.read = store.sync.read

    def __getattr__(self, name: str) -> object:
        return lambda *_, **__: None


def held(store: ChunkStore) -> State:
    """What a store does hold; an answer of two versions is an AssertionError."""
    state = {}
    for info in store.sync.sources():
        chunks = [hit.chunk for hit in store.sync.read(info.source_id, None, None, top_k=1000)]
        words = {chunk.content.split()[0] for chunk in chunks}
        assert len(chunks) == _CHUNKS
        assert words == {f"v{info.metadata['number']:07}"}, "texts and metadata are of two versions"
        (word,) = words
        hits = store.sync.search(KeywordSearchQuery(query=word, top_k=1000))
        assert sum(hit.chunk.source_id == info.source_id for hit in hits) == _CHUNKS
        assert len(store.sync.grep(info.source_id, word, mode=GrepMode.TERM, top_k=1000)) == _CHUNKS
        patched = info.metadata.get("patched")
        state[info.source_id] = word if patched is None else f"{word} {patched}"
    return state


def killed_at_random(path: Path, seed: int, seconds: float) -> tuple[State | None, State]:
    """Let a child change the store and kill it; gives the state that it confirmed last, and the one it was making."""
    receiver, sender = _PROCESSES.Pipe(duplex=False)
    child = _PROCESSES.Process(target=run, args=(str(path), seed, sender))
    child.start()
    sender.close()
    told = [receiver.recv()]  # it has begun
    time.sleep(seconds)
    child.kill()
    with suppress(EOFError, OSError):  # the end may come in the middle of what it tells
        while True:
            told.append(receiver.recv())
    child.join()
    receiver.close()
    confirmed = [state for what, state in told if what == "confirmed"]
    return (confirmed[-1] if confirmed else None), told[-1][1]
