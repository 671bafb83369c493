"""Everything that can be asked of a store, as coroutines."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

from navwidget.models import (
    ChunkType,
    GrepMode,
    NavigationDirection,
    RetrievalContext,
    SearchResult,
)
from navwidget.protocols import Outline, SourceInfo
from navwidget.retrievers import Retriever
from navwidget.store.engine import SyncStore
from navwidget.store.explain import Explanation

if TYPE_CHECKING:
    import pandas as pd

P = ParamSpec("P")
R = TypeVar("R")

_RETRIEVAL = RetrievalContext()


class Questions:
    """The half of `ChunkStore` that changes nothing."""

    sync: SyncStore
    """The same methods, blocking."""

    async def get_chunk(self, chunk_id: str, *, context: RetrievalContext = _RETRIEVAL) -> SearchResult | None:
        """Fetch one chunk of any type, or None where there is none with the id."""
        return await self._ask(partial(self.sync.at_hand.chunk, chunk_id), self.sync.get_chunk, chunk_id)

    async def navigate(
        self,
        source_id: str,
        start_offset: int,
        end_offset: int,
        direction: NavigationDirection,
        *,
        top_k: int = 1,
        content_type: ChunkType = ChunkType.CONTENT,
        context: RetrievalContext = _RETRIEVAL,
    ) -> list[SearchResult]:
        """Fetch the chunks next to a span, in reading order and with score 0.0.

        NEXT gives the first ``top_k`` chunks that start at or after ``end_offset``, PREVIOUS the last ``top_k`` that
        end at or before ``start_offset``. At a boundary the list is empty.

        Parameters
        ----------
        source_id : str
            The source.
        start_offset, end_offset : int
            The span in code points; any size.
        direction : NavigationDirection
            Which side; the plain string is accepted.
        top_k : int, optional
            At most so many, at least 1.
        content_type : ChunkType, optional
            Only chunks of this type.

        Raises
        ------
        SearchError
            An argument has no meaning; checked first.
        SourceNotFoundError
            The source is not in the index.
        """
        asked = (source_id, start_offset, end_offset, direction)
        at_hand = partial(self.sync.at_hand.source, source_id, top_k)
        return await self._ask(at_hand, self.sync.navigate, *asked, content_type=content_type, top_k=top_k)

    async def read(
        self,
        source_id: str,
        start_offset: int | None,
        end_offset: int | None,
        *,
        content_type: ChunkType = ChunkType.CONTENT,
        top_k: int = 20,
        context: RetrievalContext = _RETRIEVAL,
    ) -> list[SearchResult]:
        """Fetch the first ``top_k`` chunks that lie wholly inside a span; None opens a side.

        A chunk that an edge cuts does not count, so that a span inside one chunk gives nothing: `outline` has the
        edges, and the explorer's ``read`` takes these chunks too with ``widen=True``.

        Raises
        ------
        SearchError
            An argument has no meaning; checked first.
        SourceNotFoundError
            The source is not in the index.
        """
        asked = (source_id, start_offset, end_offset)
        at_hand = partial(self.sync.at_hand.source, source_id, top_k)
        return await self._ask(at_hand, self.sync.read, *asked, content_type=content_type, top_k=top_k)

    async def grep(
        self,
        source_id: str,
        pattern: str,
        *,
        mode: GrepMode = GrepMode.PHRASE,
        content_type: ChunkType = ChunkType.CONTENT,
        top_k: int = 5,
        context: RetrievalContext = _RETRIEVAL,
    ) -> list[SearchResult]:
        """Fetch the first ``top_k`` chunks whose text holds the pattern, whatever its case.

        Parameters
        ----------
        source_id : str
            The source.
        pattern : str
            Literal text; a blank one finds nothing.
        mode : GrepMode, optional
            PHRASE takes the pattern as written, spaces included; TERM wants every term of ``pattern.split()``, in any
            order. The plain string is accepted.
        content_type : ChunkType, optional
            Only chunks of this type.
        top_k : int, optional
            At most so many, at least 1.

        Raises
        ------
        SearchError
            An argument has no meaning; checked first.
        SourceNotFoundError
            The source is not in the index.
        """
        at_hand = partial(self.sync.at_hand.grep, source_id, pattern, content_type, top_k)
        asked = (source_id, pattern)
        return await self._ask(at_hand, self.sync.grep, *asked, mode=mode, content_type=content_type, top_k=top_k)

    async def neighbours(self, chunk_id: str, before: int = 1, after: int = 1) -> list[SearchResult]:
        """Fetch the chunks next to one by position in reading order, so that overlapping ones are not skipped.

        Parameters
        ----------
        chunk_id : str
            The chunk in the middle; it is not part of the answer, which has its type only.
        before, after : int, optional
            How many on either side.

        Raises
        ------
        ChunkNotFoundError
            No chunk has the id.
        """
        at_hand = partial(self.sync.at_hand.chunk, chunk_id, before, after)
        return await self._ask(at_hand, self.sync.neighbours, chunk_id, before, after)

    async def outline(self, source_id: str) -> Outline:
        """Tell where the chunks of a source lie, without their text.

        Raises
        ------
        SourceNotFoundError
            The source is not in the index.
        """
        return await self._ask(partial(self.sync.at_hand.source, source_id), self.sync.outline, source_id)

    async def text(self, source_id: str, start: int = 0, end: int | None = None) -> str | None:
        """Give the text of a source, or of a span of it in code points; None where the text is unknown.

        Raises
        ------
        SourceNotFoundError
            The source is not in the index.
        """
        return await asyncio.to_thread(self.sync.text, source_id, start, end)

    async def sources(self, contains: str = "", limit: int | None = None) -> list[SourceInfo]:
        """List sources by source_id.

        Parameters
        ----------
        contains : str, optional
            Only those whose source_id holds this, whatever its case.
        limit : int, optional
            At most so many.
        """
        return await asyncio.to_thread(self.sync.sources, contains, limit)

    async def count_sources(self, contains: str = "") -> int:
        """Count the sources whose source_id holds some text, whatever its case."""
        return await asyncio.to_thread(self.sync.count_sources, contains)

    async def indexed_version(self, document_id: str, context: RetrievalContext = _RETRIEVAL) -> str | None:
        """Give the document's metadata value ``indexed_version``; None also for an unknown document."""
        return await self._ask(lambda: True, self.sync.indexed_version, document_id)

    async def search(self, query: Any, context: RetrievalContext = _RETRIEVAL) -> list[SearchResult]:
        """Rank chunks for a query: by cosine where it has an ``embedding``, else by its words with BM25.

        Parameters
        ----------
        query : KeywordSearchQuery or VectorSearchQuery
            Anything with their fields is accepted.

        Raises
        ------
        SearchError
            ``top_k`` is below 1, or the vector has another length than the index's or a number that is not finite.
        """
        return await self._ask(partial(self.sync.at_hand.ranking, query), self.sync.search, query)

    async def retrieve(self, retriever: Retriever, context: RetrievalContext = _RETRIEVAL) -> list[SearchResult]:
        """Rank chunks as a retriever says; a fusion's results tell which child ranked them where.

        Raises
        ------
        SearchError
            A text is to be searched by meaning, and the store has no embedder; or a vector does not fit.
        """
        return await asyncio.to_thread(self.sync.retrieve, retriever)  # always: an embedder may be any model

    async def explain(self, retriever: Retriever, source_id: str) -> Explanation:
        """Tell score and rank of every chunk of a source, for each retriever: why was this chunk not retrieved.

        Raises
        ------
        SourceNotFoundError
            The source is not in the index.
        """
        return await asyncio.to_thread(self.sync.explain, retriever, source_id)

    async def to_frame(self, *, embeddings: bool = False) -> pd.DataFrame:
        """Put every chunk into a frame, by source_id and in reading order; with its vector if wanted.

        The column ``stale`` marks chunks whose text was patched after their vector was made, ``differs`` those whose
        text is not what the source has at their span; where that is unknown, those that are not as long as their span.
        """
        return await asyncio.to_thread(self.sync.to_frame, embeddings=embeddings)

    async def _ask(self, at_hand: Callable[[], bool], question: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        """Ask at once where the answer is at hand and nobody is in the way, else in a thread: the loop never waits."""
        database = self.sync.database
        if database.enter_if_free():
            try:
                if at_hand():
                    return question(*args, **kwargs)
            finally:
                database.leave()
        return await asyncio.to_thread(question, *args, **kwargs)
