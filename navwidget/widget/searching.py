"""Ranking: by the index, or by the reader's own retriever."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from navwidget.errors import SearchError
from navwidget.models import KeywordSearchQuery, SearchResult, VectorSearchQuery
from navwidget.retrievers import (
    MAX_TOP_K,
    And,
    Equal,
    KeywordRetriever,
    NearestNeighbourRetriever,
    RRFRetriever,
    without,
)
from navwidget.widget.abilities import abilities
from navwidget.widget.backend import Backend
from navwidget.widget.calls import Asked
from navwidget.widget.own import Own, refuse_hidden_coroutine
from navwidget.widget.protocol import RetrieverName

MAX_ROUNDS = 8
"""How often an index without filters is asked again, without the sources that were not wanted."""

_DEPTH = 50  # how many chunks each child of a hybrid search ranks: fusion needs more than it gives

AsHits = Callable[[Any, str], Awaitable[list[SearchResult]]]


@dataclass(frozen=True)
class Wanted:
    """What a search is to find.

    Parameters
    ----------
    query : str
        The words.
    retriever : str
        How to rank.
    top_k : int
        How many.
    without_ids : frozenset of str
        Chunks that do not count.
    source_id : str, optional
        The only source that counts.
    """

    query: str
    retriever: RetrieverName
    top_k: int
    without_ids: frozenset[str] = frozenset()
    source_id: str | None = None


def build_retriever(backend: Backend, wanted: Wanted, own: Own | None) -> Any:
    """Say as a Retriever what is wanted, filters included."""
    query, top_k = wanted.query, wanted.top_k
    vector = _vector(backend, query) if backend.embedder and wanted.retriever in ("vector", "hybrid") else None
    words = KeywordRetriever(query=query, top_k=top_k)
    near = NearestNeighbourRetriever(query=query, query_embedding=vector, top_k=top_k)
    if wanted.retriever == "own" and own:
        retriever = _filled(own.retriever, query, top_k)
    elif wanted.retriever == "hybrid":
        deep = {"top_k": max(top_k, _DEPTH)}
        children = [words.model_copy(update=deep), near.model_copy(update=deep)]
        retriever = RRFRetriever(retrievers=children, top_k=top_k)
    else:
        retriever = near if wanted.retriever == "vector" else words
    return without(_within(retriever, wanted.source_id), wanted.without_ids)


def explainable(backend: Backend, wanted: Wanted, own: Own | None) -> Any:
    """Give the retriever whose scores the index can tell, or None."""
    by_index = wanted.retriever != "own" or (own is not None and own.is_template)
    return build_retriever(backend, wanted, own) if by_index and backend.can.explain else None


def _filled(template: Any, query: str, top_k: int) -> Any:
    """Put the reader's words and number into a retriever that was given as an example."""
    if isinstance(template, RRFRetriever):
        children = [_filled(child, query, max(child.top_k, top_k)) for child in template.retrievers]
        return template.model_copy(update={"top_k": top_k, "retrievers": tuple(children)})
    vector = {"query_embedding": None} if isinstance(template, NearestNeighbourRetriever) else {}
    return template.model_copy(update={"query": query, "top_k": top_k, **vector})


def _within(retriever: Any, source_id: str | None) -> Any:
    if source_id is None:
        return retriever
    here = Equal(field="source_id", value=source_id)
    both = here if retriever.filter is None else And(matches=(retriever.filter, here))
    return retriever.model_copy(update={"filter": both})


def _vector(backend: Backend, query: str) -> tuple[float, ...]:
    assert backend.embedder is not None
    return tuple(backend.embedder.embed([query])[0].tolist())


async def search(backend: Backend, own: Own | None, wanted: Wanted, as_hits: AsHits) -> list[SearchResult]:
    """Rank chunks, best first.

    Raises
    ------
    SearchError
        There is nothing to look for, or the index cannot rank in this way.
    """
    _check(backend, own, wanted)
    if wanted.retriever == "own" and own and not own.is_template:
        return await _search_own(backend, own, wanted, as_hits)
    if backend.can.retrieve:
        return await backend.ask("retrieve", build_retriever(backend, wanted, own))
    return await _search_plain(backend, wanted)


def _check(backend: Backend, own: Own | None, wanted: Wanted) -> None:
    if not wanted.query.strip():
        raise SearchError("The query is empty: type what to look for.")
    ability = next((item for item in abilities(backend, own) if item.name == wanted.retriever), None)
    if ability is None or not ability.able:
        raise SearchError(f"{wanted.retriever!r} search is not possible here: {ability.reason if ability else ''}.")
    if own and own.is_template and wanted.retriever == "own" and not backend.can.retrieve:
        raise SearchError(f"{backend.name} takes no retrievers: choose keyword or vector.")
    by_callable = own and wanted.retriever == "own" and not own.is_template
    check_top_k(wanted.top_k, bounded=backend.can.retrieve and not by_callable)


def check_top_k(top_k: int, *, bounded: bool = False) -> None:
    """Refuse a number of hits that cannot be, or that is more than a Retriever may be asked for."""
    if top_k < 1:
        raise SearchError(f"top_k is {top_k}, but must be a whole number of at least 1.")
    if bounded and top_k > MAX_TOP_K:
        raise SearchError(f"top_k is {top_k}, but a retriever ranks at most {MAX_TOP_K} chunks: ask for fewer.")


async def _search_own(backend: Backend, own: Own, wanted: Wanted, as_hits: AsHits) -> list[SearchResult]:
    arguments = (wanted.query, wanted.top_k, set(wanted.without_ids))

    async def answering() -> list[SearchResult]:
        answer = own.retriever(*arguments)
        if inspect.isawaitable(answer):
            if backend.blocking:
                refuse_hidden_coroutine(own, answer)
            answer = await answer
        return await as_hits(answer, own.label)

    found = await backend.record(Asked(own.name, arguments, {}, owner="", awaited=own.is_async), answering())
    return [hit for hit in found if _counts(hit, wanted)][: max(wanted.top_k, 0)]


def _counts(hit: SearchResult, wanted: Wanted) -> bool:
    return hit.chunk.id not in wanted.without_ids and wanted.source_id in (None, hit.chunk.source_id)


async def _search_plain(backend: Backend, wanted: Wanted) -> list[SearchResult]:
    """Search an index that knows exclusions but no filters: leave out the other sources, round by round."""
    others: set[str] = set()
    found: dict[str, SearchResult] = {}
    for _ in range(MAX_ROUNDS):
        answer = await backend.ask("search", _query(backend, wanted, others))
        if others:
            del backend.made[-2:-1]  # the call before asked for less of the same
        found |= {hit.chunk.id: hit for hit in answer if _counts(hit, wanted)}
        fresh = {hit.chunk.source_id for hit in answer} - others - {wanted.source_id}
        if wanted.source_id is None or len(found) >= wanted.top_k or not fresh:
            break
        others |= fresh
    return list(found.values())[: wanted.top_k]


def _query(backend: Backend, wanted: Wanted, others: set[str]) -> KeywordSearchQuery | VectorSearchQuery:
    common: dict[str, Any] = {
        "top_k": wanted.top_k,
        "exclude_ids": wanted.without_ids,
        "exclude_source_ids": frozenset(others),
    }
    if wanted.retriever == "vector":
        return VectorSearchQuery(embedding=_vector(backend, wanted.query), query=wanted.query, **common)
    return KeywordSearchQuery(query=wanted.query, **common)
