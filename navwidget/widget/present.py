"""Chunks as the index has them now: documents may be replaced, changed or deleted while somebody reads them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from navwidget.models import SearchResult, SearchResultChunk
from navwidget.protocols import Outline
from navwidget.widget.backend import Backend, chunk_type_arguments
from navwidget.widget.own_span import is_span
from navwidget.widget.reading import Reading
from navwidget.wording import counted

_MANY = 2_000  # chunks, from which on all of a source are fetched faster than each by itself


async def present_of(backend: Backend, result: SearchResult) -> SearchResult | None:
    """Look a result up again, by the id of its chunk; itself where nothing has changed, None where it is gone."""
    return _renewed(result, await backend.chunk(result.chunk.id))


def _renewed(result: SearchResult, now: SearchResult | None) -> SearchResult | None:
    if now is None or _as_read(now.chunk) == _as_read(result.chunk):
        return now and result
    return result.model_copy(update={"chunk": now.chunk})


def _as_read(chunk: SearchResultChunk) -> tuple[object, ...]:
    return chunk.source_id, chunk.start_offset, chunk.end_offset, chunk.content


async def reading_now(backend: Backend, reading: Reading) -> tuple[Reading, str]:
    """Give a list with its chunks as they are now, and say what became of them; nothing where all are as they were.

    Only an index that answers at once is asked.
    """
    if not backend.blocking:
        return reading, ""
    at_once = await _all_of(backend, reading) if len(reading.entries) > _MANY else {}
    found = [
        _renewed(result, at_once.get(result.chunk.id) or await backend.chunk(result.chunk.id))
        for result in reading.results
    ]
    read = counted(len(found), "chunk that was", "chunks that were")
    told = told_of(f"Of {read} read", reading.results, found)
    if found and not any(found):
        told += " Previous and next go on from where they were."
    return (reading.replacing(found), told) if told else (reading, "")


def told_of(all_of_them: str, then: Sequence[SearchResult], found: Sequence[SearchResult | None]) -> str:
    """Say how many of some results have changed or are gone; nothing where all are as they were."""
    gone = sum(now is None for now in found)
    changed = sum(now is not None and now is not was for now, was in zip(found, then, strict=True))
    return f"{all_of_them}: {changed} changed, {gone} gone." if changed or gone else ""


async def known_of(
    backend: Backend, results: Sequence[SearchResult]
) -> tuple[tuple[SearchResult, ...], frozenset[str]]:
    """Give anybody's results as the index has them, and the ids of those that it does not have.

    Spans are of nobody's making. An index that would have to be awaited is believed to have all the others.
    """
    if not backend.blocking:
        return tuple(results), frozenset(result.chunk.id for result in results if is_span(result.chunk))
    pairs = [(result, None if is_span(result.chunk) else await present_of(backend, result)) for result in results]
    strangers = frozenset(result.chunk.id for result, now in pairs if now is None)
    return tuple(now or result for result, now in pairs), strangers


async def _all_of(backend: Backend, reading: Reading) -> dict[str, SearchResult]:
    typed = chunk_type_arguments(reading.chunk_type)
    found = await backend.results("read", reading.source_id, None, None, top_k=2**31 - 1, **typed)
    return {result.chunk.id: result for result in found}


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
