"""SyncStore: the store as plain methods, where arguments are checked and questions go to the part that answers them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any

from navwidget.embedding import Embedder
from navwidget.errors import ChunkNotFoundError, StorageError
from navwidget.models import (
    INDEXED_VERSION_KEY,
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
from navwidget.store import arguments, provenance
from navwidget.store.check import faults
from navwidget.store.closing import Closing
from navwidget.store.columns import Ints
from navwidget.store.consistency import consistent
from navwidget.store.database import Database
from navwidget.store.explain import Explanation, explain
from navwidget.store.frame import to_frame
from navwidget.store.index import Index
from navwidget.store.misplaced import Misplaced
from navwidget.store.progress import batches, refuse_single, shown
from navwidget.store.readiness import Readiness
from navwidget.store.searcher import Searcher
from navwidget.store.segment import Segment
from navwidget.store.source import Source
from navwidget.store.writer import Writer
from navwidget.text import fold
from navwidget.wording import counted

if TYPE_CHECKING:
    import pandas as pd

_INGEST = IngestContext()
_RETRIEVAL = RetrievalContext()


class SyncStore(Closing):
    """The methods of `ChunkStore`, blocking; reached as ``store.sync``.

    Parameters
    ----------
    path : str
        The file, or ":memory:".
    embedder : Embedder or None
        Makes vectors for chunks and queries that come without.
    read_only : bool
        Whether nothing may be changed.
    """

    def __init__(self, path: str, embedder: Embedder | None, *, read_only: bool) -> None:
        self.database = Database(path, read_only=read_only)
        self._embedder = embedder
        try:
            self._open(embedder)
        except BaseException:
            self.database.close()
            raise

    @consistent
    def _open(self, embedder: Embedder | None) -> None:
        provenance.check(self.database.query, self.database.path, embedder)
        self._index = Index(self.database)
        self.at_hand = Readiness(self._index)
        self._writer = Writer(self._index, embedder)
        self._searcher = Searcher(self._index, embedder)
        self._writer.renew_postings()

    # What changes the index

    def index_document(self, document: Document, context: IngestContext = _INGEST) -> None:
        """Create the document, or replace the one with its id."""
        self._store([document])
        with Misplaced() as misplaced:
            misplaced.look(document)

    def index_documents(self, documents: Iterable[Document], *, progress: bool = True) -> None:
        """Create or replace many documents, thousands of chunks to a transaction."""
        refuse_single(documents)
        with Misplaced() as misplaced:
            for batch in batches(shown(documents, progress=progress)):
                self._store(batch)
                misplaced.look(*batch)

    @consistent
    def _store(self, documents: list[Document]) -> None:
        self._writer.store(documents)

    @consistent
    def delete_document(self, doc_id: str, context: IngestContext = _INGEST) -> None:
        """Remove the document and all of its chunks."""
        self._writer.delete_document(doc_id)

    @consistent
    def delete_source(self, source_id: str, context: IngestContext = _INGEST) -> None:
        """Remove the document of a source and all of its chunks."""
        self._writer.delete_document(self._index.source(source_id).document_id)

    @consistent
    def patch_chunk(self, chunk_id: str, patch: ChunkPatch, context: IngestContext = _INGEST) -> None:
        """Change one chunk."""
        self._writer.patch_chunk(chunk_id, arguments.patch(ChunkPatch, patch))

    @consistent
    def patch_document(self, document_id: str, patch: DocumentPatch, context: IngestContext = _INGEST) -> None:
        """Change a document's metadata."""
        self._writer.patch_document(document_id, arguments.patch(DocumentPatch, patch))

    # What asks for a place in a source

    @consistent
    def get_chunk(self, chunk_id: str, *, context: RetrievalContext = _RETRIEVAL) -> SearchResult | None:
        """Fetch one chunk of any type, or None where there is none with the id."""
        found = self._index.locate(arguments.no_model("chunk_id", chunk_id))
        return self._index.result(*found) if found else None

    @consistent
    def navigate(
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
        """Fetch the chunks next to a span."""
        forward = arguments.member(NavigationDirection, "direction", direction) is NavigationDirection.NEXT
        name, value = ("end_offset", end_offset) if forward else ("start_offset", start_offset)
        place = arguments.offset(name, value)  # the other is ignored, whatever it is
        count = arguments.integer("top_k", top_k, at_least=1)
        chunk_type = arguments.member(ChunkType, "content_type", content_type)
        segment = self._segment(source_id)
        lane = segment.lane(chunk_type)
        count = min(count, len(segment))
        return self._results(segment, lane.after(place, count) if forward else lane.before(place, count))

    @consistent
    def read(
        self,
        source_id: str,
        start_offset: int | None,
        end_offset: int | None,
        *,
        content_type: ChunkType = ChunkType.CONTENT,
        top_k: int = 20,
        context: RetrievalContext = _RETRIEVAL,
    ) -> list[SearchResult]:
        """Fetch the chunks that lie wholly inside a span; None opens a side."""
        start = -1 if start_offset is None else arguments.offset("start_offset", start_offset)
        end = arguments.OFFSET_LIMIT if end_offset is None else arguments.offset("end_offset", end_offset)
        count = arguments.integer("top_k", top_k, at_least=1)
        chunk_type = arguments.member(ChunkType, "content_type", content_type)
        segment = self._segment(source_id)
        return self._results(segment, segment.lane(chunk_type).within(start, end, min(count, len(segment))))

    @consistent
    def grep(
        self,
        source_id: str,
        pattern: str,
        *,
        mode: GrepMode = GrepMode.PHRASE,
        content_type: ChunkType = ChunkType.CONTENT,
        top_k: int = 5,
        context: RetrievalContext = _RETRIEVAL,
    ) -> list[SearchResult]:
        """Fetch the chunks whose text holds the pattern: as written, or all of its terms in any order."""
        pattern = arguments.text("pattern", pattern)
        whole = arguments.member(GrepMode, "mode", mode) is GrepMode.PHRASE
        count = arguments.integer("top_k", top_k, at_least=1)
        chunk_type = arguments.member(ChunkType, "content_type", content_type)
        segment = self._segment(source_id)
        terms = [pattern] if whole else list(dict.fromkeys(fold(pattern).split()))
        if not pattern.strip():
            return []
        return self._results(segment, segment.grep(chunk_type, terms, count))

    @consistent
    def neighbours(self, chunk_id: str, before: int = 1, after: int = 1) -> list[SearchResult]:
        """Fetch the chunks next to one in reading order, of its type and without itself."""
        counts = arguments.integer("before", before, at_least=0), arguments.integer("after", after, at_least=0)
        found = self._index.locate(chunk_id)
        if found is None:
            raise ChunkNotFoundError(chunk_id)
        segment, row = found
        before, after = (min(count, len(segment)) for count in counts)
        return self._results(segment, segment.lane(segment.chunk_type(row)).around(row, before, after))

    @consistent
    def outline(self, source_id: str) -> Outline:
        """Tell where the chunks of a source lie, without their text."""
        return self._segment(source_id).outline

    @consistent
    def text(self, source_id: str, start: int = 0, end: int | None = None) -> str | None:
        """Give the text of a source, or of a span of it; None where it is unknown."""
        start = arguments.offset("start", start)
        stop = arguments.OFFSET_LIMIT if end is None else arguments.offset("end", end)
        text = self._segment(source_id).source_text
        return None if text is None else text.slice(start, stop)

    @consistent
    def sources(self, contains: str = "", limit: int | None = None) -> list[SourceInfo]:
        """List the sources by source_id: those whose id holds some text, whatever its case, and at most so many."""
        count = None if limit is None else arguments.integer("limit", limit, at_least=0)
        return [source.info for source in islice(self._named(contains), count)]

    @consistent
    def count_sources(self, contains: str = "") -> int:
        """Count the sources whose id holds some text, whatever its case."""
        return sum(1 for _ in self._named(contains))

    def _named(self, contains: str) -> Iterator[Source]:
        wanted = fold(arguments.text("contains", contains))
        return (source for source in self._index.view().sources if not wanted or wanted in fold(source.source_id))

    @consistent
    def indexed_version(self, document_id: str, context: RetrievalContext = _RETRIEVAL) -> str | None:
        """Give the document's metadata value ``indexed_version``; None also for an unknown document."""
        source = self._index.find_document(arguments.no_model("document_id", document_id))
        version = source.info.metadata.get(INDEXED_VERSION_KEY) if source else None
        return None if version is None else str(version)

    # What ranks

    @consistent
    def search(self, query: Any, context: RetrievalContext = _RETRIEVAL) -> list[SearchResult]:
        """Rank chunks for a query: by its vector where it has one, else by its words."""
        return self._searcher.search(query)

    @consistent
    def retrieve(self, retriever: Retriever, context: RetrievalContext = _RETRIEVAL) -> list[SearchResult]:
        """Rank chunks as the retriever says."""
        return self._searcher.retrieve(retriever)

    @consistent
    def explain(self, retriever: Retriever, source_id: str) -> Explanation:
        """Tell score and rank of every chunk of a source, for each retriever that ranked it."""
        return explain(self._index, self._searcher, retriever, source_id)

    @consistent
    def term_counts(self, terms: Iterable[str]) -> tuple[dict[str, int], int]:
        """Count the chunks that have each term, of those that any has; and all chunks that are ranked."""
        keywords = self._index.view().keywords
        return keywords.counts(terms), keywords.alive_count

    @consistent
    def to_frame(self, *, embeddings: bool = False) -> pd.DataFrame:
        """Put every chunk into a frame, by source_id and in reading order."""
        return to_frame(self._index, embeddings=embeddings)

    # The store itself

    @consistent
    def check(self) -> list[str]:
        """Say what is wrong with the file, in sentences; an empty list where nothing is."""
        with self.database.long_snapshot() as connection:
            return list(faults(connection))

    @consistent
    def compact(self) -> int:
        """Drop what is dead from the ranking blocks and give unused space back to the disk; gives its bytes."""
        before = self.database.size
        self._writer.compact()
        return before - self.database.shrink()

    @property
    def embedding_model(self) -> Embedder | None:
        """What makes the vectors."""
        return self._embedder

    @property
    def description(self) -> str:
        """Where the store is, and what is in it."""
        try:
            ((sources, chunks),) = self.database.query("SELECT count(*), total(chunks) FROM source")
        except StorageError:
            return f"{self.database.path!r}, closed"
        made = f"embedder {self._embedder.name!r}" if self._embedder else "no embedder"
        return f"{self.database.path!r}, {counted(sources, 'source')}, {counted(int(chunks), 'chunk')}, {made}"

    def close(self) -> None:
        """Close the file; closing twice is no error."""
        self.database.close()

    def _segment(self, source_id: str) -> Segment:
        return self._index.segment(self._index.source(source_id))

    def _results(self, segment: Segment, rows: Ints) -> list[SearchResult]:
        return self._index.results(segment, rows.tolist())
