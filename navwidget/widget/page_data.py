"""What a saved page carries: the open source with its texts, the recorded searches, and where the reader stands."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any, Final
from uuid import UUID

from navwidget.evidence.pages import Page, pages_of
from navwidget.models import ChunkType, SearchResult, SearchResultChunk
from navwidget.widget import protocol as wire
from navwidget.widget.abilities import abilities
from navwidget.widget.backend import Backend, chunk_type_arguments
from navwidget.widget.cards import term_spans, words
from navwidget.widget.messages import hit_list
from navwidget.widget.packing import payload
from navwidget.widget.page_evidence import page_evidence
from navwidget.widget.ranking import Ranking
from navwidget.widget.reader import Reader
from navwidget.widget.reading import Reading
from navwidget.widget.scores import score_view
from navwidget.widget.snippets import place_of
from navwidget.widget.source import OpenSource, fetch_chunk
from navwidget.widget.titles import first_words

MOST_SEARCHES: Final = 20
"""How many recorded searches are carried, the newest."""

MOST_BYTES: Final = 20 * 1024
"""What the recorded searches take together: the newest hits first, then what of their marks and scores has room."""

_SHORT: Final = {"cell": ""}  # it may hold thousands of ids, or a vector
_NO_SCORES: Final[dict[str, Any]] = {"scores": None, "score_columns": []}
_RANKING: Final = ("keyword", "vector", "hybrid", "own")


async def page_data(reader: Reader, settings: wire.Settings) -> dict[str, Any]:
    """Write down all that the page needs to be read without a kernel; ``js/src/offline/saved.ts`` is its other side.

    Parameters
    ----------
    reader : Reader
        Whose open source, searches, reading list and evidence are carried.
    settings : Settings
        How the page looks.

    Raises
    ------
    SearchError
        No source is open.
    """
    source = reader.here
    view, columns = source.view()
    searches = _searches(reader)
    text = await reader.backend.text(source.source_id, 0, None)
    chunks = await _chunks(reader.backend, source)
    texts = _texts(source, chunks, text)
    recorded = await _recorded(reader, source, searches, chunks, [text or "", *texts.values()])
    return {
        "welcome": _welcome(reader, settings, searches),
        "source": view,
        "columns": [_base64(column) for column in columns],
        **_ids(list(source.outline.ids)),
        "text": text,
        "texts": texts,
        "pages": _pages(source, chunks),
        "searches": recorded,
        "reading": _reading(source, reader.reading),
        "read": reader.covered.rows(source),
        **await page_evidence(reader),
        "selected_row": source.row(reader.selected.chunk) if reader.selected else None,
    }


def _searches(reader: Reader) -> list[Ranking]:
    """Give the newest searches; the last is on show, with the hit that is open."""
    searches = reader.rankings[-MOST_SEARCHES:]
    return [*searches[:-1], *(replace(search, hits=reader.hits) for search in searches[-1:])]


def _texts(source: OpenSource, chunks: Mapping[str, SearchResultChunk], text: str | None) -> dict[int, str]:
    """Give by row the texts of chunks that are no slice of the source's text; of all chunks where that is unknown."""
    outline = source.outline
    texts = {}
    for row, (start, end) in enumerate(zip(outline.starts.tolist(), outline.ends.tolist(), strict=True)):
        chunk = chunks.get(outline.ids[row])
        if chunk is not None and (text is None or chunk.content != text[start:end]):
            texts[row] = chunk.content
    return texts


def _pages(source: OpenSource, chunks: Mapping[str, SearchResultChunk]) -> list[tuple[Page, ...]]:
    """Give the pages of each row, or nothing where no chunk names one."""
    pages = [pages_of(chunks[chunk_id]) if chunk_id in chunks else () for chunk_id in source.outline.ids]
    return pages if any(pages) else []


async def _chunks(backend: Backend, source: OpenSource) -> dict[str, SearchResultChunk]:
    """Give every chunk by its id: a store reads them in one go, a foreign index has given most already."""
    rows = len(source.outline)
    if backend.blocking and rows:
        kinds = [chunk_type_arguments(chunk_type) for chunk_type in ChunkType]
        reads = [await backend.results("read", source.source_id, None, None, top_k=rows, **kind) for kind in kinds]
        return {found.chunk.id: found.chunk for read in reads for found in read}
    fetched = [await fetch_chunk(backend, source, row) for row in range(rows)]
    return {found.chunk.id: found.chunk for found in fetched if found is not None}


