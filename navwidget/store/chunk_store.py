"""ChunkStore: documents in one SQLite file, or in memory, and everything that can be asked about them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping
from os import PathLike, fspath
from typing import TYPE_CHECKING, Any, ParamSpec, Self, TypeVar

from navwidget.embedding import Embedder, HashingEmbedder, as_embedder
from navwidget.models import (
    ChunkPatch,
    Document,
    DocumentPatch,
    IngestContext,
    RetrievalContext,
)
from navwidget.store.closing import Closing
from navwidget.store.database import MEMORY
from navwidget.store.engine import SyncStore
from navwidget.store.frame import from_frame
from navwidget.store.progress import Until
from navwidget.store.questions import Questions

if TYPE_CHECKING:
    import pandas as pd

P = ParamSpec("P")
R = TypeVar("R")

_INGEST = IngestContext()
_RETRIEVAL = RetrievalContext()
_LEXICAL = HashingEmbedder()  # frozen, so that it can be everybody's default


class ChunkStore(Questions, Closing):
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

        Warns
        -----
        UserWarning
            The whole text is known, and texts of chunks stand word for word a little before or behind their span.

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

        Warns
        -----
        UserWarning
            As for `index_document`, once for all documents.

        Raises
        ------
        IndexingError
            A document cannot be stored; those before it were.
        Exception
            Whatever the iterable raises; the documents that it gave before were stored. Whatever the embedder raises;
            then the last documents, with up to some thousand chunks, were not. A call that is cancelled stores what it
            has taken, and takes no more.
        """
        wanted = Until(documents)
        try:
            await asyncio.to_thread(self.sync.index_documents, wanted, progress=progress)
        finally:
            wanted.is_over = True  # a thread cannot be cancelled, but it can be told

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
