"""A reader of indexes that are not ours: what each can do works, what it cannot do is said."""

import asyncio

import pytest

from navwidget import ChunkStore, NavigableIndex, NavigationDirection, SearchResult, SearchResultChunk
from navwidget.models import RetrievalContext
from navwidget.widget import outlines
from navwidget.widget import protocol as wire
from navwidget.widget.backend import Backend
from navwidget.widget.outlines import read_outline
from navwidget.widget.session import Session
from tests.explorer import APART, OVERLAPPING, ask_async, document, documents, listed
from tests.foreign import EMBEDDER, Library, Stairs, Vectors, Words


async def told(session, kind, **fields):
    reply = await ask_async(session, kind, **fields)
    assert reply.update.problem is None, reply.update.problem
    return reply.update


def able(session):
    return {item.name: item.reason for item in session_abilities(session) if not item.able}


def session_abilities(session):
    return asyncio.run(told(session, "hello", protocol_version=wire.PROTOCOL_VERSION)).welcome.abilities


class TestAbilities:
    @pytest.mark.parametrize(
        ("index", "missing"),
        [
            (Library(documents()), {"keyword", "vector", "hybrid", "own", "sources", "explain", "neighbours"}),
            (
                Stairs(documents()),
                {"keyword", "vector", "hybrid", "own", "sources", "explain", "neighbours", "read", "grep", "get_chunk"},
            ),
            (
                Words(documents()),
                {
                    "vector",
                    "hybrid",
                    "own",
                    "sources",
                    "explain",
                    "neighbours",
                    "read",
                    "grep",
                    "get_chunk",
                    "navigate",
                    "open",
                },
            ),
        ],
        ids=lambda value: type(value).__name__,
    )
    def test_what_is_missing_has_a_reason_that_names_the_index(self, index, missing):
        reasons = able(Session(index))
        assert reasons.keys() == missing
        assert all(type(index).__name__ in reason for name, reason in reasons.items() if name != "own")

    def test_a_vector_index_asks_for_an_embedder(self):
        assert "embedder=" in able(Session(Vectors(documents())))["vector"]
        assert "vector" not in able(Session(Vectors(documents()), embedder=EMBEDDER))

    def test_the_first_retriever_is_one_that_works(self):
        assert Session(Words(documents())).reader.retriever == "keyword"
        assert Session(Vectors(documents()), embedder=EMBEDDER).reader.retriever == "vector"

    @pytest.mark.parametrize("name", ["embedder", "embedding_model"])
    def test_an_embedder_of_the_index_itself_will_do(self, name):
        index = Vectors(documents())
        setattr(index, name, EMBEDDER)
        assert "vector" not in able(Session(index))

    def test_a_store_without_embedder_ranks_by_words(self):
        with ChunkStore(embedder=None) as index:
            index.sync.index_documents(documents(), progress=False)
            session = Session(index)
            assert session.reader.retriever == "keyword"
            assert {"vector", "hybrid"} <= able(session).keys()


class TestLibrary:
    """An index with all of NavigableIndex and nothing else."""

    async def test_outline_is_read_in_pages(self):
        index = Library(documents())
        update = await told(Session(index, source_id="a"), "hello", protocol_version=wire.PROTOCOL_VERSION)
        assert (update.source.chunks, update.source.length, update.source.complete) == (14, 120, True)
        assert {call[0] for call in index.calls} == {"read"}

    async def test_the_journey(self):
        session = Session(Library(documents()), source_id="a")
        update = await told(session, "open_chunk", chunk_id="a5", window=1)
        assert update.results.rows == [3, 5, 7]  # by offsets: overlapping neighbours are skipped
        assert update.call.code.count("await index.navigate(") == 2
        update = await told(session, "navigate", direction="next", top_k=1)
        assert update.results.rows == [3, 5, 7, 9]
        update = await told(session, "read", start=0, end=32)
        assert update.results.rows == [0, 1, 2]
        update = await told(session, "grep", pattern="w29", mode="phrase")
        assert update.results.rows == [13]
        assert update.cards[0].matches == [(12, 15)]

    async def test_skipped_chunks_can_be_shown(self):
        session = Session(Library([document("o", [(0, 16), (12, 28), (24, 40)])]), source_id="o")
        update = await told(session, "open_chunk", chunk_id="o0", window=1)
        [hole] = update.results.skipped
        assert (hole.start, hole.end, hole.rows) == (16, 24, [1])
        assert (await told(session, "show_skipped", rows=[1])).results.rows == [0, 1, 2]

    async def test_enum_members_are_passed_on_and_the_context_is_left_out(self):
        index = Library(documents())
        session = Session(index, source_id="a")
        await told(session, "navigate", direction="next", top_k=1)
        name, args, kwargs = index.calls[-1]
        assert name == "navigate"
        assert args[-1] is NavigationDirection.NEXT
        assert kwargs == {"top_k": 1}

    async def test_a_context_that_was_given_is_passed_on(self):
        index = Library(documents())
        context = RetrievalContext()
        with pytest.raises(TypeError, match="context"):
            await Backend(index, context=context).results("read", "a", None, None)
        assert index.calls[-1][2] == {"context": context}

    async def test_known_sources_are_those_that_were_met(self):
        session = Session(Library(documents()), source_id="a")
        await told(session, "open_source", source_id="b")
        listing = (await told(session, "list_sources")).source_list
        assert [item.source_id for item in listing.items] == ["a", "b"]

    async def test_an_unknown_source_is_a_sentence(self):
        update = (await ask_async(Session(Library(documents())), "open_source", source_id="nowhere")).update
        assert "nowhere" in update.problem.why


