"""Documents that change while they are read: what is shown is as it is now, and says so; evidence keeps its text."""

import asyncio
import random

import pytest

from navwidget.errors import NavwidgetError
from navwidget.models import ChunkPatch
from navwidget.widget import present
from navwidget.widget import protocol as wire
from navwidget.widget.session import Session
from tests.explorer import APART, OVERLAPPING, TEXT, ask, document, listed, store, told
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


@pytest.mark.parametrize(("direction", "spans"), [("next", [(60, 75)]), ("previous", [(0, 15)])])
def test_where_all_that_was_read_is_cut_anew_steps_go_on_from_its_place(session, direction, spans):
    told(session, "open_source", source_id="b")
    told(session, "read", start=20, end=60)
    session.backend.index.sync.index_document(cut_anew([(start, start + 15) for start in range(0, 105, 15)]))
    reply = ask(session, "navigate", direction=direction, top_k=1)
    assert [(found.chunk.start_offset, found.chunk.end_offset) for found in reply.answer] == spans
    assert "2 gone. Previous and next go on from where they were." in reply.update.problem.why


def cut_anew(spans):
    made = document("b", spans)
    chunks = [chunk.model_copy(update={"id": f"anew-{chunk.id}"}) for chunk in made.chunks]
    return made.model_copy(update={"chunks": chunks})


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
    update = ask(session, "open_hit", rank=rank).update
    assert update.problem.why == "Of 6 hits: 1 changed, 1 gone. A new search ranks what is there now."
    assert session.reader.reading.by_id["b2"].result.chunk.content == ("New " + TEXT)[44:64]


OTHER = ((0, 12), (24, 32))  # leaves b0 and b1
CHANGED = "'b' has changed since it was read. Of 3 chunks that were read: 1 changed, 2 gone."
LOST = "'b' is no longer in the index: what is shown of it is what it was."
HITS = "Of 6 hits: 0 changed, 2 gone."
GONE = "Chunk 'b2' is no longer in this index: search again."


def rank_of(session, chunk_id):
    return next(rank for rank, hit in enumerate(session.reader.hits.results, 1) if hit.chunk.id == chunk_id)


def fates(update):
    return {item.chunk_id: item.fate for item in update.hits.items}


@pytest.mark.parametrize(
    ("ask_for", "refused"),
    [
        (lambda session: ask(session, "open_hit", rank=rank_of(session, "b2")), True),
        (lambda session: ask(session, "open_chunk", chunk_id="b2", window=1), True),
        (lambda session: ask(session, "star", chunk_id="b2", starred=True), True),
        (lambda session: asyncio.run(session.do(session.select("b2"))), True),
        (lambda session: ask(session, "star", chunk_id="b2", starred=False), False),
        (lambda session: ask(session, "select", row=1), False),
        (lambda session: ask(session, "navigate", direction="next", top_k=1), False),
        (lambda session: ask(session, "navigate", direction="previous", top_k=1), False),
        (lambda session: ask(session, "read", start=0, end=50, top_k=9), False),
        (lambda session: ask(session, "grep", pattern="w1", mode="phrase", top_k=9), False),
        (lambda session: ask(session, "show_skipped", rows=[1]), False),
        (lambda session: ask(session, "go_back", step=-1), False),
        (lambda session: ask(session, "open_source", source_id="b"), False),
        (lambda session: ask(session, "fetch_cards", source_id="b", rows=[0]), False),
        (lambda session: ask(session, "export", form="markdown"), False),
        (lambda session: ask(session, "list_sources"), False),
        (lambda session: ask(session, "hello", protocol_version=wire.PROTOCOL_VERSION), False),
    ],
)
@pytest.mark.parametrize("readded", [False, True])
def test_whatever_comes_first_tells_of_the_change_and_marks_the_hits_that_are_gone(session, ask_for, refused, readded):
    reading_b(session)
    if readded:
        session.backend.index.sync.delete_source("b")
    replace_b(session, OTHER)
    update = ask_for(session).update
    assert update.problem.why.startswith(CHANGED)
    assert HITS in update.problem.why
    assert update.problem.why.endswith(GONE) is refused
    assert fates(update) == {"a4": "", "a5": "", "a6": "", "a7": "", "b2": "gone", "b3": "gone"}
    told(session, "navigate", direction="next", top_k=1)
    assert ask(session, "open_hit", rank=rank_of(session, "b2")).update.problem.why == GONE


def test_a_search_replaces_the_hits_that_are_gone_and_says_nothing_of_them(session):
    reading_b(session)
    replace_b(session, OTHER)
    update = ask(session, "search", query="w01", retriever="keyword", top_k=20).update
    assert CHANGED in update.problem.why
    assert "hits" not in update.problem.why
    assert set(fates(update).values()) == {""}


@pytest.mark.parametrize("kind", ["open_hit", "navigate"])
def test_hits_of_a_source_that_is_not_open_are_marked_too(session, kind):
    reading_b(session)
    session.backend.index.sync.delete_source("a")
    fields = {"rank": rank_of(session, "a5")} if kind == "open_hit" else {"direction": "previous", "top_k": 1}
    update = ask(session, kind, **fields).update
    assert update.problem.why.startswith("Of 6 hits: 0 changed, 4 gone.")
    assert {chunk_id for chunk_id, fate in fates(update).items() if fate} == {"a4", "a5", "a6", "a7"}
    assert listed(session)[-3:] == ["b1", "b2", "b3"], "the open source is as it was"


