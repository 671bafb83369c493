"""What is asked of a ranking as a whole is worked out once for it."""

from __future__ import annotations

from collections.abc import Iterator

from navwidget import SearchResult
from navwidget.models import SearchResultChunk
from navwidget.widget.messages import hit_list
from navwidget.widget.ranking import Hits


class Counted(tuple[SearchResult, ...]):
    """Results that count how often they are gone through."""

    rounds = 0

    def __iter__(self) -> Iterator[SearchResult]:
        Counted.rounds += 1
        return super().__iter__()


def test_whether_hits_have_scores_is_not_asked_again_for_each():
    place = {"source_id": "a.md", "locator": "char:0-4", "start_offset": 0, "end_offset": 4}
    chunk = SearchResultChunk(content="text", **place)
    results = Counted([SearchResult(chunk=chunk, score=0.0)] * 300)
    told = hit_list(Hits(retriever="own", results=results, titles=("",) * 300, snippets=("",) * 300), None)
    assert [item.score for item in told.items] == [None] * 300
    assert Counted.rounds < 5
