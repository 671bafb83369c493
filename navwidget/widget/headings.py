"""Headings of a source: from its text by the kind that it is, else from what its chunks say, else its pages."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from navwidget.chunking import Heading, is_restructured, underlined_headings
from navwidget.chunking import headings as markdown_headings
from navwidget.evidence.pages import page_breaks, pages_in_words, pages_of
from navwidget.models import ChunkType, SearchResultChunk
from navwidget.protocols import Outline
from navwidget.widget.backend import Backend

_PAGE = 0  # the level of a page, above all headings
_TITLE_KEYS = ("heading", "title", "section")
_PROGRAMS = (".py", ".pyi", ".sh", ".r", ".rb", ".pl", ".toml", ".yaml", ".yml", ".cfg", ".ini", ".conf")
_MARKDOWN = (".md", ".markdown")
_RESTRUCTURED = (".rst", ".rest")
_CODE = "\n\n```"  # how only Markdown begins it
_MOST_CHUNKS = 5_000  # of a source whose text has no headings: beyond, asking all of them would be felt


async def find_headings(backend: Backend, outline: Outline, chunks: Iterable[SearchResultChunk]) -> list[Heading]:
    """List the headings of a source, or its pages where it has pages, by ascending offset."""
    text = await backend.text(outline.source_id, 0, None) if len(outline) else None
    found = headings_of(text or "", outline.source_id)
    if found or not len(outline):
        return found
    return list(_changes(chunks or await _described(backend, outline)))


def headings_of(text: str, source_id: str) -> list[Heading]:
    """List the headings of a text by the kind that its name tells, or else its content.

    A program has none: there ``#`` begins a comment. So it does in the code of a reStructuredText, whose titles are
    underlined; a text is taken for one that has marks of it, or more underlined titles than Markdown's rules find.
    """
    name = source_id.lower()
    if name.endswith(_PROGRAMS):
        return []
    if name.endswith(_RESTRUCTURED):
        return underlined_headings(text)
    found = markdown_headings(text)
    if name.endswith(_MARKDOWN) or _CODE in text:
        return found
    titles = underlined_headings(text)
    return titles if titles and (len(titles) > len(found) or is_restructured(text)) else found


def heading_over(headings: Sequence[Heading], start: int, end: int) -> str:
    """Give the heading that a span starts under, or nothing; of pages, all that it stands on.

    ``js/src/geometry/headings.ts`` is its twin, and tests/data/page_titles.json holds both to the same answers.

    Examples
    --------
    >>> pages = [Heading(0, 0, "p. 9"), Heading(120, 0, "p. 10"), Heading(300, 0, "p. 11")]
    >>> heading_over(pages, 90, 301), heading_over(pages, 120, 300)
    ('pp. 9–11', 'p. 10')
    """
    first, last = _at(headings, start), _at(headings, max(start, end - 1))
    if first is None or last is None:
        return ""
    if first.level == last.level == _PAGE:
        return pages_in_words([heading.title.removeprefix("p. ") for heading in (first, last)])
    return first.title


def _at(headings: Sequence[Heading], offset: int) -> Heading | None:
    before = bisect_right(headings, offset, key=lambda heading: heading.offset)
    return headings[before - 1] if before else None


async def _described(backend: Backend, outline: Outline) -> list[SearchResultChunk]:
    """Fetch the chunks if the first one has something to say about where it stands."""
    if not backend.can.get_chunk or len(outline) > _MOST_CHUNKS:
        return []
    first = await backend.chunk(outline.ids[0])
    if first is None or not _marks(first.chunk):
        return []
    results = [await backend.chunk(chunk_id) for chunk_id in outline.ids]
    return [result.chunk for result in results if result is not None]


def _changes(chunks: Iterable[SearchResultChunk]) -> Iterator[Heading]:
    """Give a heading wherever what chunks say of themselves changes."""
    last = ""
    placed = (chunk for chunk in chunks if chunk.start_offset is not None and chunk.chunk_type is ChunkType.CONTENT)
    for mark in sorted(chain.from_iterable(map(_marks, placed)), key=lambda mark: mark.offset):
        if mark.title != last:
            yield mark
            last = mark.title


def _marks(chunk: SearchResultChunk) -> list[Heading]:
    """Give the title that a chunk has, else where in it each of its pages starts."""
    start = chunk.start_offset or 0
    for key in _TITLE_KEYS:
        if isinstance(title := chunk.metadata.get(key), str) and title.strip():
            return [Heading(start, 1, title.strip())]
    pages = zip((start, *page_breaks(chunk)), pages_of(chunk), strict=False)  # what follows a label has no name
    return [Heading(offset, _PAGE, pages_in_words((page,))) for offset, page in pages]
