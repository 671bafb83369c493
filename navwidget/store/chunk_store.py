"""ChunkStore: documents in one SQLite file, or in memory, and everything that can be asked about them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping
from os import PathLike, fspath
from typing import TYPE_CHECKING, Any, ParamSpec, Self, TypeVar

from navwidget.embedding import Embedder, HashingEmbedder, as_embedder
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
from navwidget.protocols import Outline, SourceInfo
from navwidget.retrievers import Retriever
from navwidget.store.closing import Closing
from navwidget.store.database import MEMORY
from navwidget.store.engine import SyncStore
from navwidget.store.explain import Explanation
from navwidget.store.frame import from_frame

if TYPE_CHECKING:
    import pandas as pd

P = ParamSpec("P")
R = TypeVar("R")

_INGEST = IngestContext()
_RETRIEVAL = RetrievalContext()
_LEXICAL = HashingEmbedder()  # frozen, so that it can be everybody's default


class ChunkStore(Closing):
    """Documents with their chunks: stored, ranked and navigated, in one file or in memory.

    It has the methods of all seven protocols of `navwidget.protocols`, as coroutines, and the same ones blocking under
    ``sync``, for scripts and callbacks. Safe to use from several threads, and from many reading processes beside one
    that writes. Every change is all or nothing: a reader sees the index before it or after it.

    Parameters
    ----------
    path : str or path, optional
        The file; made where there is none. By default the store lives in memory.
    embedder : Embedder, callable or None, optional
        Makes the vectors of chunks and queries that come without: by default by lexical hashing, not meaning. With
        None such chunks have no vector, and are navigated and found by words all the same.
    read_only : bool, optional
        Open an existing file and leave it as it is.

    Raises
    ------
    StorageError
        The file cannot be used, or its vectors were made by another embedder.

    Examples
    --------
    >>> store = ChunkStore()
    >>> document = Document.from_text("One fish. Two fish.", "fish.txt", lambda text: [(0, 9), (10, 19)])
    >>> store.sync.index_document(document)
    >>> [hit.chunk.content for hit in store.sync.grep("fish.txt", "two")]
    ['Two fish.']
    >>> store
    ChunkStore(':memory:', 1 source, 2 chunks, embedder 'hashing')
    """

    def __init__(
        self,
        path: str | PathLike[str] = MEMORY,
        *,
        embedder: Embedder | Callable[[list[str]], Any] | None = _LEXICAL,
        read_only: bool = False,
    ) -> None:
        self.sync = SyncStore(fspath(path), None if embedder is None else as_embedder(embedder), read_only=read_only)

    @classmethod
    def from_frame(
        cls,
        frame: pd.DataFrame,
        path: str | PathLike[str] = MEMORY,
        *,
        texts: Mapping[str, str] | None = None,
        embedder: Embedder | Callable[[list[str]], Any] | None = _LEXICAL,
        progress: bool = False,
    ) -> Self:
        """Make a store of a frame with a row for each chunk.

        Parameters
        ----------
        frame : pandas.DataFrame
            As `to_frame` gives it: ``source_id``, ``start_offset``, ``end_offset`` and ``content`` must be there;
            columns of other names become metadata.
        path, embedder
            As for the class.
        texts : mapping of str to str, optional
            The whole text of sources, by source_id.
        progress : bool, optional
            Whether to show a bar.

        Raises
        ------
        IndexingError
            A column is missing, or a row makes no chunk; the error names all of them.
        """
        store = cls(path, embedder=embedder)
        store.sync.index_documents(from_frame(frame, texts), progress=progress)
        return store

    async def index_document(self, document: Document, context: IngestContext = _INGEST) -> None:
        """Create the document, or replace the one with its id; readers see the old or the new.

        Raises
        ------
        IndexingError
            Something is wrong with its structure; the error lists every offending chunk, and nothing was written.
        """
        await asyncio.to_thread(self.sync.index_document, document, context)

    async def index_documents(self, documents: Iterable[Document], *, progress: bool = True) -> None:
        """Create or replace many documents, some thousand chunks to a transaction.

        Parameters
        ----------
        documents : iterable of Document
            The documents; they are taken as they are written, so a generator never fills the memory.
        progress : bool, optional
            Whether to show a bar.

        Raises
        ------
        IndexingError
            A document cannot be stored; those before it were.
        """
        await asyncio.to_thread(self.sync.index_documents, documents, progress=progress)

    async def delete_document(self, doc_id: str, context: IngestContext = _INGEST) -> None:
        """Remove the document and all of its chunks.

        Raises
        ------
        DocumentNotFoundError
            No document has the id.
        """
        await asyncio.to_thread(self.sync.delete_document, doc_id, context)

    async def delete_source(self, source_id: str, context: IngestContext = _INGEST) -> None:
        """Remove the document of a source and all of its chunks.

        Raises
        ------
        SourceNotFoundError
            The source is not in the index.
        """
        await asyncio.to_thread(self.sync.delete_source, source_id, context)

    async def patch_chunk(self, chunk_id: str, patch: ChunkPatch, context: IngestContext = _INGEST) -> None:
        """Change one chunk; a new text keeps its offsets and, unless one is given, its vector, which is then stale.

        Raises
        ------
        ChunkNotFoundError
            No chunk has the id.
        IndexingError
            The vector has another length than the others, or a number that is not finite.
        """
        await asyncio.to_thread(self.sync.patch_chunk, chunk_id, patch, context)

    async def patch_document(self, document_id: str, patch: DocumentPatch, context: IngestContext = _INGEST) -> None:
        """Change a document's metadata; rewrites neither its text nor its vectors.

        Raises
        ------
        DocumentNotFoundError
            No document has the id.
        """
        await asyncio.to_thread(self.sync.patch_document, document_id, patch, context)

    async def get_chunk(self, chunk_id: str, *, context: RetrievalContext = _RETRIEVAL) -> SearchResult | None:
        """Fetch one chunk of any type, or None where there is none with the id."""
        return await self._ask(self.sync.knows(chunk_id), self.sync.get_chunk, chunk_id)

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
        """Fetch the chunks next to a span, in reading order and with score 0.0.

        NEXT gives the first ``top_k`` chunks that start at or after ``end_offset``, PREVIOUS the last ``top_k`` that
        end at or before ``start_offset``. At a boundary the list is empty.

        Parameters
        ----------
        source_id : str
            The source.
        start_offset, end_offset : int
            The span in code points; any size.
        direction : NavigationDirection
            Which side; the plain string is accepted.
        top_k : int, optional
            At most so many, at least 1.
        content_type : ChunkType, optional
            Only chunks of this type.

        Raises
        ------
        SearchError
            An argument has no meaning; checked first.
        SourceNotFoundError
            The source is not in the index.
        """
        navigate, held = self.sync.navigate, self.sync.holds(source_id)
        asked = (source_id, start_offset, end_offset, direction)
        return await self._ask(held, navigate, *asked, content_type=content_type, top_k=top_k)

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
        """Fetch the first ``top_k`` chunks that lie wholly inside a span; None opens a side.

        Raises
        ------
        SearchError
            An argument has no meaning; checked first.
        SourceNotFoundError
            The source is not in the index.
        """
        read, held = self.sync.read, self.sync.holds(source_id)
        return await self._ask(held, read, source_id, start_offset, end_offset, content_type=content_type, top_k=top_k)

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
        """Fetch the first ``top_k`` chunks whose text holds the pattern, whatever its case.

        Parameters
        ----------
        source_id : str
            The source.
        pattern : str
            Literal text; a blank one finds nothing.
        mode : GrepMode, optional
            PHRASE takes the pattern as written, spaces included; TERM wants every term of ``pattern.split()``, in any
            order. The plain string is accepted.
        content_type : ChunkType, optional
            Only chunks of this type.
        top_k : int, optional
            At most so many, at least 1.

        Raises
        ------
        SearchError
            An argument has no meaning; checked first.
        SourceNotFoundError
            The source is not in the index.
        """
        grep, held = self.sync.grep, self.sync.holds(source_id, folded=content_type)
        return await self._ask(held, grep, source_id, pattern, mode=mode, content_type=content_type, top_k=top_k)

    async def neighbours(self, chunk_id: str, before: int = 1, after: int = 1) -> list[SearchResult]:
        """Fetch the chunks next to one by position in reading order, so that overlapping ones are not skipped.

        Parameters
        ----------
        chunk_id : str
            The chunk in the middle; it is not part of the answer, which has its type only.
        before, after : int, optional
            How many on either side.

        Raises
        ------
        ChunkNotFoundError
            No chunk has the id.
        """
        return await self._ask(self.sync.knows(chunk_id), self.sync.neighbours, chunk_id, before, after)

    async def outline(self, source_id: str) -> Outline:
        """Tell where the chunks of a source lie, without their text.

        Raises
        ------
        SourceNotFoundError
            The source is not in the index.
        """
        return await self._ask(self.sync.holds(source_id), self.sync.outline, source_id)

    async def text(self, source_id: str, start: int = 0, end: int | None = None) -> str | None:
        """Give the text of a source, or of a span of it in code points; None where the text is unknown.

        Raises
        ------
        SourceNotFoundError
            The source is not in the index.
        """
        return await asyncio.to_thread(self.sync.text, source_id, start, end)

    async def sources(self, contains: str = "", limit: int | None = None) -> list[SourceInfo]:
        """List sources by source_id.

        Parameters
        ----------
        contains : str, optional
            Only those whose source_id holds this, whatever its case.
        limit : int, optional
            At most so many.
        """
        return await asyncio.to_thread(self.sync.sources, contains, limit)

    async def count_sources(self, contains: str = "") -> int:
        """Count the sources whose source_id holds some text, whatever its case."""
        return await asyncio.to_thread(self.sync.count_sources, contains)

    async def indexed_version(self, document_id: str, context: RetrievalContext = _RETRIEVAL) -> str | None:
        """Give the document's metadata value ``indexed_version``; None also for an unknown document."""
        return self.sync.indexed_version(document_id)

    async def search(self, query: Any, context: RetrievalContext = _RETRIEVAL) -> list[SearchResult]:
        """Rank chunks for a query: by cosine where it has an ``embedding``, else by its words with BM25.

        Parameters
        ----------
        query : KeywordSearchQuery or VectorSearchQuery
            Anything with their fields is accepted.

        Raises
        ------
        SearchError
            ``top_k`` is below 1, or the vector has another length than the index's or a number that is not finite.
        """
        return await self._ask(self.sync.ranks_at_once, self.sync.search, query)

    async def retrieve(self, retriever: Retriever, context: RetrievalContext = _RETRIEVAL) -> list[SearchResult]:
        """Rank chunks as a retriever says; a fusion's results tell which child ranked them where.

        Raises
        ------
        SearchError
            A text is to be searched by meaning, and the store has no embedder; or a vector does not fit.
        """
        return await asyncio.to_thread(self.sync.retrieve, retriever)  # always: an embedder may be any model

    async def explain(self, retriever: Retriever, source_id: str) -> Explanation:
        """Tell score and rank of every chunk of a source, for each retriever: why was this chunk not retrieved.

        Raises
        ------
        SourceNotFoundError
            The source is not in the index.
        """
        return await asyncio.to_thread(self.sync.explain, retriever, source_id)

    async def to_frame(self, *, embeddings: bool = False) -> pd.DataFrame:
        """Put every chunk into a frame, by source_id and in reading order; with its vector if wanted.

        The column ``stale`` marks chunks whose text was patched after their vector was made.
        """
        return await asyncio.to_thread(self.sync.to_frame, embeddings=embeddings)

    async def check(self) -> list[str]:
        """Look for damage and contradictions in the file.

        It reads all of the file: its pages and checksums, every source, and whether every index agrees with them. Other
        questions and writers go on meanwhile.

        Returns
        -------
        list of str
            A sentence for each thing that is wrong; empty where nothing is. Restore a damaged file from a copy, or
            index the documents into a new one.

        Raises
        ------
        StorageError
            The file cannot be opened.
        """
        return await asyncio.to_thread(self.sync.check)

    async def compact(self) -> int:
        """Give back to the disk what replaced and deleted documents have left, which is otherwise used again.

        It writes the whole file anew, which takes as much space once more while it lasts; readers go on.

        Returns
        -------
        int
            By how many bytes the file is smaller.

        Raises
        ------
        StorageError
            The store is read-only, somebody else is writing, or the disk is full.
        """
        return await asyncio.to_thread(self.sync.compact)

    @property
    def embedding_model(self) -> Embedder | None:
        """What makes the vectors, with its ``name`` and ``dimension``; None where nothing does."""
        return self.sync.embedding_model

    def close(self) -> None:
        """Close the file; closing twice is no error."""
        self.sync.close()

    def __repr__(self) -> str:
        return f"ChunkStore({self.sync.description})"

    async def _ask(self, at_hand: bool, question: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        """Ask at once where the answer is at hand, else in a thread: the loop never waits for a file."""
        return question(*args, **kwargs) if at_hand else await asyncio.to_thread(question, *args, **kwargs)
