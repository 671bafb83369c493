"""However a store came to hold its documents, it equals one built afresh: in memory and reopened from its file."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from navwidget.errors import ChunkNotFoundError, DocumentNotFoundError, IndexingError, SourceNotFoundError
from navwidget.models import (
    ChunkPatch,
    Document,
    DocumentChunk,
    DocumentPatch,
    GrepMode,
    KeywordSearchQuery,
    VectorSearchQuery,
    compute_char_locator,
    compute_id,
)
from navwidget.retrievers import KeywordRetriever, NearestNeighbourRetriever, RRFRetriever
from navwidget.store import ChunkStore, SyncStore
from tests.strategies import documents, metadata, patterns, texts, vectors

SOURCES = ("s0", "s1", "s2")
Change = Callable[[SyncStore, dict[str, Document]], None]


def everything(store: SyncStore) -> list[Any]:
    """All that a store says: its chunks with vectors, and scores of queries that reach every index."""
    frame = store.to_frame(embeddings=True)
    frame["embedding"] = [None if vector is None else tuple(vector) for vector in frame["embedding"]]
    words = [store.search(KeywordSearchQuery(query=query, top_k=1000)) for query in ("a b", "k ß s", "中 é")]
    near = [store.search(VectorSearchQuery(embedding=vector, top_k=1000)) for vector in [(1.0, 2.0, -1.0), (0.0,) * 3]]
    return [
        frame.drop(columns="stale").to_dict("records"),
        store.sources(),
        [[(hit.chunk.id, hit.score) for hit in hits] for hits in [*words, *near]],
        [[hit.chunk.id for hit in store.grep(source.source_id, "a")] for source in store.sources()],
    ]


def afresh(model: dict[str, Document]) -> SyncStore:
    store = ChunkStore(embedder=None).sync
    store.index_documents(model.values(), progress=False)
    return store


def patched(document: Document, number: int, patch: ChunkPatch) -> Document:
    old = document.chunks[number]
    fields = {
        "content": old.content if patch.content is None else patch.content,
        "embedding": old.embedding if patch.embedding is None else patch.embedding,
        "metadata": {**old.metadata, **(patch.metadata or {})},
    }
    chunk = DocumentChunk(**{**dict(old), **fields})
    chunks = (*document.chunks[:number], chunk, *document.chunks[number + 1 :])
    return Document(**{**dict(document), "chunks": chunks})


@st.composite
def changes(draw: st.DrawFn) -> Change:
    """One change, made to a store and to the dict that says what the store should hold."""
    source_id = draw(st.sampled_from(SOURCES))
    kind = draw(st.sampled_from(["index", "index", "delete", "patch_chunk", "patch_chunk", "patch_document"]))
    document = draw(documents(source_id, embedded=True)) if kind == "index" else None
    number = draw(st.integers(0, 11))
    given_fields = {"content": draw(st.none() | texts), "embedding": draw(st.none() | vectors)}
    patch = ChunkPatch(
        metadata=draw(metadata), **{name: value for name, value in given_fields.items() if value is not None}
    )
    document_patch = DocumentPatch(metadata=draw(metadata))

    def change(store: SyncStore, model: dict[str, Document]) -> None:
        old = model.get(source_id)
        if document is not None:
            store.index_document(document)
            model[source_id] = document
        elif old is not None and kind == "delete":
            store.delete_document(old.id)
            del model[source_id]
        elif old is not None and kind == "patch_chunk":
            at = number % len(old.chunks)
            store.patch_chunk(old.chunks[at].id, patch)
            model[source_id] = patched(old, at, patch)
        elif old is not None and kind == "patch_document":
            store.patch_document(old.id, document_patch)
            model[source_id] = Document(**{**dict(old), "metadata": {**old.metadata, **document_patch.metadata}})

    return change


@given(st.lists(changes(), max_size=12))
@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large], deadline=None)
def test_any_order_of_changes_leaves_the_store_as_if_built_afresh(steps: list[Change]) -> None:
    with tempfile.TemporaryDirectory() as directory:
        path = Path(directory) / "store.db"
        in_memory, on_file = ChunkStore(embedder=None), ChunkStore(path, embedder=None)
        models: list[dict[str, Document]] = [{}, {}]
        for number, step in enumerate(steps):
            step(in_memory.sync, models[0])
            step(on_file.sync, models[1])
            if number % 3 == 2:
                on_file.sync.search(KeywordSearchQuery(query="a"))  # so that caches are warm when the next step comes
        on_file.close()
        with ChunkStore(path, embedder=None, read_only=True) as reopened:
            expected = everything(afresh(models[0]))
            assert everything(in_memory.sync) == expected
            assert everything(reopened.sync) == expected


def chunk(start: int, end: int, content: str, **fields: Any) -> DocumentChunk:
    source_id = fields.pop("source_id", "s")
    locator = compute_char_locator(start, end)
    return DocumentChunk(
        source_id=source_id, locator=locator, start_offset=start, end_offset=end, content=content, **fields
    )


def document(content: str | None, *chunks: DocumentChunk, **fields: Any) -> Document:
    return Document(source_id=fields.pop("source_id", "s"), content=content, chunks=chunks, **fields)


def test_every_structural_fault_is_in_one_error_and_nothing_is_written() -> None:
    store = ChunkStore(embedder=None).sync
    store.index_document(
        document("other", chunk(0, 5, "other", source_id="o", id="taken", embedding=(1.0, 0.0, 0.0)), source_id="o")
    )
    good = document("one", chunk(0, 3, "one"))
    store.index_document(good)
    bad = document(
        "some text",
        chunk(-1, 2, "", id="negative"),
        chunk(3, 1, "", id="backwards"),
        chunk(0, 10, "", id="beyond"),
        chunk(0, 1, "s", id="twice"),
        chunk(1, 2, "o", id="twice"),
        chunk(0, 4, "some", id="taken"),
        chunk(0, 4, "some", id="foreign", source_id="elsewhere"),
        chunk(0, 4, "some", id="short", embedding=(1.0,)),
        chunk(0, 4, "some", id="infinite", embedding=(1.0, 0.0, float("inf"))),
        chunk(0, 4, "some", id="broken \ud800"),
    )
    with pytest.raises(IndexingError) as caught:
        store.index_document(bad)
    told = str(caught.value)
    for fault in (
        "chunk 'negative' ('char:-1-2'): start_offset -1 is negative",
        "chunk 'backwards' ('char:3-1'): end_offset 1 is before start_offset 3",
        "chunk 'beyond' ('char:0-10'): end_offset 10 is beyond the content's 9 code points",
        "chunk 'twice' ('char:1-2'): its id is that of an earlier chunk of this document",
        "chunk 'taken' ('char:0-4'): its id is that of a chunk of source 'o'",
        "chunk 'foreign' ('char:0-4'): it belongs to source 'elsewhere', not 's'",
        "chunk 'short' ('char:0-4'): its embedding has 1 number, not 3",
        "chunk 'infinite' ('char:0-4'): its embedding holds a number that is not finite",
        "chunk 'broken \\ud800' ('char:0-4'): its id holds a lone surrogate",
    ):
        assert f"\n- {fault}" in told
    assert len(caught.value.faults) == 9
    assert everything(store) == everything(afresh({"o": store_document(store, "o"), "s": good}))


def store_document(store: SyncStore, source_id: str) -> Document:
    from navwidget.store.frame import from_frame

    frame = store.to_frame(embeddings=True)
    text = store.text(source_id)
    (found,) = from_frame(frame[frame.source_id == source_id], {} if text is None else {source_id: text})
    return found


@pytest.mark.parametrize(
    ("bad", "sentence"),
    [
        (document("no chunks"), "has no chunks"),
        (document(None, chunk(0, 2**62, "far")), "is not below 2**62"),
        (document("a", chunk(0, 1, "a"), id="another id"), "source 's' belongs to document"),
        (document("a", chunk(0, 1, "a", source_id="\ud800"), source_id="\ud800"), "lone surrogate"),
        (document("a", chunk(0, 1, "a", embedding=())), "its embedding is empty"),
    ],
)
def test_document_that_cannot_be_stored_is_refused_in_a_sentence(bad: Document, sentence: str) -> None:
    store = ChunkStore(embedder=None).sync
    store.index_document(document("one", chunk(0, 3, "one")))
    with pytest.raises(IndexingError, match="s") as caught:
        store.index_document(bad)
    assert sentence in str(caught.value)
    assert [result.chunk.content for result in store.read("s", None, None)] == ["one"]


def test_what_is_no_document_is_refused() -> None:
    with pytest.raises(TypeError, match="'some text' is no Document"):
        ChunkStore().sync.index_document("some text")
    with pytest.raises(TypeError, match="'some text', but must be a list of Documents"):
        ChunkStore().sync.index_documents("some text", progress=False)
    with pytest.raises(TypeError, match="put it into a list"):
        ChunkStore().sync.index_documents(document("one", chunk(0, 3, "one")))


async def test_a_single_document_is_refused_when_awaited_too() -> None:
    with pytest.raises(TypeError, match="put it into a list"):
        await ChunkStore().index_documents(document("one", chunk(0, 3, "one")))


def test_document_may_take_another_source() -> None:
    """The document's id decides what is replaced; its old source goes with it."""
    store = ChunkStore(embedder=None).sync
    store.index_document(document("one", chunk(0, 3, "one"), id="d"))
    store.index_document(document("two", chunk(0, 3, "two", source_id="t"), source_id="t", id="d"))
    assert [source.source_id for source in store.sources()] == ["t"]
    with pytest.raises(SourceNotFoundError):
        store.read("s", None, None)


