"""Indexes of ours as indexes of the toolkit."""

from __future__ import annotations

import asyncio
from functools import cache
from typing import Any

from navwidget.adapters.toolkit.failures import foreign_errors
from navwidget.adapters.toolkit.load import given, methods_of, toolkit
from navwidget.adapters.toolkit.translate import foreign_result, own_document, own_patch, own_query, own_retriever
from navwidget.embedding import HashingEmbedder, as_embedder
from navwidget.models import ChunkPatch, ChunkType, DocumentPatch, GrepMode, IngestContext, RetrievalContext

_INGEST = IngestContext()
_RETRIEVAL = RetrievalContext()


def as_toolkit(store: Any, *, embedding_model: Any = None) -> Any:
    """Hand an index of ours to the toolkit: its models in, its results and errors out.

    What comes back satisfies the toolkit's protocols as far as the store goes, and serves its ``Pipeline``,
    ``VectorRetriever``, ``KeywordRetriever``, ``QueryEngine`` and rankers.

    Parameters
    ----------
    store : object
        A ChunkStore, or any index of ours.
    embedding_model : object, optional
        The toolkit's description of the vectors; by default made of the store's embedder. Without one a Pipeline
        takes the store for one of words, and does not embed for it.

    Returns
    -------
    object
        The index for the toolkit; its ``store`` is the store.

    Raises
    ------
    MissingDependencyError
        The toolkit is not installed.

    Notes
    -----
    A vector query ranks by its vector alone, though a toolkit retriever sends the text along; for both use
    ``retrieve`` with a fusion, or two retrievers and the toolkit's ``RRFRanker``.
    """
    model = embedding_model or _embedding_model(store)
    return _served_class(tuple(methods_of(store, _Methods)))(store, model)


def toolkit_embedder(embedder: Any = None) -> Any:
    """Make an embedder for the toolkit's Pipeline and VectorRetriever of one of ours.

    Parameters
    ----------
    embedder : Embedder or callable, optional
        By default the hashing embedder, which is lexical hashing, not meaning.
    """
    own = as_embedder(HashingEmbedder() if embedder is None else embedder)
    theirs = toolkit().embedding

    async def embed(_self: Any, texts: list[str], *_: Any, **__: Any) -> Any:
        vectors = await asyncio.to_thread(own.embed, texts)
        words = sum(len(text.split()) for text in texts)
        return theirs.EmbeddingResult(embeddings=vectors.tolist(), total_tokens=words)

    return type("ToolkitEmbedder", (theirs.Embedder,), {"embed": embed})(own.name)


def _embedding_model(store: Any) -> Any:
    embedder = getattr(store, "embedding_model", None) or getattr(store, "embedder", None)
    if embedder is None or not hasattr(embedder, "dimension"):
        return embedder
    theirs = toolkit().embedding
    return theirs.CustomEmbeddingModel(
        name=embedder.name, dtype=theirs.VectorDType.FLOAT32, dimensions=embedder.dimension
    )


class _Served:
    """What every served store has."""

    def __init__(self, store: Any, embedding_model: Any) -> None:
        self.store = store
        if embedding_model is not None:
            self.embedding_model = embedding_model

    def __repr__(self) -> str:
        return f"as_toolkit({self.store!r})"


@cache
def _served_class(methods: tuple[str, ...]) -> type:
    return type("ToolkitIndex", (_Served,), {method: vars(_Methods)[method] for method in methods})


class _Methods(_Served):
    """All methods of the toolkit's protocols; the class of a served store takes those that the store has."""

    async def index_document(self, document: Any, context: Any = _INGEST) -> None:
        with foreign_errors():
            await self.store.index_document(own_document(document), **given(context))

    async def delete_document(self, doc_id: str, context: Any = _INGEST) -> None:
        with foreign_errors():
            await self.store.delete_document(doc_id, **given(context))

    async def search(self, query: Any, context: Any = _RETRIEVAL) -> list[Any]:
        with foreign_errors():
            return _foreign_results(await self.store.search(own_query(query), **given(context)))

    async def retrieve(self, retriever: Any, context: Any = _RETRIEVAL) -> list[Any]:
        with foreign_errors():
            return _foreign_results(await self.store.retrieve(own_retriever(retriever), **given(context)))

    async def get_chunk(self, chunk_id: str, *, context: Any = _RETRIEVAL) -> Any:
        with foreign_errors():
            result = await self.store.get_chunk(chunk_id, **given(context))
            return None if result is None else foreign_result(result)

    async def navigate(
        self,
        source_id: str,
        start_offset: int,
        end_offset: int,
        direction: str,
        *,
        top_k: int = 1,
        content_type: str = ChunkType.CONTENT,
        context: Any = _RETRIEVAL,
    ) -> list[Any]:
        options = {"top_k": top_k, "content_type": content_type} | given(context)
        with foreign_errors():
            return _foreign_results(
                await self.store.navigate(source_id, start_offset, end_offset, direction, **options)
            )

    async def read(
        self,
        source_id: str,
        start_offset: int | None,
        end_offset: int | None,
        *,
        content_type: str = ChunkType.CONTENT,
        top_k: int = 20,
        context: Any = _RETRIEVAL,
    ) -> list[Any]:
        options = {"top_k": top_k, "content_type": content_type} | given(context)
        with foreign_errors():
            return _foreign_results(await self.store.read(source_id, start_offset, end_offset, **options))

    async def grep(
        self,
        source_id: str,
        pattern: str,
        *,
        mode: str = GrepMode.PHRASE,
        content_type: str = ChunkType.CONTENT,
        top_k: int = 5,
        context: Any = _RETRIEVAL,
    ) -> list[Any]:
        options = {"mode": mode, "top_k": top_k, "content_type": content_type} | given(context)
        with foreign_errors():
            return _foreign_results(await self.store.grep(source_id, pattern, **options))

    async def patch_chunk(self, chunk_id: str, patch: Any, context: Any = _INGEST) -> None:
        with foreign_errors():
            await self.store.patch_chunk(chunk_id, own_patch(patch, ChunkPatch), **given(context))

    async def patch_document(self, document_id: str, patch: Any, context: Any = _INGEST) -> None:
        with foreign_errors():
            await self.store.patch_document(document_id, own_patch(patch, DocumentPatch), **given(context))

    async def indexed_version(self, document_id: str, context: Any = _RETRIEVAL) -> str | None:
        with foreign_errors():
            version: str | None = await self.store.indexed_version(document_id, **given(context))
            return version


def _foreign_results(results: list[Any]) -> list[Any]:
    return [foreign_result(result) for result in results]
