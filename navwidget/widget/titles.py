"""What to call a hit: the heading that it stands under, else what its chunk says of itself, else its first words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from navwidget.chunking import Heading
from navwidget.errors import SourceNotFoundError
from navwidget.models import SearchResult, SearchResultChunk
from navwidget.widget.backend import Backend
from navwidget.widget.cut import begins_inside_word, next_word
from navwidget.widget.headings import heading_over, headings_of
from navwidget.widget.source import OpenSource

_TITLE_KEYS = ("heading", "title", "section", "document_title")
_EXCERPT = 120
_MOST_TEXT = 1_000_000  # code points of other sources that are looked through for headings: some 20 ms


async def titles_of(backend: Backend, results: Iterable[SearchResult], source: OpenSource | None) -> tuple[str, ...]:
    """Give a title to each hit; headings of sources that are not open are looked up where that is cheap."""
    known: dict[str, Sequence[Heading]] = {source.source_id: source.headings} if source else {}
    room, titles = _MOST_TEXT, []
    for chunk in (result.chunk for result in results):
        if chunk.source_id not in known and chunk.start_offset is not None:
            text = await _text(backend, chunk.source_id, room)
            room -= len(text)
            known[chunk.source_id] = headings_of(text, chunk.source_id)
        title = _title(chunk, known.get(chunk.source_id, ()))
        titles.append(title or first_words(chunk.content, is_cut=begins_inside_word(backend, source, chunk)))
    return tuple(titles)


async def _text(backend: Backend, source_id: str, most: int) -> str:
    """Give the text of a source, or nothing where it is unknown or longer than wanted."""
    if not backend.blocking:
        return ""
    try:
        length = (await backend.outline(source_id)).length
        return (await backend.text(source_id, 0, None) or "") if length <= most else ""
    except SourceNotFoundError:  # hits of a source that the index does not have are listed all the same
        return ""


def _title(chunk: SearchResultChunk, headings: Sequence[Heading]) -> str:
    start, end = chunk.start_offset, chunk.end_offset
    heading = "" if start is None else heading_over(headings, start, start if end is None else end)
    titles = (heading, *(chunk.metadata.get(key) for key in _TITLE_KEYS))
    return next((title for title in titles if isinstance(title, str) and title.strip()), "")


def first_words(content: str, *, is_cut: bool = False) -> str:
    """Give the beginning of a text on one line; where it begins inside a word, from the next one on.

    Examples
    --------
    >>> first_words("utexes for  the lock", is_cut=True)
    '… for the lock'
    """
    begin = next_word(content) if is_cut else 0
    return "… " * bool(begin) + " ".join(content[begin : begin + 4 * _EXCERPT].split())[:_EXCERPT]
