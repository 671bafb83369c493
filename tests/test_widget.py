"""The widget without a browser: messages go through a comm that records, as a page would send and hear them."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import threading
import time

import anywidget
import comm
import numpy as np
import pandas as pd
import pytest
from comm.base_comm import BaseComm
from ipywidgets import DOMWidget

from navwidget import (
    ChunkNotFoundError,
    ChunkStore,
    Document,
    FixedSizeChunker,
    KeywordStoreIndex,
    NavwidgetError,
    SearchError,
    SourceNotFoundError,
)
from navwidget.widget import protocol as wire
from navwidget.widget.navwidget import NavWidget
from tests.explorer import documents, store
from tests.foreign import Library, Words

HELLO = {"kind": "hello", "protocol_version": wire.PROTOCOL_VERSION}


class Recorder(BaseComm):
    """A comm that keeps what is published; also checks that JSON can carry it."""

    def __init__(self, *args, **kwargs):
        self.published = []
        super().__init__(*args, **kwargs)

    def publish_msg(self, msg_type, data=None, metadata=None, buffers=None, **keys):
        self.published.append(
            (msg_type, json.loads(json.dumps(data, allow_nan=False)), buffers or [], threading.get_ident())
        )


class Page:
    """The page's side of one widget."""

    def __init__(self, widget):
        self.widget = widget
        self._next = 100

    def send(self, kind=None, **fields):
        self._next += 1
        content = {"id": self._next, "kind": kind, **fields}
        self.send_raw(content)
        return self._next

    def send_raw(self, content):
        message = {"content": {"data": {"method": "custom", "content": content}}, "buffers": []}
        self.widget.comm.handle_msg(message)

    @property
    def updates(self):
        sent = (data for kind, data, _, _ in self.widget.comm.published if kind == "comm_msg")
        return [data["content"] for data in sent if data.get("method") == "custom"]

    def answer(self, request_id, patience=5.0):
        """The update that answers a request, waited for."""
        until = time.monotonic() + patience
        while time.monotonic() < until:
            for update in self.updates:
                if update["reply_to"] == request_id:
                    return update
            time.sleep(0.005)
        raise AssertionError(f"request {request_id} was never answered")

    def ask(self, kind, **fields):
        return self.answer(self.send(kind, **fields))


@pytest.fixture(autouse=True)
def recorder(monkeypatch):
    monkeypatch.setattr(comm, "create_comm", Recorder)


@pytest.fixture
def index():
    with store() as made:
        yield made


@pytest.fixture
def widget(index):
    return NavWidget(index)


@pytest.fixture
def page(widget):
    return Page(widget)


