"""Hits that were cut otherwise than the store's chunks: placed at their span, read on from there, kept as they are."""

from __future__ import annotations

import asyncio
import json

import pytest

from navwidget import NavWidget, SourceNotFoundError
from navwidget.widget.page_data import page_data
from navwidget.widget.session import Session
from tests.explorer import TEXT, ask, document, documents, listed, store, told
from tests.foreign import Library
from tests.test_hits import LangChainDocument

START, END = 50, 86  # most of it lies in b2 [40, 60) and b3 [60, 80), and of these in b3
CUT = LangChainDocument(TEXT[START:END], {"source": "b", "start_index": START}, "mine")


@pytest.fixture
def session():
    with store() as index:
        made = Session(index, source_id="b", retriever=lambda *_: [(CUT, 0.9), ("a1", 0.5)])
        told(made, "search", query="w13", retriever="own", top_k=5)
        yield made


def test_it_is_a_hit_of_the_open_source_at_its_own_offsets(session):
    item = told(session, "hello", protocol_version=1).hits.items[0]
    assert (item.source_id, item.row, item.start, item.end, item.fate) == ("b", 3, START, END, "")


def test_it_opens_the_chunk_that_holds_most_of_it(session):
    update = told(session, "open_hit", rank=1)
    assert listed(session) == ["b2", "b3"]
    assert update.results.ranks == {3: 1}
    assert (update.selected_row, update.hits.opened_rank) == (3, 1)


def test_the_better_of_two_hits_ranks_the_chunk_that_both_lie_in():
    with store() as index:
        session = Session(index, source_id="b", retriever=lambda *_: ["b3", (CUT, 0.1), ("b2", 0.0)])
        told(session, "search", query="q", retriever="own", top_k=5)
        assert told(session, "open_hit", rank=2).results.ranks == {2: 3, 3: 1}


def test_starred_it_keeps_its_own_text_and_is_not_called_gone(session):
    [item] = told(session, "star", chunk_id="mine", starred=True).evidence.items
    assert (item.row, item.start, item.end, item.fate) == (3, START, END, "")
    assert [result.chunk.content for result in session.reader.evidence.results] == [TEXT[START:END]]
    told(session, "search", query="w01", retriever="keyword", top_k=2)
    assert listed(session) == []
    told(session, "open_chunk", chunk_id="mine", window=0)
    assert listed(session) == ["b2", "b3"], "all that it lies in, also when it is no hit any more"
    assert told(session, "star", chunk_id="mine", starred=False).evidence.items == []


def test_a_widget_takes_such_a_hit_wherever_it_takes_a_result():
    with store() as index:
        widget = NavWidget(index)
        widget.show_hits([CUT])
        [hit] = widget.hits
        widget.select(hit)
        assert widget.selection == "b3"
        widget.star(hit)
        assert widget.context().pieces[0].citation == f"b:{START}-{END}"
        assert [found.chunk.id for found in asyncio.run(widget.open_chunk(hit, window=0))] == ["b2", "b3"]


def test_a_saved_page_has_it_at_its_own_offsets(session):
    page = asyncio.run(page_data(session.reader, session.settings))
    first, second = json.loads(json.dumps([dict(item) for item in page["searches"][0]["hits"]["items"]]))
    assert (first["chunk_id"], first["row"], first["start"], first["end"]) == ("mine", 3, START, END)
    assert second["row"] is None


def test_it_follows_its_source_when_that_is_cut_anew(session):
    session.backend.index.sync.index_document(document("b", [(0, 48), (48, 120)]))
    item = ask(session, "fetch_cards", source_id="b", rows=[0]).update.hits.items[0]
    assert (item.chunk_id, item.row, item.fate) == ("mine", 1, "")


@pytest.mark.parametrize(
    ("hit", "why"),
    [
        (LangChainDocument("text", {"source": "b", "start_index": 10}), r"No chunk of 'b' lies in [10, 14)."),
        (LangChainDocument("text", {"source": "b", "start_index": 500}), "'b' ends at 120, in code points."),
        (LangChainDocument("text", {"source": "b"}), "has no offsets"),
        (LangChainDocument("text", {"source": "elsewhere", "start_index": 0}), "No source 'elsewhere'"),
        (("elsewhere", 0, 9), "No source 'elsewhere'"),
    ],
)
def test_one_that_lies_nowhere_in_the_index_is_listed_and_says_why_it_cannot_be_opened(hit, why):
    with store() as index:
        session = Session(index, source_id="b", retriever=lambda *_: [hit, "b1"])
        update = told(session, "search", query="q", retriever="own", top_k=5)
        assert [item.row for item in update.hits.items] == [None, 1]
        assert why in ask(session, "open_hit", rank=1).update.problem.why


