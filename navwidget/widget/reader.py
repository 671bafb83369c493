"""A reader's state, and how each request changes it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from navwidget.errors import ChunkNotFoundError, SearchError, SourceNotFoundError
from navwidget.models import ChunkType, SearchResult, SearchResultChunk
from navwidget.protocols import Outline
from navwidget.widget import protocol as wire
from navwidget.widget.abilities import default_retriever
from navwidget.widget.backend import Backend, MustBeAskedError
from navwidget.widget.calls import Asked
from navwidget.widget.collected import Evidence
from navwidget.widget.covered import Covered
from navwidget.widget.hits import as_hits
from navwidget.widget.moves import Mover, Step
from navwidget.widget.own import Own
from navwidget.widget.present import is_same, notice_of, present_of, reading_now
from navwidget.widget.ranking import Hits, Ranking, Shown
from navwidget.widget.reading import Reading
from navwidget.widget.searching import Wanted, explainable, search
from navwidget.widget.snippets import snippets_of
from navwidget.widget.source import OpenSource, fetch_chunk, open_source
from navwidget.widget.titles import titles_of
from navwidget.widget.trail import Trail

Answer = list[SearchResult]

_HIT_WINDOW = 1
_MOST_RANKINGS = 50  # kept for a page without a kernel


class Reader:
    """Where one reader of an index stands: source, hits, reading list, selection, evidence.

    Every operation first asks the index and then changes the state, so that a failure or a cancellation leaves the
    state as it was. What changed is noted in ``news``, by the names of the parts of an Update.

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
        self.backend = backend
        self.own = own
        self.retriever = default_retriever(backend, own, retriever)
        self.query, self.top_k = "", top_k
        self.source: OpenSource | None = None
        self.hits = Hits(retriever=self.retriever, top_k=top_k)
        self.ranked_by: Any = None
        self.candidates: int | None = None
        self.rankings: list[Ranking] = []
        self.trail = Trail()
        self.selected: SearchResult | None = None
        self.evidence = Evidence(backend)
        self.news: set[str] = set()
        self.notice = ""
        self._places: dict[str, Reading] = {}
        self._met: dict[str, SearchResultChunk] = {}
        self.covered = Covered()
        self._first_seen: dict[str, Outline | None] = {}  # None where it has changed since
        self._chosen = False

    # Sources

    @property
    def here(self) -> OpenSource:
        """The open source; an error where there is none."""
        if self.source is None:
            raise SearchError("No source is open: choose one, or search.")
        return self.source

    @property
    def reading(self) -> Reading:
        """The reading list of the open source."""
        current = self.trail.current
        if self.source is None or current.source_id == self.source.source_id:
            return current
        return Reading(self.source.source_id, self.source.chunk_type)

    @property
    def anchor_number(self) -> int | None:
        """The number of the chunk that was opened last in the reading list."""
        anchor = self.reading.by_id.get(self.reading.anchor_id or "")
        return self.here.number(anchor.result.chunk) if anchor else None

    async def open_source(self, source_id: str, *, chosen: bool = True) -> None:
        """Go to a source, to where the reader was before in it; a search leaves one that nobody has chosen."""
        source = await self.backend.found(source_id, self._load(source_id))
        reading = self._places.get(source_id, Reading(source_id, source.chunk_type))
        self._commit(source, await self._as_now(reading))
        self._chosen = chosen

    async def _load(self, source_id: str, around: int | None = None) -> OpenSource:
        known = (self.source.known if self.source else {}) | self._met
        met = [chunk for chunk in known.values() if chunk.source_id == source_id]
        if not met and not (self.backend.can.outline or self.backend.can.read or self.backend.can.navigate):
            raise SourceNotFoundError(source_id)
        source = await open_source(self.backend, source_id, met, around)
        if self._first_seen.setdefault(source_id, source.outline) is not source.outline:
            self._first_seen[source_id] = None
        place = self._places.get(source_id)
        return replace(source, chunk_type=place.chunk_type if place else ChunkType.CONTENT)

    async def _source_of(self, chunk: SearchResultChunk) -> OpenSource:
        """Give the source of a chunk, in which the chunk has a row and its type is on show."""
        self._meet([chunk])
        source = self.source
        if source is None or not source.has_all([chunk]) or source.source_id != chunk.source_id:
            source = await self._load(chunk.source_id, chunk.start_offset)
        source = source.with_all([chunk])
        return source if source.chunk_type is chunk.chunk_type else replace(source, chunk_type=chunk.chunk_type)

    async def _with_rows(self, source: OpenSource, answer: Answer) -> OpenSource:
        """Give the source as it must be by now, if chunks came that it does not have."""
        chunks = [result.chunk for result in answer]
        if source.has_all(chunks):
            return source
        if self.backend.can.outline:
            source = replace(await self._load(source.source_id), chunk_type=source.chunk_type)
        return source.with_all(chunks)

    def _meet(self, chunks: Iterable[SearchResultChunk]) -> None:
        """Remember chunks of an index that cannot be read: results are all that will ever be known of it."""
        if not (self.backend.can.outline or self.backend.can.read):
            self._met.update((chunk.id, chunk) for chunk in chunks)

    def _commit(self, source: OpenSource, reading: Reading) -> None:
        if source is not self.source:
            self.source = source
            self.news.update({"source", "hits", "scores", "evidence"})
        self.trail.push(reading)
        self._places[source.source_id] = reading
        self.covered.add(source, reading)
        self._chosen = self._chosen or bool(reading.entries)
        self.news.update({"results", "cards", "history"})

    async def set_chunk_type(self, chunk_type: ChunkType) -> None:
        """Show another type of chunks, with an empty reading list."""
        self._commit(replace(self.here, chunk_type=chunk_type), Reading(self.here.source_id, chunk_type))

    def known_sources(self) -> dict[str, int]:
        """Count the chunks of each source that was met, for an index that cannot list them; 0 where it is unknown."""
        outline = self.source.outline if self.source else None
        here = {outline.source_id: len(outline) * outline.complete} if outline else {}
        met = (result.chunk.source_id for result in (*self.hits.results, *self.evidence.stars.values()))
        return dict.fromkeys([*self._places, *met], 0) | here

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
        self._meet(result.chunk for result in hits.results)
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
        if hits.results and not self._chosen:
            source = await self._source_of_best(hits.results[0].chunk) or source
        if source is not None:
            source = source if self.backend.can.outline else source.with_all(hit.chunk for hit in hits.results)
            self._commit(source, self.reading if source is self.source else self._reading_in(source))
        return await self._titled(hits, source)

    async def _titled(self, hits: Hits, source: OpenSource | None) -> Hits:
        titles = await titles_of(self.backend, hits.results, source)
        return replace(hits, titles=titles, snippets=snippets_of(hits.results, titles, hits.query))

    async def _source_of_best(self, best: SearchResultChunk) -> OpenSource | None:
        """Load the source of the best hit; hits of a source that cannot be had are listed all the same."""
        if self.source is not None and self.source.source_id == best.source_id:
            return self.source
        try:
            return await self._load(best.source_id, best.start_offset)
        except (SourceNotFoundError, MustBeAskedError):
            return None

    async def _as_hits(self, answer: Any, where: str) -> Answer:
        return await as_hits(answer, where, self._find_chunk, self._find_span)

    async def _find_chunk(self, chunk_id: str) -> SearchResult | None:
        """Find a chunk, of a foreign index among those that came: it is slow to ask, and cannot always be asked."""
        if self.backend.blocking or not (chunk := self._at_hand(chunk_id)):
            return await self.backend.chunk(chunk_id) if self.backend.can.get_chunk else None
        return SearchResult(chunk=chunk, score=0.0)

    def _at_hand(self, chunk_id: str) -> SearchResultChunk | None:
        came = (*self.hits.results, *self.reading.results, *self.evidence.stars.values())
        known = (self.source.known if self.source else {}) | self._met
        return next((result.chunk for result in came if result.chunk.id == chunk_id), known.get(chunk_id))

    async def _find_span(self, source_id: str, start: int, end: int) -> SearchResult | None:
        """Find the chunk of a span: see `OpenSource.best_row`."""
        source = self.source if self.source and self.source.source_id == source_id else await self._load(source_id)
        return None if (row := source.best_row(start, end)) is None else await fetch_chunk(self.backend, source, row)

    # Reading

    def _reading_in(self, source: OpenSource) -> Reading:
        """Give the list that a move in a source adds to."""
        reading = self.trail.current
        if (reading.source_id, reading.chunk_type) == (source.source_id, source.chunk_type):
            return reading
        return Reading(source.source_id, source.chunk_type)

    def mover(self, source: OpenSource | None = None) -> Mover:
        """Whatever moves in a source, by default the open one."""
        source = source or self.here
        return Mover(self.backend, source, self._reading_in(source))

    async def take(self, step: Step, source: OpenSource | None = None) -> Answer:
        """Make the list that a move led to the one on show."""
        self._meet(result.chunk for result in step.answer)
        self._commit(await self._with_rows(source or self.here, step.reading.results), step.reading)
        if step.ringed:
            self._select(step.ringed)
        return step.answer

    async def open_hit(self, rank: int) -> Answer:
        """Go to a hit and show it between its neighbours."""
        if not 1 <= rank <= len(self.hits.results):
            raise SearchError(f"There is no hit {rank}: the last search gave {len(self.hits.results)}.")
        hit = self.hits.results[rank - 1]
        if self.backend.blocking:
            hit = await present_of(self.backend, hit) or hit
        answer = await self._open_around(hit, _HIT_WINDOW, "hit")
        self.hits = replace(self.hits, opened_rank=rank)
        self.news.add("hits")
        return answer

    async def open_chunk(self, chunk_id: str | None, row: int | None, window: int) -> Answer:
        """Go to a chunk and show it between its neighbours."""
        if chunk_id is None:
            found = None if row is None else await fetch_chunk(self.backend, self.here, row)
        elif self.backend.can.get_chunk:
            found = next(iter(await self.backend.ask("get_chunk", chunk_id)), None)
        else:
            found = await self._find_chunk(chunk_id)
        if found is None:
            raise ChunkNotFoundError(chunk_id or f"in row {row}")
        return await self._open_around(found, window, "open")

    async def _open_around(self, anchor: SearchResult, window: int, role: wire.ResultRole) -> Answer:
        if anchor.chunk.start_offset is None or anchor.chunk.end_offset is None:
            raise SearchError(f"Chunk {anchor.chunk.id!r} has no offsets: it can be listed, not placed in its source.")
        source = await self._source_of(anchor.chunk)
        return await self.take(await self.mover(source).open_around(anchor, window, role), source)

    async def go_back(self, step: int) -> None:
        """Bring back an earlier reading list, and its source."""
        place, reading = self.trail.peek(step)
        if not reading.source_id:
            raise SearchError("There is nothing to go back to.")
        source, reading = await self._source_as_read(reading), await self._as_now(reading)
        self.trail.go(place)
        self.trail.put(reading)
        self._commit(source, reading)

    @property
    def shown(self) -> Shown:
        """What is on show now."""
        return Shown(self.trail.current, self.hits, self.ranked_by)

    def shows(self, shown: Shown) -> bool:
        """Whether something is what is on show now."""
        return shown.reading is self.trail.current and shown.hits is self.hits

    async def restore(self, shown: Shown) -> None:
        """Bring back what was on show: a list, its source, and hits."""
        if shown.reading.source_id:
            source, reading = await self._source_as_read(shown.reading), await self._as_now(shown.reading)
            place = self.trail.place_of(shown.reading)
            if place is not None:
                self.trail.go(place)
                self.trail.put(reading)
            self._commit(source, reading)
        self.hits, self.ranked_by, self.candidates = shown.hits, shown.ranked_by, None
        self.query = shown.hits.query
        self.news.update({"hits", "results", "cards", "scores"})

    async def _source_as_read(self, reading: Reading) -> OpenSource:
        source = self.source
        if source is None or source.source_id != reading.source_id:
            source = await self._load(reading.source_id)
        return source if source.chunk_type is reading.chunk_type else replace(source, chunk_type=reading.chunk_type)

    # Documents that change while they are read

    async def catch_up(self) -> bool:
        """Bring what is on show up to what the index has now, and leave a notice; tell whether rows have moved.

        Evidence keeps the text that it had. Only an index that answers at once is asked.
        """
        source = self.source
        if source is None or not self.backend.blocking:
            return False
        try:
            outline = await self.backend.outline(source.source_id)
        except SourceNotFoundError:
            self.notice = f"{source.source_id!r} is no longer in the index: what is shown of it is what it was."
            return False
        if has_moved := not is_same(outline, source.outline):
            self.notice = notice_of(source.source_id)
        if outline is not source.outline:
            await self._show_as_now(replace(await self._load(source.source_id), chunk_type=source.chunk_type))
        return has_moved

    async def _show_as_now(self, source: OpenSource) -> None:
        reading = await self._as_now(self.reading)
        if self.reading is self.trail.current:
            self.trail.put(reading)
        if self.selected:
            self._select(await present_of(self.backend, self.selected))
        results = tuple([await present_of(self.backend, hit) or hit for hit in self.hits.results])
        self.hits = await self._titled(replace(self.hits, results=results), source)
        self._commit(source, reading)

    async def _as_now(self, reading: Reading) -> Reading:
        if self._first_seen.get(reading.source_id) is not None:  # to look up a long list takes seconds
            return reading
        reading, told = await reading_now(self.backend, reading)
        self.notice = notice_of(reading.source_id, told) if told else self.notice
        return reading

    # Selection and evidence

    async def select(self, chunk_id: str | None) -> None:
        """Ring a chunk by its id, in whatever source it lies; None rings none."""
        if chunk_id is None:
            self._select(None)
            return
        found = await self._find_chunk(chunk_id)
        if found is None:
            raise ChunkNotFoundError(chunk_id)
        source = await self._source_of(found.chunk)
        if source is not self.source:
            self._commit(source, self._reading_in(source))
        self._select(found)

    async def select_row(self, row: int | None) -> None:
        """Ring the chunk of a row of the open source; None rings none."""
        self._select(None if row is None else await self._in_row(row))

    async def star(self, chunk_id: str | None, row: int | None, *, starred: bool) -> None:
        """Collect a chunk as evidence, or let it go, wherever it lies."""
        if chunk_id is None and row is not None:
            chunk_id = (await self._in_row(row)).chunk.id
        if starred:
            found = await self._find_chunk(chunk_id or "")
            if found is None:
                raise ChunkNotFoundError(chunk_id or "")
            self.evidence.stars[found.chunk.id] = found
        else:
            self.evidence.stars.pop(chunk_id or "", None)
        self.news.update({"results", "evidence"})

    async def _in_row(self, row: int) -> SearchResult:
        found = await fetch_chunk(self.backend, self.here, row)
        if found is None:
            raise SearchError(f"Row {row} of {self.here.source_id!r} cannot be fetched.")
        return found

    def _select(self, result: SearchResult | None) -> None:
        self.selected = result
        self.news.add("selection")