def test_batch_keeps_what_came_before_the_document_that_cannot_be_stored() -> None:
    store = ChunkStore(embedder=None).sync
    batch = [
        document("one", chunk(0, 3, "one", source_id="a"), source_id="a"),
        document("bad", chunk(0, 9, "bad", source_id="b"), source_id="b"),
        document("two", chunk(0, 3, "two", source_id="c"), source_id="c"),
    ]
    with pytest.raises(IndexingError, match="'b'"):
        store.index_documents(batch, progress=False)
    assert [source.source_id for source in store.sources()] == ["a"]


def test_batch_that_contradicts_itself_keeps_its_first_half() -> None:
    store = ChunkStore(embedder=None).sync
    same = {"id": "same"}
    batch = [
        document("one", chunk(0, 3, "one", source_id="a", **same), source_id="a"),
        document("two", chunk(0, 3, "two", source_id="b", **same), source_id="b"),
    ]
    with pytest.raises(IndexingError, match="its id is that of a chunk of source 'a'"):
        store.index_documents(batch, progress=False)
    assert [source.source_id for source in store.sources()] == ["a"]


def test_batch_does_what_its_documents_do_one_by_one() -> None:
    """A chunk id moves to another document once the one that had it is replaced."""
    store = ChunkStore(embedder=None).sync

    def holding(source_id: str, chunk_id: str) -> Document:
        return document("one", chunk(0, 3, "one", source_id=source_id, id=chunk_id), source_id=source_id)

    store.index_document(holding("a", "moving"))
    store.index_documents([holding("a", "other"), holding("b", "moving")], progress=False)
    moved = store.get_chunk("moving")
    assert moved is not None
    assert moved.chunk.source_id == "b"
    assert [source.source_id for source in store.sources()] == ["a", "b"]


