"""Many stars: what was found out of one is not looked up again for each one after it, and is never out of date."""

from __future__ import annotations

import pytest

from navwidget import Document
from navwidget.models import DocumentChunk
from navwidget.widget.session import Session
from tests.explorer import ask, document, store, told

COUNT = 60
TEXT = "".join(f"word {number:03}." for number in range(COUNT))
SPANS = [(start, start + 9) for start in range(0, 9 * COUNT, 9)]


@pytest.fixture
def session():
    with store(document("many", SPANS, TEXT)) as index:
        session = Session(index)
        told(session, "open_source", source_id="many")
        yield session


def test_a_star_asks_as_little_of_the_index_however_many_there_are(session, monkeypatch):
    asked: list[str] = []
    for name in ("text_at_hand", "chunk"):
        real = getattr(session.backend, name)
        monkeypatch.setattr(
            session.backend, name, lambda *args, real=real, name=name: (asked.append(name), real(*args))[1]
        )
    counts = []
    for row in range(COUNT):
        asked.clear()
        told(session, "star", row=row, starred=True)
        counts.append(len(asked))
    assert counts[-1] <= counts[1]


def test_what_is_told_follows_the_index(session):
    for row in (0, 1, 2):
        told(session, "star", row=row, starred=True)
    chunks = [
        DocumentChunk(source_id="many", locator=str(at), id=f"many{at}", start_offset=a, end_offset=b, content=text)
        for at, (a, b, text) in enumerate([(0, 9, "word 000."), (9, 19, "other 001.")])
    ]
    session.backend.index.sync.index_document(Document(source_id="many", content="word 000.other 001.", chunks=chunks))
    items = ask(session, "star", row=0, starred=True).update.evidence.items
    assert [(item.fate, item.row) for item in items] == [("", 0), ("changed", 1), ("gone", None)]


def test_a_star_that_is_set_again_is_told_as_it_is_now(session):
    told(session, "star", row=0, starred=True)
    told(session, "open_source", source_id="a")
    told(session, "star", chunk_id="many0", starred=False)
    [item] = told(session, "star", chunk_id="many0", starred=True).evidence.items
    assert (item.chunk_id, item.row) == ("many0", None)
