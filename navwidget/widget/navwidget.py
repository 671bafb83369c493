"""NavWidget: the explorer as a Jupyter widget. The only module that knows anywidget, ipywidgets and traits."""

from __future__ import annotations

import logging
from collections.abc import Callable
from concurrent.futures import Future
from contextvars import ContextVar
from typing import Any, Literal

import anywidget
import traitlets
from pydantic import TypeAdapter, ValidationError

from navwidget.models import RetrievalContext, SearchResult
from navwidget.retrievers import Retriever
from navwidget.widget import protocol as wire
from navwidget.widget.abilities import refuse_unable
from navwidget.widget.bundle import page_module
from navwidget.widget.driving import Driving
from navwidget.widget.findings import Findings
from navwidget.widget.linking import following
from navwidget.widget.listeners import Listeners
from navwidget.widget.naming import index_lines
from navwidget.widget.options import (
    checked_locale,
    message_of,
    refuse_unknown,
    refuse_unknown_source,
    usable,
)
from navwidget.widget.packing import plain
from navwidget.widget.plain import Plain
from navwidget.widget.reply import Reply
from navwidget.widget.runner import BusyError, Runner, drive
from navwidget.widget.session import Session
from navwidget.widget.snapshot import snapshot_html
from navwidget.wording import counted

_logger = logging.getLogger(__name__)
_REQUEST: TypeAdapter[wire.Request] = TypeAdapter(wire.Request)
# All there is, shared with what stands beside: the page has no width itself
_ROOM = {"width": "100%", "min_width": "0"}
_noting: ContextVar[bool] = ContextVar("navwidget_noting", default=False)  # what a link cannot do is no error elsewhere


class NavWidget(Driving, Findings, anywidget.AnyWidget):
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
        also async, ``(query, top_k, exclude_ids) -> results``. Results may be whatever `show_hits` takes.
    top_k : int, default 10
        How many hits.
    embedder : Embedder or callable, optional
        Makes the vector of a query where the index takes only vectors.
    context : RetrievalContext, optional
        Passed to every call of the index; left out by default.
    height : int, default 640
        In CSS pixels of the page, whatever `scale`; at least 464 times that, and up to 536 where the bars take two
        rows, which leaves the lists some lines. Where the page is narrow, and hits stand above results, it is 1.35
        times as much, and at least 736 times `scale`.
    theme : {"auto", "light", "dark"}
        By default as the notebook.
    scale : float, default 1.0
        Enlarges everything inside the `height`, for lecture halls: what is larger shows less at once.
    locale : {"auto", "en", "fr"}
        Language of the page, also with a region such as "fr-CA"; by default the browser's. Still pictures, which no
        browser's language reaches, are then in English.

    Attributes
    ----------
    source_id, query, selection : str or None
        The source that is open, the last query, the id of the selected chunk; ``observe`` works on them. ``selection``
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
            index_lines=lambda: index_lines(self),
        )
        refuse_unable(self._session.backend, retriever)
        self.strict = True
        self._told_selection: str | None = None
        self._selecting = Listeners()
        self._runner: Runner[Reply] = Runner(suspends=self._session.suspends, deliver=self._deliver, after=self._note)
        self._waiting: dict[int, Future[Reply]] = {}
        self._heard = False
        super().__init__(layout=_ROOM)
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
        if isinstance(request, wire.Hello) and (greeting := self._session.greeting()):
            self._deliver(greeting)  # so that the page can say, in its language, that it waits, and be told to stop
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
        before, self._told_selection = self._told_selection, reader.selected.chunk.id if reader.selected else None
        outer = _noting.set(True)
        try:
            self.set_trait("source_id", reader.source.source_id if reader.source else None)
            self.set_trait("query", reader.query)
            self.selection = self._told_selection
            if before != self._told_selection:
                self._selecting.tell(reader.selected)
        finally:
            _noting.reset(outer)

    @traitlets.observe("selection")
    def _selection_set(self, change: Any) -> None:
        """Ring the chunk that a link or an assignment names; where that fails, the trait goes back."""
        if change["new"] == self._told_selection:
            return
        ringing = self._session.select(change["new"])
        if _noting.get() or "selection" in self._property_lock:
            self._do_for_link(ringing)
        else:
            self._do(ringing)

    def follow(self, found: SearchResult | None) -> None:
        """Open what lies at the place of a chunk, of whatever index; None takes the ring away.

        The page tells what goes wrong: this is what `navwidget.link` does to the other explorer.

        Raises
        ------
        TypeError
            `found` is no result.
        """
        self._do_for_link(following(self, self._session.reader, found))

    def _do_for_link(self, call: Plain) -> None:
        if self._runner.waits_for_itself:  # a link cannot be told that it must wait
            self._runner.start(lambda: self._session.do(call))
        else:
            self._runner.run_blocking(lambda: self._session.do(call))

    def on_select(self, callback: Callable[[SearchResult | None], Any]) -> Callable[[], None]:
        """Call a function with each chunk that is selected from now on, or with None where none is.

        Parameters
        ----------
        callback : callable
            Takes a `SearchResult` or None. What it raises is logged, and stops nothing.

        Returns
        -------
        callable
            Call it to stop, also more than once.

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
        return self._selecting.add(callback)

    def __repr__(self) -> str:
        index = type(self._session.backend.index).__name__
        reader = self._session.reader
        counts = f"{counted(len(reader.hits.results), 'hit')}, {counted(len(self.results), 'result')}"
        return f"NavWidget({index}, source_id={self.source_id!r}, query={self.query!r}, {counts})"

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """Add a still picture, which is what places without a kernel show."""
        bundle = super()._repr_mimebundle_(**kwargs)
        if bundle is None:
            return None
        data, metadata = bundle if isinstance(bundle, tuple) else (bundle, {})
        return {**data, "text/html": snapshot_html(self._session.reader, self._session.settings.locale)}, metadata


def _quoted(content: Any) -> str:
    """Name a message of the page, for errors."""
    return f"message {str(content)[:200]}"
