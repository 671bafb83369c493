"""What is wrong with a document: all of it at once, in sentences."""

from __future__ import annotations

import json
import math
from collections import defaultdict
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from navwidget.errors import IndexingError
from navwidget.models import Document, DocumentChunk
from navwidget.store.arguments import OFFSET_LIMIT
from navwidget.store.columns import Strings
from navwidget.store.database import Query
from navwidget.store.names import can_be_stored, id_hash
from navwidget.wording import counted

Vector = Sequence[float] | NDArray[np.float32]


def faults_of(document: Document, dimension: int | None) -> list[str]:
    """List what is structurally wrong with a document, a sentence for each offending chunk.

    Parameters
    ----------
    document : Document
        The document.
    dimension : int or None
        Length that vectors must have; None where the first vector decides.
    """
    faults = [
        f"{name} {value!r} holds a lone surrogate: give it a name that can be written as UTF-8"
        for name, value in {"source_id": document.source_id, "document id": document.id}.items()
        if not can_be_stored(value)
    ]
    seen: set[str] = set()
    for chunk in document.chunks:
        if dimension is None and chunk.embedding is not None:
            dimension = len(chunk.embedding)
        wrong = [
            *_misplaced(chunk, document),
            *_misnamed(chunk, document, seen),
            *_vector_faults(chunk.embedding, dimension),
        ]
        if wrong:
            faults.append(f"chunk {chunk.id!r} ({chunk.locator!r}): {'; '.join(wrong)}")
        seen.add(chunk.id)
    return faults


def _misplaced(chunk: DocumentChunk, document: Document) -> Iterator[str]:
    start, end = chunk.start_offset, chunk.end_offset
    if start < 0:
        yield f"start_offset {start} is negative"
    if end < start:
        yield f"end_offset {end} is before start_offset {start}"
    if document.content is not None and end > len(document.content):
        yield f"end_offset {end} is beyond the content's {counted(len(document.content), 'code point')}"
    elif end >= OFFSET_LIMIT:
        yield f"end_offset {end} is not below 2**62"


def _misnamed(chunk: DocumentChunk, document: Document, seen: set[str]) -> Iterator[str]:
    if chunk.source_id != document.source_id:
        yield f"it belongs to source {chunk.source_id!r}, not {document.source_id!r}"
    if chunk.id in seen:
        yield "its id is that of an earlier chunk of this document"
    if not can_be_stored(chunk.id):
        yield "its id holds a lone surrogate"


def _vector_faults(vector: Vector | None, dimension: int | None) -> Iterator[str]:
    if vector is None:
        return
    if not len(vector):
        yield "its embedding is empty"
    elif len(vector) != dimension:
        yield f"its embedding has {counted(len(vector), 'number')}, not {dimension}"
    elif not (math.isfinite(sum(vector)) or all(map(math.isfinite, vector))):  # a finite sum, which is quick, proves it
        yield "its embedding holds a number that is not finite"


def check_vector(vector: Vector, dimension: int | None, chunk_id: str) -> None:
    """Refuse a vector of the wrong size, of none, or with numbers that are not finite."""
    wrong = list(_vector_faults(vector, dimension or len(vector)))
    if wrong:
        raise IndexingError(f"Chunk {chunk_id!r} cannot be patched: {wrong[0]}.")


def refuse(document: Document, faults: Sequence[str]) -> None:
    """Raise one error for all faults, if there are any."""
    if not document.chunks:
        raise IndexingError(f"Document {document.id!r} ({document.source_id!r}) has no chunks: cut it first.")
    if faults:
        raise IndexingError(
            f"Document {document.id!r} ({document.source_id!r}) was not stored, for {counted(len(faults), 'reason')}:",
            faults,
        )


def conflicts_of(document: Document, query: Query) -> list[str]:
    """List the names in a document that other documents have already, a sentence for each."""
    if not (can_be_stored(document.source_id) and can_be_stored(document.id)):
        return []
    owners = query("SELECT document_id FROM source WHERE source_id = ?", (document.source_id,))
    faults = [
        f"source {document.source_id!r} belongs to document {owner!r}: delete that, or use its id"
        for (owner,) in owners
        if owner != document.id
    ]
    return faults + _taken(document, query)


def _taken(document: Document, query: Query) -> list[str]:
    by_hash = {id_hash(chunk.id): chunk for chunk in document.chunks if can_be_stored(chunk.id)}
    places: dict[tuple[int, str], list[tuple[int, int]]] = defaultdict(list)
    for key, owner, row, found in query(
        "SELECT key, source_id, row, hash FROM chunk_id JOIN source USING (key) "
        "WHERE hash IN (SELECT value FROM json_each(?)) AND document_id != ?",
        (json.dumps(list(by_hash)), document.id),
    ):
        places[key, owner].append((row, found))
    faults = []
    for (key, owner), rows in places.items():
        ids = Strings.from_bytes(query("SELECT ids FROM segment WHERE key = ?", (key,))[0][0])
        faults += [
            f"chunk {chunk.id!r} ({chunk.locator!r}): its id is that of a chunk of source {owner!r}"
            for row, chunk in ((row, by_hash[found]) for row, found in rows)
            if ids[row] == chunk.id
        ]
    return faults
