"""Chunks as the index has them now: documents may be replaced, changed or deleted while somebody reads them."""

from __future__ import annotations

import numpy as np

from navwidget.models import SearchResult, SearchResultChunk
from navwidget.protocols import Outline
from navwidget.widget.backend import Backend
from navwidget.widget.reading import Reading


async def present_of(backend: Backend, result: SearchResult) -> SearchResult | None:
    """Look a result up again, by the id of its chunk; itself where nothing has changed, None where it is gone."""
    now = await backend.chunk(result.chunk.id)
    if now is None:
        return None
    return result if _as_read(now.chunk) == _as_read(result.chunk) else result.model_copy(update={"chunk": now.chunk})


def _as_read(chunk: SearchResultChunk) -> tuple[object, ...]:
    return chunk.source_id, chunk.start_offset, chunk.end_offset, chunk.content


async def reading_now(backend: Backend, reading: Reading) -> tuple[Reading, str]:
    """Give a list with its chunks as they are now, and say what became of them; nothing where all are as they were.

    Only an index that answers at once is asked.
    """
    if not backend.blocking:
        return reading, ""
    found = [await present_of(backend, result) for result in reading.results]
    gone = found.count(None)
    changed = sum(now is not None and now is not then for now, then in zip(found, reading.results, strict=True))
    if not gone and not changed:
        return reading, ""
    return reading.replacing(found), f"Of {len(found)} chunks that were read: {changed} changed, {gone} gone."


def notice_of(source_id: str, told: str = "") -> str:
    """Say that a source has changed while it was read."""
    kept = "What is shown is as it is now; evidence keeps the text that it had."
    return " ".join(filter(None, (f"{source_id!r} has changed since it was read.", told, kept)))


def is_same(one: Outline, other: Outline) -> bool:
    """Whether two outlines of a source have the same chunks in the same places."""
    return one is other or (
        one.length == other.length
        and np.array_equal(one.starts, other.starts)
        and np.array_equal(one.ends, other.ends)
        and list(one.ids) == list(other.ids)
    )
