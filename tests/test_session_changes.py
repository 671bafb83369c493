"""Documents that change while they are read: what is shown is as it is now, and says so; evidence keeps its text."""

import random

import pytest

from navwidget.errors import NavwidgetError
from navwidget.models import ChunkPatch
from navwidget.widget import present
from navwidget.widget import protocol as wire
from navwidget.widget.session import Session
from tests.explorer import TEXT, ask, document, listed, store, told
from tests.page_sessions import random_request


@pytest.fixture
def session():
    with store() as index:
        yield Session(index)


def reading_b(session):
    told(session, "search", query="w10 w15", retriever="keyword", top_k=20)
    told(session, "open_chunk", chunk_id="b2", window=1)
    told(session, "star", chunk_id="b2", starred=True)
    told(session, "star", chunk_id="b3", starred=True)


def replace_b(session, spans=((0, 12), (24, 32), (44, 64))):
    session.backend.index.sync.index_document(document("b", spans, "New " + TEXT))


def test_the_ring_stays_on_its_chunk_where_a_source_is_replaced(session):
    reading_b(session)
    replace_b(session)
    assert ask(session, "hello", protocol_version=wire.PROTOCOL_VERSION).update.selected_row == 2


def test_a_replaced_source_is_shown_as_it_is_now(session):
    reading_b(session)
    replace_b(session)
    update = ask(session, "navigate", direction="previous", top_k=1).update
    assert "'b' has changed since it was read. Of 3 chunks that were read: 2 changed, 1 gone." in update.problem.why
    assert (update.source.chunks, update.results.rows) == (3, [0, 1, 2])
    assert update.cards[0].content == "New w00 w01 "
    assert {item.row for item in update.hits.items if item.source_id == "b"} == {2, None}
    assert update.selected_row == 0, "the step took the ring on"
    assert update.call.code == "await index.navigate('b', 24, 32, NavigationDirection.PREVIOUS, top_k=1)"


def test_evidence_keeps_its_text_and_says_what_became_of_it(session):
    reading_b(session)
    replace_b(session)
    update = ask(session, "navigate", direction="previous", top_k=1).update
    assert [item.fate for item in update.evidence.items] == ["changed", "gone"]
    assert [result.chunk.content for result in session.reader.evidence.results] == [TEXT[40:60], TEXT[60:80]]
    items = told(session, "star", chunk_id="b2", starred=True).evidence.items
    assert [item.fate for item in items] == ["", "gone"]


def test_one_is_told_once(session):
    reading_b(session)
    replace_b(session)
    assert ask(session, "fetch_cards", source_id="b", rows=[0]).update.problem
    told(session, "navigate", direction="next", top_k=1)


@pytest.mark.parametrize(
    ("kind", "fields"), [("star", {"row": 0, "starred": True}), ("open_chunk", {"row": 2}), ("select", {"row": 0})]
)
def test_a_row_that_may_be_another_chunk_by_now_is_not_taken(session, kind, fields):
    reading_b(session)
    shown = listed(session)
    replace_b(session, ((0, 12), (44, 64), (64, 84), (84, 90)))
    assert ask(session, kind, **fields).update.problem
    assert set(listed(session)) <= set(shown)
    assert list(session.reader.evidence.stars) == ["b2", "b3"]
    told(session, kind, **fields)


def test_a_patched_chunk_is_shown_anew_where_it_was(session):
    reading_b(session)
    session.backend.index.sync.patch_chunk("b1", ChunkPatch(content="patched"))
    update = ask(session, "star", row=1, starred=True).update
    assert "Of 3 chunks that were read: 1 changed, 0 gone." in update.problem.why
    assert [card.content for card in update.cards] == ["patched", TEXT[40:60], TEXT[60:80]]
    assert update.results.starred == [1, 2, 3]


def test_metadata_are_not_what_is_read(session):
    reading_b(session)
    session.backend.index.sync.patch_chunk("b1", ChunkPatch(metadata={"seen": True}))
    told(session, "navigate", direction="next", top_k=1)


