"""Documents out of chunks that other tools cut, with offsets that are checked and where needed found anew."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from itertools import accumulate
from typing import Any

import numpy as np

from navwidget.adapters.frame import records_from_frame
from navwidget.adapters.records import Record, read_records
from navwidget.alignment import Placing, repair
from navwidget.errors import IndexingError
from navwidget.models import ChunkType, Document, DocumentChunk, compute_char_locator, compute_page_locator
from navwidget.plurals import counted
from navwidget.spans import Span


class OffsetUnit(StrEnum):
    """What a tool counts: Python code points, bytes of UTF-8 (Rust, Go, C), or UTF-16 (JavaScript, Java)."""

    CODE_POINTS = "code_points"
    UTF8 = "utf8"
    UTF16 = "utf16"


def document_from_records(
    records: Iterable[Any],
    content: str | None = None,
    source_id: str | None = None,
    *,
    pages: Sequence[str] | None = None,
    joiner: str = "\n",
    first_page: int = 1,
    unit: OffsetUnit | str = OffsetUnit.CODE_POINTS,
    metadata: Mapping[str, Any] | None = None,
) -> Document:
    """Make a document of chunks that another tool cut from one source.

    Parameters
    ----------
    records : iterable or DataFrame
        What `read_records` reads, or a frame with one row a chunk. Unless all declared offsets are right, in reading
        order.
    content : str, optional
        The whole text. With it every offset is checked, and found anew where it is missing or wrong; without it the
        declared ones must do, and an end that is missing is the start plus the length of the text.
    source_id : str, optional
        By default the one that the records name.
    pages : sequence of str, optional
        The texts of the pages, instead of `content`, which is then the pages with `joiner` between them; declared
        offsets count from the start of a record's page.
    joiner : str, default a line feed
        What stands between two pages.
    first_page : int, default 1
        The number that the records give the first page: 0 for some loaders.
    unit : OffsetUnit or str, default "code_points"
        What declared offsets count; another unit than code points can only be converted with the text.
    metadata : mapping, optional
        Metadata of the document.

    Warns
    -----
    UserWarning
        If declared offsets were wrong and have been corrected.

    Raises
    ------
    IndexingError
        If a record cannot be read or placed, or the source is not clear; all faults are listed.

    Examples
    --------
    >>> nodes = [{"text": "Rule one."}, {"text": "Rule two."}]
    >>> document = document_from_records(nodes, "Rule one. Rule two.", "rules.txt")
    >>> [(chunk.start_offset, chunk.end_offset) for chunk in document.chunks]
    [(0, 9), (10, 19)]
    """
    rows = _read(records)
    source = source_id or _only_source(rows)
    places = _PagePlaces(content, pages, joiner, first_page, OffsetUnit(unit))
    declared = [places.declared(row) for row in rows]
    if places.content is None:
        spans = [
            None if start is None or start < 0 else (start, _declared_end(row, start))
            for row, start in zip(rows, declared, strict=True)
        ]
    else:
        rows, spans = _placed(places.content, rows, declared)
    _refuse_unplaced(source, rows, spans, known=places.content is not None)
    chunks = [_chunk(source, row, span, pages is not None) for row, span in zip(rows, spans, strict=True) if span]
    return Document(source_id=source, content=places.content, chunks=tuple(chunks), metadata=dict(metadata or {}))


def documents_from_records(
    records: Iterable[Any],
    contents: Mapping[str, str] | None = None,
    *,
    unit: OffsetUnit | str = OffsetUnit.CODE_POINTS,
) -> list[Document]:
    """Make the documents of chunks from several sources, one for each source that the records name.

    Parameters
    ----------
    records : iterable or DataFrame
        What `read_records` reads, or a frame with one row a chunk; those of one source need not stand together.
    contents : mapping of str to str, optional
        Whole texts by source_id, as far as they are known. With its text every offset of a source is checked, and found
        anew where it is missing or wrong; without it the declared ones must do.
    unit : OffsetUnit or str, default "code_points"
        What declared offsets count.

    Warns
    -----
    UserWarning
        If declared offsets were wrong and have been corrected.

    Raises
    ------
    IndexingError
        If a record cannot be read or placed, or names no source; all faults of a kind are listed.

    Examples
    --------
    >>> rows = [{"text": "ab", "start": 0, "source": source} for source in ("a.txt", "b.txt")]
    >>> [document.source_id for document in documents_from_records(rows, {"a.txt": "abc"})]
    ['a.txt', 'b.txt']
    """
    rows = _read(records)
    faults = [f"{_called(position, row)}: no source" for position, row in enumerate(rows) if not row.source_id]
    if faults:
        advice = "name it as source_id, or use document_from_records, which takes one source_id for all"
        raise IndexingError(f"These records name no source: {advice}.", faults)
    groups: dict[str, list[Record]] = {}
    for row in rows:
        groups.setdefault(str(row.source_id), []).append(row)
    known = contents or {}
    return [document_from_records(rows, known.get(source), source, unit=unit) for source, rows in groups.items()]


def _read(records: Any) -> list[Record]:
    return records_from_frame(records) if hasattr(records, "itertuples") else read_records(records)


def _called(position: int, row: Record) -> str:
    return f"record {position} ({row.id or row.text[:40]!r})"


def _only_source(rows: Sequence[Record]) -> str:
    named = sorted({row.source_id or "" for row in rows})
    if len(named) != 1 or not named[0]:
        listed = ", ".join(repr(name) for name in named[:5] if name) or "none"
        raise IndexingError(f"One source is needed, but the records name {listed}: pass source_id.")
    return named[0]


class _PagePlaces:
    """Where each page starts in the whole text, in code points; a text without pages is one."""

    def __init__(
        self, content: str | None, pages: Sequence[str] | None, joiner: str, first_page: int, unit: OffsetUnit
    ) -> None:
        if content is not None and pages is not None:
            raise ValueError("content and pages are both given: pass one of them.")
        if content is None and pages is None and unit is not OffsetUnit.CODE_POINTS:
            raise ValueError(f"Offsets in {unit} cannot be converted without the text: pass content or pages.")
        self.content = content if pages is None else joiner.join(pages)
        self._paged = pages is not None
        self._first = first_page
        texts = [self.content or ""] if pages is None else pages
        self._starts = list(accumulate((len(text) + len(joiner) for text in texts), initial=0))[:-1]
        self._edges = None if unit is OffsetUnit.CODE_POINTS else [_edges(text, unit) for text in texts]

    def declared(self, row: Record) -> int | None:
        """Give the declared start in the whole text, or None where it means no place there."""
        page = row.page if self._paged else self._first
        if row.start is None or not isinstance(page, int) or not 0 <= page - self._first < len(self._starts):
            return None
        number = page - self._first
        start = row.start if self._edges is None else _code_points(self._edges[number], row.start)
        return None if start is None else self._starts[number] + start


def _edges(text: str, unit: OffsetUnit) -> np.ndarray[Any, np.dtype[np.int64]]:
    """Offset of every code point in another unit, and of the end."""
    codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), "<u4")
    longer = (0xFFFF,) if unit is OffsetUnit.UTF16 else (0x7F, 0x7FF, 0xFFFF)
    widths = 1 + sum((codes > limit).astype(np.int64) for limit in longer)
    return np.concatenate([[0], np.cumsum(widths)])


def _code_points(edges: np.ndarray[Any, np.dtype[np.int64]], offset: int) -> int | None:
    place = int(np.searchsorted(edges, offset))
    return place if place < len(edges) and edges[place] == offset else None


def _declared_end(row: Record, start: int) -> int:
    return start + len(row.text) if row.end is None else row.end


def _placed(content: str, rows: list[Record], declared: list[int | None]) -> tuple[list[Record], list[Span | None]]:
    """Place rows by their texts; rows whose declared starts are all right may come in any order."""
    pairs = list(zip(declared, rows, strict=True))
    if all(start is not None and start >= 0 and content.startswith(row.text, start) for start, row in pairs):
        pairs.sort(key=lambda pair: (pair[0] or 0, len(pair[1].text)))
    placements = repair(content, [(start, row.text) for start, row in pairs])
    corrected = sum(
        row.start is not None and placement.how in {Placing.EXACT, Placing.WHITESPACE}
        for (_, row), placement in zip(pairs, placements, strict=True)
    )
    if corrected:
        warnings.warn(
            f"Corrected {corrected:,} of {counted(len(rows), 'declared offset')}, by where the text stands.",
            stacklevel=3,
        )
    return [row for _, row in pairs], [placement.span for placement in placements]


def _refuse_unplaced(source: str, rows: Sequence[Record], spans: Sequence[Span | None], *, known: bool) -> None:
    missing = f"no start offset: pass content, or contents with the whole text under {source!r}"
    why = "its text is not in the document, or not in this order" if known else missing
    faults = [
        f"{_called(position, row)}: {why}"
        for position, (row, span) in enumerate(zip(rows, spans, strict=True))
        if span is None
    ]
    if faults:
        raise IndexingError(f"These records of {source!r} have no place in it:", faults)


def _chunk(source: str, row: Record, span: Span, paged: bool) -> DocumentChunk:
    chunk_type = ChunkType(row.chunk_type or ChunkType.CONTENT)
    by_page = paged and isinstance(row.page, int)
    locate = (
        compute_page_locator(int(row.page or 0), *span, chunk_type)
        if by_page
        else compute_char_locator(*span, chunk_type)
    )
    return DocumentChunk(
        source_id=source,
        locator=locate,
        start_offset=span[0],
        end_offset=span[1],
        content=row.text,
        id=row.id or "",
        chunk_type=chunk_type,
        metadata=dict(row.metadata),
        embedding=row.embedding,
    )
