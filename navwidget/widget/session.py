"""One reader of one index: a request goes in, an Update comes out, whatever happens. Knows no Jupyter."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from os import PathLike
from typing import Any

from navwidget.errors import SearchError
from navwidget.models import RetrievalContext, SearchResult
from navwidget.retrievers import Retriever
from navwidget.widget import protocol as wire
from navwidget.widget.abilities import abilities
from navwidget.widget.backend import Backend, MustBeAskedError
from navwidget.widget.beginning import first_actions
from navwidget.widget.calls import Made, call_line, told_line
from navwidget.widget.catching_up import catch_up
from navwidget.widget.journey import Journey
from navwidget.widget.messages import cards, source_list
from navwidget.widget.moves import Mover, Step
from navwidget.widget.own import own_retriever
from navwidget.widget.page_export import save_page
from navwidget.widget.plain import Plain
from navwidget.widget.problems import MOST_FRAMES, Failure, failure
from navwidget.widget.reader import Reader
from navwidget.widget.runner import drive
from navwidget.widget.script import session_code
from navwidget.widget.searching import check_top_k
from navwidget.widget.telling import tell_news

MOST_CARDS = 400
"""More than any screen shows."""

_CANCELLED = wire.Problem(asked="", why="The call was cancelled: what is shown is what was shown before.")

_Answer = list[SearchResult] | None
_Action = Callable[[], Awaitable[_Answer]]


@dataclass
class Reply:
    """What came of a request.

    Parameters
    ----------
    update : Update
        What to tell every view.
    buffers : list of bytes
        The columns that the update speaks of.
    answer : list of SearchResult
        What the index gave, for callers in Python.
    failure : Failure, optional
        What went wrong.
    """

    update: wire.Update
    buffers: list[bytes] = field(default_factory=list)
    answer: list[SearchResult] = field(default_factory=list)
    failure: Failure | None = None


class Session:
    """A reader of one index.

    One request is handled at a time: whoever calls `handle` holds a lock. Unless `suspends`, nothing in here waits for
    a loop, so that the coroutine can be driven on any thread.

    Parameters
    ----------
    index : object
        Anything that `capabilities` finds able to search, retrieve or navigate.
    source_id, query : str, optional
        What to show at first.
    retriever : str, Retriever or callable, default "hybrid"
        "keyword", "vector" or "hybrid"; or the reader's own, also async: ``(query, top_k, exclude_ids) -> results``.
    top_k : int, default 10
        How many hits.
    embedder, context
        See `Backend`.
    settings : Settings, optional
        How the page looks; only passed on.
    """

    def __init__(
        self,
        index: Any,
        *,
        source_id: str | None = None,
        query: str | None = None,
        retriever: str | Retriever | Callable[..., Any] = "hybrid",
        top_k: int = 10,
        embedder: Any = None,
        context: RetrievalContext | None = None,
        settings: wire.Settings | None = None,
    ) -> None:
        self.backend = Backend(index, embedder, context)
        own, name = own_retriever(retriever)
        check_top_k(top_k)
        self.reader = Reader(self.backend, own, name, top_k)
        self.settings = settings or wire.Settings(height=640, theme="auto", scale=1.0, locale="auto")
        self.journey = Journey()
        self.failures: list[Failure] = []
        self.suspends = not self.backend.blocking or (own is not None and own.is_async)
        self._first = first_actions(self.reader, source_id, query)
        self._parts: dict[str, Any] = {}
        self._last_call: wire.Call | None = None
        self._untold: Failure | None = None
        self._unsettled: set[str] = set()
        self._refused: Failure | None = None
        self._told_fault: Exception | None = None
        self._is_cut_short = False
        reader = self.reader
        self._handlers: dict[type[Any], Callable[[Any], Awaitable[_Answer]]] = {
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
            wire.Navigate: lambda r: self._move(lambda mover: mover.navigate(r.direction, r.top_k)),
            wire.Read: self._read,
            wire.Grep: lambda r: self._move(lambda mover: mover.grep(r.pattern, r.mode, r.top_k)),
            wire.ShowSkipped: lambda r: self._move(lambda mover: mover.show(r.rows)),
            wire.Select: lambda r: reader.select_row(r.row),
            wire.Star: lambda r: reader.star(r.chunk_id, r.row, starred=r.starred),
            wire.SetBudget: self._set_budget,
            wire.Export: self._export,
            wire.GoBack: lambda r: reader.go_back(r.step),
            wire.GoTo: self._go_to,
        }

    async def handle(self, request: wire.Request, *, reply_to: int | None = None) -> Reply:
        """Do what a request asks, and tell what changed; no Exception leaves.

        Parameters
        ----------
        request : Request
            Any of the protocol's requests.
        reply_to : int, optional
            The id that a view waits for.
        """
        rows_asked = getattr(request, "row", None) is not None or isinstance(request, wire.ShowSkipped)
        return await self._perform(
            lambda: self._handlers[type(request)](request), _words(request), reply_to, rows_asked=rows_asked
        )

    # Plain calls

    def show_hits(self, hits: Any, label: str = "", query: str = "") -> Plain:
        """Put any list of hits on show: see `navwidget.widget.hits.as_hits`."""
        return Plain("show_hits", "hits", lambda: self.reader.show_hits(hits, label, query))

    def select(self, chunk_id: str | None) -> Plain:
        """Ring a chunk by its id, in whatever source it lies; None rings none."""
        return Plain("select", repr(chunk_id), lambda: self.reader.select(chunk_id))

    def star(self, chunk_id: str, *, starred: bool) -> Plain:
        """Collect a chunk as evidence by its id, or let it go."""
        return Plain("star", repr(chunk_id), lambda: self.reader.star(chunk_id, None, starred=starred))

    def save_html(self, path: str | PathLike[str]) -> Plain:
        """Write what is open as one file: see `navwidget.widget.page_export.save_page`."""
        return Plain("save_html", repr(str(path)), lambda: self._save_html(path))

    async def _save_html(self, path: str | PathLike[str]) -> None:
        if self._first:  # what is to be saved is still to be opened
            raise MustBeAskedError(f"{self.backend.name} has to be asked for what is open.")
        await save_page(self.reader, self.settings, path)

    async def do(self, plain: Plain) -> Reply:
        """Do what a plain call asks, and tell what changed."""
        return await self._perform(plain.action, plain.words)

    def do_at_once(self, plain: Plain) -> Failure | None:
        """Do what a plain call asks without the index, beside any request that is being awaited.

        Nothing is told: `settle` is to follow when the loop is free.
        """
        backend, reader = self.backend, self.reader
        request = backend.made, reader.news
        backend.made, reader.news, backend.can_wait = [], set(), False
        try:
            self._refused = drive(self._failure_of(lambda: self._without_index(plain), plain.words))
            if backend.made:
                self._last_call = told_line(backend.made, self._refused is not None)
            self._unsettled |= reader.news
        finally:
            (backend.made, reader.news), backend.can_wait = request, True
        return self._refused

    async def _without_index(self, plain: Plain) -> None:
        try:
            await plain.action()
        except MustBeAskedError:
            raise SearchError(plain.advice(self.backend.name)) from None

    async def settle(self) -> Reply:
        """Tell what plain calls did at once, and open the source of hits that came from them."""
        return await self._perform(self._settle, "showing what was done")

    async def _settle(self) -> None:
        news, self._unsettled = self._unsettled, set()
        refused, self._refused = self._refused, None
        self._parts["call"] = self._last_call
        if refused:
            self._parts["problem"] = refused.problem
        self.reader.news |= news
        if "hits" in news:
            await self.reader.place_hits()

    async def start(self) -> Reply:
        """Open and search what was asked for at first, unless that was done."""
        return await self._perform(self._nothing, "start()")

    async def refuse(self, asked: str, error: Exception, reply_to: int | None = None) -> Reply:
        """Answer what is no request at all."""
        failed = self._failed(asked, error)
        return self._reply({"problem": failed.problem}, [], reply_to=reply_to, failure=failed)

    def dropped(self, reply_to: int) -> Reply:
        """Answer a request that was cancelled: nothing changed."""
        return self._reply({"problem": _CANCELLED}, [], reply_to=reply_to)

    # The envelope

    async def _perform(
        self, action: _Action, words: str, reply_to: int | None = None, *, rows_asked: bool = False
    ) -> Reply:
        self._parts = {}
        self.backend.made.clear()
        first, self._first = self._first, []
        for early in first:
            self._untold = await self._failure_of(early, "Opening the explorer") or self._untold
        answer: list[SearchResult] = []

        async def act() -> None:
            has_moved = await catch_up(self.reader)
            if not (has_moved and rows_asked):  # the page counted the rows of what it had
                answer.extend(await action() or [])

        failed = await self._failure_of(act, words)
        buffers = await self._tell(failed)
        return self._reply(self._parts, buffers, reply_to=reply_to, answer=answer, failure=failed)

    async def _failure_of(self, action: Callable[[], Awaitable[Any]], words: str) -> Failure | None:
        before = len(self.backend.made)
        failed = None
        try:
            await action()
        except asyncio.CancelledError:
            self._is_cut_short = True
            self._last_call = told_line(self.backend.made[before:], failed=True)
            self._record(self.backend.made[before:], "cancelled")
            raise
        except Exception as error:
            failed = self._failed(call_line(self.backend.made[before:]).code or words, error)
        text = f"{type(failed.error).__name__}: {failed.error}" if failed else ""
        self._record(self.backend.made[before:], text)
        return failed

    def _record(self, made: list[Made], error: str) -> None:
        if made:
            placed = made[-1].asked.method == "neighbours" and not error
            number = self.reader.anchor_number if placed else None
            self.journey.add(made, error, number, self.reader.shown)
            self.reader.news.add("history")

    def _failed(self, asked: str, error: Exception) -> Failure:
        failed = failure(asked, error)
        self.failures.append(failed)
        for earlier in self.failures[-1 - MOST_FRAMES : -MOST_FRAMES]:
            earlier.drop_frames()
        return failed

    def _reply(self, parts: dict[str, Any], buffers: list[bytes], *, reply_to: int | None, **rest: Any) -> Reply:
        return Reply(wire.Update(reply_to=reply_to, **parts), buffers, **rest)

    # What changed

    async def _tell(self, failed: Failure | None) -> list[bytes]:
        """Fill in the parts that changed; where that fails too, the problem alone is told."""
        buffers: list[bytes] = []
        if self.backend.made:
            self._last_call = self._parts["call"] = told_line(self.backend.made, failed is not None)
        telling = await self._failure_of(lambda: tell_news(self.reader, self.journey, self._parts, buffers), "telling")
        self.reader.news.clear()
        if telling:
            buffers.clear()
            self._parts = {}
        if notice := self.reader.notice:
            self._parts["problem"] = wire.Problem(asked="", why=notice)
        if worst := failed or telling or self._outline_failed():
            self._parts["problem"] = worst.problem
        self.reader.notice = ""
        return buffers

    def _outline_failed(self) -> Failure | None:
        """Tell once why the chunks of the open source are not known; what can be done without them goes on."""
        source = self.reader.source
        if source is None or source.fault is None or source.fault is self._told_fault:
            return None
        self._told_fault = source.fault
        return self._failed(f"where the chunks of {source.source_id!r} lie", source.fault)

    # Requests that change nothing

    async def _hello(self, request: wire.Hello) -> None:
        if request.protocol_version != wire.PROTOCOL_VERSION:
            raise SearchError(
                f"The page speaks version {request.protocol_version} of the protocol, Python {wire.PROTOCOL_VERSION}: "
                "reload the page, then run the cell again."
            )
        reader = self.reader
        reader.news |= {"source", "hits", "results", "cards", "scores", "selection", "evidence", "history"}
        self._parts["call"] = self._last_call
        if self._untold:  # nobody was there to see how the beginning failed
            self._parts["problem"], self._untold = self._untold.problem, None
        self._parts["welcome"] = wire.Welcome(
            protocol_version=wire.PROTOCOL_VERSION,
            settings=self.settings,
            abilities=abilities(self.backend, reader.own),
            retriever=reader.retriever,
            own_label=reader.own.label if reader.own else "",
            query=reader.query,
            top_k=reader.top_k,
        )

    async def _tell_cancelled(self, _: wire.Cancel) -> None:
        if self._is_cut_short:
            self._is_cut_short = False
            self._parts["call"], self._parts["problem"] = self._last_call, _CANCELLED

    async def _list_sources(self, request: wire.ListSources) -> None:
        self._parts["source_list"] = await source_list(self.backend, self.reader, request.contains, request.limit)

    async def _fetch_cards(self, request: wire.FetchCards) -> None:
        source, reader = self.reader.here, self.reader
        rows = request.rows[:MOST_CARDS] if request.source_id == source.source_id else []
        self._parts["cards"] = await cards(self.backend, source, rows, reader.reading, reader.hits.query)

    async def _set_budget(self, request: wire.SetBudget) -> None:
        self.reader.evidence.set_budget(request.tokens)
        self.reader.news.add("evidence")

    async def _export(self, request: wire.Export) -> None:
        self._parts["export"] = self.export(request.form)

    def export(self, form: wire.ExportForm) -> wire.Exported:
        """Write down the evidence, within the budget of the page, or the session as code."""
        if form == "code":
            return wire.Exported(form=form, text=self.code, file_name="journey.py")
        context = self.reader.evidence.text(budget=self.reader.evidence.budget)
        if form == "json":
            return wire.Exported(form=form, text=context.to_json(), file_name="evidence.json")
        return wire.Exported(form=form, text=context.to_markdown(), file_name="evidence.md")

    @property
    def code(self) -> str:
        """A cell that makes every call so far again."""
        return session_code(self.journey.history, self.backend.has_context)

    async def _go_to(self, request: wire.GoTo) -> None:
        visit = self.journey.visit(request.entry)
        await self.reader.restore(visit.shown)
        self._last_call = self._parts["call"] = told_line(visit.made, visit.failed)

    async def _nothing(self, _: wire.Request | None = None) -> None:
        return

    async def _read(self, request: wire.Read) -> list[SearchResult]:
        start, end = request.start, request.end
        if start is not None and end is not None and start > end:
            self.reader.notice = f"The range starts at {start}, after its end at {end}: nothing lies in it."
        return await self._move(lambda mover: mover.read(start, end, request.top_k))

    async def _move(self, how: Callable[[Mover], Awaitable[Step]]) -> list[SearchResult]:
        return await self.reader.take(await how(self.reader.mover()))


def _words(request: wire.Request) -> str:
    fields = ", ".join(f"{name}={value!r}" for name, value in request if name not in ("id", "kind"))
    return f"{request.kind}({fields})"
