"""A document on its way in: its faults, all of them at once, and the columns that it becomes."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from navwidget.errors import IndexingError
from navwidget.models import Document, DocumentChunk
from navwidget.store.arguments import OFFSET_LIMIT
from navwidget.store.columns import Ints, Strings, bounds_of, byte_offsets, encode, to_json
from navwidget.store.segment import TYPE_CODES, Segment, Spans

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
        if _is_broken(value)
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
        yield f"end_offset {end} is beyond the content's {len(document.content)} code points"
    elif end >= OFFSET_LIMIT:
        yield f"end_offset {end} is not below 2**62"


def _misnamed(chunk: DocumentChunk, document: Document, seen: set[str]) -> Iterator[str]:
    if chunk.source_id != document.source_id:
        yield f"it belongs to source {chunk.source_id!r}, not {document.source_id!r}"
    if chunk.id in seen:
        yield "its id is that of an earlier chunk of this document"
    if _is_broken(chunk.id):
        yield "its id holds a lone surrogate"


def _vector_faults(vector: Vector | None, dimension: int | None) -> Iterator[str]:
    if vector is None:
        return
    if not len(vector):
        yield "its embedding is empty"
    elif len(vector) != dimension:
        yield f"its embedding has {len(vector)} numbers, not {dimension}"
    elif not all(map(math.isfinite, vector)):
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
            f"Document {document.id!r} ({document.source_id!r}) was not stored, for {len(faults)} reason"
            f"{'s' if len(faults) > 1 else ''}:",
            faults,
        )


def _is_broken(name: str) -> bool:
    return not name.isascii() and any("\ud800" <= character <= "\udfff" for character in name)


@dataclass(slots=True)
class Row:
    """One chunk on its way in; a text without a vector may get one here, and a patch changes it."""

    start: int
    end: int
    id: str
    type_code: int
    locator: str
    parent_ref: str | None
    content: str
    metadata: Mapping[str, Any]
    vector: Vector | None
    stale: bool = False


@dataclass(frozen=True, slots=True)
class Draft:
    """A source on its way in: its rows are in reading order.

    Parameters
    ----------
    source_id, document_id : str
        Its names.
    content : str or None
        The text, where it is known.
    metadata : mapping
        The document's metadata.
    rows : sequence of Row
        Its chunks.
    """

    source_id: str
    document_id: str
    content: str | None
    metadata: Mapping[str, Any]
    rows: Sequence[Row]

    @classmethod
    def of(cls, document: Document) -> Draft:
        """Put a document's chunks into reading order."""
        rows = [
            Row(
                chunk.start_offset,
                chunk.end_offset,
                chunk.id,
                TYPE_CODES[chunk.chunk_type],
                chunk.locator,
                chunk.parent_ref,
                chunk.content,
                known(chunk.metadata),
                chunk.embedding,
            )
            for chunk in document.chunks
        ]
        rows.sort(key=lambda row: (row.start, row.end, row.id))
        return cls(document.source_id, document.id, document.content, known(document.metadata), rows)

    @classmethod
    def from_segment(cls, segment: Segment, vectors: tuple[NDArray[np.float32], NDArray[np.bool_]] | None) -> Draft:
        """Take a stored source apart again, to change it."""
        source, spans, text = segment.source, segment.spans, segment.source_text
        matrix, present = vectors or (None, np.zeros(len(segment), np.bool_))
        rows = [
            Row(
                int(spans.starts[row]),
                int(spans.ends[row]),
                segment.ids[row],
                int(spans.types[row]),
                segment.locators[row],
                segment.parent_ref(row),
                segment.content(row),
                segment.metadata(row),
                matrix[row] if matrix is not None and present[row] else None,
                bool(spans.stale[row]),
            )
            for row in range(len(segment))
        ]
        content = None if text is None else text.slice(0, source.length)
        return cls(source.source_id, source.document_id, content, source.info.metadata, rows)

    @property
    def dimension(self) -> int | None:
        """Length of the vectors; None where no row has one."""
        return next((len(row.vector) for row in self.rows if row.vector is not None), None)

    def vectors(self) -> tuple[NDArray[np.float64], NDArray[np.bool_]] | None:
        """Give the vectors as a matrix, and which rows have one; None where none has."""
        if self.dimension is None:
            return None
        absent = np.zeros(self.dimension)
        matrix = np.array([absent if row.vector is None else row.vector for row in self.rows], np.float64)
        return matrix, np.array([row.vector is not None for row in self.rows])

    @property
    def length(self) -> int:
        """Code points of the text, or the largest end where it is unknown."""
        return max(row.end for row in self.rows) if self.content is None else len(self.content)

    @property
    def parents(self) -> dict[str, str]:
        """By row, the parent references that are not the document's id."""
        refs = ((str(number), row.parent_ref) for number, row in enumerate(self.rows))
        return {number: ref for number, ref in refs if ref is not None and ref != self.document_id}

    def columns(self) -> dict[str, bytes | None]:
        """Lay out everything but vectors and postings, as `Segment` reads it."""
        spans = np.array([[row.start for row in self.rows], [row.end for row in self.rows]], np.int64)
        text, text_spans = self._text(spans)
        types = np.array([row.type_code for row in self.rows], np.uint8)
        stale = np.array([row.stale for row in self.rows], np.bool_)
        parents = self.parents
        return {
            "spans": Spans.pack(spans, text_spans, types, stale),
            "parents": encode(to_json(parents)) if parents else None,
            "ids": Strings.pack(row.id for row in self.rows),
            "locators": Strings.pack(row.locator for row in self.rows),
            "text": text,
        }

    def _text(self, spans: Ints) -> tuple[bytes, Ints]:
        """Lay out the source's text and after it the chunk texts that are no slice of it: nothing is stored twice."""
        content = self.content or ""
        own = [
            number
            for number, row in enumerate(self.rows)
            if self.content is None or content[row.start : row.end] != row.content
        ]
        text_spans = byte_offsets(content, spans.ravel().clip(0, len(content))).reshape(2, -1)
        pieces = [encode(content), *(encode(self.rows[number].content) for number in own)]
        bounds = bounds_of(map(len, pieces))
        text_spans[:, own] = bounds[1:-1], bounds[2:]
        return b"".join(pieces), text_spans

    @property
    def text_size(self) -> int | None:
        """Bytes of the source's text, where it is known."""
        return None if self.content is None else len(encode(self.content))


def known(metadata: Mapping[str, Any]) -> dict[str, Any]:
    """Leave out the keys that have no value."""
    return {key: value for key, value in metadata.items() if value is not None}


def merged(metadata: Mapping[str, Any], changes: Mapping[str, Any] | None) -> dict[str, Any]:
    """Merge key by key; None removes."""
    return known({**metadata, **(changes or {})})


def pack_metadata(metadata: Iterable[Mapping[str, Any]]) -> bytes | None:
    """Lay out the metadata of the rows; None where no row has any."""
    written = [to_json(item) if item else "" for item in metadata]
    return Strings.pack(written) if any(written) else None
