"""Documents that change while they are read: bringing what is on show up to what the index has now."""

from __future__ import annotations

from dataclasses import replace

from navwidget.errors import SourceNotFoundError
from navwidget.widget.present import is_same, notice_of, present_of, reading_now
from navwidget.widget.reading import Reading
from navwidget.widget.source import OpenSource
from navwidget.widget.standing import Standing


async def catch_up(standing: Standing) -> bool:
    """Bring what is on show up to what the index has now, and leave a notice; tell whether rows have moved.

    Evidence keeps the text that it had. Only an index that answers at once is asked.
    """
    source = standing.source
    if source is None or not standing.backend.blocking:
        return False
    try:
        outline = await standing.backend.outline(source.source_id)
    except SourceNotFoundError:
        standing.notice = f"{source.source_id!r} is no longer in the index: what is shown of it is what it was."
        return False
    if has_moved := not is_same(outline, source.outline):
        standing.notice = notice_of(source.source_id)
    if outline is not source.outline:
        await _show_as_now(standing, replace(await standing.shelf.load(source.source_id), chunk_type=source.chunk_type))
    return has_moved


async def _show_as_now(standing: Standing, source: OpenSource) -> None:
    reading = await as_now(standing, standing.reading)
    if standing.reading is standing.trail.current:
        standing.trail.put(reading)
    if standing.selected:
        standing.ring(await present_of(standing.backend, standing.selected))
    results = tuple([await present_of(standing.backend, hit) or hit for hit in standing.hits.results])
    standing.hits = await standing.titled(replace(standing.hits, results=results), source)
    standing.commit(source, reading)


async def as_now(standing: Standing, reading: Reading) -> Reading:
    """Give a list with its chunks as the index has them, and leave a notice of those that have changed."""
    if standing.shelf.is_as_first_seen(reading.source_id):  # to look up a long list takes seconds
        return reading
    reading, told = await reading_now(standing.backend, reading)
    standing.notice = notice_of(reading.source_id, told) if told else standing.notice
    return reading
