"""The reading list against a brute-force reading, character by character."""

from hypothesis import given
from hypothesis import strategies as st

from navwidget.models import GrepMode, SearchResult, SearchResultChunk
from navwidget.widget.reading import Reading, placed_matches

SPANS = st.lists(st.tuples(st.integers(0, 40), st.integers(0, 12)).map(lambda pair: (pair[0], sum(pair))), max_size=8)


def result(number, span, content=""):
    return SearchResult(
        chunk=SearchResultChunk(
            id=f"c{number}",
            source_id="s",
            locator=str(number),
            start_offset=span[0],
            end_offset=span[1],
            content=content,
        ),
        score=0.0,
    )


def listed(spans, role="next"):
    return Reading("s", operation="navigate").adding([result(n, span) for n, span in enumerate(spans)], role)


@given(SPANS)
def test_in_reading_order_whatever_the_order_of_adding(spans):
    one_by_one = Reading("s", operation="navigate")
    for number, span in reversed(list(enumerate(spans))):
        one_by_one = one_by_one.adding([result(number, span)], "next")
    assert one_by_one == listed(spans)
    order = [(*entry.span, entry.id) for entry in one_by_one.entries]
    assert order == sorted(order)


@given(SPANS)
def test_a_chunk_is_there_once_and_keeps_its_role(spans):
    reading = listed(spans, "hit")
    assert reading.adding(reading.results, "next") == reading


@given(SPANS, st.tuples(st.booleans(), st.booleans()))
def test_holes_are_the_characters_that_nobody_showed(spans, edges):
    length = 60
    reading = Reading("s", edges=edges).adding([result(n, span) for n, span in enumerate(spans)], "next")
    seen = {position for start, end in spans for position in range(start, end)}
    if spans:
        low = 0 if edges[0] else min(start for start, _ in spans)
        high = max(length if edges[1] else 0, *(end for _, end in spans))
        expected = set(range(low, high)) - seen
    else:
        expected = set()
    holes = [position for hole in reading.holes(length) for position in range(hole.start, hole.end)]
    assert len(holes) == len(set(holes))
    assert set(holes) == expected


@given(SPANS)
def test_repeated_is_how_much_of_its_start_was_shown(spans):
    reading = listed(spans)
    shown: set[int] = set()
    for entry, repeated in zip(reading.entries, reading.repeated(), strict=True):
        start, end = entry.span
        expected = next((n for n, position in enumerate(range(start, end)) if position not in shown), end - start)
        assert repeated == expected
        shown.update(range(start, end))
    assert reading.characters == len(shown)


@given(
    st.text(alphabet="ab ", min_size=1, max_size=30),
    st.lists(st.tuples(st.integers(0, 25), st.integers(1, 12)), max_size=5),
)
def test_matches_are_those_of_the_source_that_lie_in_a_chunk(text, places):
    spans = sorted({(start, min(start + size, len(text))) for start, size in places if start < len(text)})
    results = [result(n, span, text[slice(*span)]) for n, span in enumerate(spans)]
    reading = Reading("s", operation="grep", pattern="a b", mode=GrepMode.PHRASE).adding(results, "match")
    found = [span for _, span in placed_matches(reading, reading.matches())]
    inside = {
        (i, i + 3)
        for i in range(len(text))
        if text[i : i + 3] == "a b" and any(s <= i and i + 3 <= e for s, e in spans)
    }
    assert found == sorted(inside)


def test_counting_ends_where_there_are_enough():
    reading = Reading("s", operation="grep", pattern="a").adding(
        [result(n, (n, n + 2), "aa") for n in range(5)], "match"
    )
    assert [len(spans) for spans in reading.matches(most=3)] == [2, 2]


def test_a_match_in_a_text_longer_than_its_span_stays_within_it():
    reading = Reading("s", operation="grep", pattern="end").adding([result(0, (10, 14), "a longer end")], "match")
    assert [span for _, span in placed_matches(reading, reading.matches())] == [(14, 14)]
