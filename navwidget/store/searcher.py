"""Ranking over the whole index: queries, retrievers, and what both leave out."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from navwidget.embedding import Embedder
from navwidget.errors import SearchError
from navwidget.frozen import FrozenDict
from navwidget.models import ChildRank, SearchResult, SearchResultChunk
from navwidget.models.base import trusted
from navwidget.models.results import trusted_result
from navwidget.retrievers import And, Filter, KeywordRetriever, NearestNeighbourRetriever, RRFRetriever
from navwidget.store import arguments
from navwidget.store.filters import matching, named_sources
from navwidget.store.fusion import Fused, fuse
from navwidget.store.index import Index
from navwidget.store.misspelt import warn_of_unknown_fields
from navwidget.store.scores import Allowed, Ranked, Scores
from navwidget.store.view import View
from navwidget.text import tokens
from navwidget.wording import shortly

Leaf = KeywordRetriever | NearestNeighbourRetriever

# What every query carries; a query of another kind with the same fields will do
_OPTIONS = ("top_k", "exclude_ids", "exclude_source_ids", "include_content", "include_metadata")


@dataclass(frozen=True, slots=True)
class Restriction:
    """Which rows may be given.

    Parameters
    ----------
    allowed : callable or None
        By source key; None where all may.
    within : collection of int or None
        The only sources that can have such rows; None where any can.
    """

    allowed: Allowed | None = None
    within: Collection[int] | None = None


class Searcher:
    """Answers queries and retrievers.

    Parameters
    ----------
    index : Index
        What is searched.
    embedder : Embedder or None
        Makes the vector of a query that comes as text.
    """

    def __init__(self, index: Index, embedder: Embedder | None) -> None:
        self._index = index
        self._embedder = embedder

    def search(self, query: Any) -> list[SearchResult]:
        """Rank for a query: by vector where it has one, else by words."""
        if not all(hasattr(query, name) for name in _OPTIONS):
            raise SearchError(f"query is {shortly(query)}, but must be a KeywordSearchQuery or a VectorSearchQuery.")
        top_k = arguments.integer("top_k", query.top_k, at_least=1)
        embedding = getattr(query, "embedding", None)
        view = self._index.view()
        if embedding is not None:
            scores = view.vectors.scores(self._fitting(embedding))
        else:
            scores = view.keywords.scores(tokens(arguments.text("query", getattr(query, "query", None))))
        excluded = (arguments.ids(name, getattr(query, name)) for name in ("exclude_ids", "exclude_source_ids"))
        allowed = self._excluding(view, *excluded)
        hits = scores.top(min(top_k, scores.layers.rows), view.ranks_of, allowed) if scores.layers.rows else []
        results = self._results(view, hits, vector=embedding is not None)
        return [_shown(result, query.include_content, query.include_metadata) for result in results]

    def retrieve(self, retriever: Any) -> list[SearchResult]:
        """Rank as a retriever says."""
        view = self._index.view()
        found = self._fuse if isinstance(checked(retriever), RRFRetriever) else self._rank
        results = found(view, retriever)
        if not results:
            warn_of_unknown_fields(self._index, view, retriever)
        return results

    def _rank(self, view: View, retriever: Leaf) -> list[SearchResult]:
        vector = isinstance(retriever, NearestNeighbourRetriever)
        hits = self.top(view, retriever, retriever.filter)
        return self._results(view, hits, vector=vector, retriever_id=retriever.type)

    def _fuse(self, view: View, retriever: RRFRetriever) -> list[SearchResult]:
        rankings = [self.top(view, child, both(retriever.filter, child.filter)) for child in retriever.retrievers]
        places = [[(hit.key, hit.row) for hit in ranking] for ranking in rankings]
        kinds = [child.type for child in retriever.retrievers]
        best = fuse(places, retriever.weights, retriever.rank_constant, retriever.top_k)
        chunks = self._chunks(view, [fused.item for fused in best])
        return [
            trusted_result(chunk, fused.score, None, retriever.type, _ranks(fused, kinds, rankings))
            for fused, chunk in zip(best, chunks, strict=True)
        ]

    def top(self, view: View, retriever: Leaf, condition: Filter | None) -> list[Ranked]:
        """Give the best rows for a retriever that ranks by itself."""
        scores = self.scores(view, retriever)
        if not scores.layers.rows:
            return []
        restriction = self.restriction(view, condition)
        return scores.top(
            min(retriever.top_k, scores.layers.rows), view.ranks_of, restriction.allowed, restriction.within
        )

    def scores(self, view: View, retriever: Leaf) -> Scores:
        """Score every row for a retriever that ranks by itself."""
        if isinstance(retriever, KeywordRetriever):
            _check_field(retriever.field, "content")
            return view.keywords.scores(tokens(retriever.query))
        _check_field(retriever.field, "embedding")
        return view.vectors.scores(self._embedding(retriever))

    def _embedding(self, retriever: NearestNeighbourRetriever) -> NDArray[np.float64]:
        if retriever.query_embedding is not None:
            return self._fitting(retriever.query_embedding)
        if self._embedder is None:
            raise SearchError(
                "This store was opened without an embedder, so it cannot search vectors by a text: give "
                "query_embedding, or open it with the embedder that made its vectors."
            )
        return np.asarray(self._embedder.embed([retriever.query or ""])[0], np.float64)

    def _fitting(self, embedding: Sequence[float]) -> NDArray[np.float64]:
        try:
            vector = np.asarray(embedding, np.float64)
        except (TypeError, ValueError):
            raise SearchError(f"embedding is {repr(embedding)[:80]}, but must be a list of numbers.") from None
        if self._embedder is not None and vector.shape != (self._embedder.dimension,):
            raise SearchError(
                f"The query's embedding has {vector.size} numbers, but those that {self._embedder.name!r} makes for "
                f"this store have {self._embedder.dimension}: embed the query as the chunks were."
            )
        return vector

    def restriction(self, view: View, condition: Filter | None) -> Restriction:
        """Turn a filter into what ranking can ask."""
        if condition is None:
            return Restriction()
        names = named_sources(condition)
        within = None if names is None else {source.key for source in view.sources if source.source_id in names}

        def allowed(key: int) -> NDArray[np.bool_] | bool:
            outside = within is not None and key not in within
            return False if outside else matching(condition, self._index.segment(view.by_key[key]))

        return Restriction(allowed, within)

    def _excluding(self, view: View, ids: Iterable[str], source_ids: Collection[str]) -> Allowed | None:
        rows: dict[int, list[int]] = defaultdict(list)
        for found in map(self._index.locate, ids):
            if found is not None:
                rows[found[0].source.key].append(found[1])
        if not rows and not source_ids:
            return None

        def allowed(key: int) -> NDArray[np.bool_] | bool:
            source = view.by_key[key]
            if source.source_id in source_ids:
                return False
            mask = np.ones(source.chunks, np.bool_)
            mask[rows[key]] = False
            return mask

        return allowed

    def _results(
        self, view: View, hits: Sequence[Ranked], *, vector: bool, retriever_id: str | None = None
    ) -> list[SearchResult]:
        chunks = self._chunks(view, [(hit.key, hit.row) for hit in hits])
        return [
            trusted_result(chunk, hit.score, 1.0 - hit.score if vector else None, retriever_id)
            for hit, chunk in zip(hits, chunks, strict=True)
        ]

    def _chunks(self, view: View, places: Sequence[tuple[int, int]]) -> Iterator[SearchResultChunk]:
        """Give the chunks at these places, those of a source at once."""
        rows: dict[int, list[int]] = defaultdict(list)
        for key, row in places:
            rows[key].append(row)
        sources = view.sources_of(rows)
        found = {key: iter(self._index.results(self._index.segment(sources[key]), rows[key])) for key in rows}
        return (next(found[key]).chunk for key, _ in places)


def checked(retriever: Any) -> Any:
    """Refuse what is no retriever."""
    if not isinstance(retriever, Leaf | RRFRetriever):
        raise SearchError(f"retriever is {shortly(retriever)}, but must be one of those in navwidget.retrievers.")
    return retriever


def both(first: Filter | None, second: Filter | None) -> Filter | None:
    """Require two conditions, each of which may be missing."""
    given = tuple(condition for condition in (first, second) if condition is not None)
    return And(matches=given) if len(given) > 1 else next(iter(given), None)


def _ranks(
    fused: Fused[tuple[int, int]], kinds: Sequence[str], rankings: Sequence[Sequence[Ranked]]
) -> tuple[ChildRank, ...]:
    return tuple(
        trusted(
            ChildRank,
            {"child": child, "retriever_id": kinds[child], "rank": rank, "score": rankings[child][rank - 1].score},
        )
        for child, rank in fused.ranks
    )


def _shown(result: SearchResult, content: bool, metadata: bool) -> SearchResult:
    if content and metadata:
        return result
    hidden: dict[str, Any] = {}
    if not content:
        hidden["content"] = ""
    if not metadata:
        hidden["metadata"] = FrozenDict()
    chunk = trusted(SearchResultChunk, {**result.chunk.__dict__, **hidden})
    return trusted(SearchResult, {**result.__dict__, "chunk": chunk})


def _check_field(field: str | None, known: str) -> None:
    if field not in {None, known}:
        raise SearchError(f"field is {field!r}, but this store ranks by {known!r} alone: leave field out.")
