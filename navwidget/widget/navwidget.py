"""NavWidget: the explorer as a Jupyter widget. The only module that knows anywidget, ipywidgets and traits."""

from __future__ import annotations

import logging
from collections.abc import Callable
from concurrent.futures import Future
from contextvars import ContextVar
from os import PathLike
from typing import Any, Literal

import anywidget
import traitlets
from pydantic import TypeAdapter, ValidationError

from navwidget.errors import SearchError
from navwidget.models import GrepMode, NavigationDirection, RetrievalContext, SearchResult, SearchResultChunk
from navwidget.plurals import counted
from navwidget.retrievers import Retriever
from navwidget.widget import protocol as wire
from navwidget.widget.abilities import refuse_unable
from navwidget.widget.bundle import page_module
from navwidget.widget.findings import Findings
from navwidget.widget.options import (
    checked_locale,
    chunk_id_of,
    message_of,
    refuse_unknown,
    refuse_unknown_source,
    usable,
)
from navwidget.widget.packing import plain
from navwidget.widget.plain import Plain
from navwidget.widget.problems import Failure
from navwidget.widget.reply import Reply
from navwidget.widget.runner import BusyError, Runner, drive
from navwidget.widget.session import Session
from navwidget.widget.snapshot import snapshot_html

ChunkOrId = str | SearchResult | SearchResultChunk

_logger = logging.getLogger(__name__)
_REQUEST: TypeAdapter[wire.Request] = TypeAdapter(wire.Request)
_noting: ContextVar[bool] = ContextVar("navwidget_noting", default=False)  # what a link cannot do is no error elsewhere


