"""Anybody's hits become results: ours, look-alikes, LangChain's, ids and spans."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

import numpy as np
import pandas as pd
import pytest

from navwidget import ChunkNotFoundError, NavWidget, SearchError, SearchResult
from navwidget.models import ChunkType
from navwidget.widget.hits import as_hits, as_result
from navwidget.widget.session import Session
from tests.explorer import TEXT, ask, store


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


def search(*hits):
    """What a retriever of one's own gives, as results of a session."""
    with store() as index:
        session = Session(index, retriever=lambda *_: list(hits))
        reply = ask(session, "search", query="q", retriever="own", top_k=len(hits))
        assert reply.update.problem is None, reply.update.problem
        return reply.answer


@pytest.mark.parametrize(("span", "found"), [(("b", 20, 28), "b1"), (("a", np.int64(8), np.int64(24)), "a1")])
def test_a_span_that_is_a_chunk_is_that_chunk(span, found):
    assert [hit.chunk.id for hit in search(span)] == [found]


SPANS = [("b", 42, 50), ("b", 52, 58), ("b", 55, 75), ("a", 9, 23)]


def test_other_spans_stay_what_they_are_with_the_text_that_stands_there():
    """Several in one chunk, b2 [40, 60), and one over two chunks."""
    found = [hit.chunk for hit in search(*SPANS)]
    assert [(chunk.source_id, chunk.start_offset, chunk.end_offset) for chunk in found] == SPANS
    assert [chunk.content for chunk in found] == [TEXT[start:end] for _, start, end in SPANS]


def test_a_span_ends_where_its_source_does():
    [hit] = search(("b", 70, 999))
    assert (hit.chunk.end_offset, hit.chunk.content) == (120, TEXT[70:])


RECORDS = [
    ({"id": "a3"}, "a3", 0.0),
    ({"chunk_id": "a3", "score": 0.5, "text": "of mine"}, "a3", 0.5),
    ({"source": "b", "start": 20, "end": 28}, "b1", 0.0),
    ({"source_id": "b", "start_offset": 42.0, "end_offset": 50.0, "score": 2}, "b[42:50]", 2.0),
    ({"source_id": "b", "start": 42, "text": TEXT[42:50]}, "b[42:50]", 0.0),
    ({"id": "of another store", "source_id": "b", "start": 42, "end": 50}, "b[42:50]", 0.0),
    ({"id": "a3", "source_id": "b", "start": 42, "end": 50}, "a3", 0.0),
    ({"score": 0.7, "chunk": {"id": "", "source_id": "b", "start_offset": 20, "end_offset": 28}}, "b1", 0.7),
    (("b", 42, 50, 0.25), "b[42:50]", 0.25),
]


@pytest.mark.parametrize(("record", "found", "score"), RECORDS)
def test_records_and_spans_with_a_score(record, found, score):
    [hit] = search(record)
    assert (hit.chunk.id, hit.score) == (found, score)


@pytest.mark.parametrize("record", [{}, {"score": 1.0}, {"source_id": "b", "start": 4}, {"id": ""}, {"text": "w01"}])
async def test_a_record_of_nothing_is_refused_with_all_that_is_taken(record):
    with pytest.raises(SearchError, match=r"item 1 of mine is .*dicts with id, or with source_id, start and end, or a"):
        await normal(["a3", record])


async def test_an_offset_of_a_record_that_is_none_is_named():
    with pytest.raises(SearchError, match=r"item 0 of mine is .*start is 'early', but must be a whole number"):
        await normal([{"source_id": "b", "start": "early", "end": 50}])


def test_the_text_of_a_record_serves_where_the_source_is_unknown():
    [hit] = search({"source_id": "elsewhere", "start": 0, "end": 4, "text": "of it"})
    assert (hit.chunk.source_id, hit.chunk.content) == ("elsewhere", "of it")


def test_frames_with_ids_under_either_name_or_with_spans():
    by_id, by_span = pd.DataFrame({"chunk_id": ["a3"]}), pd.DataFrame({"source": ["b"], "start": [42], "end": [50]})
    with store() as index:
        widget = NavWidget(index)
        for frame, found in ((by_id, "a3"), (by_span, "b[42:50]")):
            widget.show_hits(frame)
            assert [hit.chunk.id for hit in widget.hits] == [found]
            widget.show_hits(widget.hits_frame)
            assert [hit.chunk.id for hit in widget.hits] == [found], "the frame of them says as much"


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
    with pytest.raises(SearchError, match=r"frame of chunk, score, whose rows are no hits: give .* with such columns"):
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
