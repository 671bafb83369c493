"""What changed, as the parts of an update: each is told in full, and only if there is news of it."""

from __future__ import annotations

from typing import Any

from navwidget.widget.journey import Journey
from navwidget.widget.messages import cards, history_list, hit_list, result_list
from navwidget.widget.reader import Reader
from navwidget.widget.scores import score_view
from navwidget.widget.source import OpenSource
from navwidget.widget.starred import evidence_list
from navwidget.widget.staying import Told

CARDS_AHEAD = 40
"""How many cards travel with a reading list, so that the page need not ask for what it shows at once."""


async def tell_news(reader: Reader, journey: Journey, told: Told, parts: dict[str, Any], buffers: list[bytes]) -> None:
    """Fill in the parts of an update that a reader has news of.

    Parameters
    ----------
    reader : Reader
        Whose state is told.
    journey : Journey
        The calls so far.
    told : Told
        What the views have of a long reading list.
    parts : dict
        Takes the parts, by the names of the fields of an update.
    buffers : list of bytes
        Takes the columns that the parts speak of.
    """
    news = reader.news
    if "selection" in news:
        parts["selection_changed"] = True
        parts["selected_row"] = reader.source.row(reader.selected.chunk) if reader.source and reader.selected else None
    if "evidence" in news:
        parts["evidence"] = await evidence_list(reader.backend, reader)
    if "history" in news:
        parts["history"] = history_list(journey, reader)
    if "hits" in news:
        parts["hits"] = hit_list(reader.hits, reader.source, reader.candidates)
    if reader.source is not None:
        await _tell_source(reader, reader.source, told, parts, buffers)


async def _tell_source(
    reader: Reader, source: OpenSource, told: Told, parts: dict[str, Any], buffers: list[bytes]
) -> None:
    """Fill in what is told in rows; the columns of the source come before those of the scores."""
    news = reader.news
    if "source" in news:
        parts["source"], columns = source.view()
        buffers += columns
    if "scores" in news:
        scored = await score_view(reader.backend, source, reader.hits, reader.ranked_by)
        if scored:
            parts["scores"] = scored.view
            reader.candidates = scored.candidates
            parts["hits"] = hit_list(reader.hits, source, scored.candidates)
            buffers += scored.columns
    if "results" in news:
        parts["results"] = await result_list(reader.backend, source, reader, told)
    if "cards" in news:
        rows = parts["results"].rows[:CARDS_AHEAD]
        parts["cards"] = await cards(reader.backend, source, rows, reader.reading, reader.hits)
