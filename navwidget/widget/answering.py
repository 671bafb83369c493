"""What each request of the page asks for."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from navwidget.errors import SearchError
from navwidget.models import SearchResult
from navwidget.widget import protocol as wire
from navwidget.widget.beginning import welcome
from navwidget.widget.calls import Made, told_line
from navwidget.widget.exporting import export
from navwidget.widget.journey import Journey, Visit
from navwidget.widget.messages import cards, source_list
from navwidget.widget.moves import Mover, Step
from navwidget.widget.problems import Failure
from navwidget.widget.reader import Reader
from navwidget.widget.script import session_code
from navwidget.widget.staying import Told

MOST_CARDS = 400
"""More than any screen shows."""

CANCELLED = wire.Problem(asked="", why="The call was cancelled: what is shown is what was shown before.")

Answer = list[SearchResult] | None


class Answering:
    """The requests, each of which changes where the reader stands or fills in a part of the update.

    Parameters
    ----------
    reader : Reader
        Whose they are.
    settings : Settings
        How the page looks; only passed on.
    index_lines : callable
        What a copied call begins with, so that ``index`` is known: asked when a call is told, since a cell names its
        explorer only after the first one.
    """

    def __init__(self, reader: Reader, settings: wire.Settings, index_lines: Callable[[], list[str]]) -> None:
        self.reader = reader
        self.settings = settings
        self.journey = Journey()
        self._parts: dict[str, Any] = {}
        self._told = Told()
        self._index_lines = index_lines
        self._last_made: tuple[Sequence[Made], bool] | None = None
        self._untold: Failure | None = None
        self._is_cut_short = False
        self._handlers = self._each()

    def _each(self) -> dict[type[Any], Callable[[Any], Awaitable[Answer]]]:
        reader = self.reader
        return {
            wire.Hello: self._hello,
            wire.ListSources: self._list_sources,
            wire.FetchCards: self._fetch_cards,
            wire.Cancel: self._tell_cancelled,
            wire.OpenSource: lambda r: reader.open_source(r.source_id),
            wire.SetChunkType: lambda r: reader.set_chunk_type(r.chunk_type),
            wire.Search: lambda r: reader.search(
                r.query, r.retriever, r.top_k, skip_read=r.skip_read, this_source=r.this_source
            ),
            wire.OpenHit: lambda r: reader.open_hit(r.rank),
            wire.OpenChunk: lambda r: reader.open_chunk(r.chunk_id, r.row, r.window),
            wire.Navigate: lambda r: self._move(lambda mover: mover.navigate(r.direction, r.top_k, r.span)),
            wire.Read: self._read,
            wire.Grep: lambda r: self._move(lambda mover: mover.grep(r.pattern, r.mode, r.top_k)),
            wire.ShowSkipped: lambda r: self._move(lambda mover: mover.show(r.rows)),
            wire.Select: lambda r: reader.select_row(r.row),
            wire.Star: lambda r: reader.star(r.chunk_id, r.row, starred=r.starred),
            wire.SetBudget: self._set_budget,
            wire.Export: self._export,
            wire.GoBack: self._go_back,
            wire.GoTo: self._go_to,
        }

    async def answer(self, request: wire.Request) -> Answer:
        """Do what a request asks; gives what the index answered, if it was asked."""
        return await self._handlers[type(request)](request)

    @property
    def code(self) -> str:
        """A cell that makes every call so far again."""
        return session_code(self.journey.history, self.reader.backend.has_context)

    @property
    def _last_call(self) -> wire.Call | None:
        """What was asked last, and with which success."""
        return told_line(*self._last_made, self._index_lines()) if self._last_made else None

    async def _hello(self, request: wire.Hello) -> None:
        if request.protocol_version != wire.PROTOCOL_VERSION:
            raise SearchError(
                f"The page speaks version {request.protocol_version} of the protocol, Python {wire.PROTOCOL_VERSION}: "
                "reload the page, then run the cell again."
            )
        reader = self.reader
        self._told.forget()
        reader.news |= {"source", "hits", "results", "cards", "scores", "selection", "evidence", "history"}
        self._parts["call"] = self._last_call
        if self._untold:  # nobody was there to see how the beginning failed
            self._parts["problem"], self._untold = self._untold.problem, None
        self._parts["welcome"] = welcome(reader, self.settings)

    async def _tell_cancelled(self, _: wire.Cancel) -> None:
        if self._is_cut_short:
            self._is_cut_short = False
            self._parts["call"], self._parts["problem"] = self._last_call, CANCELLED

    async def _list_sources(self, request: wire.ListSources) -> None:
        self._parts["source_list"] = await source_list(
            self.reader.backend, self.reader, request.contains, request.limit
        )

    async def _fetch_cards(self, request: wire.FetchCards) -> None:
        source, reader = self.reader.here, self.reader
        rows = request.rows[:MOST_CARDS] if request.source_id == source.source_id else []
        self._parts["cards"] = await cards(self.reader.backend, source, rows, reader.reading, reader.hits)

    async def _set_budget(self, request: wire.SetBudget) -> None:
        self.reader.evidence.set_budget(request.tokens)
        self.reader.news.add("evidence")

    async def _export(self, request: wire.Export) -> None:
        self._parts["export"] = export(request.form, self.reader.evidence, self.code)

    async def _go_back(self, request: wire.GoBack) -> None:
        await self.reader.go_back(request.step)
        entry = self.journey.showing(self.reader.shows)
        if entry is not None:
            self._tell_call_of(self.journey.visit(entry))

    async def _go_to(self, request: wire.GoTo) -> None:
        visit = self.journey.visit(request.entry)
        await self.reader.restore(visit.shown)
        self._tell_call_of(visit)

    def _tell_call_of(self, visit: Visit) -> None:
        self._last_made = visit.made, visit.failed
        self._parts["call"] = self._last_call

    async def _read(self, request: wire.Read) -> list[SearchResult]:
        start, end = request.start, request.end
        if start is not None and end is not None and start > end:
            self.reader.notices["range"] = f"The range starts at {start}, after its end at {end}: nothing lies in it."
        if request.widen:
            start, end = self.reader.here.widened(start, end)
        return await self._move(lambda mover: mover.read(start, end, request.top_k))

    async def _move(self, how: Callable[[Mover], Awaitable[Step]]) -> list[SearchResult]:
        return await self.reader.take(await how(self.reader.mover()))