def test_last_of_a_document_that_comes_twice_in_a_batch_stays() -> None:
    store = ChunkStore(embedder=None).sync
    store.index_documents([document(text, chunk(0, 3, text)) for text in ("one", "two")], progress=False)
    assert [hit.chunk.content for hit in store.read("s", None, None)] == ["two"]
    assert store.search(KeywordSearchQuery(query="one")) == []


@pytest.mark.parametrize(
    ("wanted", "seconds", "is_shown"), [(True, 0.6, True), (True, 0.0, False), (False, 0.6, False)]
)
def test_progress_is_shown_when_wanted_and_when_it_takes_long(
    capsys: pytest.CaptureFixture[str], wanted: bool, seconds: float, is_shown: bool
) -> None:
    def slowly() -> Iterator[Document]:
        for _ in range(3):
            time.sleep(seconds)
            yield document("one", chunk(0, 3, "one"))

    ChunkStore(embedder=None).sync.index_documents(slowly(), progress=wanted)
    assert ("Indexing" in capsys.readouterr().err) == is_shown


def test_text_patch_is_searchable_at_once_and_marks_the_vector() -> None:
    store = ChunkStore(embedder=None).sync
    chunks = (chunk(0, 3, "one", embedding=(1.0, 0.0)), chunk(4, 7, "two", embedding=(0.0, 1.0)))
    store.index_document(document("one two", *chunks))
    store.patch_chunk(chunks[0].id, ChunkPatch(content="three"))
    assert [hit.chunk.content for hit in store.grep("s", "THREE", mode=GrepMode.TERM)] == ["three"]
    assert [hit.chunk.id for hit in store.search(KeywordSearchQuery(query="three"))] == [chunks[0].id]
    assert store.search(KeywordSearchQuery(query="one")) == []
    nearest = NearestNeighbourRetriever(query_embedding=(1.0, 0.0))
    assert store.retrieve(nearest)[0].chunk.content == "three"
    assert store.explain(nearest, "s").stale.tolist() == store.to_frame()["stale"].tolist() == [True, False]
    store.patch_chunk(chunks[0].id, ChunkPatch(embedding=(1.0, 1.0)))
    assert store.explain(nearest, "s").stale.tolist() == [False, False]


