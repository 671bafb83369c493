"""Anybody's hits become results: ours, look-alikes, LangChain's, ids and spans."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

import numpy as np
import pandas as pd
import pytest

from navwidget import ChunkNotFoundError, SearchError, SearchResult
from navwidget.models import ChunkType
from navwidget.widget.hits import as_hits, as_result
from navwidget.widget.session import Session
from tests.explorer import ask, store


@dataclass
class LangChainDocument:
    page_content: str
    metadata: dict[str, Any] = field(default_factory=dict)
    id: str | None = None


class ForeignType(StrEnum):
    SUMMARY = "summary"


@dataclass
class ForeignChunk:
    id: str = "f1"
    source_id: str = "a"
    start_offset: Any = 8
    end_offset: Any = 24
    content: str = "text"
    chunk_type: Any = ForeignType.SUMMARY
    metadata: dict[str, Any] = field(default_factory=lambda: {"page": np.int32(3), "x": float("nan")})


@dataclass
class ForeignResult:
    chunk: ForeignChunk
    score: float


async def normal(answer):
    with store() as index:

        async def find_span(source_id, start, end):
            return None

        return await as_hits(answer, "mine", index.get_chunk, find_span)


async def test_ours_are_taken_as_they_are():
    with store() as index:
        results = await index.read("a", None, None)
    assert await normal(results) == results


async def test_a_look_alike():
    [hit] = await normal([ForeignResult(ForeignChunk(start_offset=np.int64(8)), 0.5)])
    assert (hit.chunk.id, hit.chunk.start_offset, hit.chunk.end_offset, hit.score) == ("f1", 8, 24, 0.5)
    assert hit.chunk.chunk_type is ChunkType.SUMMARY
    assert dict(hit.chunk.metadata) == {"page": 3, "x": None}


async def test_langchain_pairs():
    document = LangChainDocument("w02 w03", {"source": "a", "start_index": 8, "page": 1}, "doc-1")
    [hit] = await normal([(document, np.float32(0.25))])
    assert (hit.chunk.source_id, hit.chunk.start_offset, hit.chunk.end_offset) == ("a", 8, 15)
    assert (hit.chunk.id, hit.score) == ("doc-1", 0.25)


@pytest.mark.parametrize("metadata", [{}, {"start_index": -1}, {"start_index": None}, {"start_index": "8"}])
async def test_a_place_that_was_lost_is_no_place(metadata):
    """LangChain writes -1 where it did not find the text again."""
    [hit] = await normal([LangChainDocument("text", {"source": "a", **metadata})])
    assert (hit.chunk.start_offset, hit.chunk.end_offset) == (None, None)
    assert hit.chunk.id


async def test_ids_with_and_without_scores_in_the_order_given():
    hits = await normal(["a3", ("b1", 7), ("a0", np.float64(2.5))])
    assert [(hit.chunk.id, hit.score) for hit in hits] == [("a3", 0.0), ("b1", 7.0), ("a0", 2.5)]


async def test_an_unknown_id_is_named():
    with pytest.raises(ChunkNotFoundError, match="nothing"):
        await normal(["a3", "nothing"])


@pytest.mark.parametrize(
    ("span", "found"),
    [
        (("b", 20, 28), "b1"),
        (("b", 42, 50), "b2"),
        (("b", np.int64(55), np.int64(75)), "b3"),
        (("a", 8, 24), "a1"),
        (("a", 9, 23), "a1"),
    ],
)
def test_a_span_is_the_chunk_that_holds_most_of_it(span, found):
    with store() as index:
        session = Session(index, retriever=lambda *_: [span])
        reply = ask(session, "search", query="q", retriever="own", top_k=1)
    assert [result.chunk.id for result in reply.answer] == [found]


@pytest.mark.parametrize("span", [("b", 12, 9), ("b", -1, 9)])
async def test_what_is_no_span_is_named(span):
    with pytest.raises(SearchError, match=r"item 1 of mine is .*, but a span must not"):
        await normal(["a3", span])


def test_a_span_in_no_chunk_stays_a_span():
    with store() as index:
        session = Session(index, retriever=lambda *_: [("b", 9, 12)])
        [item] = ask(session, "search", query="q", retriever="own", top_k=1).update.hits.items
    assert (item.source_id, item.row, item.start, item.end) == ("b", None, 9, 12)


def test_hits_of_a_source_that_the_index_does_not_know_are_listed():
    with store() as index:
        document = LangChainDocument("text", {"source": "elsewhere", "start_index": 0})
        session = Session(index, retriever=lambda *_: [document, "a1"])
        update = ask(session, "search", query="q", retriever="own", top_k=5).update
        assert [(item.source_id, item.row) for item in update.hits.items] == [("elsewhere", None), ("a", 1)]
        assert "elsewhere" in ask(session, "open_hit", rank=1).update.problem.why


@pytest.mark.parametrize("score", [float("nan"), float("inf"), -float("inf")])
async def test_a_score_that_is_no_number_is_zero(score):
    assert as_result(ForeignResult(ForeignChunk(), score), "mine").score == 0.0
    assert [hit.score for hit in await normal([("a3", score)])] == [0.0]


@pytest.mark.parametrize("answer", [None, 5, "a3", b"a3", {"a3": 1.0}])
async def test_what_is_no_list_is_a_sentence(answer):
    with pytest.raises(SearchError, match=f"mine returned {type(answer).__name__}, but must return a list"):
        await normal(answer)


async def test_a_frame_of_chunks_needs_their_ids():
    hits = await normal(pd.DataFrame({"id": ["a3", "b0"], "score": [2.5, None]}))
    assert [(hit.chunk.id, hit.score) for hit in hits] == [("a3", 2.5), ("b0", 0.0)]
    assert [hit.score for hit in await normal(pd.DataFrame({"id": ["a3"]}))] == [0.0]
    with pytest.raises(SearchError, match="mine returned a frame of chunk, score: it needs a column id"):
        await normal(pd.DataFrame({"chunk": ["a3"], "score": [1.0]}))


@pytest.mark.parametrize("item", [5, None, ("a", "b", "c"), ("a3", "high"), [], object()])
async def test_what_is_no_hit_is_named_with_its_place(item):
    with pytest.raises(SearchError, match="item 1 of mine is"):
        await normal(["a3", item])


async def test_any_iterable_will_do():
    assert len(await normal(chunk_id for chunk_id in ("a1", "a2"))) == 2
    assert await normal([]) == []


def test_results_of_ours_keep_everything():
    with store() as index:
        result = index.sync.get_chunk("a1")
    assert as_result(result, "mine") is result
    assert isinstance(result, SearchResult)
