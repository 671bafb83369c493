"""The score of every chunk of the open source, for the strip below the timeline."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np

from navwidget.models import SearchResult
from navwidget.widget.backend import Backend
from navwidget.widget.protocol import ScoreView
from navwidget.widget.reader import Hits
from navwidget.widget.source import OpenSource
from navwidget.widget.wire import column

_NAMES: dict[str, Literal["keyword", "vector"]] = {"keyword": "keyword", "nearest_neighbour": "vector"}


async def score_view(
    backend: Backend, source: OpenSource, hits: Hits, ranked_by: Any
) -> tuple[ScoreView, list[bytes]] | None:
    """Give the scores of each child of the last ranking; None where the index cannot tell, or there is nothing to tell.

    The cut is the score of the last hit, where ``top_k`` cut the ranking; the children of a fusion have none, since
    what is cut there are ranks.
    """
    if ranked_by is None or not backend.can.explain:
        return None
    explanation = await backend.explain(ranked_by, source.source_id)
    children = [child for child in explanation.children if len(child.scores) == len(source.outline)]
    columns = [column("scores", np.asarray(child.scores), "float32") for child in children]
    view = ScoreView(
        source_id=source.source_id,
        children=[_NAMES.get(child.retriever.type, "own") for child in children],
        columns=[description for description, _ in columns],
        cut=_cut(hits.results, hits.top_k) if len(children) == 1 else None,
    )
    return view, [packed for _, packed in columns]


def _cut(results: tuple[SearchResult, ...], top_k: int) -> float | None:
    return results[-1].score if len(results) == top_k else None