def test_text_patch_of_a_chunk_without_vector_is_not_stale() -> None:
    store = ChunkStore(embedder=None).sync
    only = chunk(0, 3, "one")
    store.index_document(document("one", only))
    store.patch_chunk(only.id, ChunkPatch(content="two"))
    assert store.explain(KeywordRetriever(query="two"), "s").stale.tolist() == [False]


@pytest.mark.parametrize("vector", [(), (1.0,), (float("nan"), 0.0)])
def test_vector_patch_that_does_not_fit_is_refused(vector: tuple[float, ...]) -> None:
    store = ChunkStore(embedder=None).sync
    store.index_document(
        document("o", chunk(0, 1, "o", source_id="o", embedding=(1.0, 0.0)), source_id="o"),
    )
    only = chunk(0, 3, "one", embedding=(1.0, 0.0))
    store.index_document(document("one", only))
    with pytest.raises(IndexingError, match=only.id):
        store.patch_chunk(only.id, ChunkPatch(embedding=vector))


def test_patches_of_what_is_not_there() -> None:
    store = ChunkStore(embedder=None).sync
    with pytest.raises(ChunkNotFoundError):
        store.patch_chunk("nope", ChunkPatch())
    with pytest.raises(DocumentNotFoundError):
        store.patch_document("nope", DocumentPatch())
    with pytest.raises(DocumentNotFoundError):
        store.delete_document("nope")
    assert store.indexed_version("nope") is None


def test_patches_of_another_kind_are_refused() -> None:
    store = ChunkStore(embedder=None).sync
    only = chunk(0, 3, "one")
    store.index_document(document("one", only))
    for wrong in (DocumentPatch(metadata={"a": 1}), {"content": "two"}, None):
        with pytest.raises(IndexingError, match="must be a ChunkPatch"):
            store.patch_chunk(only.id, wrong)
    with pytest.raises(IndexingError, match="must be a DocumentPatch"):
        store.patch_document(compute_id("s"), ChunkPatch(metadata={"a": 1}))
    assert store.read("s", None, None)[0].chunk.metadata == {}


def test_version_that_is_a_number_is_told_as_text() -> None:
    store = ChunkStore(embedder=None).sync
    store.index_document(document("one", chunk(0, 3, "one"), metadata={"indexed_version": 7}))
    assert store.indexed_version(compute_id("s")) == "7"


def test_version_of_a_document_is_its_metadata() -> None:
    store = ChunkStore(embedder=None).sync
    store.index_document(document("one", chunk(0, 3, "one"), metadata={"indexed_version": "v1"}))
    assert store.indexed_version(compute_id("s")) == "v1"
    store.patch_document(compute_id("s"), DocumentPatch(metadata={"indexed_version": None}))
    assert store.indexed_version(compute_id("s")) is None


def test_dimension_is_free_again_when_the_last_vector_is_gone() -> None:
    store = ChunkStore(embedder=None).sync
    store.index_document(document("one", chunk(0, 3, "one", embedding=(1.0, 0.0))))
    store.index_document(document("one", chunk(0, 3, "one", embedding=(1.0, 0.0, 2.0))))
    (hit,) = store.search(VectorSearchQuery(embedding=(1.0, 0.0, 2.0)))
    assert hit.score == pytest.approx(1.0)


@given(documents("s0", embedded=True), documents("s1", embedded=True), patterns)
@settings(max_examples=20, deadline=None)
def test_fusion_is_the_same_on_file(first: Document, second: Document, query: str) -> None:
    retriever = RRFRetriever(
        retrievers=(KeywordRetriever(query=query), NearestNeighbourRetriever(query_embedding=(1.0, -1.0, 0.5)))
    )
    with tempfile.TemporaryDirectory() as directory, ChunkStore(Path(directory) / "f", embedder=None) as store:
        store.sync.index_documents([first, second], progress=False)
        assert store.sync.retrieve(retriever) == afresh({"s0": first, "s1": second}).retrieve(retriever)
