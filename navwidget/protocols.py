"""What an index can do, as protocols, and how to tell: all that the widget, the adapters and the tests share.

``isinstance`` on a protocol looks at names alone, so a half-written subclass passes and its stubs return None. Ask
`capabilities` instead: there a method counts only where it is not the protocol's own stub.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from navwidget.models import (
    ChunkPatch,
    ChunkType,
    Document,
    DocumentPatch,
    GrepMode,
    IngestContext,
    KeywordSearchQuery,
    NavigationDirection,
    RetrievalContext,
    SearchResult,
    VectorSearchQuery,
)
from navwidget.retrievers import Retriever

Query_contra = TypeVar("Query_contra", contravariant=True)


@runtime_checkable
class StoreIndex(Protocol[Query_contra]):
    """Documents go in, ranked chunks come out."""

    async def index_document(self, document: Document, context: IngestContext = IngestContext()) -> None:
        """Create the document, or replace the one with its id."""
        ...

    async def delete_document(self, doc_id: str, context: IngestContext = IngestContext()) -> None:
        """Remove the document and all of its chunks."""
        ...

    async def search(self, query: Query_contra, context: RetrievalContext = RetrievalContext()) -> list[SearchResult]:
        """Rank chunks for the query, best first."""
        ...


@runtime_checkable
class KeywordStoreIndex(StoreIndex[KeywordSearchQuery], Protocol):
    """A store whose search takes words."""


@runtime_checkable
class VectorStoreIndex(StoreIndex[VectorSearchQuery], Protocol):
    """A store whose search takes a vector."""

    embedding_model: Any


@runtime_checkable
class NavigableIndex(Protocol):
    """Moving inside one source; every answer is in reading order, with score 0.0.

    Reading order is ascending (start_offset, end_offset, id). Offsets are code points.
    """

    async def get_chunk(self, chunk_id: str, *, context: RetrievalContext = RetrievalContext()) -> SearchResult | None:
        """Fetch one chunk of any type, or None where there is none with the id."""
        ...

    async def navigate(
        self,
        source_id: str,
        start_offset: int,
        end_offset: int,
        direction: NavigationDirection,
        *,
        top_k: int = 1,
        content_type: ChunkType = ChunkType.CONTENT,
        context: RetrievalContext = RetrievalContext(),
    ) -> list[SearchResult]:
        """Fetch the chunks next to a span.

        NEXT gives the first ``top_k`` chunks that start at or after ``end_offset``, PREVIOUS the last ``top_k`` that
        end at or before ``start_offset``. At a boundary the list is empty.

        Raises
        ------
        SourceNotFoundError
            No chunk of any type belongs to the source.
        SearchError
            An argument has no meaning.
        """
        ...

    async def read(
        self,
        source_id: str,
        start_offset: int | None,
        end_offset: int | None,
        *,
        content_type: ChunkType = ChunkType.CONTENT,
        top_k: int = 20,
        context: RetrievalContext = RetrievalContext(),
    ) -> list[SearchResult]:
        """Fetch the chunks that lie wholly inside a span; None opens a side.

        Raises
        ------
        SourceNotFoundError
            No chunk of any type belongs to the source.
        SearchError
            An argument has no meaning.
        """
        ...

    async def grep(
        self,
        source_id: str,
        pattern: str,
        *,
        mode: GrepMode = GrepMode.PHRASE,
        content_type: ChunkType = ChunkType.CONTENT,
        top_k: int = 5,
        context: RetrievalContext = RetrievalContext(),
    ) -> list[SearchResult]:
        """Fetch the chunks whose text holds the pattern: as written, or all of its terms in any order.

        Raises
        ------
        SourceNotFoundError
            No chunk of any type belongs to the source.
        SearchError
            An argument has no meaning.
        """
        ...


@runtime_checkable
class PatchableIndex(Protocol):
    """Changing parts of what is stored; a patch carries only what changes."""

    async def patch_chunk(self, chunk_id: str, patch: ChunkPatch, context: IngestContext = IngestContext()) -> None:
        """Change one chunk.

        Raises
        ------
        ChunkNotFoundError
            No chunk has the id.
        """
        ...

    async def patch_document(
        self, document_id: str, patch: DocumentPatch, context: IngestContext = IngestContext()
    ) -> None:
        """Change a document's metadata.

        Raises
        ------
        DocumentNotFoundError
            No document has the id.
        """
        ...


@runtime_checkable
class RetrievableIndex(Protocol):
    """Ranking by a retriever: keyword, vector, or a fusion of both."""

    async def retrieve(
        self, retriever: Retriever, context: RetrievalContext = RetrievalContext()
    ) -> list[SearchResult]:
        """Rank chunks as the retriever says, best first."""
        ...


@runtime_checkable
class VersionedIndex(Protocol):
    """Telling from which inputs a document was indexed."""

    async def indexed_version(self, document_id: str, context: RetrievalContext = RetrievalContext()) -> str | None:
        """Give the document's metadata value ``indexed_version``; None also for an unknown document."""
        ...


