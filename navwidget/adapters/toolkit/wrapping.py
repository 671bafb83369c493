"""Indexes of the toolkit as indexes of ours."""

from __future__ import annotations

import asyncio
from functools import cache
from typing import Any

from navwidget.adapters.toolkit.failures import own_errors
from navwidget.adapters.toolkit.load import given, methods_of, toolkit
from navwidget.adapters.toolkit.translate import (
    foreign_document,
    foreign_patch,
    foreign_query,
    foreign_retriever,
    own_result,
)
from navwidget.embedding import Embedder, as_embedder
from navwidget.models import (
    ChunkPatch,
    ChunkType,
    Document,
    DocumentPatch,
    GrepMode,
    IngestContext,
    NavigationDirection,
    RetrievalContext,
    SearchResult,
)
from navwidget.protocols import KeywordStoreIndex, VectorStoreIndex
from navwidget.retrievers import NearestNeighbourRetriever, RRFRetriever
from navwidget.store.arguments import integer, member, offset

_INGEST = IngestContext()
_RETRIEVAL = RetrievalContext()
_HOME = "mistralai.search.toolkit"


def is_toolkit_index(index: object) -> bool:
    """Tell whether an index is made of the toolkit's classes, without importing the toolkit.

    Examples
    --------
    >>> is_toolkit_index("no index at all")
    False
    """
    return any(f"{cls.__module__}.".startswith(f"{_HOME}.") for cls in type(index).__mro__)


def wrap(index: Any, *, embedder: Any = None) -> Any:
    """Make an index of the toolkit ours: our models in, our results and errors out.

    The wrapper has the methods that the index implements and no others, so that `navwidget.protocols.capabilities` is
    right about it. It goes by methods, not by where a class lives, so any backend fits: those of plugins, the managed
    index of ``toolkit.managed_index``, and the same one under its documented name ``mistral_search_index``.

    Parameters
    ----------
    index : object
        An index with methods of the toolkit's protocols. A wrapper is given back as it is.
    embedder : Embedder or callable, optional
        Makes the vectors of documents and retrievers that come without: the toolkit's indexes never embed.

    Returns
    -------
    object
        The wrapper; its ``wrapped`` is the index.

    Raises
    ------
    MissingDependencyError
        The toolkit is not installed.

    Notes
    -----
    Answers are translated, not corrected: most engines match whole words in grep and order chunks by start_offset
    alone. `navwidget.testing.check_index` tells how one answers. Arguments are checked before the index is asked.
    Contexts are passed on where the caller gave one with something in it.
    """
    if isinstance(index, _Wrapper):
        return index
    theirs = toolkit().search
    vector = hasattr(index, "embedding_model") or theirs.VectorStoreIndex in type(index).__mro__
    keyword = theirs.KeywordStoreIndex in type(index).__mro__ and not vector
    claims = (VectorStoreIndex,) * vector + (KeywordStoreIndex,) * keyword
    cls = _wrapper_class(type(index).__name__, tuple(methods_of(index, _Methods)), claims)
    return cls(index, None if embedder is None else as_embedder(embedder))


class _Wrapper:
    """What every wrapper has."""

    def __init__(self, index: Any, embedder: Embedder | None) -> None:
        self.wrapped = index
        self.embedder = embedder
        if hasattr(index, "embedding_model"):
            self.embedding_model = index.embedding_model

    def __repr__(self) -> str:
        return f"wrap({self.wrapped!r})"


@cache
def _wrapper_class(name: str, methods: tuple[str, ...], claims: tuple[type, ...]) -> type:
    return type(f"Wrapped{name}", (_Wrapper, *claims), {method: vars(_Methods)[method] for method in methods})