def test_one_with_the_id_of_a_chunk_is_that_chunk():
    with store() as index:
        session = Session(index, source_id="b", retriever=lambda *_: [LangChainDocument("w10", {"source": "b"}, "b2")])
        update = told(session, "search", query="q", retriever="own", top_k=5)
        assert (update.hits.items[0].row, update.hits.items[0].start) == (2, 40)


SPANS = [("b", 42, 50), ("b", 52, 58), ("b", 44, 76), ("b", 0, 120)]


def test_spans_are_hits_of_their_own_that_open_all_chunks_in_which_they_lie():
    with store() as index:
        widget = NavWidget(index, source_id="b")
        widget.show_hits(SPANS)
        frame = widget.hits_frame
        places = zip(frame["source_id"], frame["start_offset"], frame["end_offset"], strict=True)
        assert list(places) == SPANS
        for rank, (opened, ringed) in enumerate([(["b2"], "b2"), (["b2"], "b2"), (["b2", "b3"], "b2")], 1):
            found = asyncio.run(widget.open_hit(rank))
            assert [result.chunk.id for result in found if result.chunk.id in opened] == opened
            assert widget.selection == ringed
        assert [result.chunk.id for result in asyncio.run(widget.open_hit(4))] == ["b0", "b1", "b2", "b3"]


def test_starred_spans_keep_their_own_text():
    with store() as index:
        widget = NavWidget(index)
        for span in SPANS[:3]:
            widget.star(span)
        assert [found.chunk.content for found in widget.evidence] == [TEXT[42:50], TEXT[44:76], TEXT[52:58]]
        assert [piece.citation for piece in widget.context().pieces] == ["b:42-76"]
        widget.star(SPANS[2], starred=False)
        assert [piece.citation for piece in widget.context().pieces] == ["b:42-50", "b:52-58"]


def test_a_span_that_is_a_chunk_is_starred_and_let_go_as_that():
    with store() as index:
        widget = NavWidget(index)
        widget.star(("b", 40, 60))
        assert [found.chunk.id for found in widget.evidence] == ["b2"]
        widget.star(("b", 40, 60), starred=False)
        assert widget.evidence == []


def test_a_span_of_an_unknown_source_cannot_be_starred():
    with store() as index, pytest.raises(SourceNotFoundError, match="elsewhere"):
        NavWidget(index).star(("elsewhere", 0, 9))


def test_a_span_names_the_pages_of_the_chunk_that_holds_it():
    made = document("c", [(0, 60), (60, 120)])
    [first, last] = made.chunks
    paged = first.model_copy(update={"metadata": {"page_number": 4, "page_breaks": [20, 40]}})
    with store(made.model_copy(update={"chunks": [paged, last]})) as index:
        widget = NavWidget(index)
        widget.star(("c", 24, 50))
        assert [piece.citation for piece in widget.context().pieces] == ["c:24-50, pp. 5–6"]


async def test_spans_of_an_index_that_has_to_be_awaited_get_their_text_from_its_chunks():
    """Where no chunk lies, a sign stands for it: b0 ends at 8, b1 is [20, 28)."""
    widget = NavWidget(Library(documents()), source_id="b")
    await asyncio.to_thread(widget.show_hits, [("b", 4, 24), ("b", 44, 76), ("b", 20, 28)])
    assert [hit.chunk.content for hit in widget.hits] == [f"{TEXT[4:8]} … {TEXT[20:24]}", TEXT[44:76], TEXT[20:28]]
    assert widget.hits[2].chunk.id == "b1"
    assert [found.chunk.id for found in await widget.open_hit(2)] == ["b1", "b2", "b3"]
    widget.star(widget.hits[1])
    assert [piece.citation for piece in widget.context().pieces] == ["b:44-76"]
