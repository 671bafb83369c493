"""Linked explorers: each goes to the place of the other's ring, whatever index it shows and however that is cut."""

from __future__ import annotations

import asyncio

import comm
import pytest
from hypothesis import given
from hypothesis import strategies as st

from navwidget import ChunkStore, ChunkType, link
from navwidget.widget.navwidget import NavWidget
from navwidget.widget.outlines import outline_of
from navwidget.widget.source import OpenSource
from tests import strategies
from tests.explorer import OVERLAPPING, document
from tests.foreign import Library, Words
from tests.test_widget import HELLO, Page, Recorder

COARSE = [(0, 50), (50, 80), (90, 120)]  # what lies in [80, 90) is in no chunk


@pytest.fixture(autouse=True)
def recorder(monkeypatch):
    monkeypatch.setattr(comm, "create_comm", Recorder)


def cut(spans, prefix: str, *source_ids: str) -> ChunkStore:
    made = ChunkStore(embedder=None)
    made.sync.index_documents([renamed(document(name, spans), prefix) for name in source_ids], progress=False)
    return made


def renamed(made, prefix: str):
    chunks = [chunk.model_copy(update={"id": f"{prefix}-{chunk.id}"}) for chunk in made.chunks]
    return made.model_copy(update={"chunks": chunks})


@pytest.fixture
def fine():
    return NavWidget(cut(OVERLAPPING, "fine", "a", "b", "only"), source_id="a")


@pytest.fixture
def coarse():
    return NavWidget(cut(COARSE, "coarse", "a", "b"), source_id="a")


def heard(widget: NavWidget) -> Page:
    page = Page(widget)
    page.ask(**HELLO)
    return page


def where(*widgets: NavWidget) -> list[str | None]:
    return [widget.selection for widget in widgets]


@pytest.mark.parametrize(
    ("chunk", "place"),
    [("fine-a1", "coarse-a0"), ("fine-a7", "coarse-a1"), ("fine-a10", "coarse-a1"), ("fine-b11", "coarse-b2")],
)
def test_the_other_opens_the_chunk_that_lies_there(fine, coarse, chunk, place):
    """Also in another source; fine-a10 starts at 80, next to the end of coarse-a1."""
    link(fine, coarse)
    fine.select(chunk)
    assert where(fine, coarse) == [chunk, place]
    assert place in [result.chunk.id for result in coarse.results]


def test_nobody_is_moved_back(fine, coarse):
    """The coarse chunk starts elsewhere, so that to follow it would take the fine ring away from where it was put."""
    pages = heard(fine), heard(coarse)
    link(fine, coarse)
    before = [len(page.updates) for page in pages]
    pages[0].ask("open_chunk", chunk_id="fine-a5", window=0)
    assert where(fine, coarse) == ["fine-a5", "coarse-a0"]
    assert [len(page.updates) for page in pages] == [count + 1 for count in before]
    pages[1].ask("open_chunk", chunk_id="coarse-a1", window=0)
    assert where(fine, coarse) == ["fine-a6", "coarse-a1"]


def test_what_a_follower_opens_is_no_call_of_its_own(fine, coarse):
    link(fine, coarse)
    for chunk in ("fine-a1", "fine-a2", "fine-a1"):
        fine.select(chunk)
    assert where(coarse) == ["coarse-a0"]
    assert len(coarse.history) == 0
    assert "get_chunk" not in coarse.code()


def test_a_chain_and_a_ring_of_links_reach_everybody(fine, coarse):
    third = NavWidget(cut([(0, 60), (60, 120)], "third", "a"), source_id="a")
    link(fine, coarse)
    link(coarse, third)
    fine.select("fine-a9")
    assert where(fine, coarse, third) == ["fine-a9", "coarse-a1", "third-a1"]
    link(third, fine)
    coarse.select("coarse-a2")
    assert where(fine, coarse, third) == ["fine-a11", "coarse-a2", "third-a1"]


@pytest.mark.parametrize("order", [(0, 1, 2), (0, 2, 1), (2, 0, 1)])
@pytest.mark.parametrize("is_ring", [False, True])
def test_all_of_a_chain_go_to_the_place_of_the_first(order, is_ring):
    """However coarsely those between are cut."""
    sizes = [(4, 120), (20, 120), (60, 120)]
    made = [
        NavWidget(cut([(start, start + size) for start in range(0, end, size)], f"by{size}", "a"), source_id="a")
        for size, end in (sizes[at] for at in order)
    ]
    for one, other in zip(made, made[1:] + made[:1] * is_ring, strict=False):
        link(one, other)
    for place in (100, 44, 72):
        made[0].select(f"by{sizes[order[0]][0]}-a{place // sizes[order[0]][0]}")
        start = made[0].ringed.chunk.start_offset
        for widget in made:
            chunk = widget.ringed.chunk
            assert chunk.start_offset <= start < chunk.end_offset