class TestOutline:
    @pytest.mark.parametrize("page", [1, 2, 3, 7, 1000])
    @pytest.mark.parametrize(
        "spans",
        [OVERLAPPING, APART, [(0, 4)] * 9, [(4, 4)] * 5 + [(0, 120)] + [(4, 9)] * 5, []],
        ids=["overlapping", "apart", "ties", "nested ties", "empty"],
    )
    async def test_equals_all_chunks_whatever_the_page(self, monkeypatch, page, spans):
        monkeypatch.setattr(outlines, "_PAGE", page)
        index = Library([document("a", spans)])
        outline, chunks = await read_outline(Backend(index), "a")
        everything = sorted((start, end, f"a{i}") for i, (start, end) in enumerate(spans))
        assert list(zip(outline.starts, outline.ends, outline.ids, strict=True)) == everything
        assert {chunk.id for chunk in chunks} == {chunk_id for _, _, chunk_id in everything}

    async def test_an_index_that_gives_less_than_it_was_asked_for(self):
        class Stingy(Library):
            async def read(self, *args, **kwargs):
                return (await super().read(*args, **kwargs))[:3]

        outline, _ = await read_outline(Backend(Stingy([document("a", OVERLAPPING)])), "a")
        assert len(outline) == len(OVERLAPPING)

    async def test_a_source_that_is_too_long_is_read_around_the_reader(self, monkeypatch):
        monkeypatch.setattr(outlines, "_PAGE", 2)
        index = Library([document("a", OVERLAPPING)])
        outline, _ = await read_outline(Backend(index), "a", around=64, most=6)
        assert not outline.complete
        assert 64 in outline.starts
        assert len(outline) == 6
        assert outline.ends[outline.ends <= 64].size

    async def test_steps_beyond_what_was_read_make_it_grow(self, monkeypatch):
        monkeypatch.setattr(outlines, "MOST_CHUNKS", 4)
        monkeypatch.setattr(read_outline, "__defaults__", (None, 4))
        monkeypatch.setattr(outlines, "_PAGE", 2)
        session = Session(Library([document("a", OVERLAPPING)]), source_id="a")
        await told(session, "open_chunk", chunk_id="a3", window=0)
        for _ in range(4):
            update = await told(session, "navigate", direction="next", top_k=1)
        assert listed(session) == ["a3", "a5", "a7", "a9", "a11"]
        assert len(update.results.rows) == 5

    async def test_what_is_read_in_part_has_no_count(self, monkeypatch):
        monkeypatch.setattr(read_outline, "__defaults__", (None, 4))
        monkeypatch.setattr(outlines, "_PAGE", 2)
        session = Session(Library([document("a", OVERLAPPING)]), source_id="a")
        [item] = (await told(session, "list_sources")).source_list.items
        assert item.chunks == 0


class TestUnreadable:
    """An index whose read fails: what works goes on, and the reader is told why nothing is known beforehand."""

    @pytest.fixture(params=[lambda: 1 / 0, lambda: None, lambda: 7], ids=["raises", "none", "no list"])
    def session(self, request):
        class Unreadable(Library):
            async def read(self, *args, **kwargs):
                return request.param()

        return Session(Unreadable(documents()), source_id="a")

    async def test_navigate_grep_and_open_go_on(self, session):
        told_first = (await ask_async(session, "navigate", direction="next", top_k=2)).update
        assert "where the chunks of 'a' lie" in told_first.problem.asked
        assert told_first.results.rows == [0, 1]
        await told(session, "grep", pattern="w29", mode="phrase")
        await ask_async(session, "open_chunk", chunk_id="a5", window=1)
        assert {"a3", "a5", "a7", "a13"} <= set(listed(session))
        assert (await ask_async(session, "read", start=0, end=40)).failure
        assert len(session.reader.source.outline) == 6

    async def test_it_is_told_once(self, session):
        await ask_async(session, "navigate", direction="next", top_k=1)
        await told(session, "navigate", direction="next", top_k=1)
        assert len(session.failures) == 1


class TestStairs:
    """An index that only navigates: what is known of a source is what came."""

    async def test_walk(self):
        session = Session(Stairs(documents()), source_id="b")
        update = await told(session, "navigate", direction="next", top_k=2)
        assert (update.results.rows, update.source.chunks, update.source.complete) == ([0, 1], 2, False)
        update = await told(session, "navigate", direction="next", top_k=1)
        assert (update.results.rows, update.source.chunks) == ([0, 1, 2], 3)
        assert [card.row for card in update.cards] == [0, 1, 2]

    @pytest.mark.parametrize(
        ("kind", "fields"), [("read", {"start": 0, "end": 9}), ("grep", {"pattern": "w", "mode": "term"})]
    )
    async def test_what_it_cannot_do_is_a_sentence(self, kind, fields):
        update = (await ask_async(Session(Stairs(documents()), source_id="b"), kind, **fields)).update
        assert update.problem.why == f"Stairs has no {kind}."


