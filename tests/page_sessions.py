"""Recorded sessions of a reader: what the page without a kernel must do too.

``python -m tests.page_sessions`` writes them anew where the explorer was changed on purpose.
"""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Iterator
from typing import Any

from navwidget import ChunkStore, ChunkType, Document, DocumentChunk, SearchResult, SearchResultChunk
from navwidget.widget import protocol as wire
from navwidget.widget.journey import Journey
from navwidget.widget.packing import plain
from navwidget.widget.page_data import page_data
from navwidget.widget.session import Session
from navwidget.widget.trail import Trail
from tests.explorer import APART, OVERLAPPING, TEXT, ask, document
from tests.fixtures import DATA

FILE = DATA / "page_sessions.json"
STEPS = 80
WORDS = ["w", "w1", "W05 w06", "notice", "NOTICE ſtop", "😀", "i", "期間", " ", "%"]

EMOJI = "The notice 👩‍👩‍👧 period.\n\n  \tStraße ends: ſtop, İzmir 😀😀 検索期間 Notice’s NOTICE noticed. "
HARD = EMOJI * 4

_OF_HITS = ("chunk_id", "row", "title", "snippet", "terms")
_TOLD = ("results", "cards", "selected_row", "selection_changed", "evidence", "export")


def hard_document() -> Document:
    """Chunks that nest, repeat, are empty, blank, of every type, of many pages or none, or differ from their span."""
    size = len(HARD)
    spans = [(0, 40), (10, 20), (10, 20), (30, 90), (50, 50), (50, 50), (60, size // 2), (size // 2, size // 2 + 8)]
    spans += [(start, start + 25) for start in range(size // 2 + 20, size - 25, 18)]
    types = list(ChunkType)
    chunks = [
        DocumentChunk(
            source_id='it\'s "hard"\u200b\n.md',
            locator=str(number),
            start_offset=start,
            end_offset=end,
            content="Another 😀 notice, longer than what it stands for" if number == 3 else HARD[start:end],
            chunk_type=types[1 + number % 2] if number % 5 == 4 else ChunkType.CONTENT,
            metadata={} if number % 7 == 6 else {"page": number // 4 or "iv", "page_breaks": [start + 5, end - 1]},
        )
        for number, (start, end) in enumerate(spans)
    ]
    return Document(source_id=chunks[0].source_id, content=HARD, chunks=chunks)


def long_document() -> Document:
    """Chunks of which the first and the last are short: more than are tried for a budget lie between."""
    size = 60
    spans = [(0, 8), *((start, start + size) for start in range(10, 55 * size, size + 1)), (55 * size, 55 * size + 8)]
    return document("d", spans, "w05 w11 " * 500)


def sessions() -> Iterator[tuple[str, Session, list[dict[str, Any]]]]:
    """Give readers who have searched, each with what they ask next."""
    with ChunkStore(embedder=None) as store:
        store.sync.index_documents(
            [
                document("a", OVERLAPPING),
                document("b", APART),
                document("c", [(20, 30), (40, 45)]),
                hard_document(),
                long_document(),
            ],
            progress=False,
        )
        for source_id in ("a", "b", "c", hard_document().source_id, "d"):
            dice = random.Random(source_id)  # a str seeds alike everywhere
            session = Session(store, source_id=source_id, retriever="keyword")
            queries = ["w05 w11 w12", "notice period 検索 strasse"]
            for query in queries:
                ask(session, "search", query=query, retriever="keyword", top_k=7, this_source=True)
            rows = len(session.reader.here.outline)
            if source_id == "b":
                with_evidence_from_everywhere(session)
            if source_id != "d":
                yield source_id, session, [random_request(dice, rows, WORDS, queries) for _ in range(STEPS)]
                continue
            for row in range(rows):
                ask(session, "star", row=row, starred=True)
            budgets = [{"kind": "set_budget", "tokens": tokens} for tokens in (0, 10, 40, 80, 1000)]
            yield source_id, session, [*budgets, {"kind": "export", "form": "json"}]


def with_evidence_from_everywhere(session: Session) -> None:
    """Star chunks of sources before and after the open one, of which some join, and hits that were cut otherwise."""
    strangers = [stranger("b", 28, 36), stranger("b", 30, 34, "not what stands there"), stranger("c", None, None)]
    asyncio.run(session.do(session.show_hits(strangers)))
    for chunk_id in ("c1", "a4", "b1", *(hit.chunk.id for hit in strangers), "a5", "c0", "a0", "d5", "d4"):
        asyncio.run(session.do(session.star(chunk_id, starred=True)))


def stranger(source_id: str, start: int | None, end: int | None, text: str = "") -> SearchResult:
    text = text or TEXT[start or 0 : end or 9]
    place = {"start_offset": start, "end_offset": end}
    chunk = SearchResultChunk(source_id=source_id, locator="own", id=text, content=text, **place)
    return SearchResult(chunk=chunk, score=1.0)


def random_request(dice: random.Random, rows: int, words: list[str], queries: list[str]) -> dict[str, Any]:
    """Make up what a reader may ask, some of it wrong."""
    row, top_k = dice.randrange(-1, rows + 1), dice.choice([0, 1, 1, 2, 3, 200])
    offsets = [None, *range(-5, len(TEXT) + 9, 6), 2**60]
    return dice.choice(
        [
            {"kind": "navigate", "direction": dice.choice(["next", "previous"]), "top_k": top_k},
            {"kind": "navigate", "direction": dice.choice(["next", "previous"]), "top_k": 1},
            {"kind": "read", "start": dice.choice(offsets), "end": dice.choice(offsets), "top_k": top_k},
            {
                "kind": "grep",
                "pattern": dice.choice(words),
                "mode": dice.choice(["phrase", "term"]),
                "top_k": dice.choice([1, 3, 200]),
            },
            {"kind": "open_hit", "rank": dice.randrange(0, 9)},
            {"kind": "open_chunk", "row": row, "window": dice.randrange(4)},
            {"kind": "show_skipped", "rows": sorted({row, dice.randrange(rows)} - {-1, rows})},
            {"kind": "select", "row": dice.choice([None, row])},
            {"kind": "star", "row": row, "starred": dice.random() < 0.7},
            {"kind": "star", "row": row, "starred": True},
            {"kind": "star", "chunk_id": dice.choice(["a4", "c1", TEXT[28:36], "b1"]), "starred": False},
            {"kind": "set_budget", "tokens": dice.choice([None, -1, 0, 5, 12, 30, 80])},
            {"kind": "export", "form": dice.choice(["markdown", "json", "code"])},
            {"kind": "go_to", "entry": dice.randrange(-1, 30)},
            {"kind": "go_back", "step": dice.choice([-2, -1, -1, 1, 2])},
            {"kind": "set_chunk_type", "chunk_type": dice.choice(list(ChunkType)).value},
            {"kind": "fetch_cards", "source_id": "", "rows": [row, dice.randrange(rows)]},
            {"kind": "search", "query": dice.choice(queries), "retriever": "keyword", "top_k": 7, "this_source": True},
        ]
    )


def recorded(source_id: str, session: Session, requests: list[dict[str, Any]]) -> dict[str, Any]:
    """Write down the page that is saved now, and what is told step by step from then on."""
    page = plain(asyncio.run(page_data(session.reader, session.settings)))
    for search in page["searches"]:
        search["call"]["milliseconds"] = 0.0
        search |= {"scores": None, "score_columns": []}  # the last digits of a float depend on the machine
        for hit in search["hits"]["items"]:
            hit |= {"score": round(hit["score"], 2), "parts": []}
    session.journey, reader = Journey(), session.reader  # a page begins with none of its own
    shown, reader.trail = reader.shown, Trail()
    reader.trail.push(shown.reading)
    reader.trail.settle(shown)
    steps = []
    for request in requests:
        if request["kind"] == "fetch_cards":
            request["source_id"] = source_id
        steps.append({"request": request, **told(ask(session, **request).update)})
    return {"page": page, "steps": steps}


def told(update: wire.Update) -> dict[str, Any]:
    """Keep what the page must tell too; of an error its kind, of a call all but its time."""
    parts = plain(update)
    call, problem, hits = parts["call"], parts["problem"], parts["hits"]
    if history := parts["history"]:
        history["entries"] = [{**entry, "milliseconds": 0} for entry in history["entries"][-3:]]
    return {
        **{name: parts[name] for name in _TOLD},
        "history": history,
        "call": call and {name: call[name] for name in ("code", "cell", "count", "failed")},
        "problem": (problem and problem["exception"].partition(":")[0]) or None,  # a mere notice is none
        "hits": hits and [[hit[name] for name in _OF_HITS] for hit in hits["items"]],
        "opened_rank": hits and hits["opened_rank"],
        "chunk_type": parts["source"] and parts["source"]["chunk_type"],
    }


def all_recorded() -> list[dict[str, Any]]:
    return [recorded(*session) for session in sessions()]


if __name__ == "__main__":
    FILE.write_text(json.dumps(all_recorded(), indent=None, separators=(",", ":")) + "\n", "utf-8")
