"""Hits that were cut otherwise than the store's chunks: placed at their span, read on from there, kept as they are."""

from __future__ import annotations

import asyncio
import json

import pytest

from navwidget import NavWidget
from navwidget.widget.page_data import page_data
from navwidget.widget.session import Session
from tests.explorer import TEXT, ask, document, listed, store, told
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
    assert listed(session) == ["b3"], "also when it is no hit any more"
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
        assert asyncio.run(widget.open_chunk(hit, window=0))[0].chunk.id == "b3"


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
