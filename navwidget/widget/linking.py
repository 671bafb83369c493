"""Explorers that keep to the same place of the same documents, however each has cut them."""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from navwidget.errors import SearchError
from navwidget.models import SearchResult
from navwidget.widget.plain import Plain
from navwidget.widget.reader import Reader
from navwidget.widget.source import OpenSource, fetch_chunk
from navwidget.wording import shortly

if TYPE_CHECKING:
    from navwidget.widget.navwidget import NavWidget


@dataclass(frozen=True, eq=False)
class _Step:
    """A step that some explorer made, on its way to another.

    Parameters
    ----------
    found : SearchResult or None
        Where that explorer went. Whoever follows, along however many links, goes there and not to where the one before
        it has come: chunks are cut otherwise there, and their starts would drift away.
    moved : tuple of NavWidget
        Those that the step has moved so far.
    follower : NavWidget
        The one that it comes to.
    """

    found: SearchResult | None
    moved: tuple[NavWidget, ...]
    follower: NavWidget


_step: ContextVar[_Step | None] = ContextVar("navwidget_step", default=None)

# The last step that each explorer is still to follow, where its index is being waited for
_due: WeakKeyDictionary[NavWidget, _Step] = WeakKeyDictionary()


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
    Where the other does not have the source, or nothing of it, its page says so, and nothing is raised. An index that
    answers on the notebook's loop follows when the loop is free: of several steps, the last one, which is also what
    counts where the other was on its way elsewhere. Along a chain of links, all go to the place of the first.

    Raises
    ------
    TypeError
        One of them is no `NavWidget`.

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
    for name, explorer in (("first", first), ("second", second)):
        if not hasattr(explorer, "follow"):
            raise TypeError(f"{name} is {shortly(explorer)}, but link takes two NavWidget.")
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

    A leader that is still to follow somebody else was overtaken. A follower that answers later does so in a copy of
    this context.
    """
    before = _step.get()
    moved = before.moved if before else ()
    if follower in moved or leader in _due:
        return
    step = _Step(before.found if before and before.follower is leader else found, (*moved, leader), follower)
    outer = _step.set(step)
    _due[follower] = step
    try:
        follower.follow(step.found)
    except BaseException:
        _settle(step)
        raise
    finally:
        _step.reset(outer)


def _settle(step: _Step) -> None:
    if _due.get(step.follower) is step:
        del _due[step.follower]


def following(follower: NavWidget, reader: Reader, found: SearchResult | None) -> Plain:
    """Give the call that opens the place of a chunk of another index; None takes the ring away.

    Raises
    ------
    TypeError
        `found` is no result.
    """
    if not (found is None or isinstance(found, SearchResult)):
        raise TypeError(f"found is {shortly(found)}, but must be a SearchResult, such as one of hits, or None.")
    place = found and (found.chunk.source_id, found.chunk.start_offset)
    step = _step.get()
    if step is None or step.follower is not follower:
        return Plain("link", repr(place), lambda: _go_to(reader, found))
    return Plain("link", repr(place), lambda: _follow(step, reader))


async def _follow(step: _Step, reader: Reader) -> None:
    """Go where a step went, unless a later one has overtaken it."""
    if _due.get(step.follower) is not step:
        return
    try:
        await _go_to(reader, step.found)
    finally:
        _settle(step)


async def _go_to(reader: Reader, found: SearchResult | None) -> None:
    """Open a place; that is no call of this reader, so that neither its history nor its code has it."""
    if found is None:
        await reader.select(None)
        return
    source_id, place = found.chunk.source_id, found.chunk.start_offset
    if place is None:
        raise SearchError(f"Chunk {found.chunk.id!r} has no offsets: there is no place to follow it to.")
    source = await _source_around(reader, source_id, place)
    row = source.nearest_row(place)
    there = None if row is None else await fetch_chunk(reader.backend, source, row)
    if there is None:
        raise SearchError(
            f"No chunk of {source_id!r} of type {source.chunk_type.value!r} is here to follow to {place}."
        )
    await reader.take(await reader.mover(source).open_around(there, 0, "open"), source)


async def _source_around(reader: Reader, source_id: str, place: int) -> OpenSource:
    source = reader.source
    if source is not None and source.source_id == source_id and source.outline.complete:
        return source
    return await reader.shelf.load(source_id, place)
