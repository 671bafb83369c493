"""Both ways between navwidget and the real search toolkit, with its real Pipeline, QueryEngine and Qdrant plugin."""

from __future__ import annotations

import datetime
import types
import warnings
from typing import Any

import pytest

from navwidget.adapters.toolkit import as_toolkit, is_toolkit_index, toolkit_embedder, wrap
from navwidget.embedding import HashingEmbedder
from navwidget.errors import (
    ChunkNotFoundError,
    DocumentNotFoundError,
    IndexingError,
    NavwidgetError,
    SearchError,
    SourceNotFoundError,
)
from navwidget.models import (
    ChunkPatch,
    ChunkType,
    Document,
    DocumentChunk,
    DocumentPatch,
    GrepMode,
    KeywordSearchQuery,
    NavigationDirection,
    RetrievalContext,
    VectorSearchQuery,
    compute_char_locator,
)
from navwidget.protocols import Capabilities, capabilities
from navwidget.retrievers import And, Equal, In, KeywordRetriever, NearestNeighbourRetriever, Not, Range, RRFRetriever
from navwidget.store import ChunkStore
from navwidget.testing import check_index

with warnings.catch_warnings():  # the toolkit and the plugin bring warnings of their own
    warnings.simplefilter("ignore")
    try:
        import mistralai.search.toolkit.managed_index as managed
        from mistralai.search.toolkit import document as tk_document
        from mistralai.search.toolkit import search as tk
        from mistralai.search.toolkit.context import IngestContext as ToolkitIngestContext
        from mistralai.search.toolkit.context import RetrievalContext as ToolkitRetrievalContext
        from mistralai.search.toolkit.embedding import CustomEmbeddingModel
        from mistralai.search.toolkit.ingestion import File
        from mistralai.search.toolkit.ingestion.extractors import PlainTextExtractor
        from mistralai.search.toolkit.ingestion.pipelines import Pipeline
        from mistralai.search.toolkit.ingestion.text_splitters import CharacterTextSplitter
        from mistralai.search.toolkit.plugins.qdrant import QdrantApp, QdrantCollectionSchema
        from mistralai.search.toolkit.plugins.qdrant.index import QdrantSearchQuery
        from mistralai.search.toolkit.retrieval.query_engine import QueryEngine
        from mistralai.search.toolkit.retrieval.rerankers import RRFRanker
        from mistralai.search.toolkit.retrieval.retrievers import KeywordRetriever as ToolkitKeywords
        from mistralai.search.toolkit.retrieval.retrievers import VectorRetriever
        from qdrant_client import AsyncQdrantClient
    except ImportError as missing:
        pytest.skip(f"The search toolkit needs Python 3.12 or newer: {missing}.", allow_module_level=True)