@dataclass(frozen=True, slots=True)
class SourceInfo:
    """One source of an index.

    Parameters
    ----------
    source_id, document_id : str
        Its two names.
    chunks : int
        How many chunks of any type it has.
    length : int
        Code points of its text; the largest end of a chunk where the text is unknown.
    metadata : dict
        The document's metadata, bare.
    """

    source_id: str
    document_id: str
    chunks: int
    length: int
    metadata: dict[str, Any]


@dataclass(frozen=True, slots=True, eq=False)
class Outline:
    """Where the chunks of one source lie, without their text; rows are in reading order, all chunk types together.

    Parameters
    ----------
    source_id : str
        The source.
    starts, ends : numpy.ndarray of int64, shape (rows,)
        Spans in code points, half-open.
    chunk_types : numpy.ndarray of uint8, shape (rows,)
        Positions in ``list(ChunkType)``.
    ids : sequence of str, length rows
        Chunk ids; may be read lazily.
    length : int
        Code points of the source; the largest end where its text is unknown.
    complete : bool
        False where a foreign index had more chunks than were asked for.
    """

    source_id: str
    starts: NDArray[np.int64]
    ends: NDArray[np.int64]
    chunk_types: NDArray[np.uint8]
    ids: Sequence[str]
    length: int
    complete: bool = True

    def __len__(self) -> int:
        return len(self.starts)


@dataclass(frozen=True, slots=True)
class Capabilities:
    """What an index can do.

    Parameters
    ----------
    keyword, vector : bool
        Whether it can be searched by words, by a vector.
    retrieve : bool
        Whether it takes retrievers, and so also hybrid ones.
    navigate, read, grep, get_chunk : bool
        The four ways of moving inside a source.
    patch, versioned : bool
        Whether parts can be changed, and versions told.
    neighbours, outline, sources, explain : bool
        What an index may offer beyond the protocols.
    """

    keyword: bool = False
    vector: bool = False
    retrieve: bool = False
    navigate: bool = False
    read: bool = False
    grep: bool = False
    get_chunk: bool = False
    patch: bool = False
    versioned: bool = False
    neighbours: bool = False
    outline: bool = False
    sources: bool = False
    explain: bool = False

    @property
    def hybrid(self) -> bool:
        """Whether keyword and vector rankings can be fused."""
        return self.retrieve

    @property
    def searchable(self) -> bool:
        """Whether it can be searched in any way."""
        return self.keyword or self.vector

    @property
    def navigable(self) -> bool:
        """Whether all four ways of moving inside a source are there."""
        return self.navigate and self.read and self.grep and self.get_chunk


_STUBS = (StoreIndex, NavigableIndex, PatchableIndex, RetrievableIndex, VersionedIndex)


def implements(index: object, name: str) -> bool:
    """Tell whether a method is there and is not the stub of a protocol, ours or a foreign one."""
    method = getattr(index, name, None)
    if isinstance(index, type) or not callable(method):
        return False  # a class has the methods of its instances, but none that can be called
    function = getattr(method, "__func__", method)
    owner = next((cls for cls in type(index).__mro__ if vars(cls).get(name) is function), None)
    return owner is None or not getattr(owner, "_is_protocol", False)


def capabilities(index: object) -> Capabilities:
    """Tell what an index can do, whatever its class claims.

    Parameters
    ----------
    index : object
        Any index, ours or foreign.

    Returns
    -------
    Capabilities
        A method counts only where it is not the stub of a protocol.

    Examples
    --------
    >>> class Half(NavigableIndex):
    ...     async def get_chunk(self, chunk_id, *, context=None):
    ...         return None
    >>> half = capabilities(Half())
    >>> half.get_chunk, half.navigate
    (True, False)
    """
    can_retrieve = implements(index, "retrieve")
    can_search = implements(index, "search")
    is_vector = VectorStoreIndex in type(index).__mro__ or hasattr(index, "embedding_model")
    is_keyword = KeywordStoreIndex in type(index).__mro__ and not is_vector
    return Capabilities(
        keyword=can_retrieve or (can_search and is_keyword),
        vector=can_retrieve or (can_search and is_vector),
        retrieve=can_retrieve,
        patch=implements(index, "patch_chunk") and implements(index, "patch_document"),
        versioned=implements(index, "indexed_version"),
        **{
            name: implements(index, name)
            for name in ("navigate", "read", "grep", "get_chunk", "neighbours", "outline", "sources", "explain")
        },
    )