class NavWidget(Findings, anywidget.AnyWidget):
    """See where retrieval landed in a document, and read on from there.

    Parameters
    ----------
    index : object
        A `ChunkStore`, or any index that can search, retrieve or navigate; what it cannot do is greyed.
    source_id : str, optional
        The source to open at first.
    query : str, optional
        What to search for at first.
    retriever : str, Retriever or callable, default "hybrid"
        How to rank: "keyword", "vector", "hybrid" (or what the index can of it), a Retriever, or your own callable,
        also async, ``(query, top_k, exclude_ids) -> results``. Results may be `SearchResult`, (document, score) pairs
        of LangChain, chunk ids, or ``(source_id, start, end)``.
    top_k : int, default 10
        How many hits.
    embedder : Embedder or callable, optional
        Makes the vector of a query where the index takes only vectors.
    context : RetrievalContext, optional
        Passed to every call of the index; left out by default.
    height : int, default 640
        In CSS pixels.
    theme : {"auto", "light", "dark"}
        By default as the notebook.
    scale : float, default 1.0
        Enlarges everything, for lecture halls.
    locale : {"auto", "en", "fr"}
        Language of the page, also with a region such as "fr-CA"; by default the browser's.

    Attributes
    ----------
    source_id, query, selection : str or None
        The source that is open, the last query, the id of the ringed chunk; ``observe`` works on them. ``selection``
        can be set and linked: ``traitlets.link((one, "selection"), (other, "selection"))``, or ``ipywidgets.jslink``.
    strict : bool
        Whether calls from Python raise what went wrong, besides showing it; True unless you change it.

    Notes
    -----
    `select`, `star`, `show_hits`, `save_html` and setting ``selection`` are plain, and done when they return. An index
    that is no `ChunkStore` answers on the notebook's loop, which a plain call in a cell holds up: there they work with
    what has come so far, and where the index would have to be asked, they raise a `SearchError` that says how to await
    them: ``await asyncio.to_thread(explorer.star, chunk_id)``.

    Raises
    ------
    TypeError
        An option is unknown, or the index can do nothing that is needed.
    SearchError
        An option has a value that cannot be, or names a way to rank that the index does not have.
    SourceNotFoundError
        A `ChunkStore` has no source `source_id`.

    Examples
    --------
    >>> from navwidget import ChunkStore, Document, RecursiveChunker, samples
    >>> store = ChunkStore()
    >>> document = Document.from_text(samples.read("agreement.md"), "agreement.md", RecursiveChunker())
    >>> store.sync.index_document(document)
    >>> NavWidget(store, query="notice period")
    NavWidget(ChunkStore, source_id='agreement.md', query='notice period', 10 hits, 0 results)
    """

    _esm = page_module()

    source_id = traitlets.Unicode(None, allow_none=True, read_only=True)
    query = traitlets.Unicode("", read_only=True)
    selection = traitlets.Unicode(None, allow_none=True).tag(sync=True)  # so that jslink can link it

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
        height: int = 640,
        theme: Literal["auto", "light", "dark"] = "auto",
        scale: float = 1.0,
        locale: str = "auto",
        **unknown: Any,
    ) -> None:
        refuse_unknown(unknown)
        first = message_of(wire.Search, id=0, query="" if query is None else query, retriever="hybrid", top_k=top_k)
        index = usable(index)
        refuse_unknown_source(index, source_id)
        self._session = Session(
            index,
            source_id=source_id,
            query=first.query,
            retriever=retriever,
            top_k=first.top_k,
            embedder=embedder,
            context=context,
            settings=message_of(wire.Settings, height=height, theme=theme, scale=scale, locale=checked_locale(locale)),
        )
        refuse_unable(self._session.backend, retriever)
        self.strict = True
        self._told_selection: str | None = None
        self._runner: Runner[Reply] = Runner(suspends=self._session.suspends, deliver=self._deliver, after=self._note)
        self._waiting: dict[int, Future[Reply]] = {}
        self._heard = False
        super().__init__()
        self.on_msg(self._receive)
        if not self._session.suspends:
            self._runner.start(self._session.start)

    # Messages

    def _receive(self, _widget: Any, content: Any, _buffers: Any) -> None:
        """Take a message of the page; nothing may leave as an exception, since nobody would see it."""
        self._heard = True
        reply_to = content.get("id") if isinstance(content, dict) and isinstance(content.get("id"), int) else None
        try:
            self._take(content, reply_to)
        except BusyError as error:  # the loop was let in by the request that it is busy with
            self._deliver(drive(self._session.refuse(_quoted(content), error, reply_to)))
        except Exception:  # an observer's: the page has its answer
            _logger.exception("An observer failed")

    def _take(self, content: Any, reply_to: int | None) -> None:
        try:
            request = _REQUEST.validate_python(content)
        except ValidationError as error:
            wrong = error
            self._runner.start(lambda: self._session.refuse(_quoted(content), wrong, reply_to))
            return
        if isinstance(request, wire.Cancel) and (cancelled := self._waiting.get(request.request_id)):
            cancelled.cancel()
        self._begin(request)

    def _begin(self, request: wire.Request) -> None:
        future = self._runner.start(lambda: self._session.handle(request, reply_to=request.id))
        if not future.done():
            self._waiting[request.id] = future
        future.add_done_callback(lambda done: self._ended(request.id, done))

    def _ended(self, request_id: int, done: Future[Reply]) -> None:
        self._waiting.pop(request_id, None)
        if done.cancelled():
            self._deliver(self._session.dropped(request_id))
        elif error := done.exception():
            _logger.error("A request of the page failed", exc_info=error)

    def _deliver(self, reply: Reply) -> None:
        if not self._heard:  # a page asks for everything when it begins; until then nobody listens
            return
        try:
            self.send(plain(reply.update), reply.buffers)
        except Exception:  # a page that is gone must not stop Python
            _logger.exception("An update could not be sent")

    def _note(self, _reply: Reply | None = None) -> None:
        """Let observers know where the reader stands."""
        reader = self._session.reader
        self._told_selection = reader.selected.chunk.id if reader.selected else None
        outer = _noting.set(True)
        try:
            self.set_trait("source_id", reader.source.source_id if reader.source else None)
            self.set_trait("query", reader.query)
            self.selection = self._told_selection
        finally:
            _noting.reset(outer)

    @traitlets.observe("selection")
    def _selection_set(self, change: Any) -> None:
        """Ring the chunk that a link or an assignment names; where that fails, the trait goes back."""
        if change["new"] == self._told_selection:
            return
        ringing = self._session.select(change["new"])
        if not (_noting.get() or "selection" in self._property_lock):
            self._do(ringing)
        elif self._runner.waits_for_itself:  # a link cannot be told that it must wait
            self._runner.start(lambda: self._session.do(ringing))
        else:
            self._runner.run_blocking(lambda: self._session.do(ringing))

    async def _ask(self, kind: type[Any], **fields: Any) -> list[SearchResult]:
        request = message_of(kind, id=0, **fields)
        reply = await self._runner.run(lambda: self._session.handle(request))
        self._raise(reply.failure)
        return reply.answer

    def _do(self, call: Plain) -> None:
        """Do a plain call before it returns, with the index or, where that cannot be waited for, without."""
        if not self._runner.waits_for_itself:
            self._raise(self._runner.run_blocking(lambda: self._session.do(call)).failure)
            return
        failed = self._session.do_at_once(call)
        self._note()
        self._runner.start(self._session.settle)
        self._raise(failed)

    def _raise(self, failed: Failure | None) -> None:
        if failed and self.strict:
            raise failed.error

    # Driving it from Python

    async def search(
        self,
        query: str,
        *,
        retriever: wire.RetrieverName | None = None,
        top_k: int | None = None,
        skip_read: bool = False,
        this_source: bool = False,
    ) -> list[SearchResult]:
        """Rank chunks for a query, and show them as hits.

        Parameters
        ----------
        query : str
            The words.
        retriever : {"keyword", "vector", "hybrid", "own"}, optional
            By default as before; "own" is the one that the widget was given.
        top_k : int, optional
            By default as before.
        skip_read : bool, default False
            Whether chunks that were in a reading list do not count.
        this_source : bool, default False
            Whether only the open source counts.
        """
        reader = self._session.reader
        return await self._ask(
            wire.Search,
            query=query,
            retriever=retriever or reader.retriever,
            top_k=reader.top_k if top_k is None else top_k,
            skip_read=skip_read,
            this_source=this_source,
        )

    async def open_hit(self, rank: int = 1) -> list[SearchResult]:
        """Go to a hit, and show it with its neighbours; ranks count from 1."""
        return await self._ask(wire.OpenHit, rank=rank)

    async def open_chunk(self, chunk_id: ChunkOrId, *, window: int = 2) -> list[SearchResult]:
        """Go to a chunk, by its id or as a result has it, and show it with so many neighbours on either side."""
        return await self._ask(wire.OpenChunk, chunk_id=chunk_id_of(chunk_id), window=window)

    async def open_source(self, source_id: str) -> None:
        """Go to a source, to where the reader was before in it."""
        await self._ask(wire.OpenSource, source_id=source_id)

    async def navigate(self, direction: NavigationDirection | str, *, top_k: int = 1) -> list[SearchResult]:
        """Add the chunks before the first ("previous") or after the last ("next") of the reading list."""
        return await self._ask(wire.Navigate, direction=direction, top_k=top_k)

    async def read(self, start: int | None = None, end: int | None = None, *, top_k: int = 20) -> list[SearchResult]:
        """Replace the reading list by the chunks inside a span of code points; None opens a side."""
        return await self._ask(wire.Read, start=start, end=end, top_k=top_k)

    async def grep(
        self, pattern: str, *, mode: GrepMode | str = GrepMode.PHRASE, top_k: int = 200
    ) -> list[SearchResult]:
        """Replace the reading list by the chunks that hold a pattern."""
        return await self._ask(wire.Grep, pattern=pattern, mode=mode, top_k=top_k)

    def select(self, chunk_id: ChunkOrId | None) -> None:
        """Ring a chunk, by its id or as a result has it, in whatever source it lies; None rings none."""
        self._do(self._session.select(chunk_id_of(chunk_id)))

    def star(self, chunk_id: ChunkOrId, *, starred: bool = True) -> None:
        """Collect a chunk as evidence, by its id or as a result has it, wherever it lies; or let it go."""
        asked = message_of(wire.Star, id=0, chunk_id=chunk_id_of(chunk_id), starred=starred)
        self._do(self._session.star(asked.chunk_id, starred=asked.starred))

    def on_select(self, callback: Callable[[SearchResult | None], Any]) -> Callable[[], None]:
        """Call a function with each chunk that is ringed from now on, or with None where none is.

        Parameters
        ----------
        callback : callable
            Takes a `SearchResult` or None. What it raises is logged, and stops nothing.

        Returns
        -------
        callable
            Call it to stop.

        Examples
        --------
        >>> from navwidget import ChunkStore, Document, FixedSizeChunker
        >>> store = ChunkStore()
        >>> document = Document.from_text("One fish. Two fish.", "fish.txt", FixedSizeChunker(10, overlap=0))
        >>> store.sync.index_document(document)
        >>> widget = NavWidget(store)
        >>> stop = widget.on_select(lambda found: print(found.chunk.content if found else "nothing"))
        >>> widget.select(document.chunks[1].id)
        Two fish.
        >>> widget.selection = None
        nothing
        >>> stop()
        """

        def changed(_change: Any) -> None:
            try:
                callback(self._session.reader.selected)
            except Exception:  # raised in a handler, it would be seen by nobody
                _logger.exception("A callback of on_select failed")

        self.observe(changed, "selection")
        return lambda: self.unobserve(changed, "selection")

    def show_hits(self, hits: Any, *, label: str = "shown from Python", query: str = "") -> None:
        """Show any hits beside the document, ranked as they come.

        Parameters
        ----------
        hits : iterable
            Whatever a retriever of your own may return, where kinds may be mixed; or a frame with the ids of chunks
            in its column ``id``, such as `hits_frame`, and perhaps a ``score``.
        label : str
            What to call them.
        query : str
            What they were found for; its words are marked.

        Raises
        ------
        SearchError
            Something in it is no hit, or `label` or `query` is no string.
        """
        for name, text in (("label", label), ("query", query)):
            if not isinstance(text, str):
                raise SearchError(f"{name} is {text!r}, but must be a string.")
        is_plain = hasattr(hits, "__iter__") and not (isinstance(hits, str | bytes | dict) or hasattr(hits, "columns"))
        hits = list(hits) if is_plain else hits
        self._do(self._session.show_hits(hits, label, query))

    def save_html(self, path: str | PathLike[str]) -> None:
        """Save the open source and the hits so far as one offline page, in which one can go on reading.

        The page asks for nothing: it has no kernel and allows no request. Navigate, read, grep and chunk ids work in
        it; of searches, those that were made before (the last 20).

        Parameters
        ----------
        path : str or path-like
            The file to write; one that is there is replaced.

        Raises
        ------
        SearchError
            No source is open.
        StorageError
            The page would be larger than 20 MB, or the file cannot be written.
        """
        self._do(self._session.save_html(path))

    def __repr__(self) -> str:
        index = type(self._session.backend.index).__name__
        counts = f"{counted(len(self.hits), 'hit')}, {counted(len(self.results), 'result')}"
        return f"NavWidget({index}, source_id={self.source_id!r}, query={self.query!r}, {counts})"

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """Add a still picture, which is what places without a kernel show."""
        bundle = super()._repr_mimebundle_(**kwargs)
        if bundle is None:
            return None
        data, metadata = bundle if isinstance(bundle, tuple) else (bundle, {})
        return {**data, "text/html": snapshot_html(self._session.reader)}, metadata


def _quoted(content: Any) -> str:
    """Name a message of the page, for errors."""
    return f"message {str(content)[:200]}"
