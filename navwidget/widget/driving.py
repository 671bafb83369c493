"""Driving the explorer from Python: each method does what a click does, and shows it."""

from __future__ import annotations

from abc import abstractmethod
from os import PathLike
from typing import Any

from navwidget.errors import SearchError
from navwidget.models import ChunkType, GrepMode, NavigationDirection, SearchResult, SearchResultChunk
from navwidget.widget import protocol as wire
from navwidget.widget.options import chunk_id_of, message_of, plain_name
from navwidget.widget.own_span import SourceSpan
from navwidget.widget.plain import Plain
from navwidget.widget.problems import Failure
from navwidget.widget.reply import Reply
from navwidget.widget.runner import Runner
from navwidget.widget.session import Session

ChunkOrId = str | SearchResult | SearchResultChunk | SourceSpan
"""A chunk, by its id or as a result has it; or a span of a source, ``(source_id, start, end)``."""


class Driving:
    """The part of `NavWidget` that asks."""

    _session: Session
    _runner: Runner[Reply]
    strict: bool

    async def ready(self) -> None:
        """Wait for what is opened and searched at first; raises what went wrong with it.

        It is there at once, unless the index or the retriever has to be awaited: those answer when the notebook's loop
        is free, so that the cells of a *Run All* come before them.

        Examples
        --------
        >>> from navwidget import ChunkStore, Document, FixedSizeChunker, NavWidget
        >>> store = ChunkStore()
        >>> document = Document.from_text("One fish. Two fish.", "fish.txt", FixedSizeChunker(10, overlap=0))
        >>> store.sync.index_document(document)
        >>> async def second(query, top_k, exclude_ids):
        ...     return [document.chunks[1].id]
        >>> async def cell():
        ...     widget = NavWidget(store, query="fish", retriever=second)
        ...     await widget.ready()
        ...     return widget.hits[0].chunk.content
        >>> import asyncio
        >>> asyncio.run(cell())
        'Two fish.'
        """
        await self._runner.run(self._session.start)
        self._raise(self._session.failed_at_first)

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
        """Go to a chunk, by its id or as a result has it, and show it with so many neighbours on either side.

        A span ``(source_id, start, end)`` opens all chunks in which it lies.
        """
        return await self._ask(wire.OpenChunk, chunk_id=chunk_id_of(chunk_id), window=window)

    async def open_source(self, source_id: str) -> None:
        """Go to a source, to where the reader was before in it."""
        await self._ask(wire.OpenSource, source_id=source_id)

    async def navigate(
        self,
        direction: NavigationDirection | str,
        *,
        top_k: int = 1,
        source_id: str | None = None,
        start_offset: int | None = None,
        end_offset: int | None = None,
        content_type: ChunkType | str | None = None,
    ) -> list[SearchResult]:
        """Add the chunks before the first ("previous") or after the last ("next") of the reading list.

        Parameters
        ----------
        direction : {"previous", "next"}
            Which way.
        top_k : int, default 1
            How many chunks.
        source_id, content_type : str, optional
            Go to this source, and to chunks of this type, first; by default those on show.
        start_offset, end_offset : int, optional
            Go from this span of code points instead, and replace the reading list. One alone stands for both.
        """
        place = [edge for edge in (start_offset, end_offset) if edge is not None]
        span = (place[0], place[-1]) if place else None
        asked = message_of(wire.Navigate, id=0, direction=plain_name(direction), top_k=top_k, span=span)
        return await self._ask_in(source_id, content_type, asked)

    async def read(
        self,
        start_offset: int | None = None,
        end_offset: int | None = None,
        *,
        top_k: int = 20,
        widen: bool = False,
        source_id: str | None = None,
        content_type: ChunkType | str | None = None,
    ) -> list[SearchResult]:
        """Replace the reading list by the chunks that lie whole inside a span.

        Parameters
        ----------
        start_offset, end_offset : int, optional
            The span, in code points; None opens a side.
        top_k : int, default 20
            At most so many, the first.
        widen : bool, default False
            Whether to move both outwards to the edges of the chunks that they cut, whose text would be left out
            otherwise: a span inside one chunk gives nothing.
        source_id, content_type : str, optional
            Go to this source, and to chunks of this type, first; by default those on show.

        Examples
        --------
        >>> from navwidget import ChunkStore, Document, FixedSizeChunker, NavWidget
        >>> store = ChunkStore()
        >>> document = Document.from_text("One fish. Two fish.", "fish.txt", FixedSizeChunker(10, overlap=0))
        >>> store.sync.index_document(document)
        >>> widget = NavWidget(store, source_id="fish.txt")
        >>> import asyncio
        >>> asyncio.run(widget.read(12, 15))
        []
        >>> [found.chunk.content for found in asyncio.run(widget.read(12, 15, widen=True))]
        ['Two fish.']
        """
        asked = message_of(wire.Read, id=0, start=start_offset, end=end_offset, top_k=top_k, widen=widen)
        return await self._ask_in(source_id, content_type, asked)

    async def grep(
        self,
        pattern: str,
        *,
        mode: GrepMode | str = GrepMode.PHRASE,
        top_k: int = 200,
        source_id: str | None = None,
        content_type: ChunkType | str | None = None,
    ) -> list[SearchResult]:
        """Replace the reading list by the chunks that hold a pattern.

        Parameters
        ----------
        pattern : str
            What to look for.
        mode : {"phrase", "term"}
            Whether as one piece, or as terms that must all occur.
        top_k : int, default 200
            At most so many, the first.
        source_id, content_type : str, optional
            Go to this source, and to chunks of this type, first; by default those on show.
        """
        asked = message_of(wire.Grep, id=0, pattern=pattern, mode=plain_name(mode), top_k=top_k)
        return await self._ask_in(source_id, content_type, asked)

    def select(self, chunk_id: ChunkOrId | None) -> None:
        """Ring a chunk, by its id or as a result has it, in whatever source it lies; None rings none."""
        self._do(self._session.select(chunk_id_of(chunk_id)))

    def star(self, chunk_id: ChunkOrId, *, starred: bool = True) -> None:
        """Collect a chunk as evidence, by its id or as a result has it, wherever it lies; or let it go.

        Of a span ``(source_id, start, end)`` the text between is collected.
        """
        asked = message_of(wire.Star, id=0, chunk_id=chunk_id_of(chunk_id), starred=starred)
        self._do(self._session.star(asked.chunk_id, starred=asked.starred))

    def show_hits(self, hits: Any, *, label: str = "shown from Python", query: str = "") -> None:
        """Show any hits beside the document, ranked as they come.

        Parameters
        ----------
        hits : iterable
            Whatever a retriever of your own may return, where kinds may be mixed: results, ids, ``(id, score)``,
            ``(source_id, start, end)`` or with a score behind, documents of LangChain, dicts with ``id``, or with
            ``source_id``, ``start`` and ``end``, and perhaps ``score`` and ``text``; or a frame with such columns.
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
        it; of searches, the newest that were made before: at most 20, and within 20 kB. The evidence is all there, with
        the text that it had when it was starred, also that of other sources, whose own text is not.

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

    @abstractmethod
    def _note(self) -> None:
        """Let observers know where the reader stands."""

    async def _ask_in(
        self, source_id: str | None, content_type: ChunkType | str | None, asked: Any
    ) -> list[SearchResult]:
        """Ask once a source, and chunks of a type, are on show."""
        reader = self._session.reader
        if source_id is not None and (reader.source is None or reader.source.source_id != source_id):
            await self.open_source(source_id)
        if content_type is not None:
            chunk_type = message_of(wire.SetChunkType, id=0, chunk_type=plain_name(content_type))
            if reader.source is None or reader.source.chunk_type is not chunk_type.chunk_type:
                await self._handled(chunk_type)
        return await self._handled(asked)

    async def _ask(self, kind: type[Any], **fields: Any) -> list[SearchResult]:
        return await self._handled(message_of(kind, id=0, **fields))

    async def _handled(self, request: Any) -> list[SearchResult]:
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
