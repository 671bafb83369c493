"""Cases out of public bug reports that are about how much the widget sends; `cases.md` lists the rest of its kind."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator

import pytest

from navwidget import ChunkStore, Document, FixedSizeChunker
from navwidget.widget import protocol as wire
from navwidget.widget.reply import Reply
from navwidget.widget.session import Session
from tests.explorer import ask

LINE = "word " * 400 + "\n"
JOURNEY = [
    ("hello", {"protocol_version": wire.PROTOCOL_VERSION}),
    ("search", {"query": "word", "retriever": "keyword", "top_k": 10}),
    ("open_hit", {"rank": 1}),
    ("navigate", {"direction": "next", "top_k": 1}),
    ("grep", {"pattern": "word", "mode": "phrase"}),
    ("read", {"start": 0, "end": 100_000}),
    ("fetch_cards", {"source_id": "long", "rows": list(range(20))}),
]


@pytest.fixture(scope="module", params=[1_500, 7_500], ids=["NW-142 3 MB", "NW-147 15 MB"])
def session(request: pytest.FixtureRequest) -> Iterator[Session]:
    """A reader of one long text of equal lines, two chunks to a line."""
    with ChunkStore(embedder=None) as store:
        chunker = FixedSizeChunker(1_000, overlap=0)
        store.sync.index_document(Document.from_text(LINE * request.param, "long", chunker))
        yield Session(store)


def weight(reply: Reply) -> int:
    """Bytes of a message, its buffers included."""
    return len(json.dumps(reply.update.model_dump(mode="json"))) + sum(len(each) for each in reply.buffers)


def test_no_message_holds_the_document_and_no_answer_keeps_one_waiting(session: Session) -> None:
    """A page opens, finds, steps and greps a long text: every message is a window, and each answer takes under 1 s."""
    for kind, fields in JOURNEY:
        began = time.process_time()
        reply = ask(session, kind, **fields)
        seconds = time.process_time() - began
        assert reply.update.problem is None
        assert weight(reply) < 2_000_000, kind
        assert seconds < 1, kind


def test_messages_do_not_grow_with_the_number_of_clicks() -> None:
    """Once the history that is listed is full, a click weighs what it weighed before (NW-145)."""
    with ChunkStore(embedder=None) as store:
        store.sync.index_document(Document.from_text(LINE * 500, "long", FixedSizeChunker(1_000, overlap=0)))
        session = Session(store)

        def click() -> int:
            ask(session, "open_chunk", row=0)
            return weight(ask(session, "navigate", direction="next", top_k=1))

        weights = [click() for _ in range(150)]
    assert weights[-1] < 100_000
    assert weights[-1] < 1.05 * weights[-40]
