"""Documents that change while they are read: bringing what is on show up to what the index has now."""

from __future__ import annotations

from dataclasses import replace

from navwidget.errors import SourceNotFoundError
from navwidget.models import SearchResult
from navwidget.widget.present import is_same, notice_of, present_of, reading_now, told_of
from navwidget.widget.ranking import Hits
from navwidget.widget.reading import Reading
from navwidget.widget.source import OpenSource
from navwidget.widget.standing import Standing
from navwidget.wording import counted


async def catch_up(standing: Standing) -> bool:
    """Bring what is on show up to what the index has now, and leave notices; tell whether rows have moved.

    Evidence keeps the text that it had. Only an index that can tell at once whether it has changed is asked.
    """
    generation = standing.backend.generation
    if generation is None or generation == standing.generation:
        return False
    source = standing.source
    has_moved = await _source_as_now(standing, source) if source else False
    is_other = standing.source is not source
    await _ring_as_now(standing, is_other=is_other)
    hits = await hits_as_now(standing, standing.hits, retitle=is_other)
    if hits is not standing.hits:
        standing.hits = hits
        standing.news.add("hits")
    if standing.evidence.stars:
        standing.news.add("evidence")
    standing.generation = generation
    return has_moved


async def _source_as_now(standing: Standing, source: OpenSource) -> bool:
    try:
        outline = await standing.backend.outline(source.source_id)
    except SourceNotFoundError:
        if not standing.lost:
            _tell(standing, source.source_id, "is no longer in the index: what is shown of it is what it was.")
        standing.lost = source.source_id
        return False
    if has_moved := not is_same(outline, source.outline):
        standing.notices[_about(source.source_id)] = notice_of(source.source_id)
    elif standing.lost:
        _tell(standing, source.source_id, "is in the index again.")
    standing.lost = ""
    if outline is not source.outline:
        await _show_as_now(standing, replace(await standing.shelf.load(source.source_id), chunk_type=source.chunk_type))
    return has_moved


async def _show_as_now(standing: Standing, source: OpenSource) -> None:
    reading = await as_now(standing, standing.reading)
    if standing.reading is standing.trail.current:
        standing.trail.put(reading)
    standing.commit(source, reading)


async def _ring_as_now(standing: Standing, *, is_other: bool) -> None:
    ringed = standing.selected
    now = await ringed_as_now(standing, ringed)
    if now is not ringed or (ringed and is_other):
        standing.ring(now)


async def ringed_as_now(standing: Standing, ringed: SearchResult | None) -> SearchResult | None:
    """Give a ringed chunk as the index has it; None where it is gone."""
    if ringed is None or not standing.backend.blocking:
        return ringed
    return await present_of(standing.backend, ringed)


async def as_now(standing: Standing, reading: Reading) -> Reading:
    """Give a list with its chunks as the index has them, and leave a notice of those that have changed."""
    if standing.shelf.is_as_first_seen(reading.source_id):  # to look up a long list takes seconds
        return reading
    reading, told = await reading_now(standing.backend, reading)
    if told:
        standing.notices[_about(reading.source_id)] = notice_of(reading.source_id, told)
    return reading


async def hits_as_now(standing: Standing, hits: Hits, *, retitle: bool = False) -> Hits:
    """Give hits with their chunks as the index has them, and leave a notice; what is gone is marked, and kept."""
    if not standing.backend.blocking:
        return hits
    found = [await present_of(standing.backend, hit) for hit in hits.results]
    pairs = list(zip(hits.results, found, strict=True))
    gone = frozenset(hit.chunk.id for hit, now in pairs if now is None) - hits.strangers
    renewed = replace(hits, results=tuple(now or hit for hit, now in pairs), gone=gone)
    if renewed == hits and not retitle:
        return hits
    known = hits.gone | hits.strangers
    now_or_known = [now or (hit if hit.chunk.id in known else None) for hit, now in pairs]
    if told := told_of(f"Of {counted(len(found), 'hit', 'hits')}", hits.results, now_or_known):
        standing.notices["hits"] = f"{told} A new search ranks what is there now."
    return _titled_as_before(hits, await standing.titled(renewed, standing.source))


def _titled_as_before(hits: Hits, renewed: Hits) -> Hits:
    """Let hits that are gone keep their titles: what stands in their place may be about something else."""
    kept = [hit.chunk.id in renewed.gone for hit in hits.results]
    titles = [was if keep else now for keep, was, now in zip(kept, hits.titles, renewed.titles, strict=True)]
    snippets = [was if keep else now for keep, was, now in zip(kept, hits.snippets, renewed.snippets, strict=True)]
    return replace(renewed, titles=tuple(titles), snippets=tuple(snippets))


def _tell(standing: Standing, source_id: str, what: str) -> None:
    standing.notices[_about(source_id)] = f"{source_id!r} {what}"


def _about(source_id: str) -> str:
    return f"source {source_id}"