def test_begins_where_the_first_is_and_ends_when_it_is_stopped(fine, coarse):
    fine.select("fine-a7")
    stop = link(fine, coarse)
    assert where(coarse) == ["coarse-a1"]
    fine.selection = None
    assert where(coarse) == [None]
    stop()
    fine.select("fine-a7")
    coarse.select("coarse-a2")
    assert where(fine, coarse) == ["fine-a7", "coarse-a2"]


def test_a_source_that_the_other_does_not_have_is_told_there(fine, coarse):
    page = heard(coarse)
    link(fine, coarse)
    coarse.select("coarse-a1")
    fine.select("fine-only3")
    assert where(fine, coarse) == ["fine-only3", "coarse-a1"]
    assert "'only'" in page.updates[-1]["problem"]["why"]
    assert fine.errors == []


async def until(holds) -> None:
    for _ in range(10_000):
        if holds():
            return
        await asyncio.sleep(0.001)
    raise TimeoutError


async def test_indexes_that_answer_on_the_loop_follow(coarse):
    """A plain call cannot wait for them; they come after it, and move nobody back."""
    other = NavWidget(Library([document("a", OVERLAPPING), document("b", OVERLAPPING)]), source_id="a")
    link(coarse, other)
    coarse.select("coarse-b1")
    await until(lambda: other.selection == "b6")
    await other.open_chunk("a9", window=0)
    assert where(coarse, other) == ["coarse-a1", "a9"]
    both = NavWidget(Library([document("a", COARSE)]))
    link(other, both)
    await other.open_chunk("a12", window=0)
    await until(lambda: both.selection == "a2")
    assert where(coarse, other) == ["coarse-a2", "a12"]


class Slow(Library):
    """Answers when it is let."""

    def __init__(self, documents) -> None:
        super().__init__(documents)
        self.may_answer = asyncio.Event()
        self.may_answer.set()

    async def navigate(self, *args, **kwargs):
        await self.may_answer.wait()
        return await super().navigate(*args, **kwargs)


async def test_the_last_step_wins_over_one_that_was_asked_before_and_answers_later(coarse):
    slow = Slow([document("a", OVERLAPPING)])
    other = NavWidget(slow, source_id="a")
    await other.open_chunk("a1", window=0)
    link(coarse, other)
    slow.may_answer.clear()
    stepping = asyncio.create_task(other.navigate("next"))
    await asyncio.sleep(0.01)
    coarse.select("coarse-a0")
    coarse.select("coarse-a2")
    slow.may_answer.set()
    await stepping
    await until(lambda: other.selection == "a11")
    assert where(coarse) == ["coarse-a2"]
    assert "a0" not in [result.chunk.id for result in other.results], "it was overtaken on its way to the first"
    await other.open_chunk("a5", window=0)
    assert where(coarse, other) == ["coarse-a0", "a5"]


def test_a_place_where_the_other_has_nothing_is_told_there(fine):
    made = document("a", [(0, 120)])
    made = made.model_copy(
        update={"chunks": [chunk.model_copy(update={"chunk_type": ChunkType.SUMMARY}) for chunk in made.chunks]}
    )
    index = ChunkStore(embedder=None)
    index.sync.index_document(made)
    other = NavWidget(index)
    page = heard(other)
    link(fine, other)
    fine.select("fine-a3")
    assert "No chunk of 'a' of type 'content'" in page.updates[-1]["problem"]["why"]
    assert fine.errors == []


def test_what_is_no_explorer_or_no_result_is_a_sentence(fine):
    with pytest.raises(TypeError, match=r"^second is 'x', but link takes two NavWidget\.$"):
        link(fine, "x")
    with pytest.raises(TypeError, match=r"^found is 'x', but must be a SearchResult"):
        fine.follow("x")


async def test_an_index_that_only_searches_goes_to_what_came(coarse):
    other = NavWidget(Words([document("a", OVERLAPPING)]), retriever="keyword")
    await other.search("w00 w20")
    link(coarse, other)
    coarse.select("coarse-a2")
    await until(lambda: other.selection is not None)
    known = [hit.chunk for hit in other.hits]
    assert other.selection == min(known, key=lambda chunk: abs(chunk.start_offset - 90)).id


@given(strategies.documents("a"), st.integers(-3, 45))
def test_the_nearest_chunk_is_that_of_a_plain_search(made, place):
    source = OpenSource(outline_of("a", made.chunks))

    def away(row: int) -> tuple[int, int, int]:
        start, end = int(source.outline.starts[row]), int(source.outline.ends[row])
        beyond = start - place if place < start else place - end + 1
        return 0 if start <= place < end else beyond, abs(start - place), row

    code = list(type(source.chunk_type)).index(source.chunk_type)
    rows = [row for row in range(len(source.outline)) if source.outline.chunk_types[row] == code]
    assert source.nearest_row(place) == (min(rows, key=away) if rows else None)
