"""Results are built without validation, and cannot be told from validated ones, whatever was stored."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, ValidationError

from navwidget.frozen import FrozenSet, thaw
from navwidget.models import (
    ChildRank,
    ChunkType,
    Document,
    KeywordSearchQuery,
    SearchResult,
    SearchResultChunk,
    VectorSearchQuery,
)
from navwidget.retrievers import KeywordRetriever, NearestNeighbourRetriever, RRFRetriever
from navwidget.store import ChunkStore, SyncStore, index
from tests.strategies import documents

WORDS = KeywordRetriever(query="a b s k")
NEAR = NearestNeighbourRetriever(query_embedding=[1.0, 0.5, -1.0])
HIDDEN = {"include_content": False, "include_metadata": False}


def answers(store: SyncStore, document: Document) -> list[SearchResult]:
    """Everything that gives results, over one document."""
    source_id = document.source_id
    return [
        *(found for kind in ChunkType for found in store.read(source_id, None, None, content_type=kind)),
        *store.navigate(source_id, 0, 0, "next", top_k=3),
        *store.grep(source_id, "a"),
        *filter(None, (store.get_chunk(chunk.id) for chunk in document.chunks)),
        *store.search(KeywordSearchQuery(query="a b s k")),
        *store.search(KeywordSearchQuery(query="a b s k", **HIDDEN)),
        *store.search(VectorSearchQuery(embedding=NEAR.query_embedding)),
        *store.search(VectorSearchQuery(embedding=NEAR.query_embedding, include_metadata=False)),
        *(hit for ranks in (WORDS, NEAR, RRFRetriever(retrievers=[WORDS, NEAR])) for hit in store.retrieve(ranks)),
    ]


def validated(result: SearchResult) -> SearchResult:
    """The same result, made of plain values the usual way."""
    chunk = SearchResultChunk(**{**result.chunk.__dict__, "metadata": thaw(result.chunk.metadata)})
    ranks = tuple(ChildRank(**rank.__dict__) for rank in result.ranks)
    return SearchResult(**{**result.__dict__, "chunk": chunk, "ranks": ranks})


def types(value: Any) -> Any:
    """Types all the way down."""
    inner = value.__dict__ if isinstance(value, BaseModel) else value
    if isinstance(inner, dict):
        return type(value), [(name, types(item)) for name, item in inner.items()]
    return type(value), [types(item) for item in inner] if isinstance(inner, list | tuple) else None


def outcome(call: Callable[[Any], Any], model: Any) -> Any:
    try:
        return call(model)
    except (TypeError, ValueError) as error:  # metadata have no hash, and half of a character is no JSON
        return repr(error)


LOOKS: dict[str, Callable[[Any], Any]] = {
    "types": types,
    "repr": repr,
    "str": str,
    "hash": lambda model: outcome(hash, model),
    "dump": lambda model: model.model_dump(),
    "dump as JSON values": lambda model: model.model_dump(mode="json"),
    "JSON": lambda model: outcome(type(model).model_dump_json, model),
    "dump of what was set": lambda model: model.model_dump(exclude_unset=True),
    "dump of what is no default": lambda model: model.model_dump(exclude_defaults=True),
    "fields set": lambda model: sorted(model.model_fields_set),
    "extra": lambda model: model.model_extra,
    "iteration": lambda model: [*model],
    "model_copy": lambda model: model.model_copy(),
    "model_copy with a change": lambda model: repr(model.model_copy(update={"score": 7.0})),
    "deep model_copy": lambda model: types(model.model_copy(deep=True)),
    "copy": copy.copy,
    "deepcopy": lambda model: types(copy.deepcopy(model)),
    "pickle": lambda model: pickle.loads(pickle.dumps(model)),
    "types after pickle": lambda model: types(pickle.loads(pickle.dumps(model))),
    "pickled fields set": lambda model: pickle.loads(pickle.dumps(model)).model_fields_set,
    "once more": lambda model: type(model)(**dict(model)),
}


@given(documents(embedded=True), st.sampled_from([0, 200]))
def test_results_cannot_be_told_from_validated_ones(document: Document, few: int) -> None:
    """Nor where there are more than a few, which are built column by column."""
    with ChunkStore(embedder=None).sync as store, pytest.MonkeyPatch.context() as patch:
        patch.setattr(index, "_FEW", few)
        store.index_document(document)
        for made in answers(store, document):
            other = validated(made)
            for one, another in [(made, other), (made.chunk, other.chunk), *zip(made.ranks, other.ranks, strict=True)]:
                assert one == another
                assert another == one
                assert [(name, look(one)) for name, look in LOOKS.items()] == [
                    (name, look(another)) for name, look in LOOKS.items()
                ]


@given(documents())
def test_long_answers_hold_what_short_ones_do(document: Document) -> None:
    with ChunkStore(embedder=None).sync as store, pytest.MonkeyPatch.context() as patch:
        store.index_document(document)
        short = [store.read(document.source_id, None, None, content_type=kind) for kind in ChunkType]
        patch.setattr(index, "_FEW", 0)
        assert [store.read(document.source_id, None, None, content_type=kind) for kind in ChunkType] == short


@pytest.fixture
def result() -> SearchResult:
    with ChunkStore(embedder=None).sync as store:
        store.index_document(Document.from_text("one", "a", lambda text: [(0, 3)]))
        return store.read("a", 0, 3)[0]


def test_results_are_frozen(result: SearchResult) -> None:
    with pytest.raises(ValidationError, match="frozen"):
        result.score = 1.0  # type: ignore[misc]
    with pytest.raises(ValidationError, match="frozen"):
        del result.chunk.content
    with pytest.raises(TypeError, match="cannot be changed"):
        result.model_fields_set.add("content")


def test_what_a_copy_has_set_can_be_changed_and_is_its_own(result: SearchResult) -> None:
    for copied in (result.model_copy(), copy.deepcopy(result), pickle.loads(pickle.dumps(result))):
        copied.model_fields_set.remove("score")
        assert "score" in result.model_fields_set
    assert isinstance(result.model_fields_set, FrozenSet)
