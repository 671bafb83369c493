"""What a reader's state looks like on the wire: rows for chunks, parallel lists, cards."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Sequence
from typing import Any, Literal, TypeVar

from navwidget.spans import Span
from navwidget.text import fold
from navwidget.widget.backend import Backend
from navwidget.widget.cards import Marks, make_card, term_spans
from navwidget.widget.journey import Journey
from navwidget.widget.protocol import (
    Card,
    HistoryEntry,
    HistoryList,
    HitItem,
    HitList,
    HitPart,
    MatchItem,
    ResultList,
    Skipped,
    SourceItem,
    SourceList,
)
from navwidget.widget.ranking import Hits
from navwidget.widget.reader import Reader
from navwidget.widget.reading import Entry, Hole, Reading, placed_matches
from navwidget.widget.source import OpenSource, fetch_chunk, row_among
from navwidget.widget.starred import starred_rows
from navwidget.widget.staying import Told

T = TypeVar("T")

MOST_SKIPPED = 1_000
"""How many chunks of unread text are offered and drawn at once: between far places of a long source lie too many."""

NO_ROW = -1
"""Stands for a chunk beside a hole where the list ends."""

_PARTS: dict[str, Literal["keyword", "vector"]] = {"keyword": "keyword", "nearest_neighbour": "vector"}


def hit_list(hits: Hits, source: OpenSource | None, candidates: int | None = None) -> HitList:
    """Say a ranking to the page, and of how many ranked chunks these are the best where the index can tell."""
    return HitList(
        query=hits.query,
        retriever=hits.retriever,
        label=hits.label,
        top_k=hits.top_k,
        items=[_hit_item(rank, hits, source) for rank in range(1, len(hits.results) + 1)],
        candidates=candidates,
        sources=len({result.chunk.source_id for result in hits.results}),
        opened_rank=hits.opened_rank,
    )


def _hit_item(rank: int, hits: Hits, source: OpenSource | None) -> HitItem:
    result = hits.results[rank - 1]
    chunk = result.chunk
    return HitItem(
        rank=rank,
        chunk_id=chunk.id,
        source_id=chunk.source_id,
        row=row_among(source, chunk, hits.strangers),
        start=chunk.start_offset,
        end=chunk.end_offset,
        score=result.score if hits.is_scored else None,
        title=hits.titles[rank - 1],
        snippet=hits.snippets[rank - 1],
        terms=term_spans(hits.snippets[rank - 1], hits.terms),
        fate="gone" if chunk.id in hits.gone else "",
        parts=[
            HitPart(retriever=_PARTS.get(child.retriever_id, "own"), rank=child.rank, score=child.score, share=share)
            for child, share in zip(result.ranks, hits.shares(result), strict=True)
        ],
    )


def _ranks(hits: Hits, rows: Rows) -> dict[int, int]:
    """Give the rank of each row that is a hit, or holds most of one."""
    ranks = hits.ranks()
    listed = [entry for chunk_id in ranks if (entry := rows.reading.by_id.get(chunk_id))]
    placed = rows.source.rows([entry.result.chunk for entry in listed])
    ranked = [(ranks[entry.id], row) for entry, row in zip(listed, placed, strict=True) if row is not None]
    strangers = (result.chunk for result in hits.results if result.chunk.id in hits.strangers)
    ranked += [(ranks[chunk.id], row) for chunk in strangers if (row := rows.source.row_over(chunk)) is not None]
    return {row: rank for rank, row in sorted(ranked, reverse=True) if row in rows.shown}


async def result_list(backend: Backend, source: OpenSource, reader: Reader, told: Told) -> ResultList:
    """Say the reading list to the page: of a long one, what is not as it was told."""
    reading, trail = reader.reading, reader.trail
    rows = Rows(source, reading)
    matches = reading.matches() if reading.operation == "grep" else []
    uncounted = len(reading.entries) - len(matches) if matches else 0
    about = source.outline, reading.pattern, reading.mode, reader.query
    lists, kept = told.news(about, _long_lists(rows, matches, reader.covered.spans(source)))
    lists["matches"] = [MatchItem(row=row, start=start, end=end) for row, start, end in lists["matches"]]
    return ResultList(
        operation=reading.operation,
        **lists,
        kept=kept,
        ranks=_ranks(reader.hits, rows),
        starred=starred_rows(reader.evidence, source),
        skipped=[skipped async for skipped in _skipped(backend, rows)],
        pattern=reading.pattern,
        mode=reading.mode,
        anchor_row=rows.row(reading.by_id.get(reading.anchor_id or "")),
        characters=reading.characters,
        cut=reading.cut,
        uncounted=uncounted,
        crossing=reading.crossing,
        can_go_back=trail.can_go_back,
        can_go_forward=trail.can_go_forward,
        literal=all(spans or entry.role != "match" for entry, spans in zip(reading.entries, matches, strict=False)),
    )


def _long_lists(rows: Rows, matches: list[list[Span]], covered: list[Span]) -> dict[str, Sequence[Any]]:
    """Give what grows with the reading list, by the names of the fields."""
    return {
        "rows": rows.of_entries,
        "roles": [entry.role for entry in rows.entries],
        "repeated": rows.pick(rows.reading.repeated()),
        "match_counts": rows.pick([*map(len, matches)]),
        "covered": covered,
        "matches": _placed(rows, matches),
    }


class Rows:
    """The entries of a reading list that have a row in the open source, with their rows."""

    def __init__(self, source: OpenSource, reading: Reading) -> None:
        self.source = source
        self.reading = reading
        self.found = source.rows([entry.result.chunk for entry in reading.entries])
        self.of_entries = [row for row in self.found if row is not None]
        self.shown = frozenset(self.of_entries)
        self.entries = self.pick(reading.entries)

    def pick(self, values: Sequence[T]) -> Sequence[T]:
        """Keep the values of entries that have a row."""
        if len(self.of_entries) == len(self.found):
            return values
        return [value for value, row in zip(values, self.found, strict=False) if row is not None]

    def row(self, entry: Entry | None) -> int | None:
        """Give the row of an entry, or None."""
        return None if entry is None else self.source.row(entry.result.chunk)

    def of(self, entry: Entry | None) -> int:
        """Give the row of an entry, or `NO_ROW`."""
        row = self.row(entry)
        return NO_ROW if row is None else row


def _placed(rows: Rows, matches: list[list[Span]]) -> list[tuple[int, int, int]]:
    counted = {entry.id: row for entry, row in zip(rows.reading.entries, rows.found[: len(matches)], strict=False)}
    places = placed_matches(rows.reading, matches)
    return [(row, *span) for entry, span in places if (row := counted[entry.id]) is not None]


async def _skipped(backend: Backend, rows: Rows) -> AsyncIterator[Skipped]:
    """List the holes, but those of white space alone where the text is known."""
    for hole in rows.reading.holes(rows.source.outline.length):
        text = await backend.text(rows.source.source_id, hole.start, hole.end)
        if text is None or text.strip():
            yield _skipped_item(hole, rows)


def _skipped_item(hole: Hole, rows: Rows) -> Skipped:
    between = rows.source.rows_between(hole.start, hole.end).tolist()
    return Skipped(
        after_row=rows.of(hole.after),
        before_row=rows.of(hole.before),
        start=hole.start,
        end=hole.end,
        characters=hole.end - hole.start,
        rows=[row for row in between if row not in rows.shown][:MOST_SKIPPED],
    )


async def cards(backend: Backend, source: OpenSource, rows: Iterable[int], reading: Reading, hits: Hits) -> list[Card]:
    """Make the cards of rows; of a row that is not there, none."""
    marks = Marks(reading.pattern, reading.mode, hits.terms)
    made = []
    for row in rows:
        listed = reading.by_id.get(source.outline.ids[row]) if 0 <= row < len(source.outline) else None
        result = listed.result if listed else await fetch_chunk(backend, source, row)
        if result is not None:
            made.append(make_card(row, result.chunk, marks))
    return made


def history_list(journey: Journey, reader: Reader) -> HistoryList:
    """Say the newest calls to the page."""
    return HistoryList(
        entries=[
            HistoryEntry(
                entry=number,
                operation=visit.operation,
                label=visit.label,
                **dict(zip(("source_id", "start", "end"), visit.place, strict=True)),
                number=visit.number,
                **visit.line.model_dump(exclude={"cell"}),
            )
            for number, visit in journey.numbered
        ],
        current=journey.showing(reader.shows),
        total=journey.total,
    )


async def source_list(backend: Backend, reader: Reader, contains: str, limit: int) -> SourceList:
    """List sources whose name holds a text: all of an index that can tell, else those that were met."""
    if backend.can.sources:
        infos, total = await backend.sources(contains, limit), await backend.count_sources(contains)
        items = [SourceItem(source_id=s.source_id, chunks=s.chunks, length=s.length) for s in infos]
        return SourceList(contains=contains, items=items, total=total)
    known = sorted(reader.known_sources().items())
    items = [SourceItem(source_id=name, chunks=n, length=0) for name, n in known if fold(contains) in fold(name)]
    return SourceList(contains=contains, items=items[:limit], total=len(items))
