"""What is known of a source before its text is read: its row in the source table, and its fixed-width columns."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from navwidget.frozen import freeze
from navwidget.models import ChunkType
from navwidget.protocols import SourceInfo
from navwidget.store.columns import Ints, decode

TYPES = tuple(ChunkType)
TYPE_CODES = {chunk_type: code for code, chunk_type in enumerate(TYPES)}


@dataclass(frozen=True, slots=True)
class Source:
    """A row of the source table: enough to list a source, and to know where the rest of it is.

    Parameters
    ----------
    key : int
        Number of this content, never used twice.
    revision : int
        Raised when only metadata change.
    source_id, document_id : str
        Its names.
    length : int
        Code points of the text, or the largest end where the text is unknown.
    text_size : int or None
        Bytes of the text; None where it is unknown.
    size : int
        Bytes of all that is stored for it, about.
    chunks : int
        How many chunks it has.
    metadata : bytes
        The document's metadata, as JSON.
    """

    SELECT: ClassVar[str] = (
        "SELECT key, revision, source_id, document_id, length, text_size, size, chunks, metadata FROM source"
    )

    key: int
    revision: int
    source_id: str
    document_id: str
    length: int
    text_size: int | None
    size: int
    chunks: int
    metadata: bytes

    @property
    def info(self) -> SourceInfo:
        """The part that callers see."""
        return SourceInfo(
            self.source_id, self.document_id, self.chunks, self.length, freeze(json.loads(decode(self.metadata)))
        )


class Spans:
    """The fixed-width columns of a segment.

    Parameters
    ----------
    packed : bytes
        What `pack` wrote.
    rows : int
        How many chunks.
    """

    def __init__(self, packed: bytes, rows: int) -> None:
        numbers = np.frombuffer(packed, np.int64, 4 * rows).reshape(4, rows)
        marks = np.frombuffer(packed, np.uint8, 2 * rows, offset=32 * rows).reshape(2, rows)
        self.starts, self.ends, self.text_starts, self.text_ends = numbers
        self.types, self.stale = marks[0], marks[1].view(np.bool_)

    @staticmethod
    def pack(spans: Ints, text_spans: Ints, types: NDArray[np.uint8], stale: NDArray[np.bool_]) -> bytes:
        """Lay the columns out one after the other: both kinds of spans have shape (2, rows)."""
        return b"".join(column.tobytes() for column in (spans, text_spans, types, stale))
