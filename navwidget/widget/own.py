"""The reader's own way to rank: a callable, or a Retriever to fill in."""

from __future__ import annotations

import inspect
from dataclasses import dataclass
from keyword import iskeyword
from typing import Any

from navwidget.errors import SearchError
from navwidget.retrievers import KeywordRetriever, NearestNeighbourRetriever, RRFRetriever
from navwidget.widget.protocol import RetrieverName

_RETRIEVERS = (KeywordRetriever, NearestNeighbourRetriever, RRFRetriever)


@dataclass(frozen=True)
class Own:
    """The reader's own way to rank: a callable ``(query, top_k, exclude_ids)``, or a Retriever to fill in."""

    retriever: Any

    @property
    def label(self) -> str:
        """What to call it."""
        name = getattr(self.retriever, "__name__", type(self.retriever).__name__)
        return str(name)

    @property
    def name(self) -> str:
        """What to call it in code."""
        return self.label if self.label.isidentifier() and not iskeyword(self.label) else "own_retriever"

    @property
    def is_template(self) -> bool:
        """Whether the index ranks, and this only says how."""
        return isinstance(self.retriever, _RETRIEVERS)

    @property
    def fusion(self) -> RRFRetriever | None:
        """The rule by which rankings are fused, where it is one."""
        return self.retriever if isinstance(self.retriever, RRFRetriever) else None

    @property
    def is_async(self) -> bool:
        """Whether it has to be awaited."""
        call = getattr(self.retriever, "__call__", None)  # noqa: B004
        return inspect.iscoroutinefunction(self.retriever) or inspect.iscoroutinefunction(call)


def own_retriever(retriever: Any) -> tuple[Own | None, RetrieverName]:
    """Take the argument ``retriever=``: one of the names, or the reader's own.

    Raises
    ------
    SearchError
        It is neither, or a callable that cannot be called with (query, top_k, exclude_ids).
    """
    if isinstance(retriever, _RETRIEVERS) or (callable(retriever) and not isinstance(retriever, type)):
        own = Own(retriever)
        if not own.is_template:
            _refuse_other_arguments(own)
        return own, "own"
    if retriever in ("keyword", "vector", "hybrid"):
        return None, retriever
    raise SearchError(
        f"retriever is {retriever!r}, but must be 'keyword', 'vector', 'hybrid', a Retriever, or a callable "
        "(query, top_k, exclude_ids) -> results."
    )


def _refuse_other_arguments(own: Own) -> None:
    try:
        signature = inspect.signature(own.retriever)
    except (TypeError, ValueError):  # what is written in C may have none
        return
    try:
        signature.bind("", 1, set())
    except TypeError:
        raise SearchError(
            f"{own.label} takes {signature}, but is called with (query, top_k, exclude_ids): wrap it in a function "
            "that takes these three."
        ) from None


def refuse_hidden_coroutine(own: Own, answer: Any) -> None:
    """Refuse an answer that has to be awaited of a callable that did not say so: nothing here could await it."""
    if not own.is_async:
        if inspect.iscoroutine(answer):
            answer.close()
        raise SearchError(
            f"{own.label} returned a coroutine without being one: write it with 'async def', so that it is run on the "
            "notebook's event loop."
        )
