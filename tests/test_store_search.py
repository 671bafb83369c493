"""Ranking through the store: queries, retrievers, what they leave out, and why a chunk was not retrieved."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from navwidget.embedding import HashingEmbedder
from navwidget.errors import IndexingError, SearchError, SourceNotFoundError
from navwidget.models import (
    ChunkType,
    Document,
    DocumentChunk,
    KeywordSearchQuery,
    VectorSearchQuery,
    compute_char_locator,
)
from navwidget.retrievers import (
    And,
    Equal,
    In,
    KeywordRetriever,
    NearestNeighbourRetriever,
    Not,
    Range,
    Retriever,
    RRFRetriever,
    without,
)
from navwidget.store import ChunkStore, SyncStore
from tests.strategies import documents

WORDS = ["notice period", "notice", "period of thirty days", "nothing of the kind", "thirty notices and a period"]


def document(source_id: str, texts: list[str], **fields: Any) -> Document:
    """One chunk a text, each with its number as metadata."""
    starts = np.cumsum([0, *map(len, texts)]).tolist()
    chunks = tuple(
        DocumentChunk(
            source_id=source_id,
            locator=compute_char_locator(start, start + len(text)),
            start_offset=start,
            end_offset=start + len(text),
            content=text,
            metadata={"number": number},
        )
        for number, (start, text) in enumerate(zip(starts, texts, strict=False))
    )
    return Document(source_id=source_id, content="".join(texts), chunks=chunks, **fields)


@pytest.fixture(scope="module")
def store() -> SyncStore:
    store = ChunkStore().sync
    store.index_documents(
        [document("terms", WORDS, metadata={"year": 2024}), document("manual", WORDS[::-1], metadata={"year": 2020})],
        progress=False,
    )
    return store


def contents(hits: list[Any]) -> list[str]:
    return [hit.chunk.content for hit in hits]


def test_hits_are_best_first_and_ties_go_by_source_and_reading_order(store: SyncStore) -> None:
    hits = store.search(KeywordSearchQuery(query="notice"))
    assert [(hit.chunk.source_id, hit.chunk.content) for hit in hits] == [
        ("manual", "notice"),
        ("terms", "notice"),
        ("manual", "notice period"),
        ("terms", "notice period"),
    ]
    assert all(hit.score > 0 and hit.distance is None and hit.retriever_id is None for hit in hits)


def test_vector_hits_carry_their_distance(store: SyncStore) -> None:
    vector = HashingEmbedder().embed(["notice period"])[0]
    hits = store.search(VectorSearchQuery(embedding=vector, top_k=2))
    assert contents(hits) == ["notice period"] * 2
    assert all(hit.score == pytest.approx(1.0) and hit.score == 1.0 - hit.distance for hit in hits)


@pytest.mark.parametrize("query", [KeywordSearchQuery(query="notice"), VectorSearchQuery(embedding=[1.0] * 512)])
def test_what_is_not_wanted_is_left_out(store: SyncStore, query: Any) -> None:
    bare = store.search(query.model_copy(update={"include_content": False, "include_metadata": False}))
    whole = store.search(query)
    assert [hit.chunk.id for hit in bare] == [hit.chunk.id for hit in whole]
    assert all(hit.chunk.content == "" and hit.chunk.metadata == {} for hit in bare)
    assert all(hit.chunk.content and hit.chunk.metadata for hit in whole)


@pytest.mark.parametrize("query", [KeywordSearchQuery(query="notice"), VectorSearchQuery(embedding=[1.0] * 512)])
def test_exclusions_do_not_use_up_top_k(store: SyncStore, query: Any) -> None:
    every = store.search(query.model_copy(update={"top_k": 100}))
    gone = {every[0].chunk.id, every[2].chunk.id, "unknown", "\ud800"}
    left = [hit for hit in every if hit.chunk.id not in gone]
    assert store.search(query.model_copy(update={"top_k": 2, "exclude_ids": gone})) == left[:2]
    of_terms = [hit for hit in every if hit.chunk.source_id == "terms"]
    options = {"top_k": 2, "exclude_source_ids": {"manual", "unknown"}}
    assert store.search(query.model_copy(update=options)) == of_terms[:2]


def test_query_of_another_library_is_told_by_its_shape(store: SyncStore) -> None:
    common = {
        "top_k": 1,
        "include_metadata": True,
        "include_content": True,
        "exclude_ids": [],
        "exclude_source_ids": [],
    }
    assert contents(store.search(SimpleNamespace(query="notice", **common))) == ["notice"]
    vector = HashingEmbedder().embed(["notice"])[0].tolist()
    assert contents(store.search(SimpleNamespace(query="period", embedding=vector, **common))) == ["notice"]


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        (KeywordSearchQuery(query="notice", top_k=0), "top_k is 0"),
        (VectorSearchQuery(embedding=[1.0] * 512, top_k=-1), "top_k is -1"),
        (VectorSearchQuery(embedding=[1.0]), "has 1 numbers, but those that 'hashing' makes for this store have 512"),
        (VectorSearchQuery(embedding=[]), "has 0 numbers"),
        (VectorSearchQuery(embedding=[float("nan")] * 512), "NaN or infinity"),
        (KeywordSearchQuery.model_construct(query=None), "query is None, but must be a string"),
        (SimpleNamespace(top_k=1, query="notice"), "but must be a KeywordSearchQuery or a VectorSearchQuery"),
        ("notice", "query is 'notice', but must be a KeywordSearchQuery or a VectorSearchQuery"),
    ],
)
def test_query_that_cannot_be_answered_is_refused(store: SyncStore, query: Any, sentence: str) -> None:
    with pytest.raises(SearchError) as caught:
        store.search(query)
    assert sentence in str(caught.value)


def test_what_is_no_retriever_is_refused(store: SyncStore) -> None:
    with pytest.raises(SearchError, match="retriever is 'notice'"):
        store.retrieve("notice")
    with pytest.raises(SearchError, match="retriever is 'notice'"):
        store.explain("notice", "unknown source, which comes second")


@pytest.mark.parametrize("embedder", [None, HashingEmbedder(8)])
def test_empty_store_finds_nothing(embedder: HashingEmbedder | None) -> None:
    empty = ChunkStore(embedder=embedder).sync
    assert empty.search(KeywordSearchQuery(query="x")) == []
    assert empty.search(VectorSearchQuery(embedding=[1.0] * 8)) == []
    assert empty.retrieve(RRFRetriever(retrievers=[KeywordRetriever(query="x")])) == []


def test_wrong_length_is_refused_even_where_there_is_no_vector_yet() -> None:
    with pytest.raises(SearchError, match="has 1 numbers"):
        ChunkStore(embedder=HashingEmbedder(8)).sync.search(VectorSearchQuery(embedding=[1.0]))


def test_store_without_vectors_has_no_vector_hits() -> None:
    store = ChunkStore(embedder=None).sync
    store.index_document(document("s", ["one", "two"]))
    assert store.search(VectorSearchQuery(embedding=[1.0, 0.0])) == []
    assert len(store.search(KeywordSearchQuery(query="one"))) == 1


@pytest.mark.parametrize("query", ["", " ", "?!", "absent"])
def test_words_that_nothing_has_find_nothing(store: SyncStore, query: str) -> None:
    assert store.retrieve(KeywordRetriever(query=query)) == []


def test_retrieved_results_name_their_retriever(store: SyncStore) -> None:
    for retriever in (KeywordRetriever(query="notice"), NearestNeighbourRetriever(query="notice")):
        hits = store.retrieve(retriever)
        assert {hit.retriever_id for hit in hits} == {retriever.type}
        assert all(hit.ranks == () for hit in hits)


def test_fusion_tells_which_child_ranked_a_result_where(store: SyncStore) -> None:
    children = (KeywordRetriever(query="notice"), NearestNeighbourRetriever(query="thirty days"))
    rankings = [store.retrieve(child) for child in children]
    for hit in store.retrieve(RRFRetriever(retrievers=children, weights=(1.0, 2.0), rank_constant=7)):
        assert hit.retriever_id == "rrf"
        assert hit.score == pytest.approx(sum((1.0, 2.0)[each.child] / (7 + each.rank) for each in hit.ranks))
        for each in hit.ranks:
            ranked = rankings[each.child][each.rank - 1]
            assert (ranked.chunk, ranked.score) == (hit.chunk, each.score)
            assert each.retriever_id == children[each.child].type


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        (Equal(field="source_id", value="terms"), {("terms", 0), ("terms", 1)}),
        (Equal(field="document_year", value=2020), {("manual", 4), ("manual", 3)}),
        (And(matches=(Range(field="number", gte=1, lt=4), Range(field="document_year", gt=2020))), {("terms", 1)}),
        (Not(match=In(field="number", values=(0, 1, 3))), {("manual", 4)}),
        (Equal(field="chunk_type", value="summary"), set()),
        (Equal(field="source_id", value="unknown"), set()),
    ],
)
def test_filter_leaves_the_chunks_for_which_it_holds(store: SyncStore, condition: Any, expected: set[Any]) -> None:
    hits = store.retrieve(KeywordRetriever(query="notice", filter=condition))
    assert {(hit.chunk.source_id, hit.chunk.metadata["number"]) for hit in hits} == expected
    fused = store.retrieve(RRFRetriever(retrievers=[KeywordRetriever(query="notice")], filter=condition))
    assert {hit.chunk.id for hit in fused} == {hit.chunk.id for hit in hits}


def test_what_was_read_is_left_out_of_a_retriever(store: SyncStore) -> None:
    retriever = KeywordRetriever(query="notice", top_k=2)
    first = store.retrieve(retriever)
    second = store.retrieve(without(retriever, {hit.chunk.id for hit in first}))
    assert contents(second) == ["notice period"] * 2


@pytest.mark.parametrize(
    "retriever",
    [KeywordRetriever(query="x", field="title"), NearestNeighbourRetriever(query="x", field="title")],
)
def test_field_that_is_not_ranked_is_named(store: SyncStore, retriever: Retriever) -> None:
    with pytest.raises(SearchError, match="field is 'title'"):
        store.retrieve(retriever)


RETRIEVERS = [
    KeywordRetriever(query="notice period", top_k=2),
    NearestNeighbourRetriever(query="notice period", top_k=3),
    RRFRetriever(
        top_k=2,
        retrievers=(KeywordRetriever(query="notice", top_k=3), NearestNeighbourRetriever(query="days", top_k=4)),
        filter=Not(match=Equal(field="number", value=1)),
    ),
]


@pytest.mark.parametrize("retriever", RETRIEVERS, ids=lambda retriever: retriever.type)
@pytest.mark.parametrize("source_id", ["terms", "manual"])
def test_explanation_agrees_with_what_is_retrieved(store: SyncStore, retriever: Any, source_id: str) -> None:
    explanation = store.explain(retriever, source_id)
    hits = store.retrieve(retriever)
    found = {hit.chunk.id: (rank, hit.score) for rank, hit in enumerate(hits, 1) if hit.chunk.source_id == source_id}
    rows = np.flatnonzero(explanation.retrieved).tolist()
    assert {explanation.outline.ids[row]: (explanation.ranks[row], explanation.scores[row]) for row in rows} == found
    assert len(explanation) == len(WORDS)
    assert explanation.ranked == len(store.retrieve(retriever.model_copy(update={"top_k": 200})))


def test_explanation_says_what_each_term_adds(store: SyncStore) -> None:
    (child,) = store.explain(KeywordRetriever(query="notice period absent"), "terms").children
    assert set(child.terms) == {"notice", "period"}
    assert sum(child.terms.values()) == pytest.approx(child.scores)
    assert (child.ranks > 0).tolist() == (child.scores > 0).tolist() == [True, True, True, False, True]


def test_explanation_as_a_frame_names_every_retriever(store: SyncStore) -> None:
    frame = store.explain(RETRIEVERS[2], "terms").to_frame()
    assert {"keyword_score", "keyword_rank", "keyword:notice", "nearest_neighbour_score"} <= set(frame.columns)
    twice = RRFRetriever(retrievers=(KeywordRetriever(query="notice"), KeywordRetriever(query="days")))
    assert {"keyword_0_rank", "keyword_1_rank"} <= set(store.explain(twice, "terms").to_frame().columns)
    assert frame["id"].tolist() == list(store.outline("terms").ids)


def test_explanation_of_a_source_without_vectors_ranks_nothing() -> None:
    store = ChunkStore(embedder=None).sync
    store.index_document(document("s", ["one", "two"]))
    explanation = store.explain(NearestNeighbourRetriever(query_embedding=(1.0,)), "s")
    assert explanation.ranked == 0
    assert (explanation.scores.tolist(), explanation.ranks.tolist()) == ([0.0, 0.0], [0, 0])
    with pytest.raises(SourceNotFoundError):
        store.explain(KeywordRetriever(query="one"), "unknown")


def test_sources_can_be_looked_for(store: SyncStore) -> None:
    assert [source.source_id for source in store.sources()] == ["manual", "terms"]
    assert [source.source_id for source in store.sources("TERM")] == ["terms"]
    assert [source.source_id for source in store.sources(limit=1)] == ["manual"]
    assert [store.count_sources(contains) for contains in ("", "TERM", "no such")] == [2, 1, 0]
    (terms,) = store.sources("terms")
    assert (terms.chunks, terms.length, terms.metadata) == (5, len("".join(WORDS)), {"year": 2024})


@given(st.lists(st.sampled_from(["x", "y"]), min_size=1, unique=True), st.data())
def test_frame_goes_there_and_back(names: list[str], data: st.DataObject) -> None:
    given_documents = [data.draw(documents(name, embedded=True)) for name in names]
    store = ChunkStore(embedder=None)
    store.sync.index_documents(given_documents, progress=False)
    frame = store.sync.to_frame(embeddings=True)
    texts = {each.source_id: each.content for each in given_documents if each.content is not None}
    again = ChunkStore.from_frame(frame, texts=texts, embedder=None)
    assert again.sync.sources() == store.sync.sources()
    for name in names:
        for chunk_type in ChunkType:
            whole = {"content_type": chunk_type, "top_k": 100}
            assert again.sync.read(name, None, None, **whole) == store.sync.read(name, None, None, **whole)
        assert again.sync.text(name) == store.sync.text(name)
    query = VectorSearchQuery(embedding=(1.0, -2.0, 0.5))
    assert again.sync.search(query) == store.sync.search(query)


def test_frame_of_strangers_gives_chunks_with_metadata() -> None:
    frame = pd.DataFrame(
        {
            "source_id": ["a", "a", "b"],
            "start_offset": [0.0, 3.0, 0.0],
            "end_offset": [3, 6, 3],
            "content": ["one", "two", "six"],
            "page": [1, 2, None],
        }
    )
    store = ChunkStore.from_frame(frame).sync
    assert [hit.chunk.metadata for hit in store.read("a", None, None)] == [{"page": 1.0}, {"page": 2.0}]
    assert store.read("b", None, None)[0].chunk.metadata == {}
    assert store.text("a") is None


def test_frame_that_makes_no_chunks_is_refused_with_its_rows() -> None:
    with pytest.raises(IndexingError, match="has no column 'content'"):
        ChunkStore.from_frame(pd.DataFrame({"source_id": ["a"], "start_offset": [0], "end_offset": [1]}))
    bad = pd.DataFrame({"source_id": ["a", "a"], "start_offset": [0, 0.5], "end_offset": [1, 1], "content": ["x", "y"]})
    with pytest.raises(IndexingError, match="row 1: start_offset"):
        ChunkStore.from_frame(bad)
    bad = bad.assign(start_offset=[0, "zero"], chunk_type="picture")
    with pytest.raises(IndexingError, match=r"row 0: chunk_type(.|\n)*row 1: start_offset"):
        ChunkStore.from_frame(bad)
    good = pd.DataFrame({"source_id": ["a"], "start_offset": [0], "end_offset": [1], "content": ["x"]})
    for column in ("metadata", "document_metadata"):  # what a CSV file makes of a dict
        with pytest.raises(IndexingError, match="metadata: Input should be a valid dictionary"):
            ChunkStore.from_frame(good.assign(**{column: "{'page': 1}"}))
    with pytest.raises(IndexingError, match="frame is list, but must be a pandas DataFrame"):
        ChunkStore.from_frame([good])


def test_big_index_is_ranked_in_a_thread_and_says_the_same() -> None:
    store = ChunkStore(embedder=None)
    store.sync.index_document(document("s", [f"w{number % 7} " for number in range(21_000)]))
    query = KeywordSearchQuery(query="w3", top_k=5)
    assert not store.sync.at_hand.ranking(query)
    assert len(store.sync.search(query)) == 5
    assert not store.sync.at_hand.ranking(query)


async def test_small_index_is_ranked_at_once_when_it_is_warm(store: SyncStore) -> None:
    small = ChunkStore()
    await small.index_document(document("s", WORDS))
    query = KeywordSearchQuery(query="notice")
    cold = await small.search(query)
    await small.search(VectorSearchQuery(embedding=[1.0] * 512))
    assert small.sync.at_hand.ranking(query)
    assert await small.search(query) == cold
