"""Why a chunk was retrieved, or not: the score and rank of every chunk of a source, retriever by retriever."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from navwidget.protocols import Outline
from navwidget.retrievers import Filter, KeywordRetriever, NearestNeighbourRetriever, RRFRetriever
from navwidget.store.consistency import MovedOnError
from navwidget.store.fusion import fuse
from navwidget.store.index import Index
from navwidget.store.searcher import Leaf, Searcher, both, checked
from navwidget.store.segment import Segment
from navwidget.store.source import TYPES
from navwidget.store.view import View
from navwidget.text import tokens

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, slots=True, eq=False)
class ChildExplanation:
    """What one retriever thinks of every chunk of a source.

    Parameters
    ----------
    retriever : KeywordRetriever or NearestNeighbourRetriever
        The retriever.
    scores : numpy.ndarray of float64, shape (rows,)
        Its scores; 0.0 on chunks that can be no hit.
    ranks : numpy.ndarray of int64, shape (rows,)
        Ranks in the whole index, from 1, also beyond ``top_k``; 0 where it does not rank the chunk.
    ranked : int
        How many chunks of the whole index it ranks, also beyond ``top_k``.
    terms : dict of str to numpy.ndarray of float64, shape (rows,)
        For words, what each term of the query adds to each score.
    """

    retriever: Leaf
    scores: NDArray[np.float64]
    ranks: NDArray[np.int64]
    ranked: int
    terms: dict[str, NDArray[np.float64]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, eq=False)
class Explanation:
    """Score and rank of every chunk of a source; rows are in reading order, as in its outline.

    Parameters
    ----------
    retriever : Retriever
        What was asked.
    outline : Outline
        The chunks.
    children : tuple of ChildExplanation
        One for each fused retriever; for a retriever that ranks by itself, that one.
    scores : numpy.ndarray of float64, shape (rows,)
        Final scores. In a fusion only ranks within a child's ``top_k`` count.
    ranks : numpy.ndarray of int64, shape (rows,)
        Final ranks in the whole index, from 1, also beyond ``top_k``; 0 where the chunk is not ranked.
    ranked : int
        How many chunks of the whole index have a final rank; in a fusion, those within the ``top_k`` of a child.
    stale : numpy.ndarray of bool, shape (rows,)
        Chunks whose text was patched after their vector was made.
    """

    retriever: KeywordRetriever | NearestNeighbourRetriever | RRFRetriever
    outline: Outline
    children: tuple[ChildExplanation, ...]
    scores: NDArray[np.float64]
    ranks: NDArray[np.int64]
    ranked: int
    stale: NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.outline)

    @property
    def retrieved(self) -> NDArray[np.bool_]:
        """Which chunks are among the results."""
        within: NDArray[np.bool_] = (self.ranks > 0) & (self.ranks <= self.retriever.top_k)
        return within

    def to_frame(self) -> pd.DataFrame:
        """Give a frame with a row for each chunk."""
        import pandas as pd

        columns: dict[str, Any] = {
            "id": list(self.outline.ids),
            "start_offset": self.outline.starts,
            "end_offset": self.outline.ends,
            "chunk_type": [TYPES[code].value for code in self.outline.chunk_types.tolist()],
            "score": self.scores,
            "rank": self.ranks,
            "retrieved": self.retrieved,
            "stale": self.stale,
        }
        for name, child in zip(self._names(), self.children, strict=True):
            columns |= {f"{name}_score": child.scores, f"{name}_rank": child.ranks}
            columns |= {f"{name}:{term}": added for term, added in child.terms.items()}
        return pd.DataFrame(columns)

    def _names(self) -> list[str]:
        kinds = [child.retriever.type for child in self.children]
        return [kind if kinds.count(kind) == 1 else f"{kind}_{number}" for number, kind in enumerate(kinds)]


def explain(
    index: Index,
    searcher: Searcher,
    retriever: KeywordRetriever | NearestNeighbourRetriever | RRFRetriever,
    source_id: str,
) -> Explanation:
    """Rank as `Searcher.retrieve` does, and tell what became of the chunks of one source."""
    checked(retriever)
    view = index.view()
    segment = index.segment(index.source(source_id))
    if segment.source.key not in view.sources_of([segment.source.key]):
        raise MovedOnError(index.database.path)
    leaves = retriever.retrievers if isinstance(retriever, RRFRetriever) else (retriever,)
    conditions = [both(retriever.filter, leaf.filter) if leaf is not retriever else leaf.filter for leaf in leaves]
    children = tuple(
        _explain_leaf(searcher, view, segment, leaf, condition)
        for leaf, condition in zip(leaves, conditions, strict=True)
    )
    scores, ranks, ranked = children[0].scores, children[0].ranks, children[0].ranked
    if isinstance(retriever, RRFRetriever):
        scores, ranks, ranked = _fused(searcher, view, segment, retriever, conditions)
    return Explanation(retriever, segment.outline, children, scores, ranks, ranked, segment.spans.stale)


def _explain_leaf(
    searcher: Searcher, view: View, segment: Segment, leaf: Leaf, condition: Filter | None
) -> ChildExplanation:
    key = segment.source.key
    scores = searcher.scores(view, leaf)
    ranking = scores.ranking(view.ranks_of, searcher.restriction(view, condition).allowed)
    if scores.layers.rows_of(key) == slice(0, 0):  # no chunk of it has a vector
        return ChildExplanation(leaf, np.zeros(len(segment)), np.zeros(len(segment), np.int64), len(ranking))
    terms = view.keywords.gains(tokens(leaf.query), key) if isinstance(leaf, KeywordRetriever) else {}
    return ChildExplanation(leaf, scores.of(key), scores.ranks(key, ranking), len(ranking), terms)


def _fused(
    searcher: Searcher, view: View, segment: Segment, retriever: RRFRetriever, conditions: Sequence[Filter | None]
) -> tuple[NDArray[np.float64], NDArray[np.int64], int]:
    rankings = [
        [(hit.key, hit.row) for hit in searcher.top(view, leaf, condition)]
        for leaf, condition in zip(retriever.retrievers, conditions, strict=True)
    ]
    scores, ranks = np.zeros(len(segment)), np.zeros(len(segment), np.int64)
    found = fuse(rankings, retriever.weights, retriever.rank_constant)
    for rank, fused in enumerate(found, start=1):
        key, row = fused.item
        if key == segment.source.key:
            scores[row], ranks[row] = fused.score, rank
    return scores, ranks, len(found)
