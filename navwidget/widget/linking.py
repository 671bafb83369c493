"""Explorers that keep to the same place of the same documents, however each has cut them."""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from typing import TYPE_CHECKING

from navwidget.models import SearchResult
from navwidget.widget.plain import Plain
from navwidget.widget.reader import Reader
from navwidget.widget.source import OpenSource, fetch_chunk

if TYPE_CHECKING:
    from navwidget.widget.navwidget import NavWidget

# The explorers that one step has moved so far, links included
_moved: ContextVar[tuple[NavWidget, ...]] = ContextVar("navwidget_moved", default=())


def link(first: NavWidget, second: NavWidget) -> Callable[[], None]:
    """Let two explorers go to the same place: when the ring moves in one, the other opens what lies there.

    The other opens the chunk that covers the start of the ringed one, or the nearest where none does; of chunks that
    overlap, the one that starts nearest. So they may be of different indexes, or of one document that is cut in two
    ways, of which ``traitlets.link`` on ``selection`` knows nothing: it takes the same chunk, by its id.

    Parameters
    ----------
    first, second : NavWidget
        The explorers; `second` goes to where `first` is. Any may be in several links.

    Returns
    -------
    callable
        Call it to stop.

    Notes
    -----
    Where the other does not have the source, its page says so, and nothing is raised. An index that answers on the
    notebook's loop follows when the loop is free.

    Examples
    --------
    >>> from navwidget import ChunkStore, Document, FixedSizeChunker, NavWidget
    >>> short, long = ChunkStore(), ChunkStore()
    >>> for store, size in ((short, 10), (long, 20)):
    ...     chunker = FixedSizeChunker(size, overlap=0)
    ...     store.sync.index_document(Document.from_text("One fish. Two fish. Red fish.", "fish.txt", chunker))
    >>> one, other = NavWidget(short, query="two"), NavWidget(long)
    >>> stop = link(one, other)
    >>> one.select(one.hits[0])
    >>> one.hits[0].chunk.content, other.results[0].chunk.content
    ('Two fish. ', 'One fish. Two fish. ')
    >>> stop()
    """
    stops = [_lead(first, second), _lead(second, first)]
    if first.selection is not None:
        _bring(first, second, first.ringed)

    def stop() -> None:
        for each in stops:
            each()

    return stop


def _lead(leader: NavWidget, follower: NavWidget) -> Callable[[], None]:
    return leader.on_select(lambda found: _bring(leader, follower, found))


def _bring(leader: NavWidget, follower: NavWidget, found: SearchResult | None) -> None:
    """Bring the follower along, unless it is where this began: what it opens there would move the leader again.

    A follower that answers later does so in a copy of this context.
    """
    before = _moved.get()
    if follower in before:
        return
    outer = _moved.set((*before, leader))
    try:
        follower.follow(found)
    finally:
        _moved.reset(outer)


def following(reader: Reader, found: SearchResult | None) -> Plain:
    """Give the call that opens the place of a chunk of another index; None takes the ring away."""
    place = found and (found.chunk.source_id, found.chunk.start_offset)
    return Plain("link", repr(place), lambda: _go_to(reader, found))


async def _go_to(reader: Reader, found: SearchResult | None) -> None:
    """Open a place; that is no call of this reader, so that neither its history nor its code has it."""
    if found is None:
        await reader.select(None)
    elif found.chunk.start_offset is not None:
        source = await _source_around(reader, found.chunk.source_id, found.chunk.start_offset)
        row = source.nearest_row(found.chunk.start_offset)
        there = None if row is None else await fetch_chunk(reader.backend, source, row)
        if there is not None:
            await reader.take(await reader.mover(source).open_around(there, 0, "open"), source)


async def _source_around(reader: Reader, source_id: str, place: int) -> OpenSource:
    source = reader.source
    if source is not None and source.source_id == source_id and source.outline.complete:
        return source
    return await reader.shelf.load(source_id, place)
