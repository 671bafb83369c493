"""Plain calls beside a running loop, as in a notebook's cell: done when they return, or refused in a sentence."""

from __future__ import annotations

import asyncio

import comm
import pytest
import traitlets

from navwidget import ChunkNotFoundError, SearchError, SourceNotFoundError
from navwidget.widget.navwidget import NavWidget
from tests.explorer import documents, store
from tests.foreign import Library, Words
from tests.test_widget import HELLO, Page, Recorder


@pytest.fixture(autouse=True)
def recorder(monkeypatch):
    monkeypatch.setattr(comm, "create_comm", Recorder)


@pytest.fixture
async def widget():
    """An explorer of a foreign index that answers on the loop of the test, with a few chunks read."""
    made = NavWidget(Library(documents()), source_id="a")
    await made.read(0, 60)
    return made


async def until(condition):
    for _ in range(400):
        if condition():
            return
        await asyncio.sleep(0.005)
    raise AssertionError("never came true")


class TestAtHand:
    """What needs no answer of the index is done when the call returns."""

    async def test_star(self, widget):
        widget.star("a1")
        assert [result.chunk.id for result in widget.evidence] == ["a1"]
        widget.star("a1", starred=False)
        assert widget.evidence == []

    async def test_select(self, widget):
        rung = []
        widget.on_select(lambda found: rung.append(found and found.chunk.id))
        widget.select("a1")
        assert (widget.selection, rung) == ("a1", ["a1"])
        widget.selection = "a2"
        widget.select(None)
        assert rung == ["a1", "a2", None]

    async def test_show_hits(self, widget):
        widget.show_hits([widget.results[1], "a2", ("a", 0, 16)], label="of mine", query="w03")
        assert [hit.chunk.id for hit in widget.hits] == ["a1", "a2", "a0"]
        assert widget.query == "w03"
        assert list(widget.history["operation"]) == ["read", "show_hits"]

    async def test_hits_can_be_starred(self):
        widget = NavWidget(Words(documents()))
        await widget.search("w05")
        widget.star(widget.hits[2].chunk.id)
        assert [result.chunk.id for result in widget.evidence] == ["b1"]

    async def test_save_html(self, widget, tmp_path):
        widget.save_html(tmp_path / "page.html")
        assert (tmp_path / "page.html").stat().st_size > 100_000

    async def test_the_source_of_shown_hits_is_opened_afterwards(self, widget):
        hits = await widget.read(0, 60)
        fresh = NavWidget(Library(documents()))
        fresh.show_hits(hits)
        assert len(fresh.hits) == len(hits)
        await until(lambda: fresh.source_id == "a")
        assert fresh._session.reader.hits.titles

    async def test_hits_that_were_shown_first_are_not_searched_away(self, widget):
        fresh = NavWidget(Words(documents()), query="w05")
        fresh.show_hits(widget.results[:1])
        await until(lambda: fresh.source_id == "a")
        assert [hit.chunk.id for hit in fresh.hits] == ["a0"]

    async def test_the_page_is_told(self, widget):
        page = Page(widget)
        await asyncio.to_thread(page.ask, **HELLO)
        widget.star("a1")
        widget.show_hits(widget.results[:1], label="of mine")
        await until(lambda: any(update.get("hits") for update in page.updates[1:]))
        assert next(u for u in page.updates[1:] if u.get("evidence"))["evidence"]["items"][0]["chunk_id"] == "a1"
        await until(lambda: any("show_hits" in (update.get("call") or {}).get("code", "") for update in page.updates))

    async def test_a_request_that_is_under_way_is_not_disturbed(self, widget):
        under_way = asyncio.create_task(widget.grep("w0"))
        await asyncio.sleep(0)
        widget.star("a1")
        widget.show_hits(widget.results[:1], label="of mine")
        assert len(widget.evidence) == len(widget.hits) == 1
        found = await under_way
        assert widget.results == found
        assert list(widget.history["operation"]) == ["read", "show_hits", "grep"]


