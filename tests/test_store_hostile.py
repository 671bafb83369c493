"""Hostile and huge input is answered, or refused in a sentence; nothing of it stays where it was refused."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import pytest

from navwidget.errors import IndexingError, SearchError
from navwidget.models import ChunkPatch, Document, DocumentChunk, GrepMode, KeywordSearchQuery, VectorSearchQuery
from navwidget.retrievers import KeywordRetriever, NearestNeighbourRetriever
from navwidget.store import ChunkStore, SyncStore

LONG_ID = "ß" * 10_000
HUGE = 2**80
HOSTILE = [
    "\0",
    "\0" * 5_000,
    "\ud83d",
    "half \udfff of \ud800 characters",
    "<script>alert(1)</script>",
    "'; DROP TABLE source; --",
    "\N{RIGHT-TO-LEFT OVERRIDE}\N{ZERO WIDTH JOINER}" * 100,
    "e" + "\N{COMBINING ACUTE ACCENT}" * 10_000,
    "a" * 300_000,
    "\N{IDEOGRAPHIC SPACE}\u2028\u0085 ",
    "\N{ARABIC LIGATURE SALLALLAHOU ALAYHE WASALLAM}" * 2_000,
    "İıẞſK" * 500,
]


@pytest.fixture
def store() -> Iterator[SyncStore]:
    with ChunkStore(embedder=None) as store:
        store.sync.index_document(Document.from_text("plain text here", "plain", lambda text: [(0, 5), (6, 15)]))
        yield store.sync


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_any_text_comes_back_as_it_was_and_is_found(store: SyncStore, text: str) -> None:
    store.index_document(Document.from_text(text, "s", lambda text: [(0, len(text))], metadata={"title": text}))
    (hit,) = store.read("s", None, None)
    assert hit.chunk.content == text == store.text("s") == hit.chunk.metadata["document_title"]
    assert [hit.chunk.content for hit in store.grep("s", text)] == ([text] if text.strip() else [])
    assert store.grep("plain", text) == []
    store.search(KeywordSearchQuery(query=text))
    assert store.check() == []


def test_ids_of_ten_thousand_characters(store: SyncStore) -> None:
    chunk = DocumentChunk(
        source_id=LONG_ID, locator=LONG_ID, start_offset=0, end_offset=1, content="x", id=LONG_ID, parent_ref=LONG_ID
    )
    store.index_document(Document(source_id=LONG_ID, content="x", chunks=(chunk,), id=LONG_ID))
    (hit,) = store.read(LONG_ID, None, None)
    assert (hit.chunk.id, hit.chunk.locator, hit.chunk.parent_ref) == (LONG_ID,) * 3
    assert store.get_chunk(LONG_ID) == hit
    assert store.check() == []
    store.delete_document(LONG_ID)
    assert store.get_chunk(LONG_ID) is None


def test_offsets_beyond_64_bits(store: SyncStore) -> None:
    assert len(store.navigate("plain", HUGE, HUGE, "previous", top_k=HUGE)) == 2
    assert store.navigate("plain", -HUGE, HUGE, "next", top_k=HUGE) == []
    assert len(store.read("plain", -HUGE, HUGE, top_k=HUGE)) == 2
    assert store.text("plain", -HUGE, HUGE) == "plain text here"
    assert len(store.neighbours(store.outline("plain").ids[0], HUGE, HUGE)) == 1
    far = DocumentChunk(source_id="far", locator="far", start_offset=HUGE, end_offset=HUGE + 1, content="x")
    with pytest.raises(IndexingError, match=r"is not below 2\*\*62"):
        store.index_document(Document(source_id="far", content=None, chunks=(far,)))
    edge = DocumentChunk(source_id="far", locator="far", start_offset=2**62 - 2, end_offset=2**62 - 1, content="x")
    store.index_document(Document(source_id="far", content=None, chunks=(edge,)))
    assert store.navigate("far", 0, 0, "next")[0].chunk.start_offset == 2**62 - 2
    assert store.check() == []


@pytest.mark.parametrize("number", [math.nan, math.inf, -math.inf])
def test_vectors_that_are_not_finite_are_refused(store: SyncStore, number: float) -> None:
    chunk = DocumentChunk(
        source_id="s", locator="1", start_offset=0, end_offset=1, content="x", embedding=(1.0, number)
    )
    with pytest.raises(IndexingError, match="not finite"):
        store.index_document(Document(source_id="s", content="x", chunks=(chunk,)))
    with pytest.raises(IndexingError, match="not finite"):
        store.patch_chunk(store.outline("plain").ids[0], ChunkPatch(embedding=(1.0, number)))
    with pytest.raises((SearchError, ValueError), match="finite"):
        store.search(VectorSearchQuery(embedding=(1.0, number)))
    with pytest.raises((SearchError, ValueError), match="finite"):
        store.retrieve(NearestNeighbourRetriever(query_embedding=(1.0, number)))
    assert [info.source_id for info in store.sources()] == ["plain"]


def test_embedder_that_makes_no_numbers_stores_nothing() -> None:
    with ChunkStore(embedder=lambda texts: [[math.nan if text == "bad" else 1.0] * 4 for text in texts]) as store:
        with pytest.raises(ValueError, match="NaN or infinity"):
            store.sync.index_document(Document.from_text("bad", "s", lambda text: [(0, 3)]))
        assert store.sync.sources() == []


def test_ten_thousand_terms_in_a_query(store: SyncStore) -> None:
    query = " ".join(f"w{number}" for number in range(10_000)) + " text"
    (hit,) = store.search(KeywordSearchQuery(query=query))
    assert hit.chunk.content == "text here"
    assert store.grep("plain", query, mode=GrepMode.TERM) == []
    assert len(store.grep("plain", "t " * 10_000, mode=GrepMode.TERM)) == 1
    assert len(store.retrieve(KeywordRetriever(query=query))) == 1


def test_one_chunk_of_a_megabyte_among_short_ones(store: SyncStore) -> None:
    text = "word " * 200_000
    store.index_document(Document.from_text(text, "s", lambda text: [(0, len(text)), (0, 4), (5, 9)]))
    assert [len(hit.chunk.content) for hit in store.read("s", None, None)] == [4, 1_000_000, 4]
    assert len(store.search(KeywordSearchQuery(query="word"))) == 3
    assert store.check() == []


def test_what_an_iterable_gave_before_it_failed_is_stored(store: SyncStore) -> None:
    def failing() -> Iterator[Document]:
        for number in range(3):
            yield Document.from_text("some text", f"s{number}", lambda text: [(0, len(text))])
        raise RuntimeError("the reader of files gave up")

    with pytest.raises(RuntimeError, match="gave up"):
        store.index_documents(failing(), progress=False)
    assert [info.source_id for info in store.sources()] == ["plain", "s0", "s1", "s2"]


@pytest.mark.parametrize("other", ["a text", None, 7])
def test_what_came_before_something_that_is_no_document_is_stored(store: SyncStore, other: Any) -> None:
    first = Document.from_text("some text", "first", lambda text: [(0, len(text))])
    with pytest.raises(TypeError, match="is no Document"):
        store.index_documents([first, other, first], progress=False)
    assert [info.source_id for info in store.sources()] == ["first", "plain"]


def test_embedder_that_fails_loses_only_its_batch() -> None:
    def embed(texts: list[str]) -> list[list[float]]:
        if "bad" in texts:
            raise ConnectionError("the model is away")
        return [[1.0, 0.0]] * len(texts)

    with ChunkStore(embedder=embed) as store:
        store.sync.index_document(Document.from_text("good", "s", lambda text: [(0, 4)]))
        with pytest.raises(ConnectionError, match="away"):
            store.sync.index_document(Document.from_text("bad", "s", lambda text: [(0, 3)]))
        assert [hit.chunk.content for hit in store.sync.read("s", None, None)] == ["good"]


def test_errors_of_an_embedder_are_not_taken_for_damage() -> None:
    def embed(texts: list[str]) -> list[list[float]]:
        if "question" in texts:
            raise ValueError("no such model")
        return [[1.0, 0.0]] * len(texts)

    with ChunkStore(embedder=embed) as store:
        store.sync.index_document(Document.from_text("good", "s", lambda text: [(0, 4)]))
        with pytest.raises(ValueError, match="no such model"):
            store.sync.retrieve(NearestNeighbourRetriever(query="question"))
