"""Every recorded operation gets the recorded answer: in memory, on a file, and with the file reopened on the way."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from navwidget.errors import NavwidgetError
from navwidget.models import ChunkPatch, Document, DocumentChunk, DocumentPatch, VectorSearchQuery, compute_id
from navwidget.store import ChunkStore
from tests.fixtures import Record, records

FIXTURE = "contract_fixture.jsonl"
OPERATIONS = [record for record in records(FIXTURE) if record["kind"] == "op"]
DOCUMENTS = {record["source_id"]: record for record in records(FIXTURE) if record["kind"] == "doc"}


def vector(key: str) -> tuple[float, ...]:
    numbers = [(byte - 128) / 128 for byte in hashlib.sha256(key.encode()).digest()[:8]]
    return tuple(numbers) if any(numbers) else (1.0, *numbers[1:])


def document(record: Record, keep: list[str] | None = None) -> Document:
    source_id = record["source_id"]
    chunks = tuple(
        DocumentChunk(
            source_id=source_id,
            locator=chunk["locator"],
            start_offset=chunk["start"],
            end_offset=chunk["end"],
            content=chunk["content"],
            chunk_type=chunk["type"],
            metadata=chunk["meta"],
            embedding=vector(compute_id(source_id, chunk["locator"])),
        )
        for chunk in record["chunks"]
        if keep is None or chunk["locator"] in keep
    )
    return Document(source_id=source_id, content=record["content"], chunks=chunks, metadata=record["meta"])


class Replay:
    """A store and the operations of the fixture on it."""

    def __init__(self, store: ChunkStore) -> None:
        self.store = store

    def answer(self, operation: Record) -> Any:
        """What the store says, in the words of the fixture."""
        try:
            return getattr(self, operation["op"])(**operation["args"])
        except (NavwidgetError, ValidationError) as error:
            return {"error": type(error).__name__}

    def navigate(self, **args: Any) -> Any:
        return self._ids(self.store.sync.navigate(**args))

    def read(self, **args: Any) -> Any:
        return self._ids(self.store.sync.read(**args))

    def grep(self, **args: Any) -> Any:
        return self._ids(self.store.sync.grep(**args))

    def _ids(self, results: list[Any]) -> Any:
        assert all(result.score == 0.0 and result.distance is None for result in results)
        return {"ids": [result.chunk.id for result in results]}

    def get_chunk(self, chunk_id: str) -> Any:
        found = self.store.sync.get_chunk(chunk_id)
        return {"chunk": found and found.model_dump(mode="json")}

    def search(self, embedding_key: str, **args: Any) -> Any:
        hits = self.store.sync.search(VectorSearchQuery(embedding=vector(embedding_key), **args))
        assert all(hit.retriever_id is None for hit in hits)
        return {
            "ids": [hit.chunk.id for hit in hits],
            "scores": [round(hit.score, 6) for hit in hits],
            "distances": [round(hit.distance, 6) for hit in hits],
            "content_empty": all(hit.chunk.content == "" for hit in hits),
            "metadata_empty": all(hit.chunk.metadata == {} for hit in hits),
        }

    def index_document(self, source_id: str, keep: list[str] | None = None) -> Any:
        self.store.sync.index_document(document(DOCUMENTS[source_id], keep))
        return {"ok": True}

    def delete_document(self, document_id: str) -> Any:
        self.store.sync.delete_document(document_id)
        return {"ok": True}

    def patch_chunk(self, chunk_id: str, patch: Record) -> Any:
        fields = dict(patch)
        if "embedding_key" in fields:
            fields["embedding"] = vector(fields.pop("embedding_key"))
        self.store.sync.patch_chunk(chunk_id, ChunkPatch(**fields))
        return {"ok": True}

    def patch_document(self, document_id: str, patch: Record) -> Any:
        self.store.sync.patch_document(document_id, DocumentPatch(**patch))
        return {"ok": True}

    def indexed_version(self, document_id: str) -> Any:
        return {"value": self.store.sync.indexed_version(document_id)}


def agrees(answer: Any, operation: Record) -> bool:
    expected = {name: operation[name] for name in operation.keys() & _ANSWERS}
    if "scores" not in expected:
        return answer == expected
    close = all(answer.get(name, ()) == pytest.approx(expected.pop(name), abs=2e-6) for name in ("scores", "distances"))
    return close and {name: answer[name] for name in expected} == expected


_ANSWERS = {"ids", "error", "chunk", "value", "ok", "scores", "distances", "content_empty", "metadata_empty"}


@pytest.mark.parametrize(
    ("on_file", "reopen_every"), [(False, None), (True, None), (True, 97)], ids=["memory", "file", "reopened"]
)
def test_every_recorded_operation_gets_the_recorded_answer(
    tmp_path: Path, on_file: bool, reopen_every: int | None
) -> None:
    path = tmp_path / "store.db" if on_file else ":memory:"
    replay = Replay(ChunkStore(path, embedder=None))
    replay.store.sync.index_documents([document(record) for record in DOCUMENTS.values()], progress=False)
    wrong = []
    for number, operation in enumerate(OPERATIONS):
        if reopen_every and number % reopen_every == reopen_every - 1:
            replay.store.close()
            replay.store = ChunkStore(path, embedder=None)
        answer = replay.answer(operation)
        if not agrees(answer, operation):
            wrong.append(f"record {operation['i']}: {json.dumps(operation)[:400]}\n    got {str(answer)[:400]}")
    replay.store.close()
    assert len(OPERATIONS) == 2267
    assert not wrong, f"{len(wrong)} records differ, first:\n" + "\n".join(wrong[:5])