async def _recorded(
    reader: Reader,
    source: OpenSource,
    searches: list[Ranking],
    chunks: Mapping[str, SearchResultChunk],
    texts: Iterable[str],
) -> list[dict[str, Any]]:
    vocabulary = set().union(*map(words, texts)) if searches else set()
    found: list[dict[str, Any]] = []
    room = MOST_BYTES
    for ranking in reversed(searches):
        short = ranking.call.model_copy(update=_SHORT)
        plainly = {**_NO_SCORES, "hits": _hits(ranking, source, chunks), "call": short, "words": {}}
        room -= len(payload(plainly))
        if room < 0 and found:
            break
        found.append(plainly)
    for carried, ranking in zip(found, reversed(searches), strict=False):
        # a run of a script without spaces counts as one word, so that the marked words may be half of the text
        marked = {"words": _marked(vocabulary, ranking.hits.terms)}
        for extra in ({"call": ranking.call}, marked, await _scores(reader, source, ranking)):
            if (size := len(payload(extra))) <= room:
                carried.update(extra)
                room -= size
    return found[::-1]


def _hits(ranking: Ranking, source: OpenSource, chunks: Mapping[str, SearchResultChunk]) -> dict[str, Any]:
    """Write down hits; of those in the open source, what cannot be told from their row."""
    message = hit_list(ranking.hits, source)
    return {**dict(message), "items": [*map(partial(_hit, source, chunks), message.items, ranking.hits.results)]}


def _hit(
    source: OpenSource, chunks: Mapping[str, SearchResultChunk], item: wire.HitItem, result: SearchResult
) -> wire.HitItem | dict[str, Any]:
    chunk = chunks.get(item.chunk_id)
    placed = item.row is not None and item.row == source.row(result.chunk)
    if chunk is None or not placed or item.start is None or item.end is None:
        return item  # it is elsewhere, or was cut otherwise
    parts = [(part.retriever, part.rank, _short(part.score), round(part.share, 3)) for part in item.parts]
    usual = source.heading_over(item.start, item.end) or first_words(chunk.content)
    title = {} if item.title == usual else {"title": item.title}
    snippet = {"snippet": place_of(item.snippet, chunk.content) or item.snippet} if item.snippet else {}
    return {"row": item.row, "score": item.score and _short(item.score), "parts": parts, **title, **snippet}


def _short(score: float) -> float:
    return float(f"{score:.6g}")  # more than is ever shown


async def _scores(reader: Reader, source: OpenSource, ranking: Ranking) -> dict[str, Any]:
    found = await score_view(reader.backend, source, ranking.hits, ranking.ranked_by)
    if found is None:
        return _NO_SCORES
    return {"scores": found.view, "score_columns": [_base64(column) for column in found.columns]}


def _marked(vocabulary: Iterable[str], terms: frozenset[str]) -> dict[str, Any]:
    """Give the words of a source that are marked for a query, and where in each."""
    return {word: spans for word in sorted(vocabulary) if (spans := term_spans(word, terms))}


def _welcome(reader: Reader, settings: wire.Settings, searches: list[Ranking]) -> wire.Welcome:
    """Say what can be done here: what the index can, but only the searches that were recorded."""
    recorded = {ranking.hits.retriever for ranking in searches}
    reason = "without a kernel only recorded searches can be shown, and none ranked in this way"
    able = [
        wire.Ability(name=ability.name, able=False, reason=reason)
        if ability.name in _RANKING and ability.name not in recorded
        else ability
        for ability in abilities(reader.backend, reader.own)
    ]
    return wire.Welcome(
        protocol_version=wire.PROTOCOL_VERSION,
        settings=settings,
        abilities=able,
        retriever=reader.hits.retriever,
        own_label=reader.own.label if reader.own else "",
        query=reader.hits.query,
        top_k=reader.hits.top_k,
    )


def _reading(source: OpenSource, reading: Reading) -> dict[str, Any]:
    placed = [(row, entry) for entry in reading.entries if (row := source.row(entry.result.chunk)) is not None]
    anchor = next((row for row, entry in placed if entry.id == reading.anchor_id), None)
    return {
        "operation": reading.operation,
        "rows": [row for row, _ in placed],
        "roles": [entry.role for _, entry in placed],
        "anchor_row": anchor,
        "pattern": reading.pattern,
        "mode": reading.mode,
        "cut": reading.cut,
        "crossing": reading.crossing,
        "edges": reading.edges,
    }


def _ids(ids: list[str]) -> dict[str, Any]:
    """Write ids, those that are all UUIDs in the 16 bytes that a UUID has."""
    try:
        packed = [UUID(chunk_id) for chunk_id in ids]
    except ValueError:
        packed = []
    if [str(uuid) for uuid in packed] == ids:
        return {"ids": None, "uuids": _base64(b"".join(uuid.bytes for uuid in packed))}
    return {"ids": ids, "uuids": ""}


def _base64(data: bytes) -> str:
    return b64encode(data).decode("ascii")
