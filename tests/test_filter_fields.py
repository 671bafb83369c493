"""Which fields a filter can ask for: all that a result's chunk shows; and what is said of one that no chunk has."""

import warnings

import pytest

from navwidget import (
    And,
    ChunkStore,
    Document,
    DocumentChunk,
    Equal,
    KeywordRetriever,
    NearestNeighbourRetriever,
    Not,
    Range,
    RRFRetriever,
    SearchResultChunk,
)


@pytest.fixture(scope="module")
def store():
    made = ChunkStore()
    for name in ("a.txt", "b.txt"):
        text = "The first word. The second word. The third word."
        chunks = [
            DocumentChunk(
                source_id=name,
                locator=f"part:{start}",
                start_offset=start,
                end_offset=end,
                content=text[start:end],
                parent_ref="mine" if start else None,
                metadata={"page": 1 + start // 16, "lang": "en"} if name == "a.txt" else {},
            )
            for start, end in [(0, 15), (16, 32), (33, 48)]
        ]
        made.sync.index_document(Document(source_id=name, content=text, chunks=chunks, metadata={"owner": "Ada"}))
    return made


def ranked(store, condition=None):
    return store.sync.retrieve(KeywordRetriever(query="word", top_k=100, filter=condition))


@pytest.mark.parametrize("field", sorted(SearchResultChunk.model_fields.keys() - {"metadata"}))
def test_every_field_that_a_result_shows_can_be_asked_for(store, field):
    """Held to a look at what is ranked without a filter."""
    everything = ranked(store)
    assert len(everything) == 6
    for value in {getattr(result.chunk, field) for result in everything}:
        wanted = [result for result in everything if getattr(result.chunk, field) == value]
        assert ranked(store, Equal(field=field, value=value)) == wanted


def test_offsets_can_be_asked_for_by_range(store):
    found = ranked(store, Range(field="start_offset", gte=16, lt=33))
    assert {result.chunk.start_offset for result in found} == {16}


@pytest.mark.parametrize(
    ("field", "advice"),
    [("sourceid", "did you mean 'source_id'"), ("pgae", "did you mean 'page'"), ("metadata", ""), ("xyz", "misspelt")],
)
@pytest.mark.parametrize(
    "retriever",
    [
        lambda condition: KeywordRetriever(query="word", filter=condition),
        lambda condition: NearestNeighbourRetriever(query="word", filter=And(matches=[condition])),
        lambda condition: RRFRetriever(retrievers=[KeywordRetriever(query="word")] * 2, filter=condition),
    ],
)
def test_a_field_that_no_chunk_has_is_told(store, field, advice, retriever):
    with pytest.warns(
        UserWarning, match=f"Nothing was found, and no chunk has the field '{field}' of the filter: .*{advice}"
    ):
        assert store.sync.retrieve(retriever(Equal(field=field, value="x"))) == []


@pytest.mark.parametrize(
    "condition",
    [
        Equal(field="page", value=99),
        Equal(field="document_owner", value="Bob"),
        Equal(field="source_id", value="c.txt"),
        Not(match=Equal(field="reviewed", value=True)),
        None,
    ],
)
def test_fields_that_some_chunk_has_or_that_do_no_harm_are_no_news(store, condition):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        ranked(store, condition)
        store.sync.retrieve(KeywordRetriever(query="absent", filter=condition))


def test_nothing_is_told_of_an_empty_store():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert ranked(ChunkStore(), Equal(field="page", value=1)) == []
