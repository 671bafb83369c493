"""Models of the one side as models of the other, without loss.

``foreign_*`` makes the toolkit's of ours, ``own_*`` makes ours of the toolkit's. Fields that a subclass of a toolkit
model adds become metadata here, as the toolkit's results show them: a document's ``title`` is ``document_title``.
"""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel

from navwidget.adapters.toolkit.load import toolkit
from navwidget.models import (
    ChunkPatch,
    Document,
    DocumentChunk,
    DocumentPatch,
    KeywordSearchQuery,
    SearchResult,
    SearchResultChunk,
    VectorSearchQuery,
)
from navwidget.retrievers import KeywordRetriever, NearestNeighbourRetriever, Retriever, RRFRetriever


def foreign_document(document: Document) -> Any:
    """Make a toolkit document; a text that is unknown is empty there, since it must be a string."""
    fields = document.model_dump() | {"content": document.content or ""}
    return toolkit().document.Document.model_validate(fields)


def own_document(document: Any) -> Document:
    """Make our document; an empty text beside chunks that have some is unknown."""
    base = toolkit().document
    chunks = tuple(_own_chunk(chunk) for chunk in document.chunks)
    unknown = not document.content and any(chunk.content for chunk in chunks)
    return Document(
        source_id=document.source_id,
        content=None if unknown else document.content,
        chunks=chunks,
        id=document.id,
        metadata=_own_metadata(document, base.Document),
    )


def _own_chunk(chunk: Any) -> DocumentChunk:
    names = DocumentChunk.model_fields.keys() - {"metadata"}
    fields = {name: getattr(chunk, name) for name in names}
    return DocumentChunk(**fields, metadata=_own_metadata(chunk, toolkit().document.DocumentChunk))


def _own_metadata(model: Any, base: type[BaseModel]) -> dict[str, Any]:
    added = type(model).model_fields.keys() - base.model_fields.keys()
    custom: dict[str, Any] = model.model_dump(mode="json", include=added, exclude_none=True)
    metadata: dict[str, Any] = model.metadata.model_dump(mode="json", exclude_none=True)
    return custom | metadata


def foreign_result(result: SearchResult) -> Any:
    """Make a toolkit result; which child of a fusion ranked it where has no place there."""
    return toolkit().search.SearchResult.model_validate(result.model_dump(exclude={"ranks"}))


def own_result(result: Any) -> SearchResult:
    """Make our result; fields that the index adds to its chunks become metadata."""
    fields: dict[str, Any] = result.chunk.model_dump(mode="json")
    own = {name: fields.pop(name) for name in SearchResultChunk.model_fields}
    chunk = SearchResultChunk(**own | {"metadata": fields | own["metadata"]})
    return SearchResult(chunk=chunk, score=result.score, distance=result.distance, retriever_id=result.retriever_id)


def foreign_query(query: Any) -> Any:
    """Make a toolkit query; one that is the toolkit's already, with options of its own, stays as it is."""
    theirs = toolkit().search
    if isinstance(query, theirs.BaseSearchQuery):
        return query
    model = theirs.VectorSearchQuery if hasattr(query, "embedding") else theirs.KeywordSearchQuery
    return model.model_validate(query.model_dump())


def own_query(query: Any) -> KeywordSearchQuery | VectorSearchQuery:
    """Make our query; options of one engine's search are left out."""
    model = VectorSearchQuery if hasattr(query, "embedding") else KeywordSearchQuery
    return model(**{name: getattr(query, name) for name in model.model_fields})


_RETRIEVERS: dict[str, type[KeywordRetriever | NearestNeighbourRetriever | RRFRetriever]] = {
    "keyword": KeywordRetriever,
    "nearest_neighbour": NearestNeighbourRetriever,
    "rrf": RRFRetriever,
}


def foreign_retriever(retriever: Any) -> Any:
    """Make a toolkit retriever with its children and filters; the toolkit's own stays as it is."""
    theirs = toolkit().search
    if isinstance(retriever, theirs.BaseRetriever):
        return retriever
    return getattr(theirs, _RETRIEVERS[retriever.type].__name__).model_validate(retriever.model_dump())


def own_retriever(retriever: Any) -> Retriever:
    """Make our retriever; the toolkit's ``max_candidates`` is left out, since every chunk is compared here."""
    model = _RETRIEVERS[retriever.type]
    names = model.model_fields.keys() - {"filter", "retrievers"}
    fields: dict[str, Any] = {name: getattr(retriever, name) for name in names}
    if retriever.filter is not None:
        fields["filter"] = retriever.filter.model_dump()
    if model is RRFRetriever:
        fields["retrievers"] = tuple(own_retriever(child) for child in retriever.retrievers)
    return model(**fields)


def foreign_patch(patch: ChunkPatch | DocumentPatch) -> Any:
    """Make a toolkit patch of what was set."""
    theirs = toolkit().document
    model = theirs.ChunkPatch if isinstance(patch, ChunkPatch) else theirs.DocumentPatch
    return model.model_validate(patch.model_dump(exclude_unset=True))


def own_patch(patch: Any, model: type[ChunkPatch | DocumentPatch]) -> ChunkPatch | DocumentPatch:
    """Make our patch of what was set; fields that a subclass adds are metadata."""
    given: dict[str, Any] = patch.model_dump(mode="json", exclude_unset=True)
    fields = {name: given.pop(name) for name in given.keys() & model.model_fields.keys()}
    if given:
        fields["metadata"] = given | (fields.get("metadata") or {})
    return model(**fields)
