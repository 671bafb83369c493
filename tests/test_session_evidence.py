"""Evidence, history and the session as code: what the page is told of them, and what comes back."""

import ast
import asyncio
import gc
import inspect
import json
import weakref

import pytest

from navwidget import KeywordRetriever, RetrievalContext
from navwidget.models import SearchResult, SearchResultChunk
from navwidget.widget import journey, trail
from navwidget.widget import protocol as wire
from navwidget.widget.naming import NOTE
from navwidget.widget.session import Session
from tests.explorer import TEXT, ask, documents, listed, store, told
from tests.foreign import Words


@pytest.fixture
def session():
    with store() as index:
        yield Session(index)


class TestEvidence:
    def test_by_row_and_by_id_across_sources_in_reading_order(self, session):
        told(session, "open_source", source_id="a")
        told(session, "star", chunk_id="b1", starred=True)
        told(session, "star", row=5, starred=True)
        update = told(session, "star", row=4, starred=True)
        assert [(item.chunk_id, item.row) for item in update.evidence.items] == [("a4", 4), ("a5", 5), ("b1", None)]
        assert [item.title for item in update.evidence.items] == ["w08 w09 w10 w11", "w10 w11 w12 w13", "w05 w06"]
        assert update.results.starred == [4, 5]

    def test_rows_follow_the_open_source(self, session):
        told(session, "star", chunk_id="b1", starred=True)
        assert told(session, "open_source", source_id="b").evidence.items[0].row == 1

    def test_length_is_that_of_the_text_with_overlaps_once(self, session):
        for row in (4, 5):
            update = told(session, "star", row=row, starred=True)
        assert update.evidence.characters == len(f"[a:32-56]\n{TEXT[32:56]}")
        assert update.evidence.tokens == -(-update.evidence.characters // 4)

    def test_let_go_from_another_source(self, session):
        told(session, "star", chunk_id="b1", starred=True)
        assert told(session, "star", chunk_id="b1", starred=False).evidence.items == []

    def test_an_unknown_chunk_is_a_sentence(self, session):
        assert "nowhere" in ask(session, "star", chunk_id="nowhere", starred=True).update.problem.why
        assert ask(session, "star", starred=True).update.problem

    def test_a_budget_tells_what_an_export_leaves_out(self, session):
        for chunk_id in ("b3", "a0"):
            told(session, "star", chunk_id=chunk_id, starred=True)
        update = told(session, "set_budget", tokens=9)
        assert (update.evidence.budget, update.evidence.left_out) == (9, ["a0"])
        exported = told(session, "export", form="markdown").export
        assert (exported.text.count("```text"), exported.file_name) == (1, "evidence.md")
        assert told(session, "set_budget", tokens=None).evidence.left_out == []
        assert "budget is -1" in ask(session, "set_budget", tokens=-1).update.problem.why

    def test_json_is_that_of_the_text(self, session):
        told(session, "star", chunk_id="b3", starred=True)
        exported = told(session, "export", form="json").export
        assert json.loads(exported.text)["pieces"][0]["text"] == TEXT[60:80]

    def test_a_source_that_was_deleted_keeps_its_evidence(self, session):
        told(session, "star", chunk_id="b3", starred=True)
        session.backend.index.sync.delete_source("b")
        assert told(session, "hello", protocol_version=wire.PROTOCOL_VERSION).evidence.items[0].chunk_id == "b3"

    def test_an_index_that_cannot_be_asked_for_a_chunk(self):
        """It only searches: what it gave is known, and nothing else."""
        session = Session(Words(documents()))
        told(session, "search", query="w05", retriever="keyword", top_k=1)
        [found] = session.reader.hits.results
        assert [i.chunk_id for i in told(session, "star", chunk_id=found.chunk.id, starred=True).evidence.items] == [
            found.chunk.id
        ]
        assert ask(session, "star", chunk_id="a13", starred=True).update.problem


class TestHistory:
    def test_lists_calls_with_what_they_were_asked_for(self, session):
        told(session, "search", query="w05", retriever="keyword", top_k=2)
        told(session, "grep", pattern="w1", mode="phrase")
        ask(session, "read", start=0, end=9, top_k=0)
        update = told(session, "navigate", direction="next", top_k=1)
        told(session, "read", start=None, end=8)
        update = told(session, "open_chunk", row=0, window=1)
        entries = [
            (entry.operation, entry.source_id, entry.start, entry.end, entry.label, entry.failed)
            for entry in update.history.entries
        ]
        assert entries == [
            ("retrieve", "", None, None, "w05", False),
            ("grep", "b", None, None, "w1", False),
            ("read", "b", 0, 9, "", True),
            ("navigate", "b", 60, 80, "next", False),
            ("read", "b", None, 8, "", False),
            ("neighbours", "b", None, None, "b0", False),
        ]
        assert [entry.code for entry in update.history.entries][-1] == update.call.code
        assert (update.history.current, update.history.total) == (5, 6)

    def test_go_to_brings_back_list_source_and_hits(self, session):
        told(session, "search", query="w05", retriever="keyword", top_k=2)
        told(session, "open_hit", rank=1)
        before = listed(session)
        told(session, "open_chunk", chunk_id="a9", window=0)
        told(session, "search", query="w29", retriever="keyword", top_k=1)
        update = told(session, "go_to", entry=1)
        assert update.source.source_id == "b"
        assert listed(session) == before
        assert (update.hits.query, update.hits.opened_rank) == ("w05", 1)
        assert update.history.current == 1

    def test_go_to_leads_to_where_a_branch_was_left(self, session):
        """Going on lets go of what was gone back from; the history has it all the same."""
        for chunk_id in ("a0", "a5"):
            told(session, "open_chunk", chunk_id=chunk_id, window=0)
        told(session, "go_back", step=-1)
        told(session, "open_chunk", chunk_id="a7", window=0)
        told(session, "go_to", entry=1)
        assert listed(session) == ["a0", "a5"]
        told(session, "go_back", step=-1)
        assert listed(session) == ["a0", "a7"]

    def test_back_and_forward_move_the_current_entry(self, session):
        for chunk_id in ("a0", "a5"):
            told(session, "open_chunk", chunk_id=chunk_id, window=0)
        assert told(session, "go_back", step=-1).history.current == 0
        assert told(session, "go_back", step=1).history.current == 1

    def test_goes_back_to_hits_that_python_showed(self, session):
        reply = asyncio.run(session.do(session.show_hits(["a3", ("b", 40, 60)], "of mine", "w11")))
        assert reply.update.call.code == "explorer.show_hits(hits, label='of mine', query='w11')"
        told(session, "search", query="w05", retriever="keyword", top_k=1)
        shown, _ = told(session, "hello", protocol_version=wire.PROTOCOL_VERSION).history.entries
        assert (shown.operation, shown.label, shown.count, shown.failed) == ("show_hits", "of mine", 2, False)
        update = told(session, "go_to", entry=0)
        assert ([item.chunk_id for item in update.hits.items], update.hits.label) == (["a3", "b2"], "of mine")
        assert update.history.current == 0

    @pytest.mark.parametrize("entry", [-1, 1])
    def test_an_entry_that_is_none_is_a_sentence(self, session, entry):
        told(session, "open_chunk", chunk_id="a0", window=0)
        assert f"no call {entry}" in ask(session, "go_to", entry=entry).update.problem.why

    def test_only_the_newest_are_told_and_kept(self, monkeypatch):
        """What was shown is let go of, in the history and in the trail; the record has every call."""
        monkeypatch.setattr(journey, "MOST_VISITS", 2)
        monkeypatch.setattr(trail, "MOST_VISITS", 2)
        session = Session(store())
        told(session, "open_chunk", chunk_id="a0", window=0)
        first = weakref.ref(session.reader.trail.current)
        for chunk_id in ("a5", "a9"):
            update = told(session, "open_chunk", chunk_id=chunk_id, window=0)
        gc.collect()
        assert first() is None
        assert [entry.entry for entry in update.history.entries] == [1, 2]
        assert update.history.total == len(session.journey.history) == 3
        assert "What call 0 showed is no longer kept" in ask(session, "go_to", entry=0).update.problem.why
        assert told(session, "go_to", entry=1).call.cell == f"{NOTE}\nawait index.get_chunk('a5')"
        for _ in range(3):
            last = told(session, "go_back", step=-1)
        assert listed(session) == ["a0", "a5"]
        assert not last.results.can_go_back

    def test_ids_are_spelled_for_the_reader_alone(self, session):
        """Each search names all chunks that were read; to keep that spelled of every call would fill the memory."""
        told(session, "read", start=0, end=120, top_k=20)
        for _ in range(3):
            update = told(session, "search", query="w05", retriever="keyword", top_k=2, skip_read=True)
        assert "'a13'" in update.call.cell
        assert not any(visit.line.cell for visit in session.journey.visits)

    def test_the_last_failures_alone_keep_their_frames(self, session, monkeypatch):
        monkeypatch.setattr("navwidget.widget.session.MOST_FRAMES", 2)
        for rank in range(5, 9):
            ask(session, "open_hit", rank=rank)
        assert [failed.error.__traceback__ is None for failed in session.failures] == [True, True, False, False]
        assert all("open_hit" in failed.traceback for failed in session.failures)


def run(code, **names):
    """Run a cell as a notebook does, where ``await`` may stand anywhere."""
    cell = eval(compile(code, "cell", "exec", flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT), names)
    if inspect.iscoroutine(cell):
        asyncio.run(cell)
    return names["journey"]


def ids_of(answer):
    answer = answer if isinstance(answer, list) else [answer]
    return tuple(getattr(item, "chunk", item) if isinstance(item, str) else item.chunk.id for item in answer)


def mine(query, top_k, exclude_ids):
    return ["a3", "b1"]


async def mine_later(query, top_k, exclude_ids):
    return ["a3", "b1"]


class TestCode:
    def journey(self, session):
        told(session, "search", query='it\'s "w05"', retriever="hybrid", top_k=3)
        told(session, "open_hit", rank=1)
        told(session, "navigate", direction="next", top_k=2)
        ask(session, "read", start=0, end=9, top_k=0)
        told(session, "grep", pattern="w0\n' # \ud800", mode="term")
        told(session, "read", start=None, end=60, top_k=30)
        told(session, "search", query="w1", retriever="keyword", top_k=5, skip_read=True, this_source=True)

    def test_a_cell_makes_every_call_again(self, session):
        told(session, "open_source", source_id="a")
        told(session, "read", start=None, end=None, top_k=50)
        assert len(session.reader.covered.ids) == 14  # not spelled on the call line, but here
        self.journey(session)
        told(session, "open_source", source_id="b")
        told(session, "search", query="w05", retriever="keyword", top_k=20, skip_read=True)
        good = [record for record in session.journey.history if not record.error]
        assert len(good) < len(session.journey.history)
        answers = run(told(session, "export", form="code").export.text, index=session.backend.index)
        assert [ids_of(answer) for answer in answers] == [record.ids for record in good]

    def test_more_than_a_call_line_spells(self, session):
        with store() as index:
            many = Session(index, retriever=KeywordRetriever(query="x"))
            for source_id in ("a", "b"):
                told(many, "open_source", source_id=source_id)
                told(many, "read", start=None, end=None, top_k=50)
            update = told(many, "search", query="w05", retriever="own", top_k=20, skip_read=True)
            assert "ids_already_read" in update.call.code
            assert "ids_already_read" not in many.code
            run(many.code, index=index)

    def test_hits_without_a_score_have_none(self):
        """Not that of a chunk that scored nothing."""
        with store() as index:
            session = Session(index, retriever=lambda query, top_k, exclude_ids: ["a3", ("b", 40, 60)])
            found = told(session, "search", query="w05", retriever="own", top_k=2).hits.items
            assert [item.score for item in found] == [None, None]
            shown = asyncio.run(session.do(session.show_hits([("a3", 0.5), ("b1", 0.0)]))).update
            assert [item.score for item in shown.hits.items] == [0.5, 0.0]

    @pytest.mark.parametrize("own", [mine, mine_later])
    def test_a_callable_is_named_and_said_to_be_missing(self, own):
        with store() as index:
            session = Session(index, retriever=own)
            told(session, "search", query="w05", retriever="own", top_k=2)
            assert f"# {own.__name__} is your own retriever, which this cannot write down: define it first." in (
                session.code
            )
            assert run(session.code, index=index, **{own.__name__: own}) == [["a3", "b1"]]

    def test_a_callable_without_a_name(self):
        with store() as index:
            session = Session(index, retriever=lambda query, top_k, exclude_ids: ["a3"])
            update = told(session, "search", query="w05", retriever="own", top_k=2)
            assert update.call.code == "own_retriever('w05', 2, set())"

    def test_a_search_of_a_foreign_index(self):
        index = Words(documents())
        session = Session(index)
        told(session, "search", query="w05", retriever="keyword", top_k=2)
        [answer] = run(session.code, index=index)
        assert ids_of(answer) == session.journey.history[0].ids

    def test_a_context_is_said_to_be_left_out(self):
        with store() as index:
            assert "context" in Session(index, context=RetrievalContext()).code
            assert "context" not in Session(index).code

    def test_hits_from_elsewhere_are_a_comment_with_their_ids(self, session):
        place = {"locator": "", "start_offset": None, "end_offset": None}
        elsewhere = SearchResultChunk(source_id="s", content="of another index", id="c", **place)
        asyncio.run(session.do(session.show_hits(["a3", SearchResult(chunk=elsewhere, score=1.0)], "of\nmine")))
        asyncio.run(session.do(session.show_hits([None], "broken")))
        told(session, "search", query="w05", retriever="keyword", top_k=1)
        assert "explorer.show_hits(hits, label='of\\nmine'): ['a3', 'c']\n" in session.code
        assert "    # failed, SearchError: item 0 of show_hits is NoneType" in session.code
        assert len(run(session.code, index=session.backend.index)) == 1

    def test_no_call_is_an_empty_journey(self, session):
        assert run(session.code, index=None) == []

    def test_an_error_cannot_leave_its_comment(self):
        def broken(query, top_k, exclude_ids):
            raise ValueError("first\n], print('out') \r\x0b\u2028 last")

        with store() as index:
            session = Session(index, retriever=broken)
            ask(session, "search", query="w", retriever="own", top_k=1)
            assert run(session.code, index=index) == []
            assert "    # failed, ValueError: first ], print('out') last: broken('w', 1, set())\n" in session.code
