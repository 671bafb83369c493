"""Moving about in one source: each move asks the index and gives the next reading list."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from navwidget.models import GrepMode, NavigationDirection, SearchResult
from navwidget.spans import Span
from navwidget.widget.backend import Backend, chunk_type_arguments
from navwidget.widget.outlines import order_of
from navwidget.widget.protocol import ResultRole
from navwidget.widget.reading import Reading
from navwidget.widget.source import OpenSource, fetch_chunk

NEXT, PREVIOUS = NavigationDirection.NEXT, NavigationDirection.PREVIOUS


@dataclass(frozen=True)
class Step:
    """A move that was made: the list that it led to, what the index answered, and the chunk that gets the ring."""

    reading: Reading
    answer: list[SearchResult]
    ringed: SearchResult | None = None


@dataclass(frozen=True)
class Mover:
    """A reader's place in one source."""

    backend: Backend
    source: OpenSource
    reading: Reading

    async def navigate(self, direction: NavigationDirection, top_k: int, span: Span | None = None) -> Step:
        """Add the chunks beside the list, or begin one at an end of the source, or beside a span."""
        if span is not None:
            return await replace(self, reading=self._begun("navigate"))._step(*span, direction, top_k)
        return await self._step(*self._edge(direction), direction, top_k)

    async def _step(self, start: int, end: int, direction: NavigationDirection, top_k: int) -> Step:
        fresh = await self._beyond(start, end, direction, top_k)
        before, after = self.reading.edges
        short = len(fresh) < top_k
        edges = (before or short, after) if direction is PREVIOUS else (before, after or short)
        role: ResultRole = "previous" if direction is PREVIOUS else "next"
        return Step(
            replace(self._continued("navigate").adding(fresh, role), edges=edges), fresh, next(iter(fresh), None)
        )

    def _edge(self, direction: NavigationDirection) -> Span:
        if self.reading.entries:
            return self.reading.entries[0 if direction is PREVIOUS else -1].span
        length = self.source.outline.length
        first, last = self.reading.was or (length, 0)
        place = min(first if direction is PREVIOUS else last, length)
        return place, place

    async def _beyond(self, start: int, end: int, direction: NavigationDirection, top_k: int) -> list[SearchResult]:
        """Ask for chunks that are not in the list: one without length lies on both sides of its own place."""
        present, wanted, seen = self.reading.by_id, top_k, -1
        while True:
            answer = await self.backend.ask(
                "navigate", self.source.source_id, start, end, direction, top_k=wanted, **self._typed
            )
            distinct = {result.chunk.id: result for result in answer}
            fresh = [result for chunk_id, result in distinct.items() if chunk_id not in present]
            if len(fresh) >= top_k or len(answer) < wanted or len(distinct) == seen:
                return fresh
            self.backend.made.pop()  # the next one says it all
            seen, wanted = len(distinct), wanted + top_k - len(fresh)

    async def open_around(
        self, anchor: SearchResult, window: int, role: ResultRole, also: Sequence[SearchResult] = ()
    ) -> Step:
        """Show a chunk between its neighbours, and others in which a hit lies that was cut otherwise.

        A hit begins a list, any other chunk is added to the one there is.
        """
        before, after = await self._beside(anchor, window) if window > 0 else ([], [])
        reading = self._begun("open") if role == "hit" else self._continued("open")
        reading = replace(reading, anchor_id=anchor.chunk.id).adding([anchor, *also], role)
        reading = reading.adding(before, "previous").adding(after, "next")
        came = {result.chunk.id: result for result in (*before, anchor, *also, *after)}
        return Step(reading, sorted(came.values(), key=lambda result: order_of(result.chunk) or (0, 0, "")), anchor)

    async def _beside(self, anchor: SearchResult, window: int) -> tuple[list[SearchResult], list[SearchResult]]:
        chunk = anchor.chunk
        if self.backend.can.neighbours:
            around = await self.backend.ask("neighbours", chunk.id, before=window, after=window)
            place = (chunk.start_offset, chunk.end_offset, chunk.id)
            before = [r for r in around if (r.chunk.start_offset, r.chunk.end_offset, r.chunk.id) < place]
            return before, around[len(before) :]
        if not self.backend.can.navigate or chunk.start_offset is None or chunk.end_offset is None:
            return [], []
        span, typed = (chunk.source_id, chunk.start_offset, chunk.end_offset), self._typed
        earlier = await self.backend.ask("navigate", *span, PREVIOUS, top_k=window, **typed)
        return earlier, await self.backend.ask("navigate", *span, NEXT, top_k=window, **typed)

    async def read(self, start: int | None, end: int | None, top_k: int) -> Step:
        """Replace the list by the chunks inside a span."""
        answer = await self.backend.ask("read", self.source.source_id, start, end, top_k=top_k, **self._typed)
        if self.source.outline.complete:
            cut = self.source.count_inside(start, end) > len(answer)
        else:
            cut = await self._has_more("read", start, end, top_k=top_k, got=len(answer))
        reading = self._begun("read", cut=cut, crossing=self.source.count_crossing(start, end))
        return Step(reading.adding(answer, "read"), answer)

    async def grep(self, pattern: str, mode: GrepMode, top_k: int) -> Step:
        """Replace the list by the chunks that hold a pattern."""
        answer = await self.backend.ask("grep", self.source.source_id, pattern, mode=mode, top_k=top_k, **self._typed)
        cut = await self._has_more("grep", pattern, mode=mode, top_k=top_k, got=len(answer))
        reading = self._begun("grep", pattern=pattern, mode=mode, cut=cut)
        return Step(reading.adding(answer, "match"), answer)

    async def _has_more(self, method: str, *args: Any, top_k: int, got: int, **kwargs: Any) -> bool:
        """Find out whether top_k cut an answer, by asking for one more; not on the call line."""
        if got < top_k:
            return False
        arguments = {**kwargs, **self._typed, "top_k": top_k + 1}
        return len(await self.backend.results(method, self.source.source_id, *args, **arguments)) > top_k

    async def show(self, rows: list[int]) -> Step:
        """Add chunks that a step left out."""
        found = [await fetch_chunk(self.backend, self.source, row, visibly=True) for row in rows]
        answer = [result for result in found if result is not None]
        return Step(self._continued(self.reading.operation).adding(answer, "shown"), answer)

    @property
    def _typed(self) -> dict[str, Any]:
        return chunk_type_arguments(self.source.chunk_type)

    def _begun(self, operation: Any, **fields: Any) -> Reading:
        return Reading(self.source.source_id, self.source.chunk_type, operation, **fields)

    def _continued(self, operation: Any) -> Reading:
        """Give the list to add to; what a read said of its edges holds no longer."""
        if not self.reading.entries:
            return self._begun(operation, was=self.reading.was)
        kept = self.reading.operation if self.reading.operation == "grep" else operation
        return replace(self.reading, operation=kept, crossing=0, cut=self.reading.cut and kept == "grep")