class TestMessages:
    def test_nothing_is_sent_before_a_page_listens(self, widget, page):
        widget.select("b2")
        assert page.updates == []
        assert page.ask(**HELLO)["selected_row"] == 2

    def test_hello_is_answered_with_everything(self, page):
        update = page.ask(**HELLO)
        assert update["welcome"]["settings"]["height"] == 640
        assert update["source"]["source_id"] == "a"

    def test_buffers_are_the_columns(self, page):
        request = page.send(**HELLO)
        [(_, data, buffers, _)] = [
            sent for sent in page.widget.comm.published if sent[1].get("content", {}).get("reply_to") == request
        ]
        assert [len(buffer) for buffer in buffers] == [
            column["length"] * {"uint8": 1, "uint32": 4}[column["dtype"]]
            for column in data["content"]["source"]["columns"]
        ]

    def test_the_answer_is_there_when_the_handler_returns(self, page):
        """A ChunkStore is asked on the thread that the message came on: no loop, no other thread."""
        request = page.send("grep", pattern="w", mode="phrase")
        assert [update["reply_to"] for update in page.updates].count(request) == 1
        assert page.widget.comm.published[-1][3] == threading.get_ident()

    @pytest.mark.parametrize(
        "content",
        [
            {"id": 5, "kind": "dance"},
            {"id": 5, "kind": "navigate"},
            {"id": 5, "kind": "navigate", "direction": "sideways", "top_k": 1},
            {"id": 5, "kind": "hello", "protocol_version": 1, "extra": True},
            {"id": 5},
        ],
    )
    def test_a_bad_message_is_answered(self, page, content):
        page.send_raw(content)
        problem = page.answer(5)["problem"]
        assert problem["asked"].startswith("message")
        assert problem["why"]

    @pytest.mark.parametrize("content", [None, 7, "text", [], {"kind": "hello"}, {"id": "five", "kind": "hello"}])
    def test_nonsense_without_an_id_is_told_to_all(self, page, content):
        page.send_raw(content)
        assert page.updates[-1]["problem"]["why"]
        assert page.updates[-1]["reply_to"] is None

    def test_an_error_is_answered(self, page):
        update = page.ask("read", start=0, end=9, top_k=-1)
        assert "top_k is -1" in update["problem"]["why"]
        assert page.widget.errors[-1].problem.why == update["problem"]["why"]

    def test_the_same_call_twice_is_answered_twice(self, page):
        """Also where nothing changes, so that a page never waits in vain."""
        first, second = (page.ask("grep", pattern="w03", mode="phrase") for _ in range(2))
        assert first["results"]["rows"] == second["results"]["rows"]

    def test_lone_surrogates_reach_the_page(self, page):
        assert page.ask("grep", pattern="x\ud800y", mode="phrase")["results"]["pattern"] == "x\ufffdy"

    def test_a_page_that_is_gone_does_not_stop_python(self, page, monkeypatch, caplog):
        monkeypatch.setattr(Recorder, "publish_msg", lambda *args, **kwargs: 1 / 0)
        page.send("grep", pattern="w03", mode="phrase")
        assert len(page.widget.results) == 2
        assert "could not be sent" in caplog.text


