"""The contract suite passes what keeps the contract, and names the fault of what does not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from navwidget.embedding import HashingEmbedder
from navwidget.errors import (
    ChunkNotFoundError,
    DocumentNotFoundError,
    IndexingError,
    SearchError,
    SourceNotFoundError,
)
from navwidget.models import (
    ChunkPatch,
    ChunkType,
    Document,
    GrepMode,
    KeywordSearchQuery,
    NavigationDirection,
    SearchResult,
    SearchResultChunk,
)
from navwidget.protocols import KeywordStoreIndex, NavigableIndex, PatchableIndex, VersionedIndex
from navwidget.retrievers import RRFRetriever
from navwidget.store import ChunkStore
from navwidget.testing import check_index
from navwidget.text import match_spans, tokens


def as_result(document: Document, chunk: Any, score: float = 0.0) -> SearchResult:
    metadata = {f"document_{key}": value for key, value in document.metadata.items()} | chunk.metadata
    fields = chunk.model_dump(exclude={"embedding", "metadata"}) | {"metadata": metadata}
    return SearchResult(chunk=SearchResultChunk(**fields), score=score)


class Shelf(KeywordStoreIndex, NavigableIndex, PatchableIndex, VersionedIndex):
    """All documents in a dict; every question looks at every chunk."""

    def __init__(self) -> None:
        self.documents: dict[str, Document] = {}

    def order(self, chunk: Any) -> Any:
        return chunk.start_offset, chunk.end_offset, chunk.id

    def select(self, source_id: Any, content_type: Any, keep: Callable[[Any], bool], top_k: Any) -> list[SearchResult]:
        if type(top_k) is not int or top_k < 1 or content_type not in list(ChunkType):
            raise SearchError(f"top_k is {top_k!r}, content_type {content_type!r}.")
        mine = [(d, c) for d in self.documents.values() for c in d.chunks if c.source_id == source_id]
        if not mine:
            raise SourceNotFoundError(source_id)
        found = [(d, c) for d, c in mine if c.chunk_type == content_type and keep(c)]
        return [as_result(*pair) for pair in sorted(found, key=lambda pair: self.order(pair[1]))]

    async def get_chunk(self, chunk_id, *, context=None):
        found = [as_result(d, c) for d in self.documents.values() for c in d.chunks if c.id == chunk_id]
        return found[0] if found else None

    async def navigate(
        self, source_id, start_offset, end_offset, direction, *, top_k=1, content_type=ChunkType.CONTENT, context=None
    ):
        if direction not in list(NavigationDirection):
            raise SearchError(f"direction is {direction!r}.")
        if direction == NavigationDirection.NEXT:
            return self.select(source_id, content_type, lambda c: c.start_offset >= end_offset, top_k)[:top_k]
        return self.select(source_id, content_type, lambda c: c.end_offset <= start_offset, top_k)[-top_k:]

    async def read(
        self, source_id, start_offset, end_offset, *, content_type=ChunkType.CONTENT, top_k=20, context=None
    ):
        def inside(c):
            begins = start_offset is None or c.start_offset >= start_offset
            return begins and (end_offset is None or c.end_offset <= end_offset)

        return self.select(source_id, content_type, inside, top_k)[:top_k]

    async def grep(
        self, source_id, pattern, *, mode=GrepMode.PHRASE, content_type=ChunkType.CONTENT, top_k=5, context=None
    ):
        if mode not in list(GrepMode):
            raise SearchError(f"mode is {mode!r}.")
        return self.select(source_id, content_type, lambda c: bool(match_spans(c.content, pattern, mode)), top_k)[
            :top_k
        ]

    async def index_document(self, document, context=None):
        if not document.chunks:
            raise IndexingError("no chunks")
        self.documents[document.id] = document

    async def delete_document(self, doc_id, context=None):
        if self.documents.pop(doc_id, None) is None:
            raise DocumentNotFoundError(doc_id)

    async def search(self, query: KeywordSearchQuery, context=None):
        words = set(tokens(query.query))
        hits = [
            as_result(d, c, len(words & set(tokens(c.content))) / len(c.content))
            for d in self.documents.values()
            for c in d.chunks
            if words & set(tokens(c.content)) and c.id not in query.exclude_ids
            if c.source_id not in query.exclude_source_ids
        ]
        hits.sort(key=lambda hit: -hit.score)
        blank = ({} if query.include_content else {"content": ""}) | (
            {} if query.include_metadata else {"metadata": {}}
        )
        return [hit.model_copy(update={"chunk": hit.chunk.model_copy(update=blank)}) for hit in hits[: query.top_k]]

    async def patch_chunk(self, chunk_id, patch: ChunkPatch, context=None):
        document = next((d for d in self.documents.values() if chunk_id in {c.id for c in d.chunks}), None)
        if document is None:
            raise ChunkNotFoundError(chunk_id)
        chunks = tuple(self.patched(c, patch) if c.id == chunk_id else c for c in document.chunks)
        self.documents[document.id] = document.model_copy(update={"chunks": chunks})

    async def patch_document(self, document_id, patch, context=None):
        if document_id not in self.documents:
            raise DocumentNotFoundError(document_id)
        self.documents[document_id] = self.patched(self.documents[document_id], patch)

    def patched(self, model, patch):
        changes = patch.model_dump(exclude_unset=True)
        merged = dict(model.metadata) | (changes.pop("metadata", None) or {})
        return model.model_copy(update=changes | {"metadata": {k: v for k, v in merged.items() if v is not None}})

    async def indexed_version(self, document_id, context=None):
        document = self.documents.get(document_id)
        return document and document.metadata.get("indexed_version")


async def test_an_index_that_looks_at_every_chunk_keeps_the_contract():
    shelf = Shelf()
    report = await check_index(shelf)
    report.raise_for_findings()
    assert report.questions > 400
    assert "navigate" in report.checked
    assert any("retrieve" in reason for reason in report.skipped)
    assert shelf.documents == {}, "the check's own documents are gone again"


@pytest.mark.parametrize("embedder", [HashingEmbedder(64), None], ids=["hashing", "none"])
async def test_the_chunk_store_keeps_the_contract(embedder, tmp_path):
    for path in (":memory:", tmp_path / "store.db"):
        with ChunkStore(path, embedder=embedder) as store:
            report = await check_index(store)
            report.raise_for_findings()
            assert len(report.checked) == 13, "everything can be checked"
            assert report.skipped == ()
            assert await store.sources() == []


async def test_the_documents_of_the_user_stay_as_they_are():
    shelf = Shelf()
    mine = Document.from_text("My zanqor text", "mine.txt", lambda text: [(0, len(text))])
    await shelf.index_document(mine)
    await check_index(shelf)
    assert list(shelf.documents.values()) == [mine]


class TiesReversed(Shelf):
    def order(self, chunk):
        return chunk.start_offset, -chunk.end_offset, chunk.id


class InOrderOfIds(Shelf):
    def order(self, chunk):
        return chunk.id


class NextAfter(Shelf):
    async def navigate(
        self, source_id, start_offset, end_offset, direction, *, top_k=1, content_type=ChunkType.CONTENT, context=None
    ):
        shifted = end_offset + (direction == "next")
        return await super().navigate(
            source_id, start_offset, shifted, direction, top_k=top_k, content_type=content_type
        )


class PreviousFromTheStart(Shelf):
    async def navigate(
        self, source_id, start_offset, end_offset, direction, *, top_k=1, content_type=ChunkType.CONTENT, context=None
    ):
        found = await super().navigate(source_id, start_offset, end_offset, direction, top_k=99)
        return found[:top_k]


class NavigateIgnoresTopK(Shelf):
    async def navigate(
        self, source_id, start_offset, end_offset, direction, *, top_k=1, content_type=ChunkType.CONTENT, context=None
    ):
        many = max(top_k, 99) if isinstance(top_k, int) and top_k > 0 else top_k
        return await super().navigate(
            source_id, start_offset, end_offset, direction, top_k=many, content_type=content_type
        )


class ZeroIsNone(Shelf):
    async def read(
        self, source_id, start_offset, end_offset, *, content_type=ChunkType.CONTENT, top_k=20, context=None
    ):
        return await super().read(
            source_id, start_offset or None, end_offset or None, content_type=content_type, top_k=top_k
        )


class ReadsOverlaps(Shelf):
    async def read(
        self, source_id, start_offset, end_offset, *, content_type=ChunkType.CONTENT, top_k=20, context=None
    ):
        def touches(c):
            return (start_offset is None or c.end_offset > start_offset) and (
                end_offset is None or c.start_offset < end_offset
            )

        return self.select(source_id, content_type, touches, top_k)[:top_k]


class CaseSensitiveGrep(Shelf):
    async def grep(
        self, source_id, pattern, *, mode=GrepMode.PHRASE, content_type=ChunkType.CONTENT, top_k=5, context=None
    ):
        found = await super().grep(source_id, pattern, mode=mode, content_type=content_type, top_k=top_k)
        return [r for r in found if all(word in r.chunk.content for word in pattern.split())]


class WildcardGrep(Shelf):
    async def grep(
        self, source_id, pattern, *, mode=GrepMode.PHRASE, content_type=ChunkType.CONTENT, top_k=5, context=None
    ):
        plain = pattern.replace("_", "X") if "_" in pattern else pattern
        return await super().grep(source_id, plain, mode=mode, content_type=content_type, top_k=top_k)


class AnyTermGrep(Shelf):
    async def grep(
        self, source_id, pattern, *, mode=GrepMode.PHRASE, content_type=ChunkType.CONTENT, top_k=5, context=None
    ):
        if mode != "term" or not pattern.strip():
            return await super().grep(source_id, pattern, mode=mode, content_type=content_type, top_k=top_k)
        any_term = pattern.split()
        return self.select(source_id, content_type, lambda c: any(match_spans(c.content, t) for t in any_term), top_k)[
            :top_k
        ]


class ScoreOne(Shelf):
    def select(self, *args):
        return [result.model_copy(update={"score": 1.0}) for result in super().select(*args)]


class Utf16Offsets(Shelf):
    def select(self, *args):
        wide = {"start_offset": 7}
        return [r.model_copy(update={"chunk": r.chunk.model_copy(update=wide)}) for r in super().select(*args)]


class PlainKeyError(Shelf):
    def select(self, source_id, *rest):
        try:
            return super().select(source_id, *rest)
        except SourceNotFoundError:
            raise KeyError(source_id) from None


class EmptyForUnknown(Shelf):
    def select(self, *args):
        try:
            return super().select(*args)
        except SourceNotFoundError:
            return []


class TopKUnchecked(Shelf):
    def select(self, source_id, content_type, keep, top_k):
        return super().select(source_id, content_type, keep, 1)


class SyncRead(Shelf):
    def read(self, source_id, start_offset, end_offset, *, content_type=ChunkType.CONTENT, top_k=20, context=None):
        return self.select(source_id, content_type, lambda c: True, top_k)


class NoMode(Shelf):
    async def grep(self, source_id, pattern, *, content_type=ChunkType.CONTENT, top_k=5, context=None):
        return await super().grep(source_id, pattern, content_type=content_type, top_k=top_k)


class OtherDefault(Shelf):
    async def read(
        self, source_id, start_offset, end_offset, *, content_type=ChunkType.CONTENT, top_k=10, context=None
    ):
        return await super().read(source_id, start_offset, end_offset, content_type=content_type, top_k=top_k)


class SwappedArguments(Shelf):
    async def grep(
        self, pattern, source_id, *, mode=GrepMode.PHRASE, content_type=ChunkType.CONTENT, top_k=5, context=None
    ):
        return await super().grep(source_id, pattern, mode=mode, content_type=content_type, top_k=top_k)


class PositionalTopK(Shelf):
    async def read(self, source_id, start_offset, end_offset, content_type=ChunkType.CONTENT, top_k=20, context=None):
        return await super().read(source_id, start_offset, end_offset, content_type=content_type, top_k=top_k)


class GrepGivesNone(Shelf):
    async def grep(
        self, source_id, pattern, *, mode=GrepMode.PHRASE, content_type=ChunkType.CONTENT, top_k=5, context=None
    ):
        return None


class GetChunkRaises(Shelf):
    async def get_chunk(self, chunk_id, *, context=None):
        found = await super().get_chunk(chunk_id)
        if found is None:
            raise ChunkNotFoundError(chunk_id)
        return found


class ContentOnlyGetChunk(Shelf):
    async def get_chunk(self, chunk_id, *, context=None):
        found = await super().get_chunk(chunk_id)
        return found if found and found.chunk.chunk_type == ChunkType.CONTENT else None


class DropsMetadata(Shelf):
    async def index_document(self, document, context=None):
        await super().index_document(document.model_copy(update={"metadata": {}}))


class KeepsOldChunks(Shelf):
    async def index_document(self, document, context=None):
        old = self.documents.get(document.id)
        new = {chunk.id for chunk in document.chunks}
        kept = tuple(c for c in old.chunks if c.id not in new) if old else ()
        await super().index_document(document.model_copy(update={"chunks": document.chunks + kept}))


class DeletesNothing(Shelf):
    async def delete_document(self, doc_id, context=None):
        if doc_id not in self.documents:
            raise DocumentNotFoundError(doc_id)


class SilentDelete(Shelf):
    async def delete_document(self, doc_id, context=None):
        self.documents.pop(doc_id, None)


class PatchReplaces(Shelf):
    def patched(self, model, patch):
        changes = patch.model_dump(exclude_unset=True)
        return model.model_copy(update=changes)


class ExcludesAfterTopK(Shelf):
    async def search(self, query, context=None):
        everything = query.model_copy(update={"exclude_ids": frozenset(), "exclude_source_ids": frozenset()})
        hits = await super().search(everything)
        return [
            h for h in hits if h.chunk.id not in query.exclude_ids and h.chunk.source_id not in query.exclude_source_ids
        ]


class IgnoresExcludedSources(Shelf):
    async def search(self, query, context=None):
        return await super().search(query.model_copy(update={"exclude_source_ids": frozenset()}))


class WorstFirst(Shelf):
    async def search(self, query, context=None):
        return list(reversed(await super().search(query)))


class VersionIsNone(Shelf):
    async def indexed_version(self, document_id, context=None):
        return None


FAULTS = {
    TiesReversed: "Chunks that start at the same place stand in the order of end_offset, then id",
    InOrderOfIds: "reading order: ascending start_offset",
    NextAfter: "NEXT begins with a chunk that starts exactly at end_offset",
    PreviousFromTheStart: "PREVIOUS gives the last chunks before the position",
    NavigateIgnoresTopK: "navigate gives at most top_k results",
    ZeroIsNone: "An end_offset of 0 is not None",
    ReadsOverlaps: "read gives only chunks that lie wholly inside the span",
    CaseSensitiveGrep: "grep ignores the case",
    WildcardGrep: "An underscore is literal",
    AnyTermGrep: "needs every term",
    ScoreOne: "score 0.0",
    Utf16Offsets: "gives back start_offset as it was stored",
    PlainKeyError: "raises SourceNotFoundError for an unknown source",
    EmptyForUnknown: "raises SourceNotFoundError for an unknown source",
    TopKUnchecked: "refuses a bad top_k with SearchError",
    SyncRead: "read can be awaited",
    NoMode: "grep takes the argument mode",
    OtherDefault: "read has the protocol's default for top_k",
    SwappedArguments: "grep takes its positional arguments in the protocol's order",
    PositionalTopK: "read takes top_k by keyword only",
    GrepGivesNone: "grep gives a list of SearchResult",
    GetChunkRaises: "get_chunk answers without an error",
    ContentOnlyGetChunk: "get_chunk gives the chunk with the id, of any type",
    DropsMetadata: "gives back metadata as it was stored",
    KeepsOldChunks: "After a replacement a source has the new chunks and no others",
    DeletesNothing: "get_chunk gives None for a chunk that was deleted",
    SilentDelete: "delete_document raises DocumentNotFoundError",
    PatchReplaces: "merges metadata key by key",
    ExcludesAfterTopK: "before top_k is spent",
    IgnoresExcludedSources: "leaves out what exclude_source_ids names",
    WorstFirst: "search by words gives the best first",
    VersionIsNone: "indexed_version gives the document's metadata value",
}


@pytest.mark.parametrize("broken", FAULTS, ids=lambda broken: broken.__name__)
async def test_each_fault_is_found_and_named(broken):
    report = await check_index(broken())
    rules = [finding.rule for finding in report.findings]
    assert any(FAULTS[broken] in rule for rule in rules), report
    with pytest.raises(AssertionError, match=r"breaks .* of the contract"):
        report.raise_for_findings()


class FarthestFirst(ChunkStore):
    async def search(self, query, context=None):
        everything = await super().search(query.model_copy(update={"top_k": 99}))
        return everything[::-1][: query.top_k]


class ScoreIsDistance(ChunkStore):
    async def search(self, query, context=None):
        return [hit.model_copy(update={"score": hit.distance}) for hit in await super().search(query)]


class KeepsContent(ChunkStore):
    async def search(self, query, context=None):
        return await super().search(query.model_copy(update={"include_content": True}))


class IgnoresFilters(ChunkStore):
    async def retrieve(self, retriever, context=None):
        return await super().retrieve(retriever.model_copy(update={"filter": None}))


class OtherRankConstant(ChunkStore):
    async def retrieve(self, retriever, context=None):
        changed = {"rank_constant": 4} if isinstance(retriever, RRFRetriever) else {}
        return await super().retrieve(retriever.model_copy(update=changed))


class FusesTooFew(ChunkStore):
    async def retrieve(self, retriever, context=None):
        return (await super().retrieve(retriever))[: 4 if isinstance(retriever, RRFRetriever) else None]


RANKING_FAULTS = {
    FarthestFirst: "puts the chunk with that very vector first",
    ScoreIsDistance: "score 1 - distance",
    KeepsContent: "with include_content=False leaves content empty",
    IgnoresFilters: "A filter leaves only chunks for which it holds",
    OtherRankConstant: "RRF scores are the sum of weight / (rank_constant + rank)",
    FusesTooFew: "A fusion gives top_k results",
}


@pytest.mark.parametrize("broken", RANKING_FAULTS, ids=lambda broken: broken.__name__)
async def test_each_fault_of_ranking_is_found_and_named(broken):
    report = await check_index(broken(embedder=None))
    assert any(RANKING_FAULTS[broken] in finding.rule for finding in report.findings), report


@pytest.mark.parametrize("tolerated", [TiesReversed, CaseSensitiveGrep, WildcardGrep, TopKUnchecked, PositionalTopK])
async def test_what_the_toolkit_leaves_to_the_engine_is_left_out_on_request(tolerated):
    """A case-sensitive grep is a fault even so; the others are not asked."""
    report = await check_index(tolerated(), strict=False)
    assert report.ok is (tolerated is not CaseSensitiveGrep), report
    assert any("strict=False" in reason for reason in report.skipped)


async def test_a_finding_says_what_was_asked_expected_and_got_in_names_that_can_be_read():
    text = str(await check_index(NextAfter()))
    assert "navigate('navwidget-check/types', 0, 5, 'next')" in text
    assert "[char:5-10:part:1]" in text


async def test_an_index_that_cannot_be_written_to_is_held_to_its_signatures():
    class Reader(NavigableIndex):
        async def read(self, source_id, start_offset, end_offset):
            return []

    report = await check_index(Reader())
    assert report.checked == ("signatures",)
    assert {f.rule for f in report.findings} == {
        f"read takes the argument {name}." for name in ("content_type", "top_k", "context")
    }
    assert "index_document" in report.skipped[0]


@pytest.mark.parametrize("wrong", [None, "chunks.db", ChunkStore])
async def test_what_is_no_index_keeps_no_contract(wrong):
    with pytest.raises(TypeError, match="has none of the methods of an index"):
        await check_index(wrong)


async def test_what_cannot_be_deleted_is_named():
    class Locked(Shelf):
        async def delete_document(self, doc_id, context=None):
            raise PermissionError("The shelf is locked.")

    report = await check_index(Locked())
    left = [reason for reason in report.skipped if "still in the index" in reason]
    assert any("navwidget-check/overlap" in reason and "The shelf is locked." in reason for reason in left)


async def test_a_store_that_refuses_every_document_is_reported_with_its_error():
    class Full(Shelf):
        async def index_document(self, document, context=None):
            raise IndexingError("The disk is full.")

    report = await check_index(Full())
    assert "The disk is full." in str(report)
    assert report.checked == ("signatures",)


@pytest.mark.parametrize("method", ["search", "retrieve", "navigate", "read", "grep", "get_chunk"])
@pytest.mark.parametrize("kind", ["a list of chunks", "a list of numbers", "a chunk", "a number", "nothing"])
async def test_answers_of_a_wrong_kind_are_findings_and_stop_nothing(method, kind):
    """A list of bare chunks is the likeliest of them: it lacks the scores."""
    wrong = SearchResultChunk(source_id="a", locator="char:0-1", start_offset=0, end_offset=1, content="a")
    answers = {"a list of chunks": [wrong], "a list of numbers": [1], "a chunk": wrong, "a number": 1, "nothing": None}

    async def answer(*_arguments, **_options):
        return answers[kind]

    index = ChunkStore()
    setattr(index, method, answer)
    assert any(finding.asked.startswith(f"{method}(") for finding in (await check_index(index)).findings)
