"""How each request changes where a reader stands."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from navwidget.errors import SearchError, SourceNotFoundError
from navwidget.models import ChunkType, SearchResult, SearchResultChunk
from navwidget.widget import protocol as wire
from navwidget.widget.abilities import default_retriever
from navwidget.widget.backend import Backend, MustBeAskedError
from navwidget.widget.calls import Asked
from navwidget.widget.catching_up import as_now, hits_as_now, ringed_as_now
from navwidget.widget.hits import as_hits
from navwidget.widget.lookup import find_chunk, find_span, in_index, in_row, missing, overlapping
from navwidget.widget.moves import Mover, Step
from navwidget.widget.outlines import order_of
from navwidget.widget.own import Own
from navwidget.widget.own_span import span_of
from navwidget.widget.present import known_of
from navwidget.widget.ranking import Hits, Ranking, Shown
from navwidget.widget.reading import Reading
from navwidget.widget.searching import Wanted, explainable, search
from navwidget.widget.source import OpenSource
from navwidget.widget.standing import Standing

Answer = list[SearchResult]

_HIT_WINDOW = 1
_MOST_RANKINGS = 50  # kept for a page without a kernel


class Reader(Standing):
    """One reader of an index, and what each request does.

    Every operation first asks the index and then changes the state, so that a failure or a cancellation leaves the
    state as it was.

    Parameters
    ----------
    backend : Backend
        The index.
    own : Own, optional
        The reader's own way to rank.
    retriever : str
        How to rank at first.
    top_k : int
        How many hits.
    """

    def __init__(self, backend: Backend, own: Own | None, retriever: wire.RetrieverName, top_k: int) -> None:
        self.own = own
        self.retriever = default_retriever(backend, own, retriever)
        self.top_k = top_k
        self.rankings: list[Ranking] = []
        super().__init__(backend, Hits(retriever=self.retriever, top_k=top_k))

    # Sources

    async def open_source(self, source_id: str, *, chosen: bool = True) -> None:
        """Go to a source, to where the reader was before in it; a search leaves one that nobody has chosen."""
        source = await self.backend.found(source_id, self.shelf.load(source_id))
        self.commit(source, await as_now(self, self.shelf.reading_of(source)))
        self.chosen = chosen

    async def set_chunk_type(self, chunk_type: ChunkType) -> None:
        """Show another type of chunks, with an empty reading list."""
        self.commit(replace(self.here, chunk_type=chunk_type), Reading(self.here.source_id, chunk_type))

    # Ranking

    async def search(
        self, query: str, retriever: wire.RetrieverName, top_k: int, *, skip_read: bool, this_source: bool
    ) -> Answer:
        """Rank chunks; unless a source was chosen, open that of the best."""
        without_ids = frozenset(self.covered.ids) if skip_read else frozenset()
        wanted = Wanted(query, retriever, top_k, without_ids, self.here.source_id if this_source else None)
        found = await search(self.backend, self.own, wanted, self._as_hits)
        own = self.own if retriever == "own" else None
        hits = Hits(query, retriever, own.label if own else "", top_k, tuple(found), fusion=own.fusion if own else None)
        ranked_by = explainable(self.backend, wanted, self.own)
        await self._take_hits(hits, ranked_by)
        self.query, self.retriever, self.top_k = query, retriever, top_k
        return found

    async def show_hits(self, hits: Any, label: str, query: str) -> Answer:
        """Put any hits on show."""
        found = await self.backend.record(Asked.shown(label, query), self._as_hits(hits, "show_hits"))
        await self._take_hits(Hits(query, "own", label, max(len(found), 1), tuple(found)), None)
        self.query = query
        return found

    async def _take_hits(self, hits: Hits, ranked_by: Any) -> None:
        self.shelf.meet(result.chunk for result in hits.results)
        if hits.retriever == "own":
            results, strangers = await known_of(self.backend, hits.results)
            hits = replace(hits, results=results, strangers=strangers)
        self.notices.pop("hits", None)  # it was about others
        self.hits, self.ranked_by, self.candidates = await self._placed(hits), ranked_by, None
        made = tuple(made for made in self.backend.made[-1:] if made.asked.is_repeatable)
        self.rankings = [*self.rankings[-(_MOST_RANKINGS - 1) :], Ranking(self.hits, ranked_by, made)]
        self.news.update({"hits", "results", "cards", "scores", "history"})

    async def place_hits(self) -> None:
        """Open the source of hits that came while the index could not be asked, as a search would have done."""
        self.hits = await self._placed(self.hits)

    async def _placed(self, hits: Hits) -> Hits:
        """Open the source of the best hit, unless one was chosen, and give the hits their titles."""
        source = self.source
        if hits.results and not self.chosen:
            source = await self._source_of_best(hits.results[0].chunk) or source
        if source is not None:
            source = source if self.backend.can.outline else source.with_all(hit.chunk for hit in hits.results)
            self.commit(source, self.reading if source is self.source else self.reading_in(source))
        return await self.titled(hits, source)

    async def _source_of_best(self, best: SearchResultChunk) -> OpenSource | None:
        """Load the source of the best hit; hits of a source that cannot be had are listed all the same."""
        try:
            return await self.shelf.open_or_load(best.source_id, best.start_offset)
        except (SourceNotFoundError, MustBeAskedError):
            return None

    async def _as_hits(self, answer: Any, where: str) -> Answer:
        return await as_hits(answer, where, partial(find_chunk, self), partial(find_span, self))

    # Reading

    def mover(self, source: OpenSource | None = None) -> Mover:
        """Whatever moves in a source, by default the open one."""
        source = source or self.here
        return Mover(self.backend, source, self.reading_in(source))

    async def take(self, step: Step, source: OpenSource | None = None) -> Answer:
        """Make the list that a move led to the one on show."""
        self.shelf.meet(result.chunk for result in step.answer)
        source = source or self.here
        came = step.answer if source.outline.complete else step.reading.results
        self.commit(await self.shelf.with_rows(source, came), step.reading)
        if step.ringed:
            self.ring(step.ringed)
        return step.answer

    async def open_hit(self, rank: int) -> Answer:
        """Go to a hit and show it between its neighbours."""
        if not 1 <= rank <= len(self.hits.results):
            raise SearchError(f"There is no hit {rank}: the last search gave {len(self.hits.results)}.")
        hit = self.hits.results[rank - 1]
        if hit.chunk.id in self.hits.gone:
            raise missing(self, hit.chunk.id)
        answer = await self._open_around(hit, _HIT_WINDOW, "hit")
        self.hits = replace(self.hits, opened_rank=rank)
        self.news.add("hits")
        return answer

    async def open_chunk(self, chunk_id: str | None, row: int | None, window: int) -> Answer:
        """Go to a chunk and show it between its neighbours."""
        if chunk_id is None:
            found = None if row is None else await in_row(self, row)
        elif self.backend.can.get_chunk and self.stranger(chunk_id) is None and not span_of(chunk_id):
            found = next(iter(await self.backend.ask("get_chunk", chunk_id)), None)
        else:
            found = await find_chunk(self, chunk_id)
        if found is None:
            raise missing(self, chunk_id or "")
        return await self._open_around(found, window, "open")

    async def _open_around(self, found: SearchResult, window: int, role: wire.ResultRole) -> Answer:
        anchor = await in_index(self, found)
        source = await self.shelf.source_of(anchor.chunk)
        place = None if anchor is found else order_of(found.chunk)
        also = await overlapping(self, source, *place[:2]) if place else []
        return await self.take(await self.mover(source).open_around(anchor, window, role, also), source)

    async def go_back(self, step: int) -> None:
        """Bring back what was on show before: a list, its source, its ring, and hits."""
        place, shown, source = await self._still_there(step)
        await self._bring_back(shown, source, place)

    async def _still_there(self, step: int) -> tuple[int, Shown, OpenSource]:
        """Find what a number of steps leads to, past lists whose source is gone."""
        place, shown = self.trail.peek(step)
        source_id = shown.reading.source_id
        if not source_id:
            raise SearchError("There is nothing to go back to.")
        try:
            return place, shown, await self._source_as_read(shown.reading)
        except SourceNotFoundError:
            further = step + (1 if step > 0 else -1)
            if self.trail.peek(further)[0] == place:
                raise
            found = await self._still_there(further)
        self.notices["trail"] = f"{source_id!r} is no longer in the index: what was read there is passed over."
        return found

    async def restore(self, shown: Shown) -> None:
        """Bring back what was on show, from wherever one is."""
        source = await self._source_as_read(shown.reading) if shown.reading.source_id else None
        await self._bring_back(shown, source, self.trail.place_of(shown))

    async def _bring_back(self, shown: Shown, source: OpenSource | None, place: int | None) -> None:
        if source is not None:
            reading = await as_now(self, shown.reading)
            if place is not None:
                self.trail.go(place)
                self.trail.put(reading)
            self.commit(source, reading)
        hits = shown.hits
        if hits.is_same_ranking(self.hits) and hits.results != self.hits.results:
            # those on show were brought up to now
            hits = replace(self.hits, opened_rank=hits.opened_rank)
        self.hits, self.ranked_by, self.candidates = await hits_as_now(self, hits), shown.ranked_by, None
        self.query = shown.hits.query
        self.ring(await ringed_as_now(self, shown.ringed))
        self.news.update({"hits", "results", "cards", "scores"})

    async def _source_as_read(self, reading: Reading) -> OpenSource:
        source = await self.shelf.open_or_load(reading.source_id)
        return source if source.chunk_type is reading.chunk_type else replace(source, chunk_type=reading.chunk_type)

    # Selection and evidence

    async def select(self, chunk_id: str | None) -> None:
        """Ring a chunk by its id, in whatever source it lies; None rings none."""
        if chunk_id is None:
            self.ring(None)
            return
        found = await in_index(self, await find_chunk(self, chunk_id))
        source = await self.shelf.source_of(found.chunk)
        if source is not self.source:
            self.commit(source, self.reading_in(source))
        self.ring(found)

    async def select_row(self, row: int | None) -> None:
        """Ring the chunk of a row of the open source; None rings none."""
        self.ring(None if row is None else await in_row(self, row))

    async def star(self, chunk_id: str | None, row: int | None, *, starred: bool) -> None:
        """Collect a chunk as evidence, or let it go, wherever it lies."""
        if chunk_id is None and row is not None:
            chunk_id = (await in_row(self, row)).chunk.id
        if starred:
            found = await find_chunk(self, chunk_id or "")
            self.evidence.add(found, is_stranger=self.is_stranger(found.chunk))
        elif chunk_id and chunk_id not in self.evidence.stars and span_of(chunk_id):  # it may be just a chunk
            self.evidence.remove((await find_chunk(self, chunk_id)).chunk.id)
        else:
            self.evidence.remove(chunk_id or "")
        self.news.update({"results", "evidence"})
