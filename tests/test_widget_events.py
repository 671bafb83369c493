"""What a widget tells Python code, and how explorers are linked."""

import asyncio
from contextlib import nullcontext

import comm
import pytest
import traitlets
from ipywidgets import jslink

from navwidget import ChunkNotFoundError
from navwidget.widget.navwidget import NavWidget
from tests.explorer import documents, store
from tests.foreign import Library
from tests.test_widget import HELLO, Page, Recorder


@pytest.fixture(autouse=True)
def recorder(monkeypatch):
    monkeypatch.setattr(comm, "create_comm", Recorder)


@pytest.fixture
def index():
    with store() as made:
        yield made


@pytest.fixture
def pair(index):
    """Two explorers of one store, linked, each with its page."""
    one, other = NavWidget(index, source_id="a"), NavWidget(index, source_id="a")
    for widget in (one, other):
        Page(widget).ask(**HELLO)
    traitlets.link((one, "selection"), (other, "selection"))
    return one, other


class TestSelection:
    def test_can_be_set(self, index):
        widget = NavWidget(index, source_id="a")
        Page(widget).ask(**HELLO)
        widget.selection = "b2"
        assert (widget.source_id, widget.selection) == ("b", "b2")
        assert Page(widget).updates[-1]["selected_row"] == 2
        widget.selection = None
        assert Page(widget).updates[-1]["selected_row"] is None

    def test_of_an_unknown_chunk_is_raised_and_taken_back(self, index):
        widget = NavWidget(index)
        widget.selection = "b2"
        with pytest.raises(ChunkNotFoundError):
            widget.selection = "nothing"
        assert widget.selection == "b2"
        widget.strict = False
        widget.selection = "nothing"
        assert (widget.selection, len(widget.errors)) == ("b2", 2)

    async def test_of_an_index_that_has_to_be_awaited(self):
        widget = NavWidget(Library(documents()), source_id="a")
        await widget.open_source("a")
        await asyncio.to_thread(setattr, widget, "selection", "b1")
        assert (widget.source_id, widget.selection) == ("b", "b1")


class TestOnSelect:
    def test_is_called_with_the_chunk_or_none(self, index):
        widget, seen = NavWidget(index), []
        stop = widget.on_select(seen.append)
        page = Page(widget)
        page.ask(**HELLO)
        page.ask("select", row=3)
        page.ask("select", row=3)
        page.ask("select", row=None)
        assert [found and found.chunk.id for found in seen] == ["a3", None]
        stop()
        page.ask("select", row=4)
        assert len(seen) == 2

    def test_stopping_it_again_does_nothing_to_others(self, index):
        widget, seen = NavWidget(index), []
        stops = [widget.on_select(seen.append), widget.on_select(seen.append)]
        stops[0]()
        stops[0]()
        widget.select("a3")
        assert [found.chunk.id for found in seen] == ["a3"]

    @pytest.mark.parametrize("strict", [True, False])
    def test_is_not_called_where_a_selection_is_refused(self, index, strict):
        widget, seen = NavWidget(index), []
        widget.select("a3")
        widget.on_select(seen.append)
        widget.strict = strict
        with pytest.raises(ChunkNotFoundError) if strict else nullcontext():
            widget.selection = "nothing"
        assert (widget.selection, seen) == ("a3", [])

    async def test_is_called_with_the_new_chunk_of_an_index_that_has_to_be_awaited(self):
        widget, seen = NavWidget(Library(documents()), source_id="a"), []
        await widget.open_source("a")
        widget.on_select(seen.append)
        await asyncio.to_thread(setattr, widget, "selection", "b2")
        assert [found.chunk.id for found in seen] == ["b2"]

    def test_a_callback_that_fails_stops_nothing(self, index, caplog):
        widget = NavWidget(index)
        widget.on_select(lambda found: found.nonsense)
        assert Page(widget).ask("select", row=3)["selected_row"] == 3
        assert "nonsense" in caplog.text

    def test_a_callback_may_drive_the_widget(self, index):
        widget = NavWidget(index, source_id="a")
        widget.on_select(lambda found: widget.star(found.chunk.id))
        Page(widget).ask("select", row=3)
        assert [result.chunk.id for result in widget.evidence] == ["a3"]


class TestObserve:
    def test_an_observer_that_fails_stops_nothing_on_the_page(self, index, caplog):
        widget = NavWidget(index, source_id="a")
        widget.observe(lambda change: change["nonsense"], "source_id")
        page = Page(widget)
        assert page.ask("open_source", source_id="b")["source"]["source_id"] == "b"
        assert page.ask("open_source", source_id="a")["source"]["source_id"] == "a"
        assert "nonsense" in caplog.text

    @pytest.mark.parametrize("name", ["source_id", "query", "selection"])
    def test_each_thing_is_told_once(self, index, name):
        widget, seen = NavWidget(index, source_id="a"), []
        widget.observe(lambda change: seen.append(change["new"]), name)
        page = Page(widget)
        for _ in range(2):
            page.ask("search", query="w05", retriever="keyword", top_k=1)
            page.ask("open_chunk", chunk_id="b1")
        assert seen == [{"source_id": "b", "query": "w05", "selection": "b1"}[name]]


class TestLinks:
    def test_work_both_ways_and_open_the_source(self, pair):
        one, other = pair
        Page(one).ask("open_chunk", chunk_id="b1")
        assert (other.source_id, other.selection) == ("b", "b1")
        assert Page(other).updates[-1]["source"]["source_id"] == "b"
        Page(other).ask("open_source", source_id="a")
        Page(other).ask("select", row=3)
        assert (one.source_id, one.selection) == ("a", "a3")

    def test_say_each_thing_once(self, pair):
        one, other = pair
        before = len(Page(one).updates), len(Page(other).updates)
        Page(one).ask("select", row=3)
        assert (len(Page(one).updates), len(Page(other).updates)) == (before[0] + 1, before[1] + 1)

    def test_what_the_other_does_not_have_is_told_there(self, index):
        """The page that made the selection is answered as ever, and keeps it."""
        with store() as elsewhere:
            elsewhere.sync.delete_source("b")
            one, other = NavWidget(index), NavWidget(elsewhere)
            Page(other).ask(**HELLO)
            traitlets.link((one, "selection"), (other, "selection"))
            assert Page(one).ask("open_chunk", chunk_id="b1")["problem"] is None
            assert (one.selection, other.selection) == ("b1", None)
            assert "b1" in Page(other).updates[-1]["problem"]["why"]

    def test_can_be_made_in_the_page(self, pair):
        """Which sets the other's trait by a message of the comm."""
        one, other = pair
        jslink((one, "selection"), (other, "selection"))
        other.comm.handle_msg(
            {"content": {"data": {"method": "update", "state": {"selection": "b2"}}}, "buffers": [], "metadata": {}}
        )
        assert (other.source_id, other.selection, one.selection) == ("b", "b2", "b2")


def test_evidence_text_and_code_from_python(index):
    widget = NavWidget(index, source_id="a")
    for chunk_id in ("a1", "b0", "a0", "a9"):
        widget.star(chunk_id)
    widget.star("a9", starred=False)
    assert [result.chunk.id for result in widget.evidence] == ["a0", "a1", "b0"]
    assert [(piece.source_id, piece.start, piece.end) for piece in widget.context().pieces] == [
        ("a", 0, 24),
        ("b", 0, 8),
    ]
    assert widget.context(budget=7).left_out == ("b0", "a0")
    asyncio.run(widget.grep("w03"))
    assert "index.grep('a', 'w03'" in widget.code()
    assert widget.history["ids"].tolist() == [["a0", "a1"]]
