"""Every change of the index: prepared outside of the transaction where that is slow, and written all at once."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Mapping, Sequence
from typing import Any

import numpy as np

from navwidget.embedding import Embedder
from navwidget.errors import ChunkNotFoundError, IndexingError, StorageError
from navwidget.models import ChunkPatch, Document, DocumentPatch
from navwidget.store import provenance
from navwidget.store.batch import Batch
from navwidget.store.columns import decode
from navwidget.store.database import Query
from navwidget.store.draft import Draft, merged
from navwidget.store.faults import check_vector, conflicts_of, faults_of, refuse
from navwidget.store.index import Index
from navwidget.store.names import can_be_stored
from navwidget.store.postings import PostingsBlock
from navwidget.store.rows import insert, patch_document, patch_metadata, remove
from navwidget.store.schema import write_meta
from navwidget.store.segment import Segment
from navwidget.text import TOKENIZER_VERSION, tokens
from navwidget.wording import shortly

_EMBED_BATCH = 256


class Writer:
    """Creates, replaces, patches and deletes.

    Parameters
    ----------
    index : Index
        What is changed.
    embedder : Embedder or None
        Makes the vectors of chunks that come without.
    """

    def __init__(self, index: Index, embedder: Embedder | None) -> None:
        self._index = index
        self._database = index.database
        self._embedder = embedder

    def store(self, documents: Sequence[Document]) -> None:
        """Create or replace documents in their order, in one transaction unless one must make room for another.

        The first that cannot be stored is an IndexingError, raised after those before it were written.
        """
        while documents:
            documents = documents[self._store_first(documents) :]

    def _store_first(self, documents: Sequence[Document]) -> int:
        """Store as many as go together, and tell how many; where not even the first does, raise."""
        drafts: list[Draft] = []
        for document in documents:
            try:
                self._check(document, self._database.query)
            except (IndexingError, TypeError):
                if not drafts:
                    raise
                break  # its ids may be those of chunks that go when the documents before it are replaced
            drafts.append(Draft.of(document))
        self._embed(drafts)
        return self._write(Batch.of(drafts), documents)

    def renew_postings(self) -> None:
        """Cut the texts of a file anew that were cut by another version of `tokens`."""
        if self._database.meta("tokenizer") == TOKENIZER_VERSION:
            return
        if self._database.read_only:
            raise StorageError(
                self._database.path,
                "its words were cut by another version of navwidget: open it once without read_only to cut them anew.",
            )
        with self._database.transaction() as connection:
            self._index.postings.clear(connection)
            for source in self._index.view().sources:
                segment = self._index.segment(source)
                words = map(tokens, map(decode, segment.texts()))
                self._index.postings.write(connection, PostingsBlock.build([(source.key, words)]), removed=())
            write_meta(connection, "tokenizer", TOKENIZER_VERSION)

    def compact(self) -> None:
        """Drop what is dead from the ranking blocks."""
        with self._database.transaction() as connection:
            self._index.postings.compact(connection)
            self._index.vectors.compact(connection)

    def _check(self, document: Document, query: Query) -> None:
        if not isinstance(document, Document):
            advice = "make one with Document.from_text, or with an adapter."
            raise TypeError(f"{shortly(document)} is no Document: {advice}")
        refuse(document, [*faults_of(document, self._dimension(document.id, query)), *conflicts_of(document, query)])

    def _dimension(self, replaced: str, query: Query) -> int | None:
        """Length that vectors must have: the embedder's, else that of the vectors which other documents have."""
        if self._embedder is not None:
            return self._embedder.dimension
        sql = "SELECT dimension FROM source WHERE dimension IS NOT NULL AND document_id != ? LIMIT 1"
        rows = query(sql, (replaced if can_be_stored(replaced) else "",))
        return int(rows[0][0]) if rows else None

    def _embed(self, drafts: Sequence[Draft]) -> None:
        if self._embedder is None:
            return
        bare = [row for draft in drafts for row in draft.rows if row.vector is None]
        for first in range(0, len(bare), _EMBED_BATCH):
            rows = bare[first : first + _EMBED_BATCH]
            for row, vector in zip(rows, self._embedder.embed([row.content for row in rows]), strict=True):
                row.vector = vector

    def _write(self, batch: Batch, documents: Sequence[Document]) -> int:
        """Write the first documents, and tell how many; where not even one can be, raise."""
        with self._database.transaction() as connection:
            keys: dict[int, int] = {}
            removed: set[int] = set()

            def query(sql: str, values: Sequence[Any] = ()) -> list[Any]:
                return connection.execute(sql, values).fetchall()

            provenance.record(query, self._database.path, self._embedder)
            for number, (item, document) in enumerate(zip(batch.items, documents, strict=False)):
                try:
                    self._check(document, query)  # again, since another writer may have been here meanwhile
                except IndexingError:
                    if not keys:
                        raise
                    break
                removed.update(remove(connection, item.draft.document_id))
                keys[number] = insert(connection, item)
            self._write_blocks(connection, removed, batch, keys)
        return len(keys)

    def _write_blocks(
        self, connection: sqlite3.Connection, removed: Collection[int], batch: Batch, keys: Mapping[int, int]
    ) -> None:
        # A batch may hold a document twice: then the first of them is gone already
        words, vectors = batch.blocks({number: key for number, key in keys.items() if key not in removed})
        self._index.postings.write(connection, words, removed)
        self._index.vectors.write(connection, vectors, removed)

    def delete_document(self, document_id: str) -> None:
        """Remove a document and all that belongs to it."""
        with self._database.transaction() as connection:
            document = self._index.document(document_id)
            removed = remove(connection, document.document_id)
            self._index.postings.write(connection, None, removed)
            self._index.vectors.write(connection, None, removed)

    def patch_document(self, document_id: str, patch: DocumentPatch) -> None:
        """Merge metadata into a document's."""
        with self._database.transaction() as connection:
            patch_document(connection, self._index.document(document_id), patch.metadata or {})

    def patch_chunk(self, chunk_id: str, patch: ChunkPatch) -> None:
        """Change what was given of a chunk."""
        with self._database.transaction() as connection:
            found = self._index.locate(chunk_id)
            if found is None:
                raise ChunkNotFoundError(chunk_id)
            segment, row = found
            changes = self._changes(segment, row, patch)
            if changes:
                self._rewrite(connection, segment, row, patch, changes)
            elif patch.metadata:
                patch_metadata(connection, segment, row, patch.metadata)

    def _changes(self, segment: Segment, row: int, patch: ChunkPatch) -> dict[str, Any]:
        """Say what of a row's text and vector changes; the old vector of a new text is stale."""
        changes: dict[str, Any] = {}
        if patch.content is not None and patch.content != segment.content(row):
            changes.update(content=patch.content, stale=True)
        if patch.embedding is not None:
            dimension = self._dimension(segment.source.document_id, self._database.query)
            check_vector(patch.embedding, dimension, segment.ids[row])
            changes.update(vector=patch.embedding, stale=False)
        return changes

    def _rewrite(
        self, connection: sqlite3.Connection, segment: Segment, row: int, patch: ChunkPatch, changes: dict[str, Any]
    ) -> None:
        vectors = self._index.view().vectors.vectors_of(segment.source.key)
        draft = Draft.from_segment(segment, vectors)
        changed = draft.rows[row]
        for name, value in changes.items():
            setattr(changed, name, value)
        changed.stale = changed.stale and changed.vector is not None
        changed.metadata = merged(changed.metadata, patch.metadata)
        batch = Batch.of([draft], self._words(segment, row, changed.content))
        removed = remove(connection, draft.document_id)
        self._write_blocks(connection, removed, batch, {0: insert(connection, batch.items[0])})

    def _words(self, segment: Segment, row: int, content: str) -> PostingsBlock | None:
        """Give the words of a source with one text changed: only that one is cut anew."""
        block = self._index.view().keywords.block_of(segment.source.key)
        return None if block is None else block.with_row(row, tokens(content)).with_keys(np.zeros(1, np.int64))
