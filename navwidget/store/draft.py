"""A source on its way in: its chunks in reading order, and the columns that they become."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from navwidget.models import Document
from navwidget.spans import is_slice
from navwidget.store.columns import Ints, Strings, bounds_of, byte_offsets, decode, encode, to_json
from navwidget.store.faults import Vector
from navwidget.store.segment import Segment
from navwidget.store.source import TYPE_CODES, Spans


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
        matrix, present = vectors or ([None] * len(segment), [False] * len(segment))
        columns = (
            spans.starts.tolist(),
            spans.ends.tolist(),
            segment.ids,
            spans.types.tolist(),
            segment.locators,
            map(segment.parent_ref, range(len(segment))),
            map(decode, segment.texts()),
            map(segment.metadata, range(len(segment))),
            (vector if has_vector else None for vector, has_vector in zip(matrix, present, strict=True)),
            spans.stale.tolist(),
        )
        rows = [Row(*row) for row in zip(*columns, strict=True)]
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
            if self.content is None or not is_slice(row.content, (row.start, row.end), content[row.start : row.end])
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
