"""One source as it stood at one revision: columns in reading order, read from the file part by part when asked for."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from itertools import repeat
from typing import Any, Protocol

import numpy as np

from navwidget.frozen import FrozenDict, freeze
from navwidget.models import ChunkType, SearchResultChunk
from navwidget.models.base import trusted
from navwidget.protocols import Outline
from navwidget.store.columns import Ints, SourceText, Strings, decode
from navwidget.store.filters import Constant
from navwidget.store.folded import FoldedLane
from navwidget.store.lane import Lane
from navwidget.store.lazy import lazy
from navwidget.store.source import TYPE_CODES, TYPES, Source, Spans

_LONG = 1 << 20
_MOST_PIECES = 16
_FIELDS = tuple(SearchResultChunk.model_fields)
_RESULT_PARTS = {"spans", "ids", "locators", "parents", "document_metadata", "_metadata", "_text"}


class Parts(Protocol):
    """Where a segment is read from; the parts are "spans", "text", "ids", "locators", "parents", "chunk_metadata"."""

    def load(self, name: str) -> bytes | None:
        """Read a part; None where there is none."""
        ...

    def load_text(self, start: int, stop: int) -> bytes:
        """Read some bytes of the part "text"."""
        ...


class Segment:
    """One source, immutable: its rows are all of its chunks in reading order, whatever their type.

    Parameters
    ----------
    source : Source
        Its row in the source table.
    parts : Parts
        Where the rest of it is read from.
    """

    def __init__(self, source: Source, parts: Parts) -> None:
        self.source = source
        self._parts = parts
        self._pieces_read = 0
        self._lanes: dict[ChunkType, Lane] = {}
        self._folded: dict[ChunkType, FoldedLane] = {}

    def __len__(self) -> int:
        return self.source.chunks

    def _part(self, name: str) -> bytes:
        return self._parts.load(name) or b""

    @lazy
    def spans(self) -> Spans:
        """Offsets, types and marks of the rows."""
        return Spans(self._part("spans"), len(self))

    @lazy
    def _text(self) -> bytes:
        """Text of the source, and after it the chunk texts that are no slice of it."""
        return self._part("text")

    @lazy
    def ids(self) -> Strings:
        """Ids of the chunks."""
        return Strings.from_bytes(self._part("ids"))

    @lazy
    def locators(self) -> Strings:
        """Locators of the chunks."""
        return Strings.from_bytes(self._part("locators"))

    @lazy
    def parents(self) -> dict[str, str]:
        """By row number as text, the parent references that are not the document's id."""
        return dict(json.loads(decode(self._part("parents") or b"{}")))

    @lazy
    def _metadata(self) -> Strings | None:
        packed = self._parts.load("chunk_metadata")
        return Strings.from_bytes(packed) if packed else None

    @lazy
    def document_metadata(self) -> FrozenDict:
        """Metadata of the document as results carry them."""
        return FrozenDict({f"document_{key}": value for key, value in self.source.info.metadata.items()})

    @lazy
    def source_text(self) -> SourceText | None:
        """Text of the source where it is known."""
        size = self.source.text_size
        return None if size is None else SourceText(memoryview(self._text)[:size], self.source.length)

    def lane(self, chunk_type: ChunkType) -> Lane:
        """Give the chunks of one type."""
        lane = self._lanes.get(chunk_type)
        if lane is None:
            spans = self.spans
            rows = np.flatnonzero(spans.types == TYPE_CODES[chunk_type])
            every = len(rows) == len(self)
            lane = Lane.of(rows, *((spans.starts, spans.ends) if every else (spans.starts[rows], spans.ends[rows])))
            self._lanes[chunk_type] = lane
        return lane

    def grep(self, chunk_type: ChunkType, terms: Sequence[str], count: int) -> Ints:
        """Rows of the first chunks of a type that hold every one of the terms."""
        folded = self._folded.get(chunk_type)
        if folded is None:
            folded = self._folded[chunk_type] = FoldedLane(self.lane(chunk_type).rows, self.texts)
        return folded.matching(terms, count)

    def texts(self, rows: Ints | slice = slice(None)) -> list[bytes]:
        """Texts of many chunks at once, in UTF-8."""
        starts, stops = self.spans.text_starts[rows].tolist(), self.spans.text_ends[rows].tolist()
        return [self._text[start:stop] for start, stop in zip(starts, stops, strict=True)]

    def folded_size(self, chunk_type: object) -> int | None:
        """Bytes that `grep` over a type goes through, where they are all in memory; else None."""
        return next((folded.size for known, folded in self._folded.items() if known == chunk_type), None)

    @property
    def is_warm(self) -> bool:
        """Whether all that a result is built of is in memory."""
        return self.__dict__.keys() >= _RESULT_PARTS

    def content(self, row: int) -> str:
        """Text of a chunk."""
        start, stop = int(self.spans.text_starts[row]), int(self.spans.text_ends[row])
        if self._reads_pieces():
            return decode(self._parts.load_text(start, stop))
        return decode(self._text[start:stop])

    def _reads_pieces(self) -> bool:
        """Whether a first look at a long text shall not read all of it."""
        if "_text" in self.__dict__ or self.source.size < _LONG or self._pieces_read == _MOST_PIECES:
            return False
        self._pieces_read += 1
        return True

    def parent_ref(self, row: int) -> str:
        """Give the parent reference of a chunk, by default the document's id."""
        return self.parents.get(str(row), self.source.document_id)

    def chunk_type(self, row: int) -> ChunkType:
        """Type of a chunk."""
        return TYPES[int(self.spans.types[row])]

    def metadata(self, row: int) -> dict[str, Any]:
        """Metadata of a chunk alone, free to change."""
        written = self._metadata[row] if self._metadata else ""
        return json.loads(written) if written else {}

    def shown_metadata(self, row: int) -> FrozenDict:
        """Metadata as results carry them: a chunk's own stand over its document's."""
        own = self.metadata(row)
        return FrozenDict({**self.document_metadata, **freeze(own)}) if own else self.document_metadata

    def column(self, field: str) -> Sequence[Any] | Constant:
        """Give the values of a field as results show it, for filters; None where a row lacks it."""
        if field == "source_id":
            return Constant(self.source.source_id)
        if field == "id":
            return self.ids
        if field == "chunk_type":
            return [TYPES[code] for code in self.spans.types.tolist()]
        if self._metadata is None:
            return Constant(self.document_metadata.get(field))
        return [self.shown_metadata(row).get(field) for row in range(len(self))]

    def chunk(self, row: int) -> SearchResultChunk:
        """Build what a result shows of a chunk."""
        values = (
            self.ids[row],
            self.source.source_id,
            self.locators[row],
            int(self.spans.starts[row]),
            int(self.spans.ends[row]),
            self.chunk_type(row),
            self.parent_ref(row),
            self.content(row),
            self.shown_metadata(row),
        )
        return _chunk(values)

    def chunks(self, rows: Ints) -> list[SearchResultChunk]:
        """Build what results show of many chunks, column by column: several times as fast as one by one."""
        numbers = rows.tolist()
        columns: tuple[Iterable[Any], ...] = (
            self.ids.take(rows),
            repeat(self.source.source_id),
            self.locators.take(rows),
            self.spans.starts[rows].tolist(),
            self.spans.ends[rows].tolist(),
            map(TYPES.__getitem__, self.spans.types[rows].tolist()),
            map(self.parent_ref, numbers) if self.parents else repeat(self.source.document_id),
            map(decode, self.texts(rows)),
            map(self.shown_metadata, numbers) if self._metadata else repeat(self.document_metadata),
        )
        return list(map(_chunk, zip(*columns, strict=False)))  # not strict: what all rows share has no end

    @lazy
    def outline(self) -> Outline:
        """Where the chunks lie, without their text."""
        spans = self.spans
        return Outline(self.source.source_id, spans.starts, spans.ends, spans.types, self.ids, self.source.length)


def _chunk(values: tuple[Any, ...]) -> SearchResultChunk:
    return trusted(SearchResultChunk, dict(zip(_FIELDS, values, strict=True)))
