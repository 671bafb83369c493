"""The event loop never waits for the store, and a call that is cancelled leaves it consistent."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Awaitable, Callable, Iterator
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from navwidget.models import ChunkPatch, ChunkType, Document, DocumentPatch, KeywordSearchQuery, VectorSearchQuery
from navwidget.retrievers import KeywordRetriever, NearestNeighbourRetriever
from navwidget.store import ChunkStore, readiness

MANY = 10**6


def document(source_id: str, chunks: int, words: int = 8) -> Document:
    pieces = [" ".join(f"w{(row * 31 + word * 7) % 997}" for word in range(words)) + " " for row in range(chunks)]
    bounds = [0]
    for piece in pieces:
        bounds.append(bounds[-1] + len(piece))
    spans = list(pairwise(bounds))
    return Document.from_text("".join(pieces), source_id, lambda _: spans)


@pytest.fixture(params=["memory", "file"])
def store(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ChunkStore]:
    """With limits so low that three hundred chunks are many."""
    monkeypatch.setattr(readiness, "_RESULTS", 50)
    monkeypatch.setattr(readiness, "_GREP_CHUNKS", 100)
    with ChunkStore(":memory:" if request.param == "memory" else tmp_path / "store.db", embedder=None) as store:
        store.sync.index_document(document("large", 300))
        store.sync.index_document(document("small", 20))
        yield store


Call = Callable[[ChunkStore], Awaitable[Any]]
LONG: dict[str, Call] = {
    "index_document": lambda store: store.index_document(document("new", 5)),
    "index_documents": lambda store: store.index_documents([document("new", 5)], progress=False),
    "delete_document": lambda store: store.delete_document(document("small", 20).id),
    "delete_source": lambda store: store.delete_source("small"),
    "patch_chunk": lambda store: store.patch_chunk(document("small", 20).chunks[0].id, ChunkPatch(content="x")),
    "patch_document": lambda store: store.patch_document(document("small", 20).id, DocumentPatch(metadata={"a": 1})),
    "navigate to everything": lambda store: store.navigate("large", 0, 0, "next", top_k=MANY),
    "read everything": lambda store: store.read("large", None, None, top_k=MANY),
    "grep for everything": lambda store: store.grep("large", "w", top_k=MANY),
    "grep for many terms": lambda store: store.grep("large", "w1 " * 3_000, mode="term"),
    "grep in a long text": lambda store: store.grep("large", "absent"),
    "neighbours of every kind": lambda store: store.neighbours(document("large", 60).chunks[50].id, MANY, MANY),
    "search for many": lambda store: store.search(KeywordSearchQuery(query="w1", top_k=MANY)),
    "search for a long text": lambda store: store.search(KeywordSearchQuery(query="w1 " * 9_000)),
    "search without some": lambda store: store.search(KeywordSearchQuery(query="w1", exclude_ids={"x"})),
    "retrieve": lambda store: store.retrieve(KeywordRetriever(query="w1")),
    "explain": lambda store: store.explain(KeywordRetriever(query="w1"), "large"),
    "text": lambda store: store.text("large"),
    "sources": lambda store: store.sources(),
    "count_sources": lambda store: store.count_sources(),
    "to_frame": lambda store: store.to_frame(),
    "check": lambda store: store.check(),
    "compact": lambda store: store.compact(),
}
SHORT: dict[str, Call] = {
    "navigate": lambda store: store.navigate("large", 500, 900, "next", top_k=3),
    "read": lambda store: store.read("small", 0, 50),
    "grep": lambda store: store.grep("small", "w7"),
    "get_chunk": lambda store: store.get_chunk(document("small", 20).chunks[3].id),
    "neighbours": lambda store: store.neighbours(document("small", 20).chunks[3].id),
    "outline": lambda store: store.outline("large"),
    "indexed_version": lambda store: store.indexed_version("small"),
    "search": lambda store: store.search(KeywordSearchQuery(query="w1 w2")),
}


async def threads_of(call: Awaitable[Any], monkeypatch: pytest.MonkeyPatch) -> int:
    """How often a call went to a thread."""
    asked = []
    to_thread = asyncio.to_thread

    async def counted(*args: Any, **kwargs: Any) -> Any:
        asked.append(args)
        return await to_thread(*args, **kwargs)

    with monkeypatch.context() as patch:
        patch.setattr(asyncio, "to_thread", counted)
        await call
    return len(asked)


async def warm(store: ChunkStore) -> None:
    for call in SHORT.values():
        await call(store)
    await store.grep("large", "w1")
    await store.search(VectorSearchQuery(embedding=[1.0]))
    await store.text("large")
    await store.navigate("large", 0, 0, "next")


@pytest.mark.parametrize("name", LONG)
async def test_what_may_take_long_is_never_asked_on_the_loop(
    store: ChunkStore, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    await warm(store)
    assert await threads_of(LONG[name](store), monkeypatch) == 1


@pytest.mark.parametrize("name", SHORT)
async def test_what_is_at_hand_is_asked_on_the_loop(
    store: ChunkStore, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    await warm(store)
    assert await threads_of(SHORT[name](store), monkeypatch) == 0


@pytest.mark.parametrize("name", SHORT)
async def test_what_is_at_hand_goes_to_a_thread_while_somebody_is_in_the_way(
    store: ChunkStore, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise the loop would wait for whoever writes in memory, or reads much of a file."""
    await warm(store)
    taken, done = threading.Event(), threading.Event()

    def be_in_the_way() -> None:
        with store.sync.database.snapshot():
            taken.set()
            done.wait(5)

    thread = threading.Thread(target=be_in_the_way)
    thread.start()
    taken.wait(30)
    asking = asyncio.create_task(threads_of(SHORT[name](store), monkeypatch))
    await asyncio.sleep(0.02)  # a loop that waited would be here only after the other has given up
    assert not done.is_set()
    assert thread.is_alive()
    done.set()
    assert await asking == 1
    thread.join()


