"""What things are called: chunk types, directions, modes, ids and locators."""

from __future__ import annotations

import hashlib
import re
import uuid
from enum import StrEnum

INDEXED_VERSION_KEY = "indexed_version"
"""Document metadata key of the token that says from which inputs a document was indexed."""


class ChunkType(StrEnum):
    """What a chunk's text is: the source's own text, or a text made about it."""

    CONTENT = "content"
    IMAGE_ANNOTATION = "image_annotation"
    SUMMARY = "summary"


class NavigationDirection(StrEnum):
    """Which side of a position to go to."""

    NEXT = "next"
    PREVIOUS = "previous"


class GrepMode(StrEnum):
    """How a pattern is taken: as one piece, or as terms that must all occur."""

    PHRASE = "phrase"
    TERM = "term"


def compute_id(source_id: str, locator: str | None = None) -> str:
    """Derive the id of a document, or with a locator of a chunk, the same in every run and on every machine.

    Examples
    --------
    >>> compute_id("a")
    '4f3f2898-69e3-5a0d-820a-c4e87987dbce'
    """
    name = source_id if locator is None else f"{source_id}:{locator}"
    # What uuid.uuid5 does, but a lone surrogate is let through: a store refuses it in a sentence that names the chunk
    digest = hashlib.sha1(
        uuid.NAMESPACE_DNS.bytes + name.encode("utf-8", "surrogatepass"), usedforsecurity=False
    ).digest()
    return str(uuid.UUID(bytes=digest[:16], version=5))


def _typed(locator: str, chunk_type: ChunkType) -> str:
    return locator if chunk_type == ChunkType.CONTENT else f"{chunk_type}:{locator}"


def compute_char_locator(start_offset: int, end_offset: int, chunk_type: ChunkType = ChunkType.CONTENT) -> str:
    """Write the place of a chunk as text.

    Examples
    --------
    >>> compute_char_locator(0, 10, ChunkType.SUMMARY)
    'summary:char:0-10'
    """
    return _typed(f"char:{start_offset}-{end_offset}", chunk_type)


def compute_page_locator(
    page_number: int, start_offset: int, end_offset: int, chunk_type: ChunkType = ChunkType.CONTENT
) -> str:
    """Write the place of a chunk of a paginated source as text.

    Examples
    --------
    >>> compute_page_locator(7, 0, 10)
    'page:7:char:0-10'
    """
    return _typed(f"page:{page_number}:char:{start_offset}-{end_offset}", chunk_type)


_CHAR_SEGMENT = re.compile(r"char:\d+-\d+")


def replace_char_locator(locator: str, start_offset: int, end_offset: int) -> str:
    """Put new offsets into a locator and keep the rest; a locator without offsets gets them at its end.

    Examples
    --------
    >>> replace_char_locator("page:2:char:0-9", 30, 44)
    'page:2:char:30-44'
    """
    segment = f"char:{start_offset}-{end_offset}"
    replaced, count = _CHAR_SEGMENT.subn(segment, locator)
    if count:
        return replaced
    return f"{locator}:{segment}" if locator else segment
