"""The chunks that a reader has starred, with the text that they had then."""

from __future__ import annotations

from typing import Any, Literal

from navwidget.errors import SearchError
from navwidget.evidence import Context, merge_evidence
from navwidget.models import SearchResult
from navwidget.widget.backend import Backend
from navwidget.widget.outlines import order_of
from navwidget.widget.present import present_of
from navwidget.widget.remembered import WhileSame
from navwidget.widget.source import OpenSource

Fate = Literal["", "changed", "gone"]


class Evidence:
    """Starred chunks, and how long their text may be.

    Attributes
    ----------
    stars : dict of str to SearchResult
        By the ids of their chunks, in the order in which they were starred.
    strangers : set of str
        Those of them that the index never had.
    budget : int or None
        How many tokens an export from the page may have.
    """

    def __init__(self, backend: Backend) -> None:
        self._backend = backend
        self.stars: dict[str, SearchResult] = {}
        self.strangers: set[str] = set()
        self.budget: int | None = None
        self._items = WhileSame()
        self._rows = WhileSame()
        self._texts = WhileSame()

    @property
    def results(self) -> list[SearchResult]:
        """The starred chunks, source by source in reading order."""
        return sorted(self.stars.values(), key=_place)

    def add(self, result: SearchResult, *, is_stranger: bool) -> None:
        """Star a chunk, which the index may never have had."""
        self._forget(result.chunk.id)
        self.stars[result.chunk.id] = result
        if is_stranger:
            self.strangers.add(result.chunk.id)

    def remove(self, chunk_id: str) -> None:
        """Let a chunk go, if it is starred."""
        self.stars.pop(chunk_id, None)
        self.strangers.discard(chunk_id)
        self._forget(chunk_id)

    def _forget(self, chunk_id: str) -> None:
        self._items.forget(chunk_id)
        self._rows.forget(chunk_id)

    def items_in(self, source: OpenSource | None) -> dict[str, Any]:
        """Give what was told of each star, by its id: it holds as long as a source is on show and stays as it is.

        A star more must not make everything be looked up again that was before it.
        """
        return self._items.of(source, self._backend.generation)

    def rows_in(self, source: OpenSource) -> dict[str, int | None]:
        """Give the row of each star that was looked for in a source, by its id."""
        return self._rows.of(source)

    def text(self, separator: str = "\n\n", budget: int | None = None) -> Context:
        """Merge the evidence into one text; where not all fits a budget, what was starred first does."""
        return merge_evidence(list(self.stars.values()), self._text_of, separator=separator, budget=budget)

    def _text_of(self, *span: Any) -> str | None:
        texts: dict[Any, str | None] = self._texts.of(self._backend.generation)
        if span not in texts:
            texts[span] = self._backend.text_at_hand(*span)
        return texts[span]

    def set_budget(self, tokens: int | None) -> None:
        """Say how many tokens the evidence may have when it is exported from the page."""
        if tokens is not None and tokens < 0:
            raise SearchError(f"The budget is {tokens}, but must be a number of tokens from 0.")
        self.budget = tokens

    async def fate_of(self, result: SearchResult) -> Fate:
        """Tell what has become of a starred chunk since; nothing where it is as it was, or the index cannot tell."""
        if not self._backend.blocking or result.chunk.id in self.strangers:
            return ""
        now = await present_of(self._backend, result)
        if now is None:
            return "gone"
        return "" if now is result else "changed"


def _place(result: SearchResult) -> tuple[str, bool, tuple[int, int, str]]:
    order = order_of(result.chunk)  # what has no place comes last, as in the merged text
    return result.chunk.source_id, order is None, order or (0, 0, result.chunk.id)
