"""A reader of a ChunkStore: what each request asks the store, and what the page is told."""

import ast
import asyncio
import re
from itertools import pairwise

import numpy as np
import pytest

import navwidget
from navwidget import (
    ChunkStore,
    Document,
    DocumentChunk,
    HashingEmbedder,
    KeywordRetriever,
    NavigationDirection,
    NearestNeighbourRetriever,
    RRFRetriever,
    VectorStoreIndex,
    compute_page_locator,
)
from navwidget.models import ChunkType, KeywordSearchQuery
from navwidget.widget import messages
from navwidget.widget import protocol as wire
from navwidget.widget.cards import query_terms
from navwidget.widget.session import Session
from navwidget.widget.snippets import snippet
from tests.explorer import OVERLAPPING, TEXT, ask, ask_async, document, ids, listed, store, told
from tests.foreign import Library


@pytest.fixture
def session():
    with store() as index:
        yield Session(index)


def opened(session, chunk_id, window=0):
    told(session, "open_chunk", chunk_id=chunk_id, window=window)


def roles(update):
    return list(zip(update.results.rows, update.results.roles, strict=True))


class TestHello:
    def test_everything_that_is_to_be_shown(self, session):
        update = told(session, "hello", protocol_version=wire.PROTOCOL_VERSION)
        assert update.welcome.retriever == "hybrid"
        assert update.source.source_id == "a"
        assert update.results.operation == "none"
        assert update.hits.items == []
        assert update.selection_changed

    def test_the_outline_travels_as_columns_in_the_order_that_the_message_says(self, session):
        reply = ask(session, "hello", protocol_version=wire.PROTOCOL_VERSION)
        columns = {
            column.name: np.frombuffer(data, column.dtype).tolist()
            for column, data in zip(reply.update.source.columns, reply.buffers, strict=True)
        }
        outline = session.backend.index.sync.outline("a")
        assert columns == {
            "starts": outline.starts.tolist(),
            "ends": outline.ends.tolist(),
            "chunk_types": outline.chunk_types.tolist(),
        }

    def test_no_request_waits_for_a_loop(self, session):
        """So that it can be handled on any thread, beside a cell that keeps the loop busy."""
        handling = session.handle(wire.Hello(id=1, protocol_version=wire.PROTOCOL_VERSION))
        with pytest.raises(StopIteration):
            handling.send(None)

    def test_what_was_asked_for_at_first_is_done_once(self):
        with store() as index:
            session = Session(index, source_id="b", query="w03", top_k=3)
            for _ in range(2):
                update = told(session, "hello", protocol_version=wire.PROTOCOL_VERSION)
                assert update.source.source_id == "b"
                assert (update.hits.query, len(update.hits.items)) == ("w03", 3)
                assert "retrieve" in update.call.code
            assert [record.operation for record in session.journey.history] == ["retrieve"]

    def test_a_beginning_that_fails_is_told_when_somebody_is_there(self):
        with store() as index:
            session = Session(index, source_id="nowhere")
            asyncio.run(session.start())
            update = ask(session, "hello", protocol_version=wire.PROTOCOL_VERSION).update
            assert "nowhere" in update.problem.why
            assert update.welcome is not None
            assert update.source.source_id == "a"

    def test_a_page_of_another_version_is_told_to_reload(self, session):
        update = ask(session, "hello", protocol_version=99).update
        assert "reload the page" in update.problem.why

    def test_an_empty_store_opens(self):
        with ChunkStore() as index:
            update = told(Session(index), "hello", protocol_version=wire.PROTOCOL_VERSION)
            assert (update.source, update.results) == (None, None)


