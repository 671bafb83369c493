"""Anybody's hits as results of ours: toolkit objects, LangChain documents, chunk ids, spans, records."""

from __future__ import annotations

import math
import operator
from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import Any

from navwidget.errors import ChunkNotFoundError, SearchError, SourceNotFoundError
from navwidget.models import ChunkType, SearchResult, SearchResultChunk, compute_char_locator, compute_id
from navwidget.widget.mentions import Mention, is_number, is_offset, mention_of, rows_of
from navwidget.widget.own_span import SourceSpan, span_result
from navwidget.widget.packing import plain
from navwidget.wording import shortly

FindChunk = Callable[[str], Awaitable[SearchResult | None]]
FindSpan = Callable[[str, int, int], Awaitable[SearchResult | None]]

_ACCEPTED = (
    "give SearchResult, documents of LangChain or (document, score), chunk ids or (chunk id, score), "
    "(source_id, start, end) or (source_id, start, end, score), dicts with id, or with source_id, start and end, "
    "or a frame with such columns"
)
_SOURCE_KEYS = ("source_id", "source", "file_path", "file_name")
_START_KEYS = ("start_offset", "start_index", "start")


async def as_hits(answer: Any, where: str, find_chunk: FindChunk, find_span: FindSpan) -> list[SearchResult]:
    """Take whatever a retriever returned as results, in its own order.

    Parameters
    ----------
    answer : iterable
        Items of any kind in `_ACCEPTED`; kinds may be mixed. Or a frame of chunks.
    where : str
        What answered, for errors.
    find_chunk, find_span : callable
        Look a chunk up by its id; give the chunk that a span is, or the span itself with its text.

    Raises
    ------
    SearchError
        Something in it is no hit.
    ChunkNotFoundError
        A chunk id is unknown.
    """
    if hasattr(answer, "columns"):
        answer = _rows(answer, where)
    if isinstance(answer, str | bytes | Mapping) or not isinstance(answer, Iterable):
        raise SearchError(f"{where} returned {type(answer).__name__}, but must return a list: {_ACCEPTED}.")
    return [await _hit(item, f"item {i} of {where}", find_chunk, find_span) for i, item in enumerate(answer)]


def _rows(frame: Any, where: str) -> list[dict[str, Any]]:
    rows = rows_of(frame)
    if rows is None:
        names = ", ".join(map(str, frame.columns))[:200]
        raise SearchError(f"{where} returned a frame of {names}, whose rows are no hits: {_ACCEPTED}.")
    return rows


async def _hit(item: Any, where: str, find_chunk: FindChunk, find_span: FindSpan) -> SearchResult:
    try:
        said = mention_of(item)
        found = await _mentioned(said, find_chunk, find_span) if said else None
    except SearchError as error:
        if type(error) is not SearchError:  # it says by itself what to do
            raise
        raise SearchError(f"{where} is {shortly(item)}, but {error}") from None
    if said and found:
        return found.model_copy(update={"score": _finite(said.score)})
    match item:
        case (document, score) if is_number(score):
            return as_result(document, where).model_copy(update={"score": _finite(score)})
    return as_result(item, where)


async def _mentioned(said: Mention, find_chunk: FindChunk, find_span: FindSpan) -> SearchResult:
    """Find what an item names: by its id, or where it is unknown, by its span."""
    if said.chunk_id:
        try:
            found = await find_chunk(said.chunk_id)
        except ChunkNotFoundError:
            found = None
        if found is not None:
            return found
    if said.span is None:
        raise ChunkNotFoundError(said.chunk_id)
    return await _spanned(said.span, said.text, find_span)


async def _spanned(span: SourceSpan, text: str, find_span: FindSpan) -> SearchResult:
    source_id, start, end = span
    if not 0 <= start <= end:
        raise SearchError("a span must not start below 0, nor after its end.")
    try:
        found = await find_span(source_id, start, end)
    except SourceNotFoundError:  # listed all the same
        found = None
    if found and found.chunk.content:
        return found
    return span_result(source_id, start, end, text)


def as_result(item: Any, where: str) -> SearchResult:
    """Take one object as a result: ours, one that looks like ours, or a LangChain document.

    Raises
    ------
    SearchError
        The object is nothing of that kind.
    """
    if isinstance(item, SearchResult):
        return item if math.isfinite(item.score) else item.model_copy(update={"score": 0.0})
    if isinstance(getattr(item, "page_content", None), str):
        return SearchResult(chunk=_langchain_chunk(item), score=0.0)
    chunk = getattr(item, "chunk", item)
    if all(hasattr(chunk, name) for name in ("source_id", "content", "start_offset", "end_offset")):
        return SearchResult(
            chunk=_alike_chunk(chunk),
            score=_finite(getattr(item, "score", None) or 0.0),
            distance=getattr(item, "distance", None),
            retriever_id=getattr(item, "retriever_id", None),
        )
    raise SearchError(f"{where} is {type(item).__name__} {str(item)[:80]!r}, which is no hit: {_ACCEPTED}.")


def _alike_chunk(chunk: Any) -> SearchResultChunk:
    start, end = _offset(chunk.start_offset), _offset(chunk.end_offset)
    return SearchResultChunk(
        id=str(getattr(chunk, "id", "") or ""),
        source_id=str(chunk.source_id),
        locator=str(getattr(chunk, "locator", "") or compute_char_locator(start or 0, end or 0)),
        start_offset=start,
        end_offset=end,
        chunk_type=_chunk_type(getattr(chunk, "chunk_type", None)),
        content=chunk.content or "",
        metadata=_json_only(getattr(chunk, "metadata", None) or {}),
    )


def _langchain_chunk(document: Any) -> SearchResultChunk:
    metadata: dict[str, Any] = dict(getattr(document, "metadata", None) or {})
    start = _offset(next((metadata[key] for key in _START_KEYS if metadata.get(key) is not None), None))
    placed = start is not None and start >= 0  # LangChain writes -1 where it lost the place
    end = start + len(document.page_content) if start is not None and placed else None
    return SearchResultChunk(
        id=str(getattr(document, "id", None) or metadata.get("id") or metadata.get("chunk_id") or ""),
        source_id=str(next((metadata[key] for key in _SOURCE_KEYS if metadata.get(key)), "unknown source")),
        locator=compute_char_locator(start or 0, end)
        if end is not None
        else f"text:{compute_id(document.page_content)}",
        start_offset=start if placed else None,
        end_offset=end,
        content=document.page_content,
        metadata=_json_only(metadata),
    )


def _chunk_type(value: Any) -> ChunkType:
    return ChunkType.CONTENT if value is None else ChunkType(getattr(value, "value", value))


def _json_only(metadata: Mapping[Any, Any]) -> Any:
    return plain(dict(metadata))


def _offset(value: Any) -> int | None:
    return operator.index(value) if is_offset(value) else None


def _finite(score: Any) -> float:
    return float(score) if math.isfinite(score) else 0.0
