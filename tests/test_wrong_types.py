"""A wrong kind of object in place of an id, a pattern or a query: the sentence names it, and does not dump it."""

import pytest

from navwidget import ChunkPatch, ChunkStore, Document, DocumentPatch, FixedSizeChunker, KeywordRetriever

STORE = ChunkStore()
DOCUMENT = Document.from_text("one two three four " * 20, "x", FixedSizeChunker(40, overlap=0))
STORE.sync.index_document(DOCUMENT)
[RESULT] = STORE.sync.read("x", 0, 99, top_k=1)

CALLS = {
    "get_chunk": lambda store, it: store.get_chunk(it),
    "neighbours": lambda store, it: store.neighbours(it),
    "outline": lambda store, it: store.outline(it),
    "text": lambda store, it: store.text(it),
    "navigate": lambda store, it: store.navigate(it, 0, 1, "next"),
    "navigate by": lambda store, it: store.navigate("x", 0, 1, it),
    "read": lambda store, it: store.read("x", it, None),
    "read top_k": lambda store, it: store.read("x", 0, None, top_k=it),
    "grep": lambda store, it: store.grep("x", it),
    "grep mode": lambda store, it: store.grep("x", "one", mode=it),
    "sources": lambda store, it: store.sources(it),
    "sources limit": lambda store, it: store.sources(limit=it),
    "indexed_version": lambda store, it: store.indexed_version(it),
    "search": lambda store, it: store.search(it),
    "retrieve": lambda store, it: store.retrieve(it),
    "explain": lambda store, it: store.explain(it, "x"),
    "explain source": lambda store, it: store.explain(KeywordRetriever(query="one"), it),
    "delete_document": lambda store, it: store.delete_document(it),
    "delete_source": lambda store, it: store.delete_source(it),
    "patch_chunk": lambda store, it: store.patch_chunk(it, ChunkPatch(content="x")),
    "patch_chunk patch": lambda store, it: store.patch_chunk(RESULT.chunk.id, it),
    "patch_document": lambda store, it: store.patch_document(it, DocumentPatch(metadata={})),
    "patch_document patch": lambda store, it: store.patch_document(DOCUMENT.id, it),
    "index_documents": lambda store, it: store.index_documents(it, progress=False),
}


@pytest.mark.parametrize("thing", [RESULT, RESULT.chunk, DOCUMENT], ids=lambda thing: type(thing).__name__)
@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS.keys())
def test_a_model_in_place_of_its_id_is_named_in_a_sentence(call, thing):
    with pytest.raises((LookupError, ValueError, TypeError)) as raised:
        call(STORE.sync, thing)
    sentence = str(raised.value)
    assert type(thing).__name__ in sentence or "a single Document" in sentence
    assert "one two" not in sentence
    assert len(sentence) < 200


def test_the_sentence_says_what_to_pass_instead():
    with pytest.raises(LookupError, match=r"chunk_id is a SearchResult, but must be a string: .* result's chunk\.id"):
        STORE.sync.neighbours(RESULT)


@pytest.mark.parametrize("thing", [None, 3])
def test_documents_that_are_no_list_are_refused(thing):
    with pytest.raises(TypeError, match=f"documents is {thing}, but must be a list of Documents"):
        STORE.sync.index_documents(thing, progress=False)