def test_hits_that_are_gone_keep_their_titles_and_come_back_with_their_chunks(session):
    reading_b(session)
    titles = session.reader.hits.titles
    session.backend.index.sync.delete_source("a")
    ask(session, "fetch_cards", source_id="b", rows=[0])
    assert session.reader.hits.titles == titles
    session.backend.index.sync.index_document(document("a", OVERLAPPING))
    assert set(fates(told(session, "navigate", direction="previous", top_k=1)).values()) == {""}


def test_hits_that_the_index_never_had_are_not_called_gone(session):
    stranger = document("elsewhere", [(0, 8)]).chunks[0]
    asyncio.run(session.do(session.show_hits([stranger, ("b", 41, 59), "a5"])))
    session.backend.index.sync.delete_source("a")
    update = ask(session, "fetch_cards", source_id="b", rows=[0]).update
    assert [item.fate for item in update.hits.items] == ["", "", "gone"]
    assert "Of 3 hits: 0 changed, 1 gone." in update.problem.why


def test_hits_that_one_goes_back_to_are_marked_as_well(session):
    told(session, "search", query="w10 w15", retriever="keyword", top_k=20)
    told(session, "search", query="w01", retriever="keyword", top_k=20)
    session.backend.index.sync.delete_source("b")
    ask(session, "fetch_cards", source_id="a", rows=[0])
    update = ask(session, "go_to", entry=0).update
    assert HITS in update.problem.why
    assert fates(update)["b2"] == "gone"


def test_a_deleted_source_is_told_once_and_what_needs_it_says_so_each_time(session):
    reading_b(session)
    session.backend.index.sync.delete_source("b")
    update = ask(session, "navigate", direction="next", top_k=1).update
    assert update.problem.why.startswith(f"{LOST} {HITS}")
    assert update.problem.why.endswith(
        "No source 'b' in this index: list the known ones with sources(), or index it first."
    )
    assert fates(update)["b2"] == "gone"
    assert told(session, "star", chunk_id="a1", starred=True).evidence
    for kind, fields in [("navigate", {"direction": "next", "top_k": 1}), ("select", {"row": 0})]:
        assert ask(session, kind, **fields).update.problem.why.startswith("No source 'b'")
    session.backend.index.sync.delete_source("a")
    assert LOST not in ask(session, "star", chunk_id="a1", starred=False).update.problem.why


def test_a_ring_that_is_refused_is_taken_from_the_page_which_has_it_already(session):
    told(session, "open_source", source_id="b")
    session.backend.index.sync.delete_source("b")
    for _ in range(2):  # the page is told of the deletion in the first answer
        update = ask(session, "select", row=1).update
        assert (update.selection_changed, update.selected_row) == (True, None)
        assert "'b'" in update.problem.why


def test_a_row_whose_chunk_is_gone_is_not_called_an_id(session):
    told(session, "open_source", source_id="b")
    session.backend.index.sync.delete_source("b")
    ask(session, "hello", protocol_version=wire.PROTOCOL_VERSION)
    why = ask(session, "open_chunk", row=1, window=1).update.problem.why
    assert "'b'" in why
    assert "id" not in why.split()


@pytest.mark.parametrize("text", [TEXT, "New " + TEXT])
def test_a_deleted_source_that_comes_back_is_told_of(session, text):
    reading_b(session)
    session.backend.index.sync.delete_source("b")
    ask(session, "fetch_cards", source_id="b", rows=[0])
    session.backend.index.sync.index_document(document("b", APART, text))
    update = ask(session, "navigate", direction="previous", top_k=1).update
    said = "is in the index again." if text == TEXT else "has changed since it was read. Of 3 chunks that were read: 3"
    assert said in update.problem.why
    assert set(fates(update).values()) == {""}
    told(session, "navigate", direction="next", top_k=1)


def test_going_back_passes_over_what_was_read_in_a_source_that_is_gone(session):
    session.backend.index.sync.index_document(document("c", [(0, 8), (8, 16)]))
    for chunk_id in ("c0", "a5", "b2"):
        told(session, "open_chunk", chunk_id=chunk_id, window=0)
    session.backend.index.sync.delete_source("a")
    update = ask(session, "go_back", step=-1).update
    assert update.problem.why == "'a' is no longer in the index: what was read there is passed over."
    assert listed(session) == ["c0"]
    session.backend.index.sync.delete_source("b")
    assert ask(session, "go_back", step=1).update.problem.why.startswith("No source 'b'")
    assert listed(session) == ["c0"]


def test_nothing_is_asked_of_a_store_in_which_nothing_has_changed(session, monkeypatch):
    reading_b(session)
    asked = []
    look_up = session.backend.chunk
    monkeypatch.setattr(session.backend, "chunk", lambda chunk_id: asked.append(chunk_id) or look_up(chunk_id))
    told(session, "navigate", direction="next", top_k=1)
    assert asked == []
    session.backend.index.sync.patch_chunk("a1", ChunkPatch(metadata={"seen": True}))
    told(session, "navigate", direction="next", top_k=1)
    assert "b2" in asked


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