pytestmark = [pytest.mark.toolkit, pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::UserWarning")]

DIMENSION = 64
TEXT = (
    "The tenant of the Orlin mill pays rent each quarter. Notice of ninety days ends the lease. "
    "The landlord keeps the roof and the wheel in repair. A late fee of 100% is never due."
)


def make_document(source_id: str = "lease.txt", *, embedded: bool = True) -> Document:
    embedder = HashingEmbedder(DIMENSION)
    spans = [(start, min(start + 40, len(TEXT))) for start in range(0, len(TEXT), 30)]
    chunks = [
        DocumentChunk(
            source_id=source_id,
            locator=compute_char_locator(start, end),
            start_offset=start,
            end_offset=end,
            content=TEXT[start:end],
            metadata={"number": number, "tags": ["a", {"b": None}]},
            embedding=embedder.embed([TEXT[start:end]])[0] if embedded else None,
        )
        for number, (start, end) in enumerate(spans)
    ]
    return Document(source_id=source_id, content=TEXT, chunks=tuple(chunks), metadata={"language": "en"})


@pytest.mark.parametrize(
    "protocol",
    [
        *("StoreIndex", "KeywordStoreIndex", "VectorStoreIndex", "NavigableIndex"),
        *("PatchableIndex", "RetrievableIndex", "VersionedIndex"),
    ],
)
def test_a_chunk_store_and_what_as_toolkit_makes_of_it_satisfy_the_toolkits_protocols(protocol):
    assert isinstance(ChunkStore(), getattr(tk, protocol))
    assert isinstance(as_toolkit(ChunkStore()), getattr(tk, protocol))


def test_the_models_vocabulary_is_the_toolkits():
    for ours, theirs in (
        (ChunkType, tk_document.ChunkType),
        (NavigationDirection, tk.NavigationDirection),
        (GrepMode, tk.GrepMode),
    ):
        assert [member.value for member in ours] == [member.value for member in theirs]


async def test_a_store_without_an_embedder_is_one_of_words_to_the_toolkit():
    served = as_toolkit(ChunkStore(embedder=None))
    assert not isinstance(served, tk.VectorStoreIndex)
    pipeline = Pipeline(None, PlainTextExtractor(), CharacterTextSplitter(40), served)
    await pipeline.run_file(File(path="lease.txt", name="lease.txt", raw=TEXT.encode()))
    result = await QueryEngine(ToolkitKeywords(served)).search("landlord")
    assert "landlord" in result.results[0].chunk.content


async def test_the_toolkits_pipeline_and_query_engine_run_on_our_store():
    store = ChunkStore(embedder=HashingEmbedder(DIMENSION))
    served, embedder = as_toolkit(store), toolkit_embedder(HashingEmbedder(DIMENSION))
    assert served.embedding_model.dimensions == DIMENSION
    pipeline = Pipeline(None, PlainTextExtractor(), CharacterTextSplitter(40), served, embedder=embedder)
    await pipeline.run_file(File(path="lease.txt", name="lease.txt", raw=TEXT.encode()))

    stored = await store.read("lease.txt", None, None)
    assert "".join(result.chunk.content for result in stored) == TEXT
    assert stored[0].chunk.metadata["embedder_name"] == "hashing", "the pipeline has embedded the chunks"
    assert stored[0].chunk.metadata["document_extractor_type"] == "text"

    vectors, words = VectorRetriever(served, embedder), ToolkitKeywords(served)
    found = (await QueryEngine(vectors).search("notice of ninety days", top_k=3)).results
    assert "Notice" in found[0].chunk.content
    assert found[0].score == pytest.approx(1 - found[0].distance)

    engine = QueryEngine([vectors, words], rerankers=[RRFRanker(top_k=2)])
    fused = (await engine.search("notice of ninety days", top_k=5)).results
    assert fused[0].chunk.id == found[0].chunk.id
    assert fused[0].score == pytest.approx(2 / 61)
    others = (await engine.search("notice of ninety days", top_k=5, exclude_ids={fused[0].chunk.id})).results
    assert fused[0].chunk.id not in {result.chunk.id for result in others}


async def test_a_served_store_navigates_patches_and_tells_versions_in_the_toolkits_models():
    served = as_toolkit(ChunkStore(embedder=HashingEmbedder(DIMENSION)))
    theirs = tk_document.Document.model_validate(
        make_document().model_dump() | {"metadata": {"indexed_version": "v7", "extractor_type": "text"}}
    )
    await served.index_document(theirs)
    after = await served.navigate("lease.txt", 0, 40, tk.NavigationDirection.NEXT, top_k=2)
    assert [result.chunk.start_offset for result in after] == [60, 90]
    assert isinstance(after[0], tk.SearchResult)
    assert [r.chunk.start_offset for r in await served.grep("lease.txt", "100%", mode=tk.GrepMode.TERM)] == [150]
    assert await served.indexed_version(theirs.id) == "v7"
    patch = tk_document.ChunkPatch(metadata={"seen": True, "number": None})
    await served.patch_chunk(after[0].chunk.id, patch)
    chunk = (await served.get_chunk(after[0].chunk.id)).chunk
    assert chunk.metadata["seen"] is True
    assert "number" not in chunk.metadata
    await served.patch_document(theirs.id, tk_document.DocumentPatch(metadata={"extractor_type": None}))
    assert "document_extractor_type" not in (await served.get_chunk(chunk.id)).chunk.metadata
    fusion = tk.RRFRetriever(
        top_k=1,
        retrievers=[tk.KeywordRetriever(query="roof"), tk.NearestNeighbourRetriever(query="roof", max_candidates=50)],
        filter=tk.Not(match=tk.In(field="id", values=[chunk.id])),
    )
    assert "roof" in (await served.retrieve(fusion))[0].chunk.content


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda index: index.read("none.txt", None, None), "SourceNotFoundError"),
        (lambda index: index.read("none.txt", None, None, top_k=0), "SearchError"),
        (lambda index: index.delete_document("none"), "DocumentNotFoundError"),
        (lambda index: index.patch_chunk("none", tk_document.ChunkPatch(content="x")), "ChunkNotFoundError"),
        (lambda index: index.index_document(tk_document.Document(source_id="a", content="a")), "IndexingError"),
    ],
)
async def test_a_served_store_raises_the_toolkits_errors(call, error):
    with pytest.raises(getattr(tk, error)):
        await call(as_toolkit(ChunkStore()))


