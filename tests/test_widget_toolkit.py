"""The widget on an index of the real search toolkit, given as it is: its Qdrant store in memory."""

from __future__ import annotations

import warnings

import pytest

from navwidget.embedding import HashingEmbedder

with warnings.catch_warnings():  # the toolkit and the plugin bring warnings of their own
    warnings.simplefilter("ignore")
    try:
        from mistralai.search.toolkit import document as tk_document
        from mistralai.search.toolkit.embedding import CustomEmbeddingModel
        from mistralai.search.toolkit.plugins.qdrant import QdrantApp, QdrantCollectionSchema
        from qdrant_client import AsyncQdrantClient
    except ImportError as missing:
        pytest.skip(f"needs the search toolkit with its Qdrant plugin: {missing}", allow_module_level=True)

from navwidget.adapters.toolkit import wrap
from navwidget.widget.navwidget import NavWidget
from tests.explorer import documents

pytestmark = [pytest.mark.toolkit, pytest.mark.filterwarnings("ignore")]

EMBEDDER = HashingEmbedder(64)


def embedded(document):
    vectors = EMBEDDER.embed([chunk.content for chunk in document.chunks]).tolist()
    chunks = [
        chunk.model_copy(update={"embedding": tuple(vector)})
        for chunk, vector in zip(document.chunks, vectors, strict=True)
    ]
    return document.model_copy(update={"chunks": tuple(chunks)})


@pytest.fixture
async def qdrant():
    model = CustomEmbeddingModel(name="hashing", dimensions=EMBEDDER.dimension)
    client, app = AsyncQdrantClient(":memory:"), QdrantApp([QdrantCollectionSchema("w", tk_document.Document, model)])
    await app.create_collection(client, "w")
    index = app.get_search_index(client, "w")
    for document in documents():
        await wrap(index).index_document(embedded(document))
    yield index
    await client.close()


async def test_the_journey(qdrant):
    widget = NavWidget(qdrant, embedder=EMBEDDER)
    hits = await widget.search("w04 w05 w06 w07", top_k=3)
    assert hits[0].chunk.id == "a2"
    await widget.open_hit()
    await widget.navigate("next")
    assert [result.chunk.id for result in widget.results] == ["a0", "a2", "a4", "a6"]
    assert [result.chunk.id for result in await widget.read(0, 30)] == ["a0", "a1"]
    assert {"a1", "a2"} == {result.chunk.id for result in await widget.grep("w05")}
    assert not widget.errors