class TestThreads:
    def test_two_threads_at_once(self, page):
        """Answers come one after the other, each with the list of its own request."""
        patterns = [f"w{number:02}" for number in range(30)] * 4
        requests = {}

        def send(part):
            for number, pattern in part:
                content = {"id": 1000 + number, "kind": "grep", "pattern": pattern, "mode": "phrase"}
                page.send_raw(content)
                requests[1000 + number] = pattern

        numbered = list(enumerate(patterns))
        threads = [threading.Thread(target=send, args=(numbered[first::4],)) for first in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        greps = [update for update in page.updates if update["reply_to"] in requests]
        assert len(greps) == len(patterns)
        assert all(update["results"]["pattern"] == requests[update["reply_to"]] for update in greps)

    def test_a_call_out_of_the_readers_own_retriever_does_not_hang(self, index):
        def nested(query, top_k, exclude_ids):
            widget.select("a3")
            return []

        widget = NavWidget(index, retriever=nested)
        update = Page(widget).ask("search", query="w", retriever="own", top_k=1)
        assert "busy" in update["problem"]["why"]

    @pytest.mark.parametrize("kind", ["hello", "no request"])
    def test_a_message_of_the_page_from_within_a_call_is_answered(self, index, kind):
        """Libraries that let a loop run within itself hand over messages while a retriever answers."""

        def own(query, top_k, exclude_ids):
            page.send_raw({**HELLO, "id": 7, "kind": kind})
            return ["a3"]

        widget = NavWidget(index, retriever=own)
        page = Page(widget)
        page.ask(**HELLO)
        found = page.ask("search", query="w", retriever="own", top_k=1)
        assert "busy" in page.answer(7)["problem"]["why"]
        assert [item["chunk_id"] for item in found["hits"]["items"]] == ["a3"]

    def test_an_observer_may_ask_for_more(self, widget, page):
        widget.observe(lambda change: widget.select("b1"), "query")
        page.ask("search", query="w05", retriever="keyword", top_k=1)
        assert widget.selection == "b1"


class TestForeign:
    def test_without_a_running_loop_it_has_its_own(self):
        index = Library(documents())
        page = Page(NavWidget(index, source_id="a"))
        assert page.ask(**HELLO)["source"]["chunks"] == 14
        assert page.ask("navigate", direction="next", top_k=1)["results"]["rows"] == [0]
        assert len(set(index.loops)) == 1

    async def test_it_is_called_on_the_loop_that_ran_when_the_widget_was_made(self):
        index = Library(documents())
        page = Page(NavWidget(index, source_id="a"))
        await asyncio.to_thread(page.ask, **HELLO)
        await page.widget.navigate("next")
        assert set(index.loops) == {asyncio.get_running_loop()}

    def test_it_can_be_awaited_from_another_loop(self):
        index = Library(documents())
        widget = NavWidget(index, source_id="a")
        results = asyncio.run(widget.read(0, 32))
        assert [result.chunk.id for result in results] == ["a0", "a1", "a2"]

    def test_plain_calls_wait_where_they_can(self):
        widget = NavWidget(Library(documents()), source_id="a")
        widget.select("b2")
        assert (widget.source_id, widget.selection) == ("b", "b2")

    def test_a_slow_call_is_cancelled(self):
        class Slow(Library):
            async def grep(self, *args, **kwargs):
                await asyncio.sleep(60)

        page = Page(NavWidget(Slow(documents()), source_id="a"))
        page.ask(**HELLO)
        slow = page.send("grep", pattern="w", mode="phrase")
        time.sleep(0.05)
        told = page.ask("cancel", request_id=slow)
        assert "cancelled" in page.answer(slow)["problem"]["why"]
        assert "cancelled" in told["problem"]["why"]
        assert (told["call"]["failed"], told["history"]["entries"][0]["operation"]) == (True, "grep")
        assert page.ask("navigate", direction="next", top_k=1)["results"]["rows"] == [0]
        assert list(page.widget.history["error"]) == ["cancelled", ""]
        assert "# failed, cancelled: await index.grep('a', 'w'" in page.widget.code()

    async def test_what_python_cancels_is_in_the_history(self):
        class Slow(Library):
            async def grep(self, *args, **kwargs):
                await asyncio.sleep(60)

        widget = NavWidget(Slow(documents()), source_id="a")
        await widget.read(0, 40)
        with pytest.raises(asyncio.TimeoutError):
            await asyncio.wait_for(widget.grep("w"), 0.05)
        assert list(widget.history["error"]) == ["", "cancelled"]
        assert len(widget.results) == 4

    def test_requests_wait_for_their_turn(self):
        page = Page(NavWidget(Library(documents()), source_id="a"))
        requests = [page.send("navigate", direction="next", top_k=1) for _ in range(5)]
        lengths = [len(page.answer(request)["results"]["rows"]) for request in requests]
        assert lengths == [1, 2, 3, 4, 5]


class TestOwnRetriever:
    def test_plain(self, index):
        def mine(query, top_k, exclude_ids):
            assert (query, top_k, exclude_ids) == ("anything", 3, set())
            return ["a5", ("a6", 0.5), ("b", 41, 59)]

        page = Page(NavWidget(index, retriever=mine))
        hits = page.ask("search", query="anything", retriever="own", top_k=3)["hits"]
        assert [(item["chunk_id"], item["score"]) for item in hits["items"]] == [
            ("a5", 0.0),
            ("a6", 0.5),
            ("b[41:59]", 0.0),
        ]
        assert hits["label"] == "mine"

    def test_async_runs_on_a_loop_beside_a_chunk_store(self, index):
        async def mine(query, top_k, exclude_ids):
            await asyncio.sleep(0.001)
            return ["a5"]

        page = Page(NavWidget(index, retriever=mine))
        assert page.ask("search", query="q", retriever="own", top_k=1)["hits"]["items"][0]["chunk_id"] == "a5"

    def test_a_slow_beginning_is_greeted_and_can_be_cancelled(self, index):
        """The page knows its language before the first search has answered, and is of use after it was stopped."""

        async def mine(query, top_k, exclude_ids):
            await asyncio.sleep(60 if query == "slow" else 0)
            return ["a5"]

        page = Page(NavWidget(index, retriever=mine, query="slow", locale="fr"))
        hello = page.send(**HELLO)
        assert [update["reply_to"] for update in page.updates] == [None]
        assert page.updates[0]["welcome"]["settings"]["locale"] == "fr"
        time.sleep(0.05)
        page.ask("cancel", request_id=hello)
        assert "cancelled" in page.answer(hello)["problem"]["why"]
        assert page.ask("search", query="q", retriever="own", top_k=1)["hits"]["items"][0]["chunk_id"] == "a5"

    def test_a_coroutine_in_disguise_is_refused_with_advice(self, index):
        async def real(query, top_k, exclude_ids):
            return []

        def disguised(query, top_k, exclude_ids):
            return real(query, top_k, exclude_ids)

        page = Page(NavWidget(index, retriever=disguised))
        assert "async def" in page.ask("search", query="q", retriever="own", top_k=1)["problem"]["why"]

    @pytest.mark.parametrize(
        ("answer", "part"), [(None, "NoneType"), ("text", "str"), ([object()], "no hit"), (["x"], "'x'")]
    )
    def test_a_wrong_answer_is_a_sentence(self, index, answer, part):
        page = Page(NavWidget(index, retriever=lambda *args: answer))
        assert part in page.ask("search", query="q", retriever="own", top_k=1)["problem"]["why"]


class TestPython:
    async def test_the_journey(self, widget):
        hits = await widget.search("w05", retriever="keyword", top_k=3)
        assert hits == widget.hits
        assert (widget.query, widget.source_id) == ("w05", "b")
        await widget.open_hit()
        await widget.navigate("next", top_k=2)
        assert [result.chunk.id for result in widget.results] == ["b0", "b1", "b2", "b3"]
        await widget.open_chunk("b1", window=1)
        assert (widget.source_id, widget.selection) == ("b", "b1")
        assert [result.chunk.id for result in await widget.read(0, 28)] == ["b0", "b1"]
        assert len(await widget.grep("w1")) == 2
        assert len(await widget.grep("w15 w16", mode="term")) == 1

    async def test_every_view_is_told(self, widget, page):
        page.ask(**HELLO)
        await widget.grep("w03")
        assert page.updates[-1]["results"]["pattern"] == "w03"
        assert page.updates[-1]["reply_to"] is None

    async def test_errors_are_raised_and_shown(self, widget, page):
        page.ask(**HELLO)
        with pytest.raises(SourceNotFoundError):
            await widget.open_source("nowhere")
        assert "nowhere" in page.updates[-1]["problem"]["why"]
        widget.strict = False
        await widget.open_source("nowhere")
        assert len(widget.errors) == 2

    async def test_bad_arguments_name_what_is_allowed(self, widget):
        with pytest.raises(SearchError, match=r"direction.*'next' or 'previous'"):
            await widget.navigate("sideways")

    def test_select_is_plain(self, widget):
        widget.select("b2")
        assert (widget.source_id, widget.selection) == ("b", "b2")
        widget.select(None)
        assert widget.selection is None
        with pytest.raises(ChunkNotFoundError):
            widget.select("nothing")

    async def test_show_hits_takes_the_frames_of_the_explorer(self, widget):
        await widget.search("w05", top_k=3)
        hits, frame = widget.hits, widget.hits_frame
        widget.show_hits(frame)
        assert [(hit.chunk, hit.score) for hit in widget.hits] == [(hit.chunk, hit.score) for hit in hits]
        results = await widget.open_hit(1)
        widget.show_hits(widget.results_frame)
        assert [hit.chunk for hit in widget.hits] == [result.chunk for result in results]

    @pytest.mark.parametrize(
        ("wrong", "told"),
        [
            (lambda w: w.history, r"show_hits returned a frame of operation, .*, whose rows are no hits: give "),
            (lambda w: w.hits_frame.columns, r"No chunk 'rank' in this index"),
            (lambda w: ["a1", ("a", 500, 600)], r"item 1 of show_hits is \('a', 500, 600\), but 'a' ends at 120"),
            (lambda w: [("a", 120, 121)], r"ends at 120"),
        ],
        ids=["a frame of something else", "strings", "beyond the end", "at the end"],
    )
    def test_show_hits_refuses_what_is_no_hit(self, widget, wrong, told):
        with pytest.raises(NavwidgetError, match=told):
            widget.show_hits(wrong(widget))
        assert widget.hits == []

    async def test_a_chunk_is_named_by_its_id_or_by_what_has_it(self, widget):
        [result] = await widget.read(16, 32)
        for given in (result, result.chunk, result.chunk.id):
            widget.select(None)
            widget.star(given)
            assert [star.chunk for star in widget.evidence] == [result.chunk]
            widget.star(given, starred=False)
            assert widget.evidence == []
            widget.select(given)
            assert widget.selection == result.chunk.id
            assert result.chunk in [opened.chunk for opened in await widget.open_chunk(given)]

    def test_show_hits_is_plain(self, widget, page):
        page.ask(**HELLO)
        widget.show_hits(iter(["a1", "b0"]), label="from a run", query="w02")
        hits = page.updates[-1]["hits"]
        assert (hits["label"], [item["rank"] for item in hits["items"]]) == ("from a run", [1, 2])
        [call] = widget.history.to_dict("records")
        assert (call["operation"], call["ids"]) == ("show_hits", ["a1", "b0"])
        assert call["arguments"] == {"label": "from a run", "query": "w02"}

    def test_observers(self, widget, page):
        seen = []
        widget.observe(lambda change: seen.append((change["name"], change["new"])), ["source_id", "query", "selection"])
        page.ask("search", query="w05", retriever="keyword", top_k=1)
        page.ask("open_source", source_id="a")
        page.ask("select", row=1)
        assert seen == [("source_id", "b"), ("query", "w05"), ("source_id", "a"), ("selection", "a1")]

    async def test_frames(self, widget):
        await widget.search("w05", retriever="hybrid", top_k=3)
        await widget.open_hit()
        assert list(widget.hits_frame["rank"]) == [1, 2, 3]
        assert {"keyword_rank", "nearest_neighbour_score"} <= set(widget.hits_frame)
        assert list(widget.results_frame["role"]) == ["previous", "hit", "next"]
        assert list(widget.history["operation"]) == ["retrieve", "neighbours"]
        assert (widget.history["milliseconds"] >= 0).all()

    def test_frames_of_nothing_have_their_columns(self, widget):
        assert "start_offset" in widget.results_frame
        assert "score" in widget.hits_frame
        assert list(widget.history) == ["operation", "arguments", "count", "ids", "milliseconds", "error"]

    def test_evidence(self, widget, page):
        page.ask("star", row=4, starred=True)
        page.ask("star", row=1, starred=True)
        assert [result.chunk.id for result in widget.evidence] == ["a1", "a4"]

    def test_query_at_the_start(self, index):
        widget = NavWidget(index, query="w05", top_k=2)
        assert len(widget.hits) == 2
        assert repr(widget) == "NavWidget(ChunkStore, source_id='b', query='w05', 2 hits, 0 results)"


class TestConstruction:
    @pytest.mark.parametrize(
        ("option", "near"), [("retreiver", "'retriever'"), ("topk", "'top_k'"), ("zzz", "It has index")]
    )
    def test_an_unknown_option_names_the_near_one(self, index, option, near):
        with pytest.raises(TypeError, match=near):
            NavWidget(index, **{option: 1})

    @pytest.mark.parametrize(
        ("index", "advice"),
        [
            ("report.md", "navwidget.explore"),
            (pd.DataFrame({"text": ["a"]}), "ChunkStore.from_frame"),
            (ChunkStore, "the class ChunkStore: make an object of it first"),
        ],
    )
    def test_what_is_often_taken_for_an_index_is_told_its_way(self, index, advice):
        with pytest.raises(TypeError, match=advice):
            NavWidget(index)

    def test_a_retriever_that_takes_other_arguments_is_refused_at_once(self, index):
        with pytest.raises(SearchError, match=r"<lambda> takes \(question\), but is called with \(query, top_k"):
            NavWidget(index, retriever=lambda question: [])

    def test_a_star_of_no_id_is_a_sentence(self, index):
        with pytest.raises(SearchError, match=r"chunk_id is 1, but must be a string\."):
            NavWidget(index).star(1)

    @pytest.mark.parametrize(
        ("option", "why"),
        [
            ({"scale": 0}, "scale is 0, but must be above 0."),
            ({"scale": float("nan")}, "scale is nan, but must be a finite number."),
            ({"height": 1.5}, "height is 1.5, but must be a whole number."),
            ({"height": True}, "height is True, but must be a whole number."),
            ({"theme": "blue"}, "theme is 'blue', but must be 'auto', 'light' or 'dark'."),
            ({"query": 5}, "query is 5, but must be a string."),
            ({"top_k": "5"}, "top_k is '5', but must be a whole number."),
        ],
    )
    def test_an_option_that_cannot_be_says_its_value_and_what_is_allowed(self, index, option, why):
        with pytest.raises(SearchError) as refused:
            NavWidget(index, **option)
        assert str(refused.value) == why

    def test_of_a_value_without_end_the_kind_is_said(self, index):
        with pytest.raises(SearchError, match=r"^height is a str, but must be a whole number\.$"):
            NavWidget(index, height="x" * 10_000)

    @pytest.mark.parametrize("index", [{}, None, object(), type("Half", (KeywordStoreIndex,), {})(), ChunkStore])
    def test_an_index_that_can_do_nothing_is_refused(self, index):
        with pytest.raises(TypeError, match="cannot explore"):
            NavWidget(index)

    @pytest.mark.parametrize(
        ("option", "part"),
        [
            ({"theme": "pink"}, "theme"),
            ({"height": "tall"}, "height"),
            ({"height": 0}, "height"),
            ({"height": True}, "height"),
            ({"scale": 0.0}, "scale"),
            ({"scale": float("nan")}, "scale"),
            ({"top_k": 0}, "top_k"),
            ({"top_k": True}, "top_k"),
            ({"top_k": "5"}, "top_k"),
            ({"query": 5}, "query"),
            ({"retriever": "fuzzy"}, "retriever is 'fuzzy'"),
            ({"locale": "xx"}, "locale is 'xx', but must be 'auto' or one of 'en', 'fr'"),
            ({"locale": ""}, "locale is ''"),
            ({"locale": None}, "locale is None"),
            ({"locale": "french"}, "locale is 'french'"),
        ],
    )
    def test_a_bad_option_is_a_sentence(self, index, option, part):
        with pytest.raises(SearchError, match=part):
            NavWidget(index, **option)

    @pytest.mark.parametrize("locale", ["auto", "en", "fr", "fr-CA", "EN-gb"])
    def test_a_language_of_the_page_may_have_a_region(self, index, locale):
        assert Page(NavWidget(index, locale=locale)).ask(**HELLO)["welcome"]["settings"]["locale"] == locale

    async def test_a_source_that_is_not_there_is_refused_with_the_one_that_was_meant(self):
        index = ChunkStore()
        index.sync.index_document(Document.from_text("Thirty days.", "handbook.md", FixedSizeChunker()))
        with pytest.raises(SourceNotFoundError, match=r"'handbok\.md' .* did you mean 'handbook\.md'\?"):
            NavWidget(index, source_id="handbok.md")
        with pytest.raises(SourceNotFoundError, match=r"did you mean 'handbook\.md'\?"):
            await NavWidget(index).open_source("hanbook.md")
        with pytest.raises(SourceNotFoundError, match=r"list the known ones"):
            NavWidget(index, source_id="elsewhere")
        assert NavWidget(index, source_id="handbook.md").source_id == "handbook.md"

    @pytest.mark.parametrize("query", [None, "days"])
    def test_a_way_to_rank_that_the_index_does_not_have_is_refused(self, query):
        """The default is the best that there is; one that was named is not replaced by another."""
        index = ChunkStore(embedder=None)
        index.sync.index_document(Document.from_text("Thirty days.", "a.md", FixedSizeChunker()))
        with pytest.raises(SearchError, match=r"is 'vector', but .* embedder= .*; it can rank by 'keyword'\."):
            NavWidget(index, retriever="vector", query=query)
        assert len(NavWidget(index, query="days").hits) == 1

    async def test_numbers_are_numbers_from_python_as_from_the_page(self, widget):
        assert len(await widget.read(np.int64(0), 10**40, top_k=np.int64(1))) == 1
        wrong = [
            lambda: widget.search("w05", top_k=0),
            lambda: widget.search("w05", top_k="5"),
            lambda: widget.search("w05", top_k=101),
            lambda: widget.navigate("next", top_k=True),
            lambda: widget.read(0.0, 5),
            lambda: widget.read("0", 5),
            lambda: widget.open_chunk("a1", window=-1),
        ]
        for call in wrong:
            with pytest.raises(SearchError, match=r"^(top_k|start|window)\b"):
                await call()

    @pytest.mark.parametrize("wrong", [{"label": None}, {"label": 5}, {"query": None}])
    def test_hits_have_a_name_that_can_be_shown(self, widget, wrong):
        with pytest.raises(SearchError, match="must be a string"):
            widget.show_hits(["a1"], **wrong)
        assert widget.hits == []

    def test_an_index_that_only_searches_opens(self):
        page = Page(NavWidget(Words(documents()), query="w05"))
        assert len(page.ask(**HELLO)["hits"]["items"]) == 3

    def test_nothing_that_ipywidgets_needs_is_overridden(self):
        ours = {name for name in vars(NavWidget) if not name.startswith("__")} | {"__init__", "__repr__"}
        by_traitlets = {"_traits", "_descriptors", "_instance_inits", "_static_immutable_initial_values"}
        by_traitlets |= {"_trait_default_generators", "_all_trait_default_generators"}
        taken = {name for cls in (anywidget.AnyWidget, DOMWidget) for name in dir(cls)}
        assert (ours & taken) - by_traitlets == {"__init__", "__repr__", "_repr_mimebundle_"}

    def test_few_traits_and_no_texts_in_them(self, widget):
        """What is synced is stored in the notebook, once per widget."""
        ours = set(widget.keys) - set(anywidget.AnyWidget().keys)
        assert ours <= {"_esm", "selection"}

    def test_the_state_does_not_grow_with_use(self, widget, page):
        page.send("select", row=13)  # where the steps end
        before = len(json.dumps(widget.get_state(), default=str))
        for _ in range(50):
            page.send("navigate", direction="next", top_k=1)
        assert len(json.dumps(widget.get_state(), default=str)) == before

    def test_the_bundle_is_text_unless_it_is_being_written(self):
        code = "from navwidget.widget.navwidget import NavWidget; print(type(NavWidget._esm).__name__)"
        assert (
            subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "str\n"
        )


class TestMimeBundle:
    def test_the_view_and_a_still_picture(self, widget):
        data, _ = widget._repr_mimebundle_()
        assert data["application/vnd.jupyter.widget-view+json"]["model_id"] == widget.model_id
        assert data["text/html"].startswith("<div")
        assert data["text/plain"].startswith("NavWidget(")


def test_widgets_do_not_share_their_reader(index):
    first, second = NavWidget(index), NavWidget(index)
    first.select("b1")
    assert (first.source_id, second.source_id) == ("b", "a")


def test_a_closed_store_is_a_sentence():
    index = ChunkStore()
    page = Page(NavWidget(index))
    index.close()
    assert page.ask("open_source", source_id="a")["problem"]["why"]