class Probe:
    """A toolkit index that keeps what it was asked."""

    def __init__(self) -> None:
        self.asked: list[Any] = []

    async def read(self, source_id: str, start_offset: Any, end_offset: Any, **options: Any) -> list[Any]:
        self.asked.append(options)
        return []

    async def search(self, query: Any, **options: Any) -> list[Any]:
        self.asked.append(query)
        return []

    async def retrieve(self, retriever: Any, **options: Any) -> list[Any]:
        self.asked.append(retriever)
        return []


async def test_a_context_reaches_a_foreign_index_only_where_the_caller_gave_one():
    class Tenant(ToolkitRetrievalContext):
        tenant: str

    class Bare(RetrievalContext):
        pass

    probe = Probe()
    index = wrap(probe)
    for context in (RetrievalContext(), ToolkitRetrievalContext(), ToolkitIngestContext(), Tenant(tenant="a"), Bare()):
        await index.read("a", None, None, context=context)
    assert [options.get("context") for options in probe.asked] == [None, None, None, Tenant(tenant="a"), Bare()]


@pytest.mark.parametrize(
    "query",
    [
        KeywordSearchQuery(query="roof", top_k=3, exclude_ids={"a", "b"}, exclude_source_ids={"s"}),
        VectorSearchQuery(
            embedding=[0.5, 1.0], query="roof", include_content=False, include_metadata=False, exclude_ids={"a"}
        ),
    ],
    ids=["words", "vector"],
)
async def test_queries_keep_every_field_both_ways(query):
    probe = Probe()
    await wrap(probe).search(query)
    (theirs,) = probe.asked
    assert isinstance(theirs, getattr(tk, type(query).__name__))
    assert theirs.exclude_ids == query.exclude_ids
    back = Probe()
    await as_toolkit(back).search(theirs)
    assert back.asked == [query]


WHEN = datetime.datetime(2031, 5, 4, tzinfo=datetime.UTC)


@pytest.mark.parametrize(
    "retriever",
    [
        KeywordRetriever(query="roof", top_k=7, field="title"),
        KeywordRetriever(query="roof", filter=Not(match=In(field="id", values=("a", "b")))),
        NearestNeighbourRetriever(query_embedding=[0.25, 1.0], filter=Range(field="at", gte=WHEN)),
        RRFRetriever(
            top_k=5,
            retrievers=(KeywordRetriever(query="roof"), NearestNeighbourRetriever(query="roof")),
            weights=(2.0, 1.0),
            rank_constant=10,
            filter=And(matches=(Equal(field="number", value=3), Equal(field="language", value="en"))),
        ),
    ],
    ids=["words", "without", "vector", "fusion"],
)
async def test_retrievers_keep_every_field_both_ways(retriever):
    probe, back = Probe(), Probe()
    await wrap(probe).retrieve(retriever)
    (theirs,) = probe.asked
    assert isinstance(theirs, getattr(tk, type(retriever).__name__))
    await as_toolkit(back).retrieve(theirs)
    assert back.asked == [retriever]


async def test_the_toolkits_own_queries_pass_with_the_options_of_their_engine():
    probe = Probe()
    query = QdrantSearchQuery(embedding=[1.0], text_weight=0.5)
    await wrap(probe).search(query)
    assert probe.asked == [query]
    assert isinstance(probe.asked[0], QdrantSearchQuery)


async def test_a_retriever_that_the_toolkit_refuses_is_a_search_error():
    two_bounds = KeywordRetriever(query="roof", filter=Range(field="number", gt=1, gte=2))
    with pytest.raises(SearchError, match="cannot set both"):
        await wrap(Probe()).retrieve(two_bounds)


async def test_documents_and_results_survive_the_way_there_and_back():
    store = ChunkStore(embedder=HashingEmbedder(DIMENSION))
    there_and_back = wrap(as_toolkit(store))
    document = make_document()
    await there_and_back.index_document(document)
    direct = await store.read("lease.txt", None, None)
    assert await there_and_back.read("lease.txt", None, None) == direct
    plain = ChunkStore(embedder=HashingEmbedder(DIMENSION))
    await plain.index_document(document)
    assert await plain.read("lease.txt", None, None) == direct