class TestNotAtHand:
    """Where the index would have to be asked, the call is refused, and says how it can be awaited."""

    @pytest.mark.parametrize(
        ("method", "arguments"),
        [("star", ["b2"]), ("select", ["b2"]), ("select", ["nope"]), ("show_hits", [["b2"]])],
    )
    async def test_refused(self, widget, method, arguments):
        with pytest.raises(SearchError, match=rf"Library .*await asyncio.to_thread\(explorer.{method}, "):
            getattr(widget, method)(*arguments)
        assert (widget.hits, widget.evidence, widget.selection) == ([], [], None)
        assert len(widget.errors) == 1

    async def test_a_selection_that_cannot_be_goes_back_at_once(self, widget):
        widget.select("a1")
        with pytest.raises(SearchError, match="to_thread"):
            widget.selection = "bad"
        assert widget.selection == "a1"

    async def test_a_link_of_traits_is_told_of_the_link_of_explorers(self, widget):
        other = NavWidget(Library(documents()), source_id="a")
        traitlets.link((other, "selection"), (widget, "selection"))
        with pytest.raises(SearchError, match=r"navwidget\.link\(one, other\)"):
            other.selection = "b2"

    async def test_nothing_is_saved_before_the_beginning(self, tmp_path):
        widget = NavWidget(Library(documents()), source_id="a")
        path = tmp_path / "page.html"
        with pytest.raises(SearchError, match="to_thread"):
            widget.save_html(path)
        await asyncio.to_thread(widget.save_html, path)
        assert path.exists()

    async def test_the_advice_works(self, widget):
        await asyncio.to_thread(widget.star, "b2")
        await asyncio.to_thread(widget.select, "b3")
        await asyncio.to_thread(widget.show_hits, ["b1"])
        assert [result.chunk.id for result in (*widget.evidence, *widget.hits)] == ["b2", "b1"]
        assert (widget.source_id, widget.selection) == ("b", "b3")
        with pytest.raises(ChunkNotFoundError):
            await asyncio.to_thread(widget.select, "nope")

    async def test_the_page_is_told(self, widget):
        page = Page(widget)
        await asyncio.to_thread(page.ask, **HELLO)
        widget.strict = False
        widget.star("b2")
        await until(lambda: any("to_thread" in (update["problem"] or {}).get("why", "") for update in page.updates))

    async def test_what_is_wrong_in_itself_is_said(self, widget, tmp_path):
        with pytest.raises(SearchError, match="no hit"):
            widget.show_hits([object()])
        with pytest.raises(OSError, match="missing"):
            widget.save_html(tmp_path / "missing" / "page.html")

    async def test_a_link_waits(self, widget):
        """Nobody could tell a link what to await, and it may bring a chunk that is not at hand."""
        other = NavWidget(Library(documents()), source_id="b")
        traitlets.link((widget, "selection"), (other, "selection"))
        await widget.open_chunk("a5")
        await until(lambda: other.source_id == "a")
        assert other.selection == "a5"

    async def test_a_link_of_the_page_waits(self, widget):
        widget.comm.handle_msg({"content": {"data": {"method": "update", "state": {"selection": "b2"}}}, "buffers": []})
        await until(lambda: widget.source_id == "b")
        assert widget.selection == "b2"


async def test_a_store_with_an_async_retriever_needs_no_loop():
    async def mine(query, top_k, exclude_ids):
        return ["a5"]

    with store() as index:
        widget = NavWidget(index, retriever=mine)
        widget.select("b2")
        widget.star("b1")
        assert (widget.source_id, widget.selection, len(widget.evidence)) == ("b", "b2", 1)


class TestReady:
    """What is searched at first comes when the loop is free: nothing else is said to be all there is."""

    async def test_a_look_before_is_warned(self):
        widget = NavWidget(Words(documents()), query="w05")
        for look in (lambda: widget.hits, lambda: widget.hits_frame, widget.snapshot):
            with pytest.warns(UserWarning, match=r"The first search, for 'w05', is .*: await explorer.ready\(\)"):
                look()

    @pytest.mark.filterwarnings("error")
    @pytest.mark.parametrize("async_retriever", [False, True])
    async def test_it_is_there_after_ready(self, async_retriever):
        async def mine(query, top_k, exclude_ids):
            await asyncio.sleep(0)
            return ["a1"]

        if async_retriever:
            widget = NavWidget(store(), query="w05", retriever=mine)
        else:
            widget = NavWidget(Words(documents()), query="w05", top_k=1)
        assert "0 hits" in repr(widget)
        await widget.ready()
        assert len(widget.hits) == 1
        await widget.ready()
        assert len(widget.history) == 1

    @pytest.mark.filterwarnings("error")
    async def test_there_is_nothing_to_wait_for_beside_a_store(self):
        widget = NavWidget(store(), query="w05", top_k=2)
        assert len(widget.hits) == 2
        await widget.ready()

    @pytest.mark.filterwarnings("error")
    async def test_no_search_is_no_warning(self):
        assert NavWidget(Words(documents())).hits == []

    async def test_what_went_wrong_is_raised(self):
        async def broken(query, top_k, exclude_ids):
            raise ValueError("no such luck")

        widget = NavWidget(store(), query="w05", retriever=broken)
        with pytest.raises(ValueError, match="no such luck"):
            await widget.ready()
        assert list(widget.history["error"]) == ["ValueError: no such luck"]

    async def test_a_call_that_was_refused_is_in_the_history(self, widget):
        with pytest.raises(SearchError):
            widget.star("b2")
        assert widget.history["operation"].iloc[-1] == "star"
        assert "to_thread" in widget.history["error"].iloc[-1]

    async def test_the_first_request_that_fails_is_in_the_history_after_the_search(self):
        widget = NavWidget(Library(documents()), source_id="a")
        with pytest.raises(SourceNotFoundError):
            await widget.open_source("nope")
        assert widget.history["operation"].iloc[-1] == "open_source"