async def test_a_change_by_others_makes_the_next_question_long(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "store.db"
    with ChunkStore(path, embedder=None) as writer, ChunkStore(path, embedder=None, read_only=True) as reader:
        writer.sync.index_document(document("small", 20))
        reader.sync.index_document  # noqa: B018 - a reader has it too, and refuses
        await reader.read("small", 0, 50)
        assert await threads_of(reader.read("small", 0, 50), monkeypatch) == 0
        writer.sync.index_document(document("small", 21))
        assert await threads_of(reader.read("small", 0, 50), monkeypatch) == 1
        assert await threads_of(reader.read("small", 0, 50), monkeypatch) == 0


async def longest_wait(call: Awaitable[Any]) -> float:
    """Seconds that a ticking coroutine had to wait while something was asked."""
    worst = 0.0

    async def tick() -> None:
        nonlocal worst
        while True:
            before = time.perf_counter()
            await asyncio.sleep(0.001)
            worst = max(worst, time.perf_counter() - before - 0.001)

    ticking = asyncio.create_task(tick())
    await asyncio.sleep(0)
    await call
    await asyncio.sleep(0.002)  # a call that held the loop itself is noticed only now
    ticking.cancel()
    return worst


@pytest.mark.soak
@pytest.mark.timeout(900)
async def test_loop_goes_on_over_a_hundred_thousand_chunks() -> None:
    """Nothing holds the loop for a second, and half of the calls not for 50 ms; each wait is printed, in milliseconds.

    Answers of 100,000 results, and indexing as many chunks as one document, hold it longest: while Python collects its
    garbage no thread goes on.
    """
    with ChunkStore(embedder=None) as store:
        waits = {"index": await longest_wait(store.index_document(document("large", 100_000)))}
        for name, call in {**SHORT, **LONG}.items():
            await store.index_document(document("small", 20))  # which some of the calls delete
            waits[name] = await longest_wait(call(store))
        print({name: round(wait * 1000, 1) for name, wait in waits.items()})
        assert {name: wait for name, wait in waits.items() if wait > 1.0} == {}
        assert sorted(waits.values())[len(waits) // 2] < 0.05


async def test_cancelled_ingest_stores_what_it_took_and_takes_no_more(store: ChunkStore) -> None:
    taken, enough, loop = 0, asyncio.Event(), asyncio.get_running_loop()

    def endless() -> Iterator[Document]:
        nonlocal taken
        while True:
            taken += 1
            if taken == 12:
                loop.call_soon_threadsafe(enough.set)
            yield document(f"n{taken}", 500, words=1)

    ingest = asyncio.create_task(store.index_documents(endless(), progress=False))
    await asyncio.wait_for(enough.wait(), timeout=60)
    ingest.cancel()
    with pytest.raises(asyncio.CancelledError):
        await ingest
    now = taken
    await store.index_document(document("after", 1))  # waits for what was being written
    assert await store.count_sources("n") <= taken <= now + 1
    assert await store.check() == []


@pytest.mark.parametrize("delay", [0.0, 0.001, 0.01])
@pytest.mark.parametrize("name", ["index_document", "delete_source", "patch_chunk", "search for many", "compact"])
async def test_cancelled_call_leaves_the_store_consistent(store: ChunkStore, name: str, delay: float) -> None:
    call = asyncio.ensure_future(LONG[name](store))
    await asyncio.sleep(delay)
    call.cancel()
    await asyncio.gather(call, return_exceptions=True)
    assert await store.check() == []
    await store.index_document(document("after", 3))
    assert len(await store.read("after", None, None, content_type=ChunkType.CONTENT)) == 3


async def test_many_tasks_and_threads_share_one_store(store: ChunkStore) -> None:
    """Each changes and reads a source of its own; each finds its own, and nobody waits for ever."""

    async def live(name: str) -> None:
        for size in range(1, 12):
            await store.index_document(document(name, size))
            hits, found = await asyncio.gather(store.read(name, None, None), store.grep(name, "w", top_k=99))
            assert len(hits) == len(found) == size

    def live_in_a_thread(name: str) -> None:
        for size in range(1, 12):
            store.sync.index_document(document(name, size))
            assert len(store.sync.read(name, None, None)) == size

    tasks = [live(f"task {number}") for number in range(4)]
    others = [asyncio.to_thread(live_in_a_thread, f"thread {number}") for number in range(4)]
    await asyncio.wait_for(asyncio.gather(*tasks, *others), timeout=60)
    assert await store.check() == []
    nearest = NearestNeighbourRetriever(query_embedding=[1.0])
    assert await store.retrieve(nearest) == []


ODD = [
    None,
    True,
    -1,
    2.5,
    "",
    "fish",
    "\ud800",
    b"fish",
    [],
    ["fish"],
    {"a": 1},
    np.arange(3),
    object,
    SimpleNamespace(),
]
ODDLY: dict[str, Callable[[ChunkStore, Any], Awaitable[Any]]] = {
    "navigate in": lambda store, odd: store.navigate(odd, 0, 0, "next"),
    "navigate from": lambda store, odd: store.navigate("small", odd, odd, "previous"),
    "navigate to": lambda store, odd: store.navigate("small", 0, 0, odd),
    "navigate so far": lambda store, odd: store.navigate("small", 0, 0, "next", top_k=odd),
    "navigate among": lambda store, odd: store.navigate("small", 0, 0, "next", content_type=odd),
    "read in": lambda store, odd: store.read(odd, 0, 9),
    "read from": lambda store, odd: store.read("small", odd, 9),
    "read so much": lambda store, odd: store.read("small", 0, 9, top_k=odd),
    "read among": lambda store, odd: store.read("small", 0, 9, content_type=odd),
    "grep in": lambda store, odd: store.grep(odd, "w7"),
    "grep for": lambda store, odd: store.grep("small", odd),
    "grep as": lambda store, odd: store.grep("small", "w7", mode=odd),
    "grep so many": lambda store, odd: store.grep("small", "w7", top_k=odd),
    "grep among": lambda store, odd: store.grep("small", "w7", content_type=odd),
    "get_chunk": lambda store, odd: store.get_chunk(odd),
    "neighbours of": lambda store, odd: store.neighbours(odd),
    "neighbours before": lambda store, odd: store.neighbours(document("small", 20).chunks[3].id, odd),
    "outline": lambda store, odd: store.outline(odd),
    "indexed_version": lambda store, odd: store.indexed_version(odd),
    "search": lambda store, odd: store.search(odd),
    "search for": lambda store, odd: store.search(SimpleNamespace(**FIELDS | {"query": odd})),
    "search so many": lambda store, odd: store.search(SimpleNamespace(**FIELDS | {"top_k": odd})),
    "search without": lambda store, odd: store.search(SimpleNamespace(**FIELDS | {"exclude_ids": odd})),
    "search for, as a query": lambda store, odd: store.search(KeywordSearchQuery.model_construct(query=odd)),
    "search near, as a query": lambda store, odd: store.search(
        VectorSearchQuery.model_construct(embedding=(1.0,), query=odd)
    ),
    "search without, as a query": lambda store, odd: store.search(
        KeywordSearchQuery.model_construct(query="w1", exclude_ids=odd)
    ),
    "search near": lambda store, odd: store.search(SimpleNamespace(**FIELDS | {"embedding": odd})),
}
FIELDS = KeywordSearchQuery(query="w1").model_dump()


async def outcome(call: Awaitable[Any]) -> str:
    """Give the answer or the complaint, as text."""
    try:
        return repr(await call)
    except Exception as error:
        return f"{type(error).__name__}: {error}"


@pytest.mark.parametrize("name", ODDLY)
async def test_odd_arguments_get_the_same_sentence_warm_and_cold(store: ChunkStore, name: str) -> None:
    """What is loaded decides where a question is asked, never what comes of it."""
    await warm(store)
    with ChunkStore(embedder=None) as cold:
        cold.sync.index_documents([document("large", 300), document("small", 20)], progress=False)
        cold.sync.database._reads_freely = False  # so that it asks in threads, whatever it has in memory by now
        for odd in ODD:
            wanted = await outcome(ODDLY[name](cold, odd))
            assert await outcome(ODDLY[name](store, odd)) == wanted
            assert "Error: " not in wanted or wanted.startswith(
                ("SearchError", "SourceNotFoundError", "ChunkNotFoundError")
            ), wanted
