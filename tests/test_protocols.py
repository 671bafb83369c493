"""Protocols: what counts as an ability is what was written, not what was inherited as a stub."""

from __future__ import annotations

import pytest

from navwidget.models import Document, IngestContext, RetrievalContext, SearchResult, VectorSearchQuery
from navwidget.protocols import (
    KeywordStoreIndex,
    NavigableIndex,
    PatchableIndex,
    RetrievableIndex,
    StoreIndex,
    VectorStoreIndex,
    VersionedIndex,
    capabilities,
)


class MyStore(VectorStoreIndex):
    async def index_document(self, document: Document, context: IngestContext = IngestContext()) -> None: ...

    async def search(
        self, query: VectorSearchQuery, context: RetrievalContext = RetrievalContext()
    ) -> list[SearchResult]:
        return []

    async def delete_document(self, doc_id: str, context: IngestContext = IngestContext()) -> None: ...


class MyWords(KeywordStoreIndex):
    search = MyStore.search


class Reader(NavigableIndex):
    async def read(self, *args, **kwargs):
        return []


class Everything(MyWords, NavigableIndex):
    embedding_model = "mine"

    async def retrieve(self, retriever, context=None):
        return []


def able(index: object) -> set[str]:
    found = capabilities(index)
    names = (*found.__slots__, "hybrid", "searchable", "navigable")
    return {name for name in names if getattr(found, name)}


@pytest.mark.parametrize(
    ("index", "abilities"),
    [
        (MyStore(), {"vector", "searchable"}),
        (MyWords(), {"keyword", "searchable"}),
        (Reader(), {"read"}),
        (Everything(), {"keyword", "vector", "retrieve", "hybrid", "searchable"}),
        (object(), set()),
        (MyStore, set()),
    ],
    ids=lambda value: type(value).__name__,
)
def test_capabilities_count_what_was_written(index, abilities):
    assert able(index) == abilities


def test_isinstance_looks_at_names_alone():
    assert isinstance(Reader(), NavigableIndex)
    assert not isinstance(Reader(), StoreIndex | PatchableIndex | RetrievableIndex | VersionedIndex)


async def test_a_protocols_stub_gives_none():
    assert await Reader().grep("a", "b") is None


def test_an_ability_set_on_the_instance_counts():
    index = Reader()
    index.grep = lambda *args, **kwargs: []
    assert capabilities(index).grep
