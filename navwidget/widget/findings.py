"""What a reader has on show and has done, for Python to read."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any

from navwidget.evidence import Context
from navwidget.models import SearchResult
from navwidget.widget import frames
from navwidget.widget.problems import Failure
from navwidget.widget.session import Session
from navwidget.widget.snapshot import snapshot_html
from navwidget.wording import shortly

if TYPE_CHECKING:
    import pandas as pd


class Findings:
    """The part of `NavWidget` that only looks."""

    _session: Session

    @property
    def index(self) -> Any:
        """The index that the explorer asks: what it was made with, or the store that `explore` filled."""
        return self._session.backend.index

    @property
    def results(self) -> list[SearchResult]:
        """The reading list, in reading order, as the last request left it."""
        return self._session.reader.reading.results

    @property
    def hits(self) -> list[SearchResult]:
        """The hits, by rank, as the last request left them: also those that the index has no longer.

        A warning says where the first search is still under way.
        """
        self._warn_if_early()
        return list(self._session.reader.hits.results)

    @property
    def ringed(self) -> SearchResult | None:
        """The chunk with the ring, if one has it: that of `selection`."""
        return self._session.reader.selected

    @property
    def evidence(self) -> list[SearchResult]:
        """The starred chunks, source by source in reading order."""
        return self._session.reader.evidence.results

    def context(self, *, separator: str = "\n\n", budget: int | None = None) -> Context:
        """Merge the evidence into one text, overlaps once, with the span of the source that each piece comes from.

        Parameters
        ----------
        separator : str
            What stands between pieces.
        budget : int, optional
            At most so many tokens, counted as a quarter of the characters; what was starred first is taken first.

        Returns
        -------
        Context
            With ``text``, ``pieces``, ``left_out``, ``to_markdown()`` and ``to_json()``: see `merge_evidence`.

        Examples
        --------
        >>> from navwidget import ChunkStore, Document, FixedSizeChunker, NavWidget
        >>> store = ChunkStore()
        >>> document = Document.from_text("One fish. Two fish. Red fish.", "fish.txt", FixedSizeChunker(11, overlap=4))
        >>> store.sync.index_document(document)
        >>> widget = NavWidget(store)
        >>> for chunk in document.chunks[:2]:
        ...     widget.star(chunk.id)
        >>> print(widget.context())
        [fish.txt:0-18]
        One fish. Two fish
        """
        return self._session.reader.evidence.text(separator, budget)

    def code(self) -> str:
        """Give a notebook cell that makes every call so far again.

        It asks ``index``, which you define: as the explorer's own `index`, or as another one to compare.
        """
        return self._session.code

    @property
    def results_frame(self) -> pd.DataFrame:
        """The reading list as a DataFrame, with the first 200 characters of each text."""
        return frames.results_frame(self._session.reader.reading)

    @property
    def hits_frame(self) -> pd.DataFrame:
        """The hits as a DataFrame: ranks and scores also of the children of a fusion, 200 characters of each text.

        Hits to which nobody gave a score have NaN there.
        """
        self._warn_if_early()
        return frames.hits_frame(self._session.reader.hits)

    @property
    def history(self) -> pd.DataFrame:
        """Every call as a DataFrame: operation, arguments, ids, milliseconds, error."""
        return frames.history_frame(self._session.journey.history)

    @property
    def coverage(self) -> pd.DataFrame:
        """How much was read so far, as a DataFrame: a row a source and type of chunk, in the order of opening.

        It counts every chunk that was in a reading list, as the map marks it: ``characters`` is the length of the
        source in code points, where it is known; ``read`` how many of them were read, overlaps once; ``share`` the part
        of it; ``unread`` the spans that were not read. Of a source whose length is not known, ``unread`` has what lies
        between.

        Examples
        --------
        >>> from navwidget import ChunkStore, Document, FixedSizeChunker, NavWidget
        >>> store = ChunkStore()
        >>> document = Document.from_text("One fish. Two fish. Red fish.", "fish.txt", FixedSizeChunker(10, overlap=0))
        >>> store.sync.index_document(document)
        >>> widget = NavWidget(store, query="two")
        >>> import asyncio
        >>> _ = asyncio.run(widget.read(10, None))
        >>> print(widget.coverage.to_string(index=False))
        source_id chunk_type  characters  read    share    unread
         fish.txt    content          29    19 0.655172 [(0, 10)]
        """
        return frames.coverage_frame(self._session.reader.covered.sources())

    def snapshot(self) -> None:
        """Display a still picture of where the reader stands, which stays as it is."""
        from IPython.display import HTML, display

        self._warn_if_early()
        display(HTML(snapshot_html(self._session.reader, self._session.settings.locale)))  # type: ignore[no-untyped-call]

    def _warn_if_early(self) -> None:
        """Say that what was asked for at first is not there yet, rather than that there is nothing."""
        reader = self._session.reader
        if self._session.is_beginning and reader.query and not reader.hits.results:
            warnings.warn(
                f"The first search, for {shortly(reader.query)}, is still under way: await explorer.ready() first.",
                stacklevel=3,
            )

    @property
    def errors(self) -> list[Failure]:
        """What went wrong so far, with tracebacks."""
        return list(self._session.failures)