def test_a_deleted_source_is_told_of(session):
    reading_b(session)
    session.backend.index.sync.delete_source("b")
    update = ask(session, "star", chunk_id="a1", starred=True).update
    assert "'b' is no longer in the index" in update.problem.why
    assert [item.fate for item in update.evidence.items] == ["", "gone", "gone"]
    assert ask(session, "open_source", source_id="a").update.source.source_id == "a"
    told(session, "navigate", direction="next", top_k=1)


def test_what_one_goes_back_to_is_as_it_is_now(session):
    reading_b(session)
    told(session, "open_chunk", chunk_id="a5", window=0)
    replace_b(session)
    update = ask(session, "go_back", step=-1).update
    assert "2 changed, 1 gone" in update.problem.why
    assert (update.source.chunks, listed(session)) == (3, ["b1", "b2"])
    assert told(session, "go_back", step=1).source.source_id == "a"


def test_a_hit_that_has_changed_is_opened_as_it_is_now(session):
    reading_b(session)
    told(session, "open_source", source_id="a")
    replace_b(session)
    rank = next(rank for rank, hit in enumerate(session.reader.hits.results, 1) if hit.chunk.id == "b2")
    told(session, "open_hit", rank=rank)
    assert session.reader.reading.by_id["b2"].result.chunk.content == ("New " + TEXT)[44:64]


@pytest.mark.parametrize("many", [0, 10_000])
@pytest.mark.parametrize("seed", range(4))
def test_whatever_is_asked_and_changed_what_is_shown_is_what_the_store_has(session, seed, many, monkeypatch):
    """Requests at random, with documents replaced, patched and deleted between them; the store is the oracle."""
    monkeypatch.setattr(present, "_MANY", many)
    dice, index = random.Random(seed), session.backend.index.sync
    words = ["w0", "w1", "New", "w05 w06"]
    for _ in range(150):
        if dice.random() < 0.3:
            change_something(dice, index)
        source = session.reader.source
        rows = len(source.outline) if source else 0
        if rows:
            update = ask(session, **without_id(random_request(dice, rows, words, ["w05", "w10 w15"]))).update
            check_against(index, session, update)
        else:
            ask(session, "open_source", source_id="a")
    assert all(isinstance(failed.error, NavwidgetError) for failed in session.failures)


def change_something(dice, index):
    source_id = dice.choice(["a", "b"])
    starts = sorted(dice.sample(range(0, 100, 4), dice.randrange(1, 8)))
    text = dice.choice([TEXT, "New " + TEXT])
    replacement = document(source_id, [(start, start + dice.choice([4, 8, 16])) for start in starts], text)
    present = [source.source_id for source in index.sources()]
    if dice.random() < 0.5 or source_id not in present:
        index.index_document(replacement)
    elif dice.random() < 0.7:
        chunk_id = dice.choice(list(index.outline(source_id).ids))
        index.patch_chunk(chunk_id, ChunkPatch(content=dice.choice(["patched", "w05"])))
    else:
        index.delete_source(source_id)


def without_id(request):
    return {"source_id": "a", **request} if request["kind"] == "fetch_cards" else request


def check_against(index, session, update):
    """Compare all that is on show with the store, unless its source is gone."""
    reader = session.reader
    if reader.source.source_id not in [source.source_id for source in index.sources()]:
        return
    outline = index.outline(reader.source.source_id)
    assert list(reader.source.outline.ids) == list(outline.ids)
    for result in reader.reading.results:
        assert result.chunk == index.get_chunk(result.chunk.id).chunk
    for card in update.cards or []:
        assert card.content == index.get_chunk(outline.ids[card.row]).chunk.content


@pytest.mark.parametrize("retriever", ["keyword", "hybrid"])
def test_a_search_beside_a_deleted_source_gives_its_hits(session, retriever):
    """The scores of the open source cannot be told any more; the hits of the others can."""
    reading_b(session)
    session.backend.index.sync.delete_source("b")
    reply = ask(session, "search", query="w05 w06", retriever=retriever, top_k=3)
    assert [item.source_id for item in reply.update.hits.items] == ["a"] * 3
    assert (reply.failure, session.failures, reply.update.problem.asked) == (None, [], "")
    assert "'b' is no longer in the index" in reply.update.problem.why