class TestSources:
    def test_list_those_whose_name_holds_a_text(self, session):
        assert [item.source_id for item in told(session, "list_sources").source_list.items] == ["a", "b"]
        assert [item.source_id for item in told(session, "list_sources", contains="B").source_list.items] == ["b"]

    def test_more_than_asked_for_is_told(self, session):
        listing = told(session, "list_sources", limit=1).source_list
        assert (len(listing.items), listing.total) == (1, 2)

    def test_each_document_keeps_its_position(self, session):
        opened(session, "a3", 1)
        told(session, "open_source", source_id="b")
        assert listed(session) == []
        told(session, "open_source", source_id="a")
        assert listed(session) == ["a2", "a3", "a4"]

    def test_unknown(self, session):
        opened(session, "a3")
        update = ask(session, "open_source", source_id="nowhere").update
        assert "nowhere" in update.problem.why
        assert session.reader.source.source_id == "a"
        assert listed(session) == ["a3"]

    def test_headings_come_from_markdown(self):
        text = "# One\nfirst part\n## Two\nsecond part\n"
        with ChunkStore() as index:
            index.sync.index_document(Document.from_text(text, "d.md", lambda t: [(0, 17), (17, len(t))]))
            update = told(Session(index), "hello", protocol_version=wire.PROTOCOL_VERSION)
            headings = update.source.headings
            assert (headings.offsets, headings.levels, headings.titles) == ([0, 17], [1, 2], ["One", "Two"])

    def test_hits_under_one_heading_are_told_apart_by_their_words(self):
        text = "# Term\n\nThe notice period is long.\n\nOn any other day <b>notice</b> is given " + "in time " * 20
        edge, third = text.index("On any"), text.index("in time")
        with ChunkStore(embedder=None) as index:
            index.sync.index_document(document("t.md", [(0, edge), (edge, third), (third, len(text))], text))
            hits = told(
                Session(index, retriever="keyword"), "search", query="notice", retriever="keyword", top_k=9
            ).hits
            assert [hit.title for hit in hits.items] == ["Term", "Term"]
            assert {hit.snippet for hit in hits.items} == {
                "The notice period is long.",
                "… other day <b>notice</b> is given",
            }
            marked = [hit.snippet[start:end] for hit in hits.items for start, end in hit.terms]
            assert marked == ["notice", "notice"]
            alone = told(Session(index, retriever="keyword"), "search", query="long", retriever="keyword", top_k=9).hits
            assert [(hit.title, hit.snippet) for hit in alone.items] == [("Term", "")]

    def test_a_snippet_begins_where_most_words_of_the_query_are(self):
        text = "For one thing. " + "And another. " * 20 + "A notice period for termination is due."
        said = snippet(text, "T", query_terms("notice period for termination"))
        assert said == "… And another. A notice period for termination is due."

    def test_going_back_to_a_call_shows_that_call(self, session):
        opening = told(session, "open_chunk", row=3, window=1)
        told(session, "grep", pattern="w03", mode="phrase")
        history = told(session, "go_to", entry=0)
        assert history.call == opening.call
        assert told(session, "hello", protocol_version=wire.PROTOCOL_VERSION).call == opening.call

    def test_the_history_knows_the_chunk_whose_neighbours_were_asked_for(self, session):
        told(session, "open_chunk", row=3, window=1)
        assert ask(session, "read", start=0, end=1, top_k=0).failure is not None
        history = told(session, "grep", pattern="w03", mode="phrase").history
        assert [(entry.operation, entry.number) for entry in history.entries] == [
            ("neighbours", 4),
            ("read", None),
            ("grep", None),
        ]

    def test_what_was_read_stays_covered_and_is_what_unread_only_leaves_out(self, session):
        """Other lists and other sources between do not uncover it; each chunk covers its span."""
        told(session, "read", start=0, end=40, top_k=9)
        read = set(listed(session))
        found = told(session, "grep", pattern="w20", mode="phrase").results
        assert found.covered == [(0, 40), (72, 96)]
        read |= set(listed(session))
        told(session, "open_source", source_id="b")
        assert told(session, "open_source", source_id="a").results.covered == found.covered
        query = {"query": "w02 w12 w20", "retriever": "keyword", "top_k": 9, "this_source": True}
        everything = told(session, "search", **query).hits.items
        unread = told(session, "search", **query, skip_read=True).hits.items
        assert {hit.chunk_id for hit in everything} - {hit.chunk_id for hit in unread} <= read
        assert not read & {hit.chunk_id for hit in unread}

    def test_chunks_of_another_type_cover_no_text(self):
        mixed = document("m", [(0, 8), (0, 80), (8, 16)])
        chunks = [
            chunk.model_copy(update={"chunk_type": ChunkType.SUMMARY} if at == 1 else {})
            for at, chunk in enumerate(mixed.chunks)
        ]
        session = Session(store(mixed.model_copy(update={"chunks": chunks})), source_id="m")
        told(session, "open_chunk", chunk_id="m1", window=0)
        assert told(session, "open_chunk", chunk_id="m0", window=0).results.covered == [(0, 8)]

    def test_a_changed_source_covers_what_is_left_of_what_was_read(self):
        made = store()
        session = Session(made, source_id="a")
        told(session, "read", start=0, end=40, top_k=9)
        made.sync.index_document(document("a", [(0, 16)]))
        results = ask(session, "hello", protocol_version=wire.PROTOCOL_VERSION).update.results
        assert results.covered == [(0, 16)]

    def test_the_history_numbers_a_chunk_among_those_of_its_type(self):
        """Summaries lie between the chunks of text; they are not counted with them."""
        mixed = document("m", [(0, 8), (0, 8), (8, 16), (8, 16), (16, 24)])
        chunks = [
            chunk.model_copy(update={"chunk_type": ChunkType.SUMMARY} if at % 2 else {})
            for at, chunk in enumerate(mixed.chunks)
        ]
        session = Session(store(mixed.model_copy(update={"chunks": chunks})), source_id="m")
        history = told(session, "open_chunk", chunk_id="m4", window=1).history
        assert [entry.number for entry in history.entries][-1] == 3

    @pytest.mark.parametrize("content", ["", "   ", "x" * 500, "検索" * 300, "word " * 500, "# T"])
    def test_a_snippet_fits_a_row(self, content):
        said = snippet(content, "T", query_terms("word 検索"))
        assert len(said) <= 160
        assert said.endswith("…") == (len(content) > 100)

    @pytest.mark.parametrize("kind", [Library, None], ids=["foreign", "store"])
    def test_what_begins_inside_a_word_is_called_by_the_next(self, kind):
        text = "Threads share mutexes. All documents_that make up a lock are kept."
        edges = [0, text.index("texes"), text.index("uments"), text.index(" up"), text.index("lock"), len(text)]
        parts = document("p", [*pairwise(edges)], text)
        with store(parts) as index:
            session = Session(kind([parts]) if kind else index, source_id="p")
            told(session, "read", start=None, end=None)
            for row in range(len(edges) - 1):
                items = told(session, "star", row=row, starred=True).evidence.items
        assert [item.title for item in items] == [
            "Threads share mu",
            "… All doc",
            "… make",
            "up a",
            "lock are kept.",
        ]

    def test_a_snippet_of_a_chunk_that_is_cut_begins_at_the_next_word(self):
        text = "# Term\n\nThe notice period is long, and notices are due."
        edge = text.index("otices")
        with store(document("t.md", [(0, edge), (edge, len(text))], text)) as index:
            hits = told(Session(index), "search", query="due notice", retriever="keyword", top_k=9).hits.items
            assert [hit.snippet for hit in hits] == ["… are due.", "The notice period is long, and n"]

    def test_frequent_words_of_a_query_are_not_marked(self):
        """They count as ever in the scores, and are marked where nothing else was asked for."""
        text = "".join(f"for a day {'notice' if n < 10 else 'xxxxxx'} " for n in range(20))
        size = len(text) // 20
        with ChunkStore() as index:
            index.sync.index_document(document("f", [(n * size, (n + 1) * size) for n in range(20)], text))
            session = Session(index, source_id="f")
            hits = told(session, "search", query="notice for a", retriever="keyword", top_k=20).hits
            alone = index.sync.search(KeywordSearchQuery(query="notice for a", top_k=20))
            assert [hit.score for hit in hits.items] == [hit.score for hit in alone]
            assert {hit.snippet[start:end] for hit in hits.items for start, end in hit.terms} <= {"notice"}
            (card,) = told(session, "read", start=0, end=size).cards
            assert card.terms == [(10, 16)]
            told(session, "search", query="for a", retriever="keyword", top_k=20)
            assert told(session, "read", start=0, end=size).cards[0].terms == [(0, 3), (4, 5)]
            told(session, "search", query="for unknowns", retriever="keyword", top_k=20)
            assert told(session, "read", start=0, end=size).cards[0].terms == [(0, 3)]
            told(session, "search", query="for notice unknowns", retriever="keyword", top_k=20)
            assert session.reader.hits.terms == {"notice", "unknowns"}, "which a hit that was cut otherwise may hold"

    @pytest.mark.parametrize("located", [False, True], ids=["metadata", "locator"])
    def test_headings_come_from_chunks_where_the_text_has_none(self, located):
        chunks = [
            DocumentChunk(
                source_id="p",
                locator=compute_page_locator(n // 2 + 1, n * 4, n * 4 + 4) if located else str(n),
                start_offset=n * 4,
                end_offset=n * 4 + 4,
                content="text",
                metadata={} if located else {"page_number": n // 2 + 1},
            )
            for n in range(4)
        ]
        with ChunkStore() as index:
            index.sync.index_document(Document(source_id="p", content=None, chunks=chunks))
            update = told(Session(index), "hello", protocol_version=wire.PROTOCOL_VERSION)
            assert (update.source.headings.offsets, update.source.headings.titles) == ([0, 8], ["p. 1", "p. 2"])

    def test_a_source_that_was_replaced_is_sent_anew(self, session):
        opened(session, "a3")
        session.backend.index.sync.index_document(document("a", [(0, 40), (40, 80), (80, 120)]))
        update = ask(session, "read", start=None, end=None).update
        assert update.source.chunks == 3
        assert update.results.rows == [0, 1, 2]


class TestChunkTypes:
    def test_another_type_is_navigated_by_itself(self):
        summary = DocumentChunk(
            source_id="c", locator="s", id="s", start_offset=0, end_offset=9, content="a summary", chunk_type="summary"
        )
        with store() as index:
            both = document("c", [(0, 8), (8, 16)]).model_copy()
            index.sync.index_document(both.model_copy(update={"chunks": (*both.chunks, summary)}))
            session = Session(index, source_id="c")
            update = told(session, "set_chunk_type", chunk_type="summary")
            assert update.source.chunk_type is ChunkType.SUMMARY
            assert update.source.counts == {ChunkType.CONTENT: 2, ChunkType.SUMMARY: 1}
            update = told(session, "read", start=None, end=None)
            assert listed(session) == ["s"]
            assert "content_type=ChunkType.SUMMARY" in update.call.code
            told(session, "open_chunk", chunk_id="c1", window=0)
            assert session.reader.source.chunk_type is ChunkType.CONTENT


class TestSearch:
    @pytest.mark.parametrize("retriever", ["keyword", "vector", "hybrid"])
    def test_hits_are_those_of_the_store(self, session, retriever):
        update = told(session, "search", query="w05 w06", retriever=retriever, top_k=4)
        again = eval_call(session, update.call.code)
        assert [item.chunk_id for item in update.hits.items] == [result.chunk.id for result in again]
        assert update.call.count == len(update.hits.items)

    def test_the_parts_of_a_fusion_are_told(self, session):
        best = told(session, "search", query="w05", retriever="hybrid", top_k=4).hits.items[0]
        assert {part.retriever for part in best.parts} == {"keyword", "vector"}
        assert [part.share for part in best.parts] == pytest.approx(
            [1 / (60 + part.rank) / best.score for part in best.parts]
        )

    def test_a_hit_of_another_source_has_no_row_until_it_is_opened(self, session):
        told(session, "open_source", source_id="b")
        hits = told(session, "search", query="w29", retriever="keyword", top_k=5).hits
        assert [(item.source_id, item.row) for item in hits.items] == [("a", None)]
        update = told(session, "open_hit", rank=1)
        assert update.source.source_id == "a"
        assert [item.row for item in update.hits.items] == [13]
        assert update.hits.opened_rank == 1

    def test_a_source_that_nobody_chose_is_left_for_that_of_the_best_hit(self, session):
        assert told(session, "hello", protocol_version=wire.PROTOCOL_VERSION).source.source_id == "a"
        assert told(session, "search", query="w05", retriever="keyword", top_k=2).source.source_id == "b"
        told(session, "open_source", source_id="a")
        assert told(session, "search", query="w05", retriever="keyword", top_k=2).source is None

    def test_a_source_in_which_something_was_read_stays(self, session):
        told(session, "navigate", direction="next", top_k=1)
        told(session, "search", query="w05", retriever="keyword", top_k=2)
        assert session.reader.source.source_id == "a"

    def test_scores_of_every_chunk_follow_the_columns_of_the_source(self, session):
        told(session, "open_source", source_id="a")
        reply = ask(session, "search", query="w05", retriever="keyword", top_k=2)
        scores = np.frombuffer(reply.buffers[-1], "<f4")
        expected = session.backend.index.sync.explain(KeywordRetriever(query="w05", top_k=2), "a").scores
        assert scores == pytest.approx(expected)
        assert reply.update.scores.cut == pytest.approx(sorted(expected)[-2])

    @pytest.mark.parametrize("skip_read", [False, True])
    def test_what_the_children_of_a_fusion_add_is_the_fused_score(self, session, skip_read):
        opened(session, "a5", 1)
        reply = ask(session, "search", query="w05 w12", retriever="hybrid", top_k=3, skip_read=skip_read)
        keyword, vector = (np.frombuffer(column, "<f4") for column in reply.buffers[-2:])
        assert reply.update.scores.children == ["keyword", "vector"]
        hits = {item.row: item.score for item in reply.update.hits.items if item.row is not None}
        assert hits
        assert [(keyword + vector)[row] for row in hits] == pytest.approx(list(hits.values()))
        assert reply.update.scores.cut == pytest.approx(reply.update.hits.items[-1].score)
        shown = {result.chunk.id for result in session.reader.reading.results}
        counted = (keyword + vector)[[session.reader.source.row(r.chunk) for r in session.reader.reading.results]]
        assert shown == {"a4", "a5", "a6"}
        assert (counted == 0).all() == skip_read

    @pytest.mark.parametrize("retriever", ["keyword", "vector", "hybrid"])
    @pytest.mark.parametrize("this_source", [False, True])
    def test_the_hits_are_the_best_of_as_many_as_were_ranked(self, session, retriever, this_source):
        """By words those that have one of them, by vector all, fused what either finds."""
        told(session, "open_source", source_id="a")
        found = told(session, "search", query="w05", retriever=retriever, top_k=1, this_source=this_source).hits
        whole = told(session, "search", query="w05", retriever=retriever, top_k=50, this_source=this_source).hits
        assert found.candidates == whole.candidates == len(whole.items) > 1
        assert told(session, "open_hit", rank=1).hits.candidates == found.candidates

    def test_how_many_were_ranked_is_left_out_where_the_index_has_changed_since(self, session):
        told(session, "search", query="w05", retriever="keyword", top_k=5)
        session.backend.index.sync.delete_source("b")
        assert ask(session, "open_source", source_id="a").update.hits.candidates is None

    def test_chunks_already_read_do_not_count(self, session):
        first = [
            item.chunk_id for item in told(session, "search", query="w05", retriever="keyword", top_k=1).hits.items
        ]
        told(session, "open_hit", rank=1)
        read = set(listed(session))
        update = told(session, "search", query="w05", retriever="keyword", top_k=5, skip_read=True)
        found = {item.chunk_id for item in update.hits.items}
        assert first[0] in read
        assert not found & read
        assert "Not(match=In(field='id'" in update.call.code

    def test_only_this_source(self, session):
        told(session, "open_source", source_id="b")
        items = told(session, "search", query="w01", retriever="keyword", top_k=9, this_source=True).hits.items
        assert {item.source_id for item in items} == {"b"}

    @pytest.mark.parametrize("query", ["", "  "])
    def test_a_blank_query_is_a_sentence(self, session, query):
        assert "empty" in ask(session, "search", query=query, retriever="keyword", top_k=1).update.problem.why

    @pytest.mark.parametrize("top_k", [0, 101])
    def test_top_k_out_of_range_names_the_field(self, session, top_k):
        problem = ask(session, "search", query="w", retriever="keyword", top_k=top_k).update.problem
        assert problem.why.startswith("top_k")

    def test_a_failed_search_leaves_the_hits(self, session):
        told(session, "search", query="w05", retriever="keyword", top_k=2)
        ask(session, "search", query="w05", retriever="own", top_k=2)
        assert len(session.reader.hits.results) == 2

    def test_a_template_is_filled_in(self):
        with store() as index:
            template = RRFRetriever(top_k=5, rank_constant=7, retrievers=[KeywordRetriever(query="example")])
            session = Session(index, retriever=template)
            update = told(session, "search", query="w07", retriever="own", top_k=2)
            assert "query='w07'" in update.call.code
            assert "rank_constant=7" in update.call.code
            assert update.hits.items[0].score == pytest.approx(1 / 8)

    @pytest.mark.parametrize("weights", [None, (3.0, 1.0)])
    def test_parts_of_a_fusion_have_their_share_by_its_own_rule(self, weights):
        children = [KeywordRetriever(query="x"), NearestNeighbourRetriever(query="x")]
        template = RRFRetriever(top_k=5, rank_constant=7, weights=weights, retrievers=children)
        with store() as index:
            hits = told(Session(index, retriever=template), "search", query="w05 w06", retriever="own", top_k=4).hits
        for item in hits.items:
            of = dict(zip(("keyword", "vector"), weights or (1, 1), strict=True))
            added = [of[part.retriever] / (7 + part.rank) for part in item.parts]
            assert sum(added) == pytest.approx(item.score)
            assert [part.share for part in item.parts] == pytest.approx([part / item.score for part in added])
        assert any(len(item.parts) == 2 for item in hits.items)

    def test_title_is_the_heading_that_the_hit_stands_under(self):
        with ChunkStore() as index:
            index.sync.index_document(Document.from_text("# Head\nbody text", "d", lambda t: [(7, len(t))]))
            item = told(Session(index), "search", query="body", retriever="keyword", top_k=1).hits.items[0]
            assert item.title == "Head"

    def test_title_of_a_hit_elsewhere(self):
        """Its heading where the source's text has one, else what the chunk says of itself, else its first words."""
        marked = Document.from_text("# Head\nbody text", "d", lambda t: [(7, len(t))])
        bare = document("e", [(0, 16)], "body\n\n  of words")
        named = Document.from_text("body again", "f", lambda t: [(0, len(t))])
        named = named.model_copy(
            update={"chunks": [named.chunks[0].model_copy(update={"metadata": {"title": "Named"}})]}
        )
        with store(marked, bare, named) as index:
            session = Session(index, source_id="a")
            items = told(session, "search", query="body", retriever="keyword", top_k=3).hits.items
            assert {item.source_id: item.title for item in items} == {"d": "Head", "e": "body of words", "f": "Named"}


class TestOpening:
    def test_a_hit_stands_between_its_neighbours_by_position(self, session):
        told(session, "search", query="w09", retriever="keyword", top_k=1)
        update = told(session, "open_hit", rank=1)
        anchor = update.results.anchor_row
        assert roles(update) == [(anchor - 1, "previous"), (anchor, "hit"), (anchor + 1, "next")]
        assert update.results.skipped == []
        assert "neighbours" in update.call.code
        assert update.selected_row == anchor

    def test_by_row_and_by_id(self, session):
        assert told(session, "open_chunk", chunk_id="a4", window=2).results.rows == [2, 3, 4, 5, 6]
        assert told(session, "open_chunk", row=4, window=1).results.rows == [2, 3, 4, 5, 6]

    def test_a_chunk_is_added_to_the_list_wherever_it_lies(self, session):
        opened(session, "a4", 1)
        assert told(session, "open_chunk", chunk_id="a5", window=2).results.rows == [3, 4, 5, 6, 7]
        update = told(session, "open_chunk", chunk_id="a0", window=0)
        assert update.results.rows == [0, 3, 4, 5, 6, 7]
        assert (update.results.anchor_row, update.selected_row) == (0, 0)
        [hole] = update.results.skipped
        assert hole.rows == [1, 2]

    def test_what_begins_a_list_and_what_goes_on_with_it(self, session):
        """Next, previous and open add to the reading list; a hit, read and grep begin another."""
        told(session, "search", query="w05", retriever="keyword", top_k=2, this_source=True)
        began = told(session, "open_hit", rank=1).results.rows
        for _ in range(2):
            began = [*began, began[-1] + 2]
            told(session, "navigate", direction="next", top_k=1)
        update = told(session, "open_chunk", row=11, window=1)
        assert set(update.results.rows) == {*began, 10, 11, 12}
        told(session, "open_chunk", row=0, window=0)
        assert told(session, "read", start=0, end=40).results.rows == [0, 1, 2, 3]
        told(session, "open_chunk", row=11, window=0)
        assert 11 not in told(session, "open_hit", rank=2).results.rows
        told(session, "open_chunk", row=11, window=0)
        assert 11 not in told(session, "grep", pattern="w03", mode="phrase").results.rows

    def test_a_chunk_that_lies_far_off_does_not_send_all_between(self, session, monkeypatch):
        monkeypatch.setattr(messages, "MOST_SKIPPED", 3)
        opened(session, "a0")
        [hole] = told(session, "open_chunk", row=13, window=0).results.skipped
        assert (hole.characters, hole.rows) == (88, [1, 2, 3])
        assert told(session, "show_skipped", rows=hole.rows).results.rows == [0, 1, 2, 3, 13]

    @pytest.mark.parametrize("fields", [{"chunk_id": "nothing"}, {"row": 99}, {"row": -1}, {}])
    def test_an_unknown_chunk(self, session, fields):
        opened(session, "a4")
        update = ask(session, "open_chunk", **fields).update
        assert (f"Row {fields['row']} of 'a'" if "row" in fields else "No chunk") in update.problem.why
        assert listed(session) == ["a4"]

    @pytest.mark.parametrize("rank", [0, 3, -1])
    def test_a_rank_that_is_none(self, session, rank):
        told(session, "search", query="w09", retriever="keyword", top_k=2)
        assert f"no hit {rank}" in ask(session, "open_hit", rank=rank).update.problem.why


class TestNavigate:
    def test_next_goes_on_from_the_last_chunk_and_adds(self, session):
        opened(session, "a0")
        assert told(session, "navigate", direction="next", top_k=1).results.rows == [0, 2]
        update = told(session, "navigate", direction="next", top_k=2)
        assert roles(update) == [(0, "open"), (2, "next"), (4, "next"), (5, "next")]
        assert update.call.code == "await index.navigate('a', 16, 32, NavigationDirection.NEXT, top_k=2)"
        assert update.call.count == 2

    def test_previous_goes_on_from_the_first(self, session):
        opened(session, "a9")
        told(session, "navigate", direction="next", top_k=1)
        update = told(session, "navigate", direction="previous", top_k=2)
        assert roles(update) == [(6, "previous"), (7, "previous"), (9, "open"), (11, "next")]
        assert "72, 88, NavigationDirection.PREVIOUS" in update.call.code

    def test_the_beginning_and_the_end(self, session):
        assert told(session, "navigate", direction="next", top_k=1).results.rows == [0]
        told(session, "open_source", source_id="b")
        assert told(session, "navigate", direction="previous", top_k=1).results.rows == [3]

    def test_beyond_the_end_comes_nothing_and_what_was_left_is_told(self, session):
        opened(session, "a12")  # [96, 112), and a13 is [104, 120)
        update = told(session, "navigate", direction="next", top_k=1)
        assert (update.results.rows, update.call.count) == ([12], 0)
        [hole] = update.results.skipped
        assert (hole.after_row, hole.before_row, hole.start, hole.end, hole.rows) == (12, -1, 112, 120, [13])

    def test_before_the_beginning(self, session):
        opened(session, "a1")
        [hole] = told(session, "navigate", direction="previous", top_k=3).results.skipped
        assert (hole.after_row, hole.before_row, hole.start, hole.end, hole.rows) == (-1, 1, 0, 8, [0])

    def test_beside_a_span_begins_a_list(self, session):
        opened(session, "a0", 2)
        update = told(session, "navigate", direction="next", top_k=2, span=(50, 63))
        assert roles(update) == [(8, "next"), (9, "next")]
        assert (update.selected_row, update.results.anchor_row) == (8, None)
        assert update.call.code == "await index.navigate('a', 50, 63, NavigationDirection.NEXT, top_k=2)"
        assert told(session, "navigate", direction="previous", top_k=1, span=(50, 63)).results.rows == [4]
        assert told(session, "navigate", direction="next", top_k=1).results.rows == [4, 6]

    def test_chunks_without_length_do_not_hold_it_up(self):
        with ChunkStore() as index:
            index.sync.index_document(document("z", [(4, 4), (4, 4), (4, 4), (8, 12)]))
            session = Session(index)
            opened(session, "z0")
            seen = [told(session, "navigate", direction="next", top_k=1).results.rows for _ in range(3)]
            assert seen == [[0, 1], [0, 1, 2], [0, 1, 2, 3]]
            assert told(session, "navigate", direction="next", top_k=1).results.rows == [0, 1, 2, 3]

    def test_repeated_text_is_counted(self, session):
        opened(session, "a0", 2)
        assert told(session, "open_chunk", chunk_id="a0", window=2).results.repeated == [0, 8, 8]

    def test_bad_top_k_changes_nothing(self, session):
        opened(session, "a4")
        update = ask(session, "navigate", direction="next", top_k=0).update
        assert "top_k is 0" in update.problem.why
        assert update.call.failed
        assert update.problem.asked == update.call.code
        assert listed(session) == ["a4"]


class TestHoles:
    def test_a_gap_has_no_rows(self, session):
        told(session, "open_source", source_id="b")
        opened(session, "b0")
        [hole] = told(session, "navigate", direction="next", top_k=1).results.skipped
        assert (hole.start, hole.end, hole.characters, hole.rows) == (8, 20, 12, [])

    def test_white_space_alone_is_none(self):
        text = "first  \n\n second"
        with ChunkStore() as index:
            index.sync.index_document(document("w", [(0, 5), (10, 16)], text))
            session = Session(index)
            opened(session, "w0")
            assert told(session, "navigate", direction="next", top_k=1).results.skipped == []

    def test_white_space_that_nobody_can_see_is_told(self):
        unknown = document("w", [(0, 5), (10, 16)], "first  \n\n second").model_copy(update={"content": None})
        with ChunkStore() as index:
            index.sync.index_document(unknown)
            session = Session(index)
            opened(session, "w0")
            assert len(told(session, "navigate", direction="next", top_k=1).results.skipped) == 1

    def test_the_overlapping_chunk_fills_it(self):
        with ChunkStore() as index:
            index.sync.index_document(document("o", [(0, 16), (12, 28), (24, 40), (36, 52)]))
            session = Session(index)
            opened(session, "o0")
            [hole] = told(session, "navigate", direction="next", top_k=1).results.skipped
            assert (hole.start, hole.end, hole.rows) == (16, 24, [1])
            update = told(session, "show_skipped", rows=hole.rows)
            assert roles(update) == [(0, "open"), (1, "shown"), (2, "next")]
            assert update.results.skipped == []
            assert update.call.code == "await index.get_chunk('o1')"

    def test_furthest_end_counts_where_chunks_nest(self):
        with ChunkStore() as index:
            index.sync.index_document(document("n", [(0, 40), (4, 8), (44, 60)]))
            session = Session(index)
            opened(session, "n0", 1)
            hole = told(session, "open_chunk", chunk_id="n1", window=1).results.skipped
            assert [(h.start, h.end) for h in hole] == [(40, 44)]


class TestRead:
    def test_replaces_the_list(self, session):
        opened(session, "a9")
        update = told(session, "read", start=8, end=40)
        assert roles(update) == [(1, "read"), (2, "read"), (3, "read")]
        assert update.results.anchor_row is None

    @pytest.mark.parametrize(
        ("start", "end", "crossing"),
        [(8, 40, 0), (9, 40, 2), (8, 41, 2), (9, 15, 2), (None, 16, 0), (None, 15, 2), (None, None, 0), (0, 120, 0)],
    )
    def test_chunks_that_cross_an_edge_are_counted_where_text_is_left_out(self, session, start, end, crossing):
        assert told(session, "read", start=start, end=end).results.crossing == crossing

    @pytest.mark.parametrize(
        ("start", "end", "widened"),
        [
            (9, 15, "0, 24"),
            (8, 40, "0, 48"),
            (None, 15, "None, 24"),
            (118, 130, "104, 130"),
            (None, None, "None, None"),
        ],
    )
    def test_widened_leaves_no_text_of_the_range_out(self, session, start, end, widened):
        update = told(session, "read", start=start, end=end, widen=True)
        assert update.call.code == f"await index.read('a', {widened}, top_k=20)"
        rows = update.results.rows
        inside = set(range(start or 0, min(120 if end is None else end, 120)))
        assert inside <= {place for row in rows for place in range(*OVERLAPPING[row])}

    @pytest.mark.parametrize("widen", [False, True])
    def test_a_range_that_ends_before_it_starts_is_told(self, session, widen):
        update = ask(session, "read", start=50, end=40, widen=widen).update
        assert update.problem.why == "The range starts at 50, after its end at 40: nothing lies in it."
        assert (update.results.rows, update.results.crossing) == ([], 0)
        assert session.failures == []

    @pytest.mark.parametrize(("top_k", "cut"), [(2, True), (3, False), (20, False)])
    def test_an_answer_that_top_k_cut_says_so(self, session, top_k, cut):
        update = told(session, "read", start=8, end=40, top_k=top_k)
        assert update.results.cut is cut
        assert update.call.code == f"await index.read('a', 8, 40, top_k={top_k})"

    def test_a_step_adds_to_it(self, session):
        told(session, "read", start=8, end=40)
        update = told(session, "navigate", direction="next", top_k=1)
        assert roles(update)[-1] == (5, "next")
        assert (update.results.operation, update.results.crossing) == ("navigate", 0)


class TestGrep:
    def test_matches_are_counted_and_placed(self, session):
        told(session, "open_source", source_id="b")
        update = told(session, "grep", pattern="W1", mode="phrase")
        assert roles(update) == [(2, "match"), (3, "match")]
        assert update.results.match_counts == [5, 5]
        places = [(match.row, match.start, match.end) for match in update.results.matches]
        assert places == [(2 if start < 60 else 3, start, start + 2) for start in range(40, 80, 4)]
        assert update.results.literal
        assert update.call.code == "await index.grep('b', 'W1', mode=GrepMode.PHRASE, top_k=200)"

    def test_a_place_in_two_chunks_is_one_match(self, session):
        update = told(session, "grep", pattern="w03", mode="phrase")
        assert update.results.rows == [0, 1]
        assert [(match.row, match.start) for match in update.results.matches] == [(0, 12)]
        assert update.results.match_counts == [1, 1]

    def test_cut_means_that_there_is_more(self, session):
        assert told(session, "grep", pattern="w", mode="phrase", top_k=14).results.cut is False
        assert told(session, "grep", pattern="w", mode="phrase", top_k=13).results.cut is True

    def test_matches_beyond_those_that_are_counted_are_no_cut(self):
        """The answer is whole: more of it cannot be shown, only fewer of its matches stepped through."""
        text = "w " * 25_000
        many = document("m", [(start, start + 500) for start in range(0, len(text), 500)], text)
        results = told(Session(store(many), source_id="m"), "grep", pattern="w", mode="phrase", top_k=1000).results
        assert (len(results.rows), len(results.matches)) == (100, 20_000)
        assert (results.cut, results.uncounted) == (False, 20)

    def test_holes_between_matches_are_none(self, session):
        assert told(session, "grep", pattern="w00", mode="phrase").results.skipped == []
        assert told(session, "grep", pattern="w2", mode="phrase").results.skipped == []

    def test_a_step_takes_the_ring_to_the_first_chunk_that_it_brought(self, session):
        """So that what one collects next is what one has just been given; at an end the ring stays."""
        told(session, "open_chunk", row=8, window=0)
        ringed = [
            told(session, "navigate", direction=direction, top_k=2).selected_row
            for direction in ("next", "next", "previous")
        ]
        assert ringed == [10, 13, 5]
        before = session.reader.selected
        assert told(session, "navigate", direction="next", top_k=9).results is not None
        assert session.reader.selected == before

    def test_a_step_from_matches_keeps_them(self, session):
        told(session, "grep", pattern="w03", mode="phrase")
        update = told(session, "navigate", direction="next", top_k=1)
        assert (update.results.operation, update.results.pattern) == ("grep", "w03")
        assert update.results.match_counts == [1, 1, 0]
        assert update.results.literal

    def test_terms_in_any_order(self, session):
        update = told(session, "grep", pattern="w03 w01", mode="term")
        assert update.results.rows == [0]
        assert update.cards[0].matches == [(4, 7), (12, 15)]

    def test_nothing_found_is_no_error(self, session):
        update = told(session, "grep", pattern="absent", mode="phrase")
        assert (update.results.operation, update.results.rows) == ("grep", [])


class TestCards:
    def test_come_with_the_list(self, session):
        update = told(session, "open_chunk", chunk_id="a0", window=1)
        assert [(card.row, card.id, card.content) for card in update.cards] == [
            (0, "a0", TEXT[:16]),
            (1, "a1", TEXT[8:24]),
        ]

    def test_are_fetched_by_row(self, session):
        told(session, "search", query="w02", retriever="keyword", top_k=1)
        cards = told(session, "fetch_cards", source_id="a", rows=[1, 99, -1]).cards
        assert [(card.row, card.terms) for card in cards] == [(1, [(0, 3)])]

    def test_of_a_source_that_was_left_are_none(self, session):
        assert told(session, "fetch_cards", source_id="b", rows=[1]).cards == []

    def test_marks_change_with_the_query(self, session):
        opened(session, "a0")
        assert told(session, "search", query="W02?", retriever="keyword", top_k=1).cards[0].terms == [(8, 11)]

    def test_a_match_is_not_marked_twice(self, session):
        told(session, "search", query="w02 w03", retriever="keyword", top_k=1)
        card = told(session, "grep", pattern="w02", mode="phrase").cards[0]
        assert (card.matches, card.terms) == ([(8, 11)], [(12, 15)])


class TestSelectionAndEvidence:
    def test_select_by_row(self, session):
        told(session, "hello", protocol_version=wire.PROTOCOL_VERSION)
        assert told(session, "select", row=3).selected_row == 3
        update = told(session, "select", row=None)
        assert (update.selected_row, update.selection_changed) == (None, True)

    def test_select_by_id_goes_to_the_source(self, session):
        reply = asyncio.run(session.do(session.select("b2")))
        assert (reply.update.source.source_id, reply.update.selected_row) == ("b", 2)

    def test_stars_are_kept_in_reading_order(self, session):
        opened(session, "a0")
        told(session, "star", row=5, starred=True)
        assert told(session, "star", row=2, starred=True).results.starred == [2, 5]
        assert [result.chunk.id for result in session.reader.evidence.results] == ["a2", "a5"]
        assert told(session, "star", row=5, starred=False).results.starred == [2]


class TestJourney:
    def test_back_and_forward(self, session):
        opened(session, "a0")
        told(session, "navigate", direction="next", top_k=1)
        told(session, "grep", pattern="w29", mode="phrase")
        update = told(session, "go_back", step=-1)
        assert (update.results.rows, update.results.can_go_forward) == ([0, 2], True)
        assert told(session, "go_back", step=1).results.rows == [13]

    def test_back_brings_back_the_ring_that_was_there(self, session):
        """A star goes to the ringed chunk: after a step back that must be one that is on show."""
        told(session, "search", query="w05", retriever="keyword", top_k=2)
        opened(session, "a3")
        for _ in range(2):
            told(session, "navigate", direction="next", top_k=1)
        rings = [told(session, "go_back", step=-1).selected_row for _ in range(2)]
        told(session, "select", row=rings[-1] - 1)
        assert told(session, "go_back", step=1).selected_row == rings[0]
        assert told(session, "go_back", step=-1).selected_row == rings[-1] - 1
        searched = told(session, "go_back", step=-1)
        assert (rings, searched.selection_changed, searched.selected_row) == ([5, 3], True, None)

    def test_back_over_sources(self, session):
        opened(session, "a3")
        opened(session, "b1")
        update = told(session, "go_back", step=-1)
        assert (update.source.source_id, update.results.rows) == ("a", [3])

    def test_going_on_lets_go_of_what_was_gone_back_from(self, session):
        for chunk in ("a0", "a5", "a9"):
            opened(session, chunk)
        told(session, "go_back", step=-2)
        opened(session, "a7")
        assert told(session, "go_back", step=1).results.rows == [0, 7]
        assert told(session, "go_back", step=-1).results.rows == [0]

    def test_back_and_forward_bring_back_hits_and_call_as_the_history_does(self, session):
        """A search is a step, like a list; what a step shows is what the history shows of that call."""
        searched = told(session, "search", query="w05", retriever="keyword", top_k=2)
        opened = told(session, "open_hit", rank=1)
        other = told(session, "search", query="w29", retriever="keyword", top_k=1)
        for step, seen, rank in [(-1, opened, 1), (-1, searched, None), (1, opened, 1), (1, other, None)]:
            update = told(session, "go_back", step=step)
            entry = update.history.current
            assert update.call == seen.call
            assert (update.hits.items, update.hits.opened_rank) == (seen.hits.items, rank)
            assert bool(listed(session)) == (seen is not searched)
            assert (session.reader.query, update.hits.query) == (seen.hits.query,) * 2
            again = told(session, "go_to", entry=entry)
            assert (again.hits, again.results, again.call) == (update.hits, update.results, update.call)
        assert not update.results.can_go_forward
        told(session, "search", query="w29", retriever="keyword", top_k=1)
        assert told(session, "go_back", step=-1).call == opened.call

    def test_every_call_is_recorded_with_its_time_and_error(self, session):
        opened(session, "a0", 1)
        ask(session, "read", start=0, end=9, top_k=0)
        told(session, "navigate", direction="next", top_k=1)
        records = session.journey.history
        assert [record.operation for record in records] == ["get_chunk", "neighbours", "read", "navigate"]
        assert [bool(record.error) for record in records] == [False, False, True, False]
        assert records[-1].ids == ("a3",)
        assert all(record.milliseconds >= 0 for record in records)
        assert records[2].arguments == {"source_id": "a", "start_offset": 0, "end_offset": 9, "top_k": 0}
        assert records[3].arguments["direction"] == NavigationDirection.NEXT

    def test_a_call_of_the_readers_own_retriever_is_recorded_by_the_names_of_its_arguments(self):
        with store() as index:
            session = Session(index, retriever=lambda question, k, seen: ["a1"])
            ask(session, "search", query="q", retriever="own", top_k=3)
            assert session.journey.history[0].arguments == {"query": "q", "top_k": 3, "exclude_ids": set()}


def eval_call(session, code):
    """Run the call line as a person would who pastes it into a cell."""
    names = {name: getattr(navwidget, name) for name in navwidget.__all__} | {"index": session.backend.index}
    return asyncio.run(eval(code.removeprefix("await "), names))


CALLS = [
    ("navigate", {"direction": "next", "top_k": 2}),
    ("navigate", {"direction": "previous", "top_k": 1}),
    ("read", {"start": None, "end": 40}),
    ("grep", {"pattern": "w0", "mode": "term"}),
    ("grep", {"pattern": "w0' \"\\\n\ud800", "mode": "phrase"}),
    ("search", {"query": 'it\'s "w05"', "retriever": "hybrid", "top_k": 3}),
    ("search", {"query": "w05", "retriever": "keyword", "top_k": 3, "this_source": True}),
]


@pytest.mark.parametrize(("kind", "fields"), CALLS)
def test_the_call_line_is_code_that_gives_the_answer(session, kind, fields):
    opened(session, "a5")
    reply = ask(session, kind, **fields)
    assert [result.chunk.id for result in eval_call(session, reply.update.call.code)] == ids(reply)
    assert answers_of(reply.update.call.cell, session.backend.index) == ids(reply)


def answers_of(cell, index):
    """Run what is copied off the call line, in a notebook that knows nothing but the index."""
    tree = ast.parse(cell)
    tree.body[-1] = ast.Assign([ast.Name("answer", ast.Store())], tree.body[-1].value)
    code = compile(ast.fix_missing_locations(tree), "cell", "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
    known = {"index": index}
    asyncio.run(eval(code, known))
    return [result.chunk.id for result in known["answer"]]


def test_what_is_copied_runs_where_the_call_line_is_short(session):
    for source_id in ("a", "b"):
        told(session, "open_source", source_id=source_id)
        told(session, "read", start=0, end=None, top_k=13)
    reply = ask(session, "search", query="w27 w28", retriever="keyword", top_k=3, skip_read=True)
    call = reply.update.call
    assert ids(reply)
    assert "ids_already_read" in call.code
    assert answers_of(call.cell, session.backend.index) == ids(reply)
    assert not any("a13" in dict(entry).values() for entry in reply.update.history.entries)


def test_what_is_copied_has_the_vector(session):
    class Vectors(VectorStoreIndex):
        async def index_document(self, document, context=None): ...
        async def delete_document(self, doc_id, context=None): ...
        async def search(self, query, context=None):
            return session.backend.index.sync.search(query)

    index = Vectors()
    reply = ask(Session(index, embedder=HashingEmbedder()), "search", query="w05", retriever="vector", top_k=3)
    assert "embedding=embedding" in reply.update.call.code
    assert answers_of(reply.update.call.cell, index) == ids(reply)


async def test_requests_from_python_have_no_view_to_answer(session):
    reply = await session.handle(wire.Navigate(id=0, direction=NavigationDirection.NEXT, top_k=1))
    assert reply.update.reply_to is None
    assert (await ask_async(session, "select", row=None)).update.reply_to == 7


def test_a_bug_is_told_and_logged_with_its_traceback(session, caplog):
    def broken(query, top_k, exclude_ids):
        raise ZeroDivisionError("divided by zero")

    with store() as index:
        session = Session(index, retriever=broken)
        problem = ask(session, "search", query="w", retriever="own", top_k=1).update.problem
    assert problem.asked == "broken('w', 1, set())"
    assert problem.exception == "ZeroDivisionError: divided by zero"
    assert re.search(r"in broken\n", caplog.text)
    assert "in broken" in session.failures[-1].traceback


def test_a_foreign_error_ends_with_a_full_stop_before_the_remedy():
    def mine(query, top_k, exclude_ids):
        raise RuntimeError("the server is away")

    with store() as index:
        update = ask(Session(index, retriever=mine), "search", query="q", retriever="own", top_k=3).update
        assert update.problem.why == "the server is away."