class _Methods(_Wrapper):
    """All methods of the protocols; the class of a wrapper takes those that its index has."""

    async def index_document(self, document: Document, context: IngestContext = _INGEST) -> None:
        document = await _embedded_document(self.embedder, document)
        with own_errors():
            await self.wrapped.index_document(foreign_document(document), **given(context))

    async def delete_document(self, doc_id: str, context: IngestContext = _INGEST) -> None:
        with own_errors():
            await self.wrapped.delete_document(doc_id, **given(context))

    async def search(self, query: Any, context: RetrievalContext = _RETRIEVAL) -> list[SearchResult]:
        with own_errors():
            return _own_results(await self.wrapped.search(foreign_query(query), **given(context)))

    async def retrieve(self, retriever: Any, context: RetrievalContext = _RETRIEVAL) -> list[SearchResult]:
        retriever = await _embedded_retriever(self.embedder, retriever)
        with own_errors():
            return _own_results(await self.wrapped.retrieve(foreign_retriever(retriever), **given(context)))

    async def get_chunk(self, chunk_id: str, *, context: RetrievalContext = _RETRIEVAL) -> SearchResult | None:
        with own_errors():
            result = await self.wrapped.get_chunk(chunk_id, **given(context))
            return None if result is None else own_result(result)

    async def navigate(
        self,
        source_id: str,
        start_offset: int,
        end_offset: int,
        direction: NavigationDirection,
        *,
        top_k: int = 1,
        content_type: ChunkType = ChunkType.CONTENT,
        context: RetrievalContext = _RETRIEVAL,
    ) -> list[SearchResult]:
        way = member(NavigationDirection, "direction", direction)
        is_next = way is NavigationDirection.NEXT
        place = offset("end_offset", end_offset) if is_next else offset("start_offset", start_offset)
        options = _options(top_k, content_type) | given(context)
        with own_errors():  # the offset that the direction ignores may be anything, so that it is not passed on
            found = await self.wrapped.navigate(
                source_id, place, place, toolkit().search.NavigationDirection(way), **options
            )
            return _own_results(found)

    async def read(
        self,
        source_id: str,
        start_offset: int | None,
        end_offset: int | None,
        *,
        content_type: ChunkType = ChunkType.CONTENT,
        top_k: int = 20,
        context: RetrievalContext = _RETRIEVAL,
    ) -> list[SearchResult]:
        bounds = {"start_offset": start_offset, "end_offset": end_offset}
        span = [None if value is None else offset(name, value) for name, value in bounds.items()]
        options = _options(top_k, content_type) | given(context)
        with own_errors():
            return _own_results(await self.wrapped.read(source_id, *span, **options))

    async def grep(
        self,
        source_id: str,
        pattern: str,
        *,
        mode: GrepMode = GrepMode.PHRASE,
        content_type: ChunkType = ChunkType.CONTENT,
        top_k: int = 5,
        context: RetrievalContext = _RETRIEVAL,
    ) -> list[SearchResult]:
        how = toolkit().search.GrepMode(member(GrepMode, "mode", mode))
        options = _options(top_k, content_type) | given(context)
        with own_errors():
            return _own_results(await self.wrapped.grep(source_id, pattern, mode=how, **options))

    async def patch_chunk(self, chunk_id: str, patch: ChunkPatch, context: IngestContext = _INGEST) -> None:
        with own_errors():
            await self.wrapped.patch_chunk(chunk_id, foreign_patch(patch), **given(context))

    async def patch_document(self, document_id: str, patch: DocumentPatch, context: IngestContext = _INGEST) -> None:
        with own_errors():
            await self.wrapped.patch_document(document_id, foreign_patch(patch), **given(context))

    async def indexed_version(self, document_id: str, context: RetrievalContext = _RETRIEVAL) -> str | None:
        with own_errors():
            version: str | None = await self.wrapped.indexed_version(document_id, **given(context))
            return version


def _options(top_k: int, content_type: ChunkType) -> dict[str, Any]:
    kind = toolkit().document.ChunkType(member(ChunkType, "content_type", content_type))
    return {"top_k": integer("top_k", top_k, at_least=1), "content_type": kind}


def _own_results(results: list[Any]) -> list[SearchResult]:
    return [own_result(result) for result in results]


async def _vectors(embedder: Embedder, texts: list[str]) -> list[tuple[float, ...]]:
    return [tuple(row) for row in (await asyncio.to_thread(embedder.embed, texts)).tolist()]


async def _embedded_document(embedder: Embedder | None, document: Document) -> Document:
    bare = [chunk for chunk in document.chunks if chunk.embedding is None]
    if embedder is None or not bare:
        return document
    vectors = iter(await _vectors(embedder, [chunk.content for chunk in bare]))
    chunks = tuple(
        chunk if chunk.embedding is not None else chunk.model_copy(update={"embedding": next(vectors)})
        for chunk in document.chunks
    )
    return document.model_copy(update={"chunks": chunks})


async def _embedded_retriever(embedder: Embedder | None, retriever: Any) -> Any:
    if embedder is None:
        return retriever
    if isinstance(retriever, RRFRetriever):
        children = [await _embedded_retriever(embedder, child) for child in retriever.retrievers]
        return retriever.model_copy(update={"retrievers": tuple(children)})
    if isinstance(retriever, NearestNeighbourRetriever) and retriever.query_embedding is None:
        vector = (await _vectors(embedder, [retriever.query or ""]))[0]
        return retriever.model_copy(update={"query_embedding": vector})
    return retriever