async def test_a_text_that_is_unknown_stays_unknown():
    store = ChunkStore(embedder=HashingEmbedder(DIMENSION))
    known = make_document()
    await wrap(as_toolkit(store)).index_document(known.model_copy(update={"content": None}))
    assert (await store.sources())[0].length == max(chunk.end_offset for chunk in known.chunks)
    assert len(await store.read("lease.txt", None, None)) == len(known.chunks)


async def test_fields_that_a_subclass_adds_become_metadata():
    class Article(tk_document.Document):
        title: str

    store = ChunkStore()
    chunk = tk_document.DocumentChunk(source_id="a", locator="char:0-3", start_offset=0, end_offset=3, content="abc")
    await as_toolkit(store).index_document(Article(source_id="a", content="abc", chunks=[chunk], title="Mills"))
    (result,) = await store.read("a", None, None)
    assert result.chunk.metadata == {"document_title": "Mills"}


async def test_a_served_and_wrapped_store_keeps_the_whole_contract():
    """Nothing is lost or bent by translating twice; search by words is told apart by the query."""

    (await check_index(wrap(as_toolkit(ChunkStore())))).raise_for_findings()


@pytest.fixture
async def qdrant():
    schema = QdrantCollectionSchema(
        "check", tk_document.Document, CustomEmbeddingModel(name="hashing", dimensions=DIMENSION)
    )
    client, app = AsyncQdrantClient(":memory:"), QdrantApp([schema])
    await app.create_collection(client, "check")
    yield app.get_search_index(client, "check")
    await client.close()


async def test_a_wrapped_qdrant_index_can_do_what_qdrant_can(qdrant):
    assert is_toolkit_index(qdrant)
    can = capabilities(wrap(qdrant))
    able = {name for name in Capabilities.__dataclass_fields__ if getattr(can, name)}
    assert able == {"vector", "navigate", "read", "grep", "get_chunk", "patch"}
    assert wrap(wrapped := wrap(qdrant)) is wrapped
    assert not is_toolkit_index(ChunkStore())


async def test_qdrant_is_filled_searched_and_navigated_in_our_models(qdrant):
    index = wrap(qdrant)
    document = make_document()
    await index.index_document(document)
    store = ChunkStore(embedder=HashingEmbedder(DIMENSION))
    await store.index_document(document)
    query = VectorSearchQuery(embedding=HashingEmbedder(DIMENSION).embed(["notice of ninety days"])[0], top_k=3)
    hits, expected = await index.search(query), await store.search(query)
    assert [hit.chunk.id for hit in hits] == [hit.chunk.id for hit in expected]
    assert [hit.score for hit in hits] == pytest.approx([hit.score for hit in expected], abs=1e-5)
    first = hits[0].chunk
    rest = await index.search(query.model_copy(update={"exclude_ids": frozenset({first.id})}))
    assert first.id not in {hit.chunk.id for hit in rest}

    span = first.source_id, first.start_offset, first.end_offset
    for direction in ("next", "previous"):
        near = await index.navigate(*span, direction, top_k=2)
        wanted = await store.navigate(*span, direction, top_k=2)
        assert [result.chunk.id for result in near] == [result.chunk.id for result in wanted]
    assert [r.chunk.content for r in await index.read("lease.txt", None, 75)] == [TEXT[0:40], TEXT[30:70]]
    assert (await index.get_chunk(first.id)).chunk.metadata["number"] == first.metadata["number"]
    assert await index.get_chunk("none") is None


# Chunks found by our store, and by Qdrant
PATTERNS = {"landlord": [1, 1], "THE LANDLORD": [1, 1], "landlo": [1, 0], "lord keeps": [1, 0], "   ": [0, 0]}


async def test_qdrant_greps_whole_words_where_ours_finds_parts(qdrant):
    index, store = wrap(qdrant), ChunkStore(embedder=HashingEmbedder(DIMENSION))
    for each in (index, store):
        await each.index_document(make_document())
    found = {pattern: [len(await each.grep("lease.txt", pattern)) for each in (store, index)] for pattern in PATTERNS}
    assert found == PATTERNS


