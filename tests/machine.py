"""A store that lives: any order of changes, questions, reopenings and repairs, held to what navigation means."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from navwidget.models import (
    ChunkPatch,
    ChunkType,
    Document,
    DocumentChunk,
    DocumentPatch,
    GrepMode,
    KeywordSearchQuery,
    NavigationDirection,
    VectorSearchQuery,
)
from navwidget.store import ChunkStore
from tests import reference
from tests.strategies import chunk_types, counts, documents, metadata, offsets, patterns, texts, vectors
from tests.test_store_lifecycle import SOURCES, afresh, everything, patched

names = st.sampled_from(SOURCES)
directions = st.sampled_from(NavigationDirection)


class StoreMachine(RuleBasedStateMachine):
    """One store on a file and a reader of the same file, beside a dict of the documents that they should hold."""

    def __init__(self) -> None:
        super().__init__()
        self.directory = Path(tempfile.mkdtemp())
        self.path = self.directory / "store.db"
        self.store = ChunkStore(self.path, embedder=None)
        self.reader = ChunkStore(self.path, embedder=None, read_only=True)
        self.model: dict[str, Document] = {}

    def teardown(self) -> None:
        try:
            assert self.store.sync.check() == []
            assert everything(self.reader.sync) == everything(afresh(self.model))
        finally:
            self.reader.close()
            self.store.close()
            left = [each.name for each in self.directory.iterdir()]
            shutil.rmtree(self.directory)
        assert left == [self.path.name]

    def chunks(self, name: str) -> tuple[DocumentChunk, ...]:
        return self.model[name].chunks if name in self.model else ()

    # Changes

    @rule(name=names, data=st.data())
    def index(self, name: str, data: st.DataObject) -> None:
        self.model[name] = data.draw(documents(name, embedded=True))
        self.store.sync.index_document(self.model[name])

    @rule(data=st.data(), order=st.permutations(SOURCES))
    def index_many(self, data: st.DataObject, order: list[str]) -> None:
        many = [data.draw(documents(name, embedded=True)) for name in [*order, order[0]]]
        self.store.sync.index_documents(many, progress=False)
        self.model.update({document.source_id: document for document in many})

    @precondition(lambda self: self.model)
    @rule(data=st.data())
    def delete(self, data: st.DataObject) -> None:
        name = data.draw(st.sampled_from(sorted(self.model)))
        self.store.sync.delete_document(self.model.pop(name).id)

    @precondition(lambda self: self.model)
    @rule(data=st.data(), text=st.none() | texts, vector=st.none() | vectors, more=metadata)
    def patch_chunk(self, data: st.DataObject, text: str | None, vector: tuple[float, ...] | None, more: dict) -> None:
        name = data.draw(st.sampled_from(sorted(self.model)))
        number = data.draw(st.integers(0, len(self.model[name].chunks) - 1))
        fields = {key: value for key, value in {"content": text, "embedding": vector}.items() if value is not None}
        patch = ChunkPatch(metadata=more, **fields)
        self.store.sync.patch_chunk(self.model[name].chunks[number].id, patch)
        self.model[name] = patched(self.model[name], number, patch)

    @precondition(lambda self: self.model)
    @rule(data=st.data(), more=metadata)
    def patch_document(self, data: st.DataObject, more: dict) -> None:
        name = data.draw(st.sampled_from(sorted(self.model)))
        old = self.model[name]
        self.store.sync.patch_document(old.id, DocumentPatch(metadata=more))
        self.model[name] = Document(**{**dict(old), "metadata": {**old.metadata, **more}})

    # The file

    @rule()
    def reopen(self) -> None:
        self.store.close()
        self.store = ChunkStore(self.path, embedder=None)

    @rule()
    def compact(self) -> None:
        self.store.sync.compact()

    @rule()
    def check(self) -> None:
        assert self.reader.sync.check() == []

    # Questions, to the writer and to the reader

    def ask(self, method: str, *args: object, **kwargs: object) -> list[DocumentChunk]:
        mine, others = (getattr(store.sync, method)(*args, **kwargs) for store in (self.store, self.reader))
        assert mine == others
        return [result.chunk for result in mine]

    def same(self, found: list[DocumentChunk], expected: list[DocumentChunk]) -> None:
        fields = ("id", "start_offset", "end_offset", "content", "locator", "chunk_type")
        assert [[getattr(each, name) for name in fields] for each in found] == [
            [getattr(each, name) for name in fields] for each in expected
        ]

    @precondition(lambda self: self.model)
    @rule(
        data=st.data(),
        start=offsets,
        end=offsets,
        direction=st.sampled_from(NavigationDirection),
        kind=chunk_types,
        k=counts,
    )
    def navigate(
        self, data: st.DataObject, start: int, end: int, direction: NavigationDirection, kind: ChunkType, k: int
    ) -> None:
        name = data.draw(st.sampled_from(sorted(self.model)))
        found = self.ask("navigate", name, start, end, direction, top_k=k, content_type=kind)
        self.same(found, reference.navigate(self.chunks(name), start, end, direction, k, kind))

    @precondition(lambda self: self.model)
    @rule(data=st.data(), start=st.none() | offsets, end=st.none() | offsets, kind=chunk_types, k=counts)
    def read(self, data: st.DataObject, start: int | None, end: int | None, kind: ChunkType, k: int) -> None:
        name = data.draw(st.sampled_from(sorted(self.model)))
        found = self.ask("read", name, start, end, top_k=k, content_type=kind)
        self.same(found, reference.read(self.chunks(name), start, end, k, kind))

    @precondition(lambda self: self.model)
    @rule(data=st.data(), pattern=patterns, mode=st.sampled_from(GrepMode), kind=chunk_types, k=counts)
    def grep(self, data: st.DataObject, pattern: str, mode: GrepMode, kind: ChunkType, k: int) -> None:
        name = data.draw(st.sampled_from(sorted(self.model)))
        found = self.ask("grep", name, pattern, mode=mode, top_k=k, content_type=kind)
        self.same(found, reference.grep(self.chunks(name), pattern, mode, k, kind))

    @precondition(lambda self: self.model)
    @rule(data=st.data(), before=st.integers(0, 4), after=st.integers(0, 4))
    def neighbours(self, data: st.DataObject, before: int, after: int) -> None:
        name = data.draw(st.sampled_from(sorted(self.model)))
        chunk = data.draw(st.sampled_from(self.chunks(name)))
        self.same(
            self.ask("neighbours", chunk.id, before, after),
            reference.neighbours(self.chunks(name), chunk, before, after),
        )

    @rule(query=patterns, vector=vectors)
    def search(self, query: str, vector: tuple[float, ...]) -> None:
        """What is ranked is compared with a store built afresh when all is over: here the two views agree."""
        self.ask("search", KeywordSearchQuery(query=query, top_k=100))
        self.ask("search", VectorSearchQuery(embedding=vector, top_k=100))

    @invariant()
    def sources_are_those_that_were_stored(self) -> None:
        assert [info.source_id for info in self.store.sync.sources()] == sorted(self.model)
        assert [info.chunks for info in self.reader.sync.sources()] == [
            len(self.model[name].chunks) for name in sorted(self.model)
        ]
