"""Checks of what changes an index: storing, replacing, patching, versions, deleting."""

from __future__ import annotations

from typing import Any

from navwidget.errors import ChunkNotFoundError, DocumentNotFoundError, IndexingError, SourceNotFoundError
from navwidget.models import ChunkPatch, ChunkType, Document, DocumentPatch, KeywordSearchQuery
from navwidget.protocols import implements
from navwidget.testing.corpus import PREFIX, make_document
from navwidget.testing.examiner import Answer, Examiner, is_result
from navwidget.testing.reference import Reference, reading_order

CHANGED = PREFIX + "changed"
_OLD, _NEW = "The vexpoll valve is old. Close it.", "The quibbern valve is new. Open it at once."
_HALVES = ((0, 26), (26, 35))


def changed_documents(dimension: int | None) -> tuple[Document, Document]:
    """Make two versions of one document: the second has another text, and other spans but for the first chunk's."""
    versions = ((_OLD, (*_HALVES, (0, 35))), (_NEW, (_HALVES[0], (26, 43))))
    old, new = (
        make_document(CHANGED, text, [(start, end, ChunkType.CONTENT, None) for start, end in spans], dimension)
        for text, spans in versions
    )
    return old, new


async def check_replacing(examiner: Examiner, old: Document, new: Document) -> None:
    """Store a document, then another version of it: only the second is left."""
    await examiner.succeed("index_document", old)
    await examiner.succeed("index_document", new)
    examiner.reference = Reference([*examiner.reference.documents, new])
    kept = {chunk.id for chunk in new.chunks}
    await _expect_gone(examiner, [chunk.id for chunk in old.chunks if chunk.id not in kept], "replaced")
    if implements(examiner.index, "read"):
        answer = await examiner.call("read", CHANGED, None, None)
        ids = [chunk.id for chunk in sorted(new.chunks, key=reading_order)]
        examiner.compare_ids("After a replacement a source has the new chunks and no others.", answer, ids)
    if implements(examiner.index, "grep"):
        answer = await examiner.call("grep", CHANGED, "vexpoll")
        examiner.compare_ids("After a replacement grep finds nothing of the old text.", answer, [])


async def check_refusals(examiner: Examiner) -> None:
    """Pass a document without chunks."""
    if examiner.strict:
        empty = Document(source_id=PREFIX + "empty", content="No chunks.")
        answer = await examiner.call("index_document", empty)
        examiner.raises("index_document refuses a document without chunks with IndexingError.", answer, IndexingError)
        if answer.error is None:
            await examiner.call("delete_document", empty.id)


async def check_patching(examiner: Examiner, document: Document) -> None:
    """Patch a chunk and a document, and look at what the chunk says afterwards."""
    chunk = min(document.chunks, key=reading_order)
    await examiner.succeed("patch_chunk", chunk.id, ChunkPatch(metadata={"seen": True}))
    kept = chunk.metadata["part"]
    await _expect_metadata(examiner, chunk.id, "patch_chunk", {"seen": True, "part": kept, "document_language": "en"})
    await examiner.succeed("patch_chunk", chunk.id, ChunkPatch(metadata={"part": None}))
    await _expect_metadata(examiner, chunk.id, "patch_chunk", {"seen": True, "part": None})
    await examiner.succeed("patch_chunk", chunk.id, ChunkPatch(content="A florrick instead."))
    await _expect_content(examiner, chunk.id, "A florrick instead.")
    await examiner.succeed("patch_document", document.id, DocumentPatch(metadata={"state": "final", "language": None}))
    expected: dict[str, Any] = {"document_state": "final", "document_language": None, "seen": True}
    expected["document_indexed_version"] = document.metadata["indexed_version"]
    await _expect_metadata(examiner, chunk.id, "patch_document", expected)
    missing = await examiner.call("patch_chunk", PREFIX + "no-chunk", ChunkPatch(metadata={"seen": True}))
    examiner.raises("patch_chunk raises ChunkNotFoundError for an unknown chunk.", missing, ChunkNotFoundError)
    missing = await examiner.call("patch_document", PREFIX + "no-document", DocumentPatch(metadata={"seen": True}))
    examiner.raises("patch_document raises DocumentNotFoundError for an unknown one.", missing, DocumentNotFoundError)


