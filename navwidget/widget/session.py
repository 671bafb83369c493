"""One reader of one index: a request goes in, an Update comes out, whatever happens. Knows no Jupyter."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from os import PathLike
from typing import Any

from navwidget.models import RetrievalContext, SearchResult
from navwidget.retrievers import Retriever
from navwidget.widget import protocol as wire
from navwidget.widget.answering import CANCELLED, Answer, Answering
from navwidget.widget.backend import Backend, MustBeAskedError
from navwidget.widget.beginning import first_actions, welcome
from navwidget.widget.calls import Asked, Made, call_line
from navwidget.widget.catching_up import catch_up
from navwidget.widget.naming import unnamed
from navwidget.widget.own import own_retriever
from navwidget.widget.page_export import save_page
from navwidget.widget.plain import Plain
from navwidget.widget.problems import MOST_FRAMES, Failure, failure
from navwidget.widget.reader import Reader
from navwidget.widget.reply import Reply
from navwidget.widget.runner import drive
from navwidget.widget.searching import check_top_k
from navwidget.widget.settling import Aside, without_index
from navwidget.widget.telling import tell_news

_Action = Callable[[], Awaitable[Answer]]
_CALLS = (
    *(wire.OpenSource, wire.Search, wire.OpenHit, wire.OpenChunk),
    *(wire.Navigate, wire.Read, wire.Grep, wire.Star),
)  # what is in the record if it fails, also before the index is asked


class Session(Answering):
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
    index_lines : callable, optional
        What a copied call begins with, so that ``index`` is known.
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
        index_lines: Callable[[], list[str]] = unnamed,
    ) -> None:
        self.backend = Backend(index, embedder, context)
        own, name = own_retriever(retriever)
        check_top_k(top_k)
        super().__init__(
            Reader(self.backend, own, name, top_k),
            settings or wire.Settings(height=640, theme="auto", scale=1.0, locale="auto"),
            index_lines,
        )
        self.failures: list[Failure] = []
        self.suspends = not self.backend.blocking or (own is not None and own.is_async)
        self._first = first_actions(self.reader, source_id, query)
        self.is_beginning = True  # until all that is there
        self.failed_at_first: Failure | None = None
        self._aside = Aside(self.reader)
        self._told_fault: Exception | None = None

    async def handle(self, request: wire.Request, *, reply_to: int | None = None) -> Reply:
        """Do what a request asks, and tell what changed; no Exception leaves.

        Parameters
        ----------
        request : Request
            Any of the protocol's requests.
        reply_to : int, optional
            The id that a view waits for.
        """
        if isinstance(request, wire.Select):  # the page has ringed it already: it is told what is ringed after all
            self.reader.news.add("selection")
        rows_asked = getattr(request, "row", None) is not None or isinstance(request, wire.ShowSkipped)
        asked = Asked(request.kind, (), _fields(request)) if isinstance(request, _CALLS) else None
        return await self._perform(
            lambda: self.answer(request), _words(request), reply_to, rows_asked=rows_asked, asked=asked
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
        return await self._perform(plain.action, plain.words, asked=Asked(plain.method, (), {}))

    def do_at_once(self, plain: Plain) -> Failure | None:
        """Do what a plain call asks without the index, beside any request that is being awaited.

        Nothing is told: `settle` is to follow when the loop is free.
        """
        with self._aside.working() as made:
            refused = drive(self._failure_of(lambda: without_index(plain, self.backend.name), plain.words))
            if made:
                self._last_made = tuple(made), refused is not None
            elif refused:
                self.journey.refuse(Asked(plain.method, (), {}), refused.said)
        self._aside.refused = refused
        return refused

    async def settle(self) -> Reply:
        """Tell what plain calls did at once, and open the source of hits that came from them."""
        return await self._perform(self._settle, "showing what was done")

    async def _settle(self) -> None:
        news, refused = self._aside.take()
        self._parts["call"] = self._last_call
        if refused:
            self._parts["problem"] = refused.problem
        self.reader.news |= news
        if "hits" in news:
            await self.reader.place_hits()

    # Other things to answer

    def greeting(self) -> Reply | None:
        """Tell a page what can be told before what is opened at first has been asked for, which may take long.

        None where that has begun: the answer to the page's own request tells more, and comes soon.
        """
        if not (self.suspends and self._first):
            return None
        return self._reply({"welcome": welcome(self.reader, self.settings)}, [], reply_to=None)

    async def start(self) -> Reply:
        """Open and search what was asked for at first, unless that was done."""
        return await self._perform(self._nothing, "start()")

    async def _nothing(self) -> None:
        return

    async def refuse(self, asked: str, error: Exception, reply_to: int | None = None) -> Reply:
        """Answer what is no request at all."""
        failed = self._failed(asked, error)
        return self._reply({"problem": failed.problem}, [], reply_to=reply_to, failure=failed)

    def dropped(self, reply_to: int) -> Reply:
        """Answer a request that was cancelled: nothing changed."""
        return self._reply({"problem": CANCELLED}, [], reply_to=reply_to)

    # The envelope

    async def _perform(
        self,
        action: _Action,
        words: str,
        reply_to: int | None = None,
        *,
        rows_asked: bool = False,
        asked: Asked | None = None,
    ) -> Reply:
        self._parts = {}
        self.backend.made.clear()
        await self._begin()
        answer: list[SearchResult] = []

        async def act() -> None:
            has_moved = await catch_up(self.reader)
            if not (has_moved and rows_asked):  # the page counted the rows of what it had
                answer.extend(await action() or [])

        before = len(self.backend.made)
        failed = await self._failure_of(act, words)
        if failed and asked and len(self.backend.made) == before:
            self.journey.refuse(asked, failed.said)
        buffers = await self._tell(failed)
        return self._reply(self._parts, buffers, reply_to=reply_to, answer=answer, failure=failed)

    async def _begin(self) -> None:
        """Open and search what was asked for at first, once."""
        first, self._first = self._first, []
        try:
            for early in first:
                self._untold = self.failed_at_first = (
                    await self._failure_of(early, "Opening the explorer") or self.failed_at_first
                )
        finally:
            self.is_beginning = False

    async def _failure_of(self, action: Callable[[], Awaitable[Any]], words: str) -> Failure | None:
        before = len(self.backend.made)
        failed = None
        try:
            await action()
        except asyncio.CancelledError:
            self._is_cut_short = True
            self._told.forget()
            self._last_made = self.backend.made[before:], True
            self._record(self.backend.made[before:], "cancelled")
            raise
        except Exception as error:
            failed = self._failed(call_line(self.backend.made[before:]).code or words, error)
        self._record(self.backend.made[before:], failed.said if failed else "")
        return failed

    def _record(self, made: list[Made], error: str) -> None:
        self.reader.trail.settle(self.reader.shown)
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
            self._last_made = tuple(self.backend.made), failed is not None
            self._parts["call"] = self._last_call
        telling = await self._failure_of(
            lambda: tell_news(self.reader, self.journey, self._told, self._parts, buffers), "telling"
        )
        self.reader.news.clear()
        if telling:
            buffers.clear()
            self._parts = {}
            self._told.forget()
        if worst := failed or telling or self._outline_failed():
            self._parts["problem"] = worst.problem
        if notices := " ".join(self.reader.notices.values()):  # a failure may come of what they tell
            problem = self._parts.get("problem") or wire.Problem(asked="", why="")
            self._parts["problem"] = problem.model_copy(update={"why": f"{notices} {problem.why}".rstrip()})
        self.reader.notices.clear()
        return buffers

    def _outline_failed(self) -> Failure | None:
        """Tell once why the chunks of the open source are not known; what can be done without them goes on."""
        source = self.reader.source
        if source is None or source.fault is None or source.fault is self._told_fault:
            return None
        self._told_fault = source.fault
        return self._failed(f"where the chunks of {source.source_id!r} lie", source.fault)


def _fields(request: wire.Request) -> dict[str, Any]:
    return {name: value for name, value in request if name not in ("id", "kind")}


def _words(request: wire.Request) -> str:
    return f"{request.kind}({', '.join(f'{name}={value!r}' for name, value in _fields(request).items())})"
