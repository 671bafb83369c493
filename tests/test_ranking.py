"""What is asked of a ranking as a whole is worked out once for it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

from navwidget import SearchResult
from navwidget.models import SearchResultChunk
from navwidget.widget.lookup import find_chunk
from navwidget.widget.messages import hit_list
from navwidget.widget.ranking import Hits
from navwidget.widget.session import Session
from tests.explorer import store


class Counted(tuple[SearchResult, ...]):
    """Results that count how often they are gone through."""

    rounds = 0

    def __iter__(self) -> Iterator[SearchResult]:
        Counted.rounds += 1
        return super().__iter__()


def result(number: int) -> SearchResult:
    place = {"source_id": "a.md", "locator": "char:0-4", "start_offset": 0, "end_offset": 4}
    return SearchResult(chunk=SearchResultChunk(id=f"own{number}", content="text", **place), score=0.0)


def test_whether_hits_have_scores_is_not_asked_again_for_each():
    Counted.rounds = 0
    results = Counted([result(0)] * 300)
    told = hit_list(Hits(retriever="own", results=results, titles=("",) * 300, snippets=("",) * 300), None)
    assert [item.score for item in told.items] == [None] * 300
    assert Counted.rounds < 5


def test_chunks_that_the_index_never_had_are_found_by_their_ids_without_going_through_all():
    with store() as index:
        reader = Session(index).reader
        results = Counted(map(result, range(100)))
        reader.hits = Hits(results=results, strangers=frozenset(found.chunk.id for found in results))
        Counted.rounds = 0
        for number in range(100):
            assert asyncio.run(find_chunk(reader, f"own{number}")) is results[number]
        assert Counted.rounds < 5
