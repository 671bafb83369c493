"""One way to ask any index: a ChunkStore through its blocking core, a foreign index by awaiting it."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Iterable
from time import perf_counter
from typing import Any, TypeVar

from navwidget.embedding import Embedder, as_embedder
from navwidget.errors import SearchError, SourceNotFoundError
from navwidget.models import ChunkType, RetrievalContext, SearchResult
from navwidget.protocols import Capabilities, Outline, SourceInfo, capabilities
from navwidget.store import ChunkStore
from navwidget.widget.calls import Asked, Made
from navwidget.widget.hits import as_result
from navwidget.widget.problems import MOST_NAMES, unknown_source

T = TypeVar("T")


class MustBeAskedError(SearchError):
    """The index would have to be asked, and cannot be while a plain call holds its loop."""


class Backend:
    """An index with what is needed to ask it.

    Parameters
    ----------
    index : object
        Anything that `capabilities` finds able to do something.
    embedder : Embedder or callable, optional
        Makes the vector of a query where the index takes only vectors.
    context : RetrievalContext, optional
        Passed to every protocol method; left out unless given, since foreign indexes have contexts of their own.

    Attributes
    ----------
    made : list of Made
        The calls that the reader is to see; whoever begins a request clears it.
    can_wait : bool
        Whether an index that does not block may be asked; False while a plain call holds the loop it answers on.
    """

    def __init__(self, index: Any, embedder: Any = None, context: RetrievalContext | None = None) -> None:
        self.index = index
        self.name = type(index).__name__
        self.can: Capabilities = capabilities(index)
        self.blocking = isinstance(index, ChunkStore)
        self.embedder = self._embedder(embedder)
        self.made: list[Made] = []
        self.can_wait = True
        self._target = index.sync if self.blocking else index
        self._context = {} if context is None else {"context": context}

    def _embedder(self, given: Any) -> Embedder | None:
        """Make what turns queries into vectors; an index that ranks by itself has its own."""
        if given is None and not self.can.retrieve:
            known = (getattr(self.index, name, None) for name in ("embedder", "embedding_model"))
            given = next((one for one in known if isinstance(one, Embedder)), None)
        return None if given is None else as_embedder(given)

    @property
    def has_context(self) -> bool:
        """Whether calls carry a context that the reader gave."""
        return bool(self._context)

    @property
    def generation(self) -> int | None:
        """Number of the last change of a `ChunkStore`; None for an index that cannot tell cheaply."""
        return self.index.sync.database.generation if self.blocking else None

    @property
    def embeds(self) -> bool:
        """Whether a text can be searched by its vector."""
        if self.embedder is not None:
            return True
        return self.index.embedding_model is not None if self.blocking else self.can.retrieve

    async def ask(self, method: str, *args: Any, **kwargs: Any) -> list[SearchResult]:
        """Call a method on the reader's behalf: timed, and put on the call line."""
        asked = Asked(method, args, kwargs)
        extra = {} if method == "neighbours" else self._context
        return await self.record(asked, self._results(method, *args, **kwargs, **extra))

    async def record(self, asked: Asked, answering: Awaitable[list[SearchResult]]) -> list[SearchResult]:
        """Await an answer, and put the call on the call line; it stays there, without ids, where it fails."""
        made = Made(asked)
        self.made.append(made)
        start = perf_counter()
        try:
            answer = await answering
        finally:
            made.milliseconds = (perf_counter() - start) * 1000
        made.ids = tuple(result.chunk.id for result in answer)
        return answer

    async def results(self, method: str, *args: Any, **kwargs: Any) -> list[SearchResult]:
        """Call a protocol method for the widget's own needs.

        Raises
        ------
        SearchError
            The index answered with something else than results.
        """
        return await self._results(method, *args, **kwargs, **self._context)

    async def _results(self, method: str, *args: Any, **kwargs: Any) -> list[SearchResult]:
        answer = await self._call(method, *args, **kwargs)
        if method == "get_chunk":
            answer = [] if answer is None else [answer]
        if isinstance(answer, str | bytes | dict) or not isinstance(answer, Iterable):
            raise SearchError(
                f"{self.name}.{method} answered with {type(answer).__name__}, but must return a list of SearchResult."
            )
        return [as_result(item, f"{self.name}.{method}") for item in answer]

    async def chunk(self, chunk_id: str) -> SearchResult | None:
        """Fetch one chunk, or None."""
        return next(iter(await self.results("get_chunk", chunk_id)), None)

    async def outline(self, source_id: str) -> Outline:
        """Fetch where all chunks of a source lie."""
        outline: Outline = await self._call("outline", source_id)
        return outline

    async def sources(self, contains: str = "", limit: int | None = None) -> list[SourceInfo]:
        """List sources whose name holds a text."""
        sources: list[SourceInfo] = await self._call("sources", contains=contains, limit=limit)
        return sources

    async def found(self, source_id: str, asking: Awaitable[T]) -> T:
        """Await what is asked of a source; where there is none, say which one may have been meant."""
        try:
            return await asking
        except SourceNotFoundError:
            known = await self.sources("", MOST_NAMES) if self.can.sources else []
            raise unknown_source(source_id, (source.source_id for source in known)) from None

    async def count_sources(self, contains: str = "") -> int:
        """Count the sources whose name holds a text."""
        if not self.blocking:
            return len(await self.sources(contains))
        count: int = await self._call("count_sources", contains)
        return count

    async def explain(self, retriever: Any, source_id: str) -> Any:
        """Rank every chunk of a source."""
        return await self._call("explain", retriever, source_id)

    def term_counts(self, terms: Iterable[str]) -> tuple[dict[str, int], int]:
        """Count the chunks that have each term, and all chunks; nothing where the index cannot tell cheaply."""
        return self.index.sync.term_counts(terms) if self.blocking else ({}, 0)

    async def text(self, source_id: str, start: int, end: int | None) -> str | None:
        """Give the source's own text, or None where the index does not know it."""
        return self.text_at_hand(source_id, start, end)

    def text_at_hand(self, source_id: str, start: int, end: int | None) -> str | None:
        """Give the source's own text without waiting; an index that would have to be awaited knows none."""
        if not self.blocking:
            return None
        try:
            text: str | None = self.index.sync.text(source_id, start, end)
        except SourceNotFoundError:  # deleted since its chunks were met
            return None
        return text

    async def _call(self, method: str, *args: Any, **kwargs: Any) -> Any:
        if not getattr(self.can, method, True):
            raise SearchError(f"{self.name} has no {method}.")
        if not (self.blocking or self.can_wait):
            raise MustBeAskedError(f"{self.name} has to be asked for {method}.")
        answer = getattr(self._target, method)(*args, **kwargs)
        return await answer if inspect.isawaitable(answer) else answer


def chunk_type_arguments(chunk_type: ChunkType) -> dict[str, Any]:
    """Give the argument for a chunk type, left out where it is what every index takes by itself."""
    return {} if chunk_type is ChunkType.CONTENT else {"content_type": chunk_type}
