"""One source as it stood at one revision: columns in reading order, read from the file part by part when asked for."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import repeat
from typing import Any

import numpy as np

from navwidget.frozen import FrozenDict, freeze
from navwidget.models import ChunkType, SearchResultChunk
from navwidget.models.base import trusted
from navwidget.protocols import Outline
from navwidget.store.columns import Ints, SourceText, Strings, decode, encode, to_json
from navwidget.store.filters import Constant
from navwidget.store.folded import FoldedLane
from navwidget.store.lane import Lane
from navwidget.store.lazy import lazy
from navwidget.store.source import TYPE_CODES, TYPES, Source, Spans
from navwidget.store.wide import Parts, Wide, WideStrings

_COLUMNS_PAY = 4
_SHARING = 1000  # chunks that stand near each other often have the same metadata
_RESULT_PARTS = {"spans", "parents", "document_metadata", "_metadata"}


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
        self._ids = WideStrings(source, parts, "ids")
        self._locators = WideStrings(source, parts, "locators")
        # Text of the source, and after it the chunk texts that are no slice of it
        self._text = Wide(source, parts, "text")
        self._warm = False
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

    @property
    def ids(self) -> Strings:
        """Ids of the chunks."""
        return self._ids.strings

    def chunk_id(self, row: int) -> str:
        """Id of a chunk, without the others where they are many."""
        (chunk_id,) = self._ids.take(np.array([row]))
        return chunk_id

    @property
    def locators(self) -> Strings:
        """Locators of the chunks."""
        return self._locators.strings

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
        return None if size is None else SourceText(memoryview(self._text.whole)[:size], self.source.length)

    def differing(self, lengths: Iterable[int]) -> list[bool]:
        """Mark the rows whose text is not, or is not known to be, what the source has at their span.

        Parameters
        ----------
        lengths : iterable of int
            Code points of the text of each row; only looked at where the text of the source is unknown.
        """
        spans, size = self.spans, self.source.text_size
        if size is None:
            differing = np.fromiter(lengths, np.int64, len(self)) != spans.ends - spans.starts
        else:  # texts of their own lie behind that of the source
            differing = (spans.text_starts >= size) & ((spans.ends > spans.starts) | (spans.text_ends > size))
        return list(map(bool, differing))

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
        return self._text.pieces(self.spans.text_starts[rows].tolist(), self.spans.text_ends[rows].tolist())

    def folded_size(self, chunk_type: object) -> int | None:
        """Bytes that `grep` over a type goes through, where they are all in memory; else None."""
        return next((folded.size for known, folded in self._folded.items() if known == chunk_type), None)

    @property
    def is_warm(self) -> bool:
        """Whether all that a result is built of is in memory; then it stays there."""
        if not self._warm:
            wide = self._ids, self._locators, self._text
            self._warm = self.__dict__.keys() >= _RESULT_PARTS and all(part.is_loaded for part in wide)
        return self._warm

    def content(self, row: int) -> str:
        """Text of a chunk."""
        (text,) = self.texts(slice(row, row + 1))
        return decode(text)

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
        return self._shown(self._metadata[row]) if self._metadata else self.document_metadata

    def _shown(self, written: str) -> FrozenDict:
        return (
            FrozenDict({**self.document_metadata, **freeze(json.loads(written))}) if written else self.document_metadata
        )

    def column(self, field: str) -> Sequence[Any] | Constant:
        """Give the values of a field as results show it, for filters; None where a row lacks it."""
        own = _FIELDS.get(field)
        if own is not None:
            return own(self)
        if self._metadata is None:
            return Constant(self.document_metadata.get(field))
        return [self.shown_metadata(row).get(field) for row in range(len(self))]

    def may_have(self, key: str) -> bool:
        """Whether metadata may have a key; quick, and wrong only where a text in them says the same."""
        return key in self.document_metadata or encode(to_json(key)) in (self._parts.load("chunk_metadata") or b"")

    def chunks(self, rows: Sequence[int]) -> list[SearchResultChunk]:
        """Build what results show of some chunks."""
        source_id = self.source.source_id
        return [
            trusted(
                SearchResultChunk,
                {
                    "id": chunk_id,
                    "source_id": source_id,
                    "locator": locator,
                    "start_offset": start,
                    "end_offset": end,
                    "chunk_type": TYPES[code],
                    "parent_ref": parent_ref,
                    "content": decode(text),
                    "metadata": metadata,
                },
            )
            for chunk_id, locator, start, end, code, parent_ref, text, metadata in self._values(rows)
        ]

    def _values(self, rows: Sequence[int]) -> Iterable[tuple[Any, ...]]:
        """Look up rows one by one where that is quicker, else column by column."""
        if len(rows) < _COLUMNS_PAY and self.is_warm:
            return map(self._row, rows)
        places, spans = np.array(rows, np.int64), self.spans
        shown = lru_cache(_SHARING)(self._shown)
        return zip(
            self._ids.take(places),
            self._locators.take(places),
            *(column[places].tolist() for column in (spans.starts, spans.ends, spans.types)),
            map(self.parent_ref, rows) if self.parents else repeat(self.source.document_id),
            self.texts(places),
            map(shown, self._metadata.take(places)) if self._metadata else repeat(self.document_metadata),
            strict=False,  # what all rows share has no end
        )

    def _row(self, row: int) -> tuple[Any, ...]:
        spans = self.spans
        return (
            self.ids[row],
            self.locators[row],
            int(spans.starts[row]),
            int(spans.ends[row]),
            spans.types[row],
            self.parent_ref(row),
            self._text.whole[spans.text_starts[row] : spans.text_ends[row]],
            self.shown_metadata(row),
        )

    @lazy
    def outline(self) -> Outline:
        """Where the chunks lie, without their text."""
        spans = self.spans
        return Outline(self.source.source_id, spans.starts, spans.ends, spans.types, self.ids, self.source.length)


_FIELDS: dict[str, Callable[[Segment], Sequence[Any] | Constant]] = {
    "source_id": lambda segment: Constant(segment.source.source_id),
    "id": lambda segment: segment.ids,
    "locator": lambda segment: segment.locators,
    "start_offset": lambda segment: segment.spans.starts.tolist(),
    "end_offset": lambda segment: segment.spans.ends.tolist(),
    "chunk_type": lambda segment: [TYPES[code] for code in segment.spans.types.tolist()],
    "parent_ref": lambda segment: [segment.parent_ref(row) for row in range(len(segment))],
    "content": lambda segment: [decode(text) for text in segment.texts()],
}
"""What a result's chunk shows beside its metadata, as columns."""

FIELDS = frozenset(_FIELDS)
"""Names that are no metadata keys."""
