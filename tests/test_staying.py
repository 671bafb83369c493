"""What a long reading list keeps from the one before: put together again it is the list, and a step tells little."""

from __future__ import annotations

import asyncio

from hypothesis import given
from hypothesis import strategies as st

from navwidget import ChunkStore, Document
from navwidget.widget import protocol as wire
from navwidget.widget.options import message_of
from navwidget.widget.packing import payload
from navwidget.widget.session import Session
from navwidget.widget.staying import stays

LISTS = ("rows", "roles", "repeated", "match_counts", "covered", "matches")
CHUNKS = 3_000


def whole(told, before, kept):
    """Put a list together, as a view does."""
    first, last = kept
    return [*before[:first], *told, *before[len(before) - last :]]


@given(st.lists(st.integers(0, 2)), st.lists(st.integers(0, 2)))
def test_what_stays_and_what_lies_between_is_the_list(before, now):
    first, last = stays(before, now)
    assert whole(now[first : len(now) - last], before, (first, last)) == now
    middle = now[first : len(now) - last], before[first : len(before) - last]
    assert not all(middle) or (middle[0][0] != middle[1][0] and middle[0][-1] != middle[1][-1]), "as long as can be"


def explorer():
    text = "".join(f"word {number:05} odd. " if number % 3 else f"line {number:05} odd. " for number in range(CHUNKS))
    store = ChunkStore(embedder=None)
    spans = [(at, at + 16) for at in range(0, len(text), 16)]
    store.sync.index_document(Document.from_text(text, "long.md", lambda _: spans))
    return Session(store)


def asked(session, kind, **fields):
    return asyncio.run(session.handle(message_of(kind, id=1, **fields))).update


STEPS = [
    (wire.Navigate, {"direction": "next", "top_k": 1}),
    (wire.Navigate, {"direction": "previous", "top_k": 2}),
    (wire.Star, {"row": 900, "starred": True}),
    (wire.OpenChunk, {"row": 900, "window": 2}),
    (wire.GoBack, {"step": -1}),
    (wire.GoBack, {"step": 1}),
    (wire.Star, {"row": 900, "starred": False}),
]


def test_a_step_in_a_long_list_tells_what_changed_and_a_new_view_hears_all_of_it():
    """However many matches are listed, each step is a few thousand bytes, and a view that adds them up is not wrong."""
    session = explorer()
    asked(session, wire.Hello, protocol_version=wire.PROTOCOL_VERSION)
    listed = asked(session, wire.Grep, pattern="word", mode="phrase", top_k=1_990).results
    assert listed.kept == {}
    view = {name: list(getattr(listed, name)) for name in LISTS}
    for kind, fields in STEPS:
        update = asked(session, kind, **fields)
        assert update.problem is None
        assert len(payload(update.results)) < 5_000, (kind, fields)
        kept = update.results.kept
        view = {name: whole(getattr(update.results, name), view[name], kept.get(name, (0, 0))) for name in LISTS}
        assert len(view["rows"]) == len(view["roles"]) == len(view["repeated"]) == len(view["match_counts"])
    now = asked(session, wire.Hello, protocol_version=wire.PROTOCOL_VERSION).results
    assert now.kept == {}
    assert view == {name: list(getattr(now, name)) for name in LISTS}


def test_another_pattern_is_told_whole():
    """The cards of a list are marked for its pattern: those that stay would keep the marks of another."""
    session = explorer()
    asked(session, wire.Grep, pattern="word", mode="phrase", top_k=CHUNKS)
    assert asked(session, wire.Grep, pattern="odd", mode="phrase", top_k=CHUNKS).results.kept == {}