async def check_versions(examiner: Examiner) -> None:
    """Ask for the version of a document that has one, and of one that is not there."""
    document = examiner.reference.documents[0]
    for document_id, wanted in ((document.id, document.metadata["indexed_version"]), (PREFIX + "none", None)):
        answer = await examiner.succeed("indexed_version", document_id)
        if answer.error is None and answer.value != wanted:
            rule = "indexed_version gives the document's metadata value of that name, else None."
            examiner.note(rule, answer.asked, repr(wanted), str(answer))


async def check_deleting(examiner: Examiner, document: Document) -> None:
    """Delete a document: nothing of it is left in any answer."""
    await examiner.succeed("delete_document", document.id)
    await _expect_gone(examiner, [chunk.id for chunk in document.chunks], "deleted")
    if implements(examiner.index, "read"):
        answer = await examiner.call("read", CHANGED, None, None)
        examiner.raises("A source is unknown once its document is deleted.", answer, SourceNotFoundError)
    missing = await examiner.call("delete_document", PREFIX + "no-document")
    examiner.raises("delete_document raises DocumentNotFoundError for an unknown one.", missing, DocumentNotFoundError)


async def _expect_gone(examiner: Examiner, ids: list[str], how: str) -> None:
    if implements(examiner.index, "get_chunk"):
        for chunk_id in ids:
            answer = await examiner.succeed("get_chunk", chunk_id)
            if answer.error is None and answer.value is not None:
                examiner.note(f"get_chunk gives None for a chunk that was {how}.", answer.asked, "None", str(answer))
    if examiner.searches_words:
        answer = await examiner.call("search", KeywordSearchQuery(query="vexpoll quibbern", top_k=50))
        left = [chunk_id for chunk_id in examiner.result_ids(answer) or () if chunk_id in ids]
        if left:
            examiner.note(f"search finds no chunk that was {how}.", answer.asked, "[]", examiner.describe(left))


async def _expect_metadata(examiner: Examiner, chunk_id: str, method: str, wanted: dict[str, Any]) -> None:
    answer = await _chunk(examiner, chunk_id)
    if answer is not None:
        got = {key: answer.value.chunk.metadata.get(key) for key in wanted}
        if got != wanted:
            rule = f"{method} merges metadata key by key: a value sets, None removes, other keys stay."
            examiner.note(rule, answer.asked, repr(wanted), repr(got))


async def _expect_content(examiner: Examiner, chunk_id: str, wanted: str) -> None:
    answer = await _chunk(examiner, chunk_id)
    if answer is None:
        return
    chunk, stored = answer.value.chunk, examiner.reference.chunks[chunk_id]
    if chunk.content != wanted:
        examiner.note("patch_chunk sets the content.", answer.asked, repr(wanted), repr(chunk.content))
    if (chunk.start_offset, chunk.end_offset) != (stored.start_offset, stored.end_offset):
        got = f"{chunk.start_offset}-{chunk.end_offset}"
        examiner.note("patch_chunk leaves the span as it is.", answer.asked, stored.locator, got)
    if implements(examiner.index, "grep"):
        for word, ids in (("florrick", [chunk_id]), ("quibbern", [])):
            found = await examiner.call("grep", CHANGED, word)
            examiner.compare_ids("grep looks at a patched chunk's new text, not at its old one.", found, ids)


async def _chunk(examiner: Examiner, chunk_id: str) -> Answer | None:
    """Fetch a chunk, or None where it cannot be had."""
    if not implements(examiner.index, "get_chunk"):
        return None
    answer = await examiner.succeed("get_chunk", chunk_id)
    if answer.error is None and is_result(answer.value):
        return answer
    if answer.error is None:
        examiner.note("get_chunk gives a chunk that was patched.", answer.asked, "a SearchResult", str(answer))
    return None
