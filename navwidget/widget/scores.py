"""The score of every chunk of the open source, for the strip below the timeline."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from navwidget.errors import SourceNotFoundError
from navwidget.models import SearchResult
from navwidget.retrievers import RRFRetriever
from navwidget.store.explain import ChildExplanation, Explanation
from navwidget.widget.backend import Backend
from navwidget.widget.packing import column
from navwidget.widget.protocol import ScoreView
from navwidget.widget.ranking import Hits
from navwidget.widget.source import OpenSource

_NAMES: dict[str, Literal["keyword", "vector"]] = {"keyword": "keyword", "nearest_neighbour": "vector"}


class Scored(NamedTuple):
    """The strip for the page, its columns, and of how many chunks that were ranked the hits are the best."""

    view: ScoreView
    columns: list[bytes]
    candidates: int | None


async def score_view(backend: Backend, source: OpenSource, hits: Hits, ranked_by: Any) -> Scored | None:
    """Give what each child of the last ranking adds to the score of each row; None where the index cannot tell.

    Of a fusion, that is ``weight / (rank_constant + rank)``, so that the columns together are the fused score; else the
    score itself. The cut is the score of the last hit, where ``top_k`` cut the ranking.
    """
    if ranked_by is None or not backend.can.explain:
        return None
    try:
        explanation = await backend.explain(ranked_by, source.source_id)
    except SourceNotFoundError:  # deleted since it was opened, as the reader is told
        return None
    if len(explanation) != len(source.outline):  # replaced since it was opened
        return None
    columns = [column("scores", added, "float32") for added in _contributions(explanation)]
    view = ScoreView(
        source_id=source.source_id,
        children=[_NAMES.get(child.retriever.type, "own") for child in explanation.children],
        columns=[description for description, _ in columns],
        cut=_cut(hits.results, hits.top_k),
    )
    is_of_now = explanation.ranked >= len(hits.results)  # else the index has changed since it ranked them
    return Scored(view, [packed for _, packed in columns], explanation.ranked if is_of_now else None)


def _contributions(explanation: Explanation) -> list[NDArray[np.float64]]:
    fusion, children = explanation.retriever, explanation.children
    if not isinstance(fusion, RRFRetriever):
        return [child.scores for child in children]
    weights = fusion.weights or [1.0] * len(children)
    return [
        np.where(_counted(child), weight / (fusion.rank_constant + child.ranks), 0.0)
        for child, weight in zip(children, weights, strict=True)
    ]


def _counted(child: ChildExplanation) -> NDArray[np.bool_]:
    """Tell which rows a child hands to the fusion."""
    counted: NDArray[np.bool_] = (child.ranks > 0) & (child.ranks <= child.retriever.top_k)
    return counted


def _cut(results: tuple[SearchResult, ...], top_k: int) -> float | None:
    return results[-1].score if len(results) == top_k else None