class TestWords:
    """An index that only searches: hits are listed, placed and opened."""

    async def test_journey(self):
        session = Session(Words(documents()), query="w05")
        update = await told(session, "hello", protocol_version=wire.PROTOCOL_VERSION)
        assert [item.chunk_id for item in update.hits.items] == ["a1", "a2", "b1"]
        assert (update.source.source_id, update.source.chunks) == ("a", 2)
        update = await told(session, "open_hit", rank=3)
        assert (update.source.source_id, listed(session)) == ("b", ["b1"])
        assert update.cards[0].terms == [(0, 3)]
        listing = (await told(session, "list_sources")).source_list
        assert [item.source_id for item in listing.items] == ["a", "b"]

    async def test_only_this_source_goes_by_exclusions(self):
        index = Words(documents())
        session = Session(index, query="w05")
        await told(session, "open_hit", rank=3)
        update = await told(session, "search", query="w05", retriever="keyword", top_k=1, this_source=True)
        assert [item.chunk_id for item in update.hits.items] == ["b1"]
        assert index.calls[-1][1][0].exclude_source_ids == {"a"}
        assert update.call.count == 1, "the hits of the call that is shown"
        assert update.call.code.count("search(") == 1
        assert [record.operation for record in session.journey.history] == ["search"] * 2, "the first, and this"

    async def test_chunks_already_read_are_excluded(self):
        index = Words(documents())
        session = Session(index, query="w05")
        await told(session, "open_hit", rank=1)
        update = await told(session, "search", query="w05", retriever="keyword", top_k=9, skip_read=True)
        assert [item.chunk_id for item in update.hits.items] == ["a2", "b1"]
        assert index.calls[-1][1][0].exclude_ids == {"a1"}


async def test_a_store_may_be_asked_for_more_hits_than_a_retriever():
    update = await told(Session(Words(documents())), "search", query="w05", retriever="keyword", top_k=500)
    assert len(update.hits.items) == 3


async def test_a_vector_index_is_searched_through_the_embedder():
    session = Session(Vectors(documents()), embedder=EMBEDDER)
    update = await told(session, "search", query="w05 w06 w07 w08", retriever="vector", top_k=3)
    assert update.hits.items[0].chunk_id in {"a2", "b1"}
    assert "VectorSearchQuery(" in update.call.code


class Broken(NavigableIndex):
    """Answers with whatever it is given."""

    def __init__(self, answer):
        self.answer = answer

    async def navigate(self, *args, **kwargs):
        return self.answer


BARE = SearchResultChunk(id="c", source_id="s", locator="x", start_offset=None, end_offset=None, content="no place")


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        (None, "Broken.navigate answered with NoneType, but must return a list"),
        ({"a": 1}, "answered with dict"),
        ("text", "answered with str"),
        ([3], "Broken.navigate is int '3', which is no hit"),
    ],
)
async def test_an_answer_that_is_no_list_of_results_is_a_sentence(answer, sentence):
    session = Session(Broken(answer), source_id="s")
    assert sentence in (await ask_async(session, "navigate", direction="next", top_k=1)).update.problem.why


async def test_a_chunk_without_offsets_is_listed_and_not_placed():
    session = Session(Broken([SearchResult(chunk=BARE, score=0.0)]), source_id="s")
    reply = await session.do(session.show_hits([SearchResult(chunk=BARE, score=2.0)]))
    [item] = reply.update.hits.items
    assert (item.row, item.start, item.title) == (None, None, "no place")
    assert "no offsets" in (await ask_async(session, "open_hit", rank=1)).update.problem.why


async def test_an_index_that_says_the_same_for_ever_does_not_hold_a_step_up():
    same = SearchResult(
        chunk=SearchResultChunk(id="c", source_id="s", locator="x", start_offset=0, end_offset=4, content="same"),
        score=0.0,
    )

    class Stuck(NavigableIndex):
        async def navigate(self, *args, top_k=1):
            return [same] * top_k

    session = Session(Stuck(), source_id="s")
    for _ in range(2):
        assert (await told(session, "navigate", direction="next", top_k=1)).results.rows == [0]


async def test_cancelling_leaves_the_state_as_it_was():
    class Slow(Library):
        async def grep(self, *args, **kwargs):
            await asyncio.sleep(60)

    session = Session(Slow(documents()), source_id="a")
    await told(session, "open_chunk", chunk_id="a5", window=0)
    task = asyncio.create_task(ask_async(session, "grep", pattern="w", mode="phrase"))
    await asyncio.sleep(0.02)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert listed(session) == ["a5"]
    assert (await told(session, "navigate", direction="next", top_k=1)).results.rows == [5, 7]
