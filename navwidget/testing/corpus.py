"""A few documents that are small and hard; people, firms and places in them are invented."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

from navwidget.models import ChunkType, Document, DocumentChunk, compute_char_locator, compute_id

PREFIX = "navwidget-check/"
"""How the source ids of all these documents begin, so that they meet no document of the user's."""

OVERLAP, NESTED, TYPES, MADE, LITERAL = (
    PREFIX + name for name in ("overlap", "nested", "types", "only-a-summary", "literal")
)
UNKNOWN = PREFIX + "no-such-source"

Part = tuple[int, int, ChunkType, str | None]
"""Start, end, type, and the chunk's text where it is not the source's own."""

_LEASE = (
    "Lease of the zanqor mill. 🏠 The tenant pays 900 each quarter; the Zanqor fee is due on the first day. "
    "👩\u200d👩\u200d👧 Notice of ninety days ends the lease, zanqor stones included."
)
_ALPHABET = "abcdefghijklmnopqrstuvwxyz"
_LINES = (
    "Save 100% of a_b now.",
    "Save 100x of aXb now.",
    "The path is C:\\temp\\new here.",
    "The path is C:temp new here.",
    "Σίσυφος climbs at 300 \u212aelvin.",
    "σίσυφοσ CLIMBS at 300 kelvin.",
    "Notice period: ninety days.",
    "Days of ninety, then the period of notice.",
    "Match a.c and (d+) or [e] here.",
    "Match abc and ddd or e here.",
    "The category is straße.",
    "The zanqor cat is on the strasse.",
)


def vector(key: str, dimension: int) -> tuple[float, ...]:
    """Make a vector that differs from chunk to chunk and is the same in every run."""
    return tuple((byte - 127.5) / 128 for byte in hashlib.shake_256(key.encode()).digest(dimension))


def make_document(source_id: str, content: str, parts: Iterable[Part], dimension: int | None) -> Document:
    """Make a document whose chunks come in the opposite of reading order, each with a metadata key."""
    document_id = compute_id(source_id)
    chunks = []
    for number, (start, end, chunk_type, text) in enumerate(parts):
        locator = f"{compute_char_locator(start, end, chunk_type)}:part:{number}"
        chunk_id = compute_id(source_id, locator)
        chunks.append(
            DocumentChunk(
                source_id=source_id,
                locator=locator,
                start_offset=start,
                end_offset=end,
                content=content[start:end] if text is None else text,
                id=chunk_id,
                chunk_type=chunk_type,
                parent_ref=document_id,
                metadata={"part": number},
                embedding=None if dimension is None else vector(chunk_id, dimension),
            )
        )
    chunks.sort(key=lambda chunk: (chunk.start_offset, chunk.end_offset, chunk.id), reverse=True)
    metadata = {"language": "en", "indexed_version": f"v1 of {source_id}"}
    return Document(source_id=source_id, content=content, chunks=tuple(chunks), metadata=metadata)


def make_documents(dimension: int | None) -> list[Document]:
    """Make all the documents, with vectors of this dimension or without any."""
    parts = {
        OVERLAP: (_LEASE, _own((start, min(start + 40, len(_LEASE))) for start in range(0, len(_LEASE) - 12, 28))),
        NESTED: (_ALPHABET, _own(_NESTED_SPANS)),
        TYPES: (_ALPHABET, _TYPED_PARTS),
        MADE: (_ALPHABET, [(0, 26, ChunkType.SUMMARY, "All the letters.")]),
        LITERAL: ("\n".join(_LINES), _own(_line_spans())),
    }
    return [make_document(source_id, content, found, dimension) for source_id, (content, found) in parts.items()]


# Everything that a span can do to another: contain, repeat, touch, leave a gap, be empty at either end and inside
_NESTED_SPANS = (
    *[(0, 0), (0, 26), (0, 10), (0, 10), (0, 10), (2, 8), (2, 9), (5, 5), (5, 5)],
    *[(8, 8), (8, 10), (12, 15), (12, 15), (18, 26), (18, 20), (20, 26), (26, 26)],
)

_TYPED_PARTS: tuple[Part, ...] = (
    *[(start, start + 5, ChunkType.CONTENT, None) for start in (0, 5, 10, 15, 20)],
    (5, 5, ChunkType.IMAGE_ANNOTATION, "Figure 1: a drawing of the letter f."),
    (15, 15, ChunkType.IMAGE_ANNOTATION, "Figure 2: a drawing of the letter p."),
    (0, 26, ChunkType.SUMMARY, "The alphabet, with two figures."),
)


def _own(spans: Iterable[tuple[int, int]]) -> list[Part]:
    return [(start, end, ChunkType.CONTENT, None) for start, end in spans]


def _line_spans() -> list[tuple[int, int]]:
    ends = [sum(len(line) + 1 for line in _LINES[: count + 1]) - 1 for count in range(len(_LINES))]
    return [(end - len(line), end) for line, end in zip(_LINES, ends, strict=True)]