async def test_qdrants_errors_are_ours_and_bad_arguments_are_refused_before_it_is_asked(qdrant):
    index = wrap(qdrant)
    with pytest.raises(SourceNotFoundError, match=r"none\.txt"):
        await index.read("none.txt", None, None)
    with pytest.raises(DocumentNotFoundError, match="none"):
        await index.delete_document("none")
    with pytest.raises(ChunkNotFoundError):
        await index.patch_chunk("none", ChunkPatch(content="x"))
    with pytest.raises(DocumentNotFoundError):
        await index.patch_document("none", DocumentPatch(metadata={"a": 1}))
    with pytest.raises(IndexingError, match="No chunks with embeddings"):
        await index.index_document(make_document(embedded=False))
    with pytest.raises(SearchError, match="direction is 'sideways'"):
        await index.navigate("none.txt", 0, 0, "sideways")
    with pytest.raises(SearchError, match="top_k is True"):
        await index.read("none.txt", None, None, top_k=True)


async def test_an_embedder_given_to_wrap_makes_the_vectors_that_are_missing(qdrant):
    index = wrap(qdrant, embedder=HashingEmbedder(DIMENSION))
    await index.index_document(make_document(embedded=False))
    assert len(await index.read("lease.txt", None, None)) == len(make_document().chunks)
    probe = Probe()
    fusion = RRFRetriever(retrievers=(KeywordRetriever(query="roof"), NearestNeighbourRetriever(query="roof")))
    await wrap(probe, embedder=HashingEmbedder(DIMENSION)).retrieve(fusion)
    assert len(probe.asked[0].retrievers[1].query_embedding) == DIMENSION


@pytest.mark.parametrize("strict", [True, False])
async def test_check_index_tells_where_qdrant_differs(qdrant, strict):
    report = await check_index(wrap(qdrant), dimension=DIMENSION, strict=strict)
    print(report)
    rules = {finding.rule for finding in report.findings}
    ignored = {"search by vector leaves out what exclude_source_ids names."}
    parts = {"grep finds the pattern inside words too."}
    ties = {"Chunks that start at the same place stand in the order of end_offset, then id."}
    assert rules == ignored if not strict else rules > ignored | parts | ties


class Transport:
    """Answers of the managed index as its server sends them."""

    index_uuid = "0"

    async def navigate(self, body: dict[str, Any]) -> Any:
        self.body = body
        from mistralai.search.toolkit.managed_index.models import NavigationChunkResponse, NavigationResponse

        fields = {"id": "c", "source_id": "s", "locator": "char:0-3", "chunk_type": "content", "content": "abc"}
        chunk = NavigationChunkResponse(**fields, metadata={"page": 3}, document_title="Mills")
        return NavigationResponse(chunks=[chunk])

    async def read(self, body: dict[str, Any]) -> Any:
        from mistralai.search.toolkit.managed_index.errors import raise_for_status

        raise_for_status(
            404, {"type": "source_not_found", "source_id": body["source_id"]}, "/read", operation="navigation"
        )

    async def grep(self, body: dict[str, Any]) -> Any:
        from mistralai.search.toolkit.managed_index.errors import IndexNotFoundError

        raise IndexNotFoundError("no such index")


@pytest.mark.parametrize("module", ["managed_index", "mistral_search_index"])
async def test_the_managed_index_is_wrapped_under_both_of_its_module_names(module):
    home = types.ModuleType(f"mistralai.search.toolkit.{module}")
    moved = type("ManagedIndex", (managed.ManagedIndex,), {"__module__": home.__name__})
    schema = types.SimpleNamespace(embedding_model=CustomEmbeddingModel(name="m", dimensions=4), index_name="i")
    index = wrap(moved(schema, Transport()))
    can = capabilities(index)
    assert can.navigable
    assert can.retrieve
    assert not can.patch
    (result,) = await index.navigate("s", 0, 3, "next", top_k=2)
    assert index.wrapped._transport.body["direction"] == "next"
    assert result.chunk.start_offset is None, "a chunk of unknown place is listed, not lost"
    assert result.chunk.metadata == {"page": 3, "document_title": "Mills"}
    with pytest.raises(SourceNotFoundError, match="'s'"):
        await index.read("s", None, None)
    with pytest.raises(NavwidgetError, match="no such index"):
        await index.grep("s", "abc")


@pytest.mark.parametrize("wrong", [None, "chunks.db", ChunkStore])
def test_what_is_no_index_is_neither_wrapped_nor_served(wrong):
    for door in (wrap, as_toolkit):
        with pytest.raises(TypeError, match="has none of the methods of an index"):
            door(wrong)
