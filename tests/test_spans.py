"""Spans against sets of positions, which cannot be wrong."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from navwidget.spans import gaps, lanes, merge_spans, segments, unread

LENGTH = 30
SPANS = st.lists(st.tuples(st.integers(0, LENGTH), st.integers(0, LENGTH)).map(lambda ends: (min(ends), max(ends))))


def positions(spans):
    return {position for start, end in spans for position in range(start, end)}


@given(SPANS)
def test_merged_spans_cover_the_same_and_neither_touch_nor_overlap(spans):
    merged = merge_spans(spans)
    assert positions(merged) == positions(spans)
    assert all(end < start for (_, end), (start, _) in pairwise(merged))


@given(SPANS)
def test_gaps_are_what_is_left(spans):
    found = gaps(LENGTH, spans)
    assert positions(found) == set(range(LENGTH)) - positions(spans)
    assert found == merge_spans(found)
    assert found == gaps("x" * LENGTH, spans)


def test_gaps_ignore_what_lies_beyond_the_text():
    assert gaps(10, [(4, 50), (60, 70)]) == [(0, 4)]


@given(SPANS)
def test_unread_is_the_gaps_between_spans(spans):
    read = positions(spans)
    between = set(range(min(read), max(read))) if read else set()
    assert positions(unread(spans)) == between - read


def test_unread_leaves_out_holes_of_white_space():
    assert unread([(0, 3), (5, 8), (12, 15)], "one \n two and three") == [(8, 12)]


@given(st.text(max_size=LENGTH), SPANS)
def test_segments_join_to_the_text_and_know_their_spans(content, spans):
    place = 0
    for text, inside in segments(content, spans):
        assert text
        for position in range(place, place + len(text)):
            assert inside == [number for number, (start, end) in enumerate(spans) if start <= position < end]
        place += len(text)
    assert place == len(content)


@given(SPANS)
def test_lanes_hold_no_overlap_and_are_as_few_as_the_deepest_overlap(spans):
    spans = [span for span in spans if span[0] < span[1]]
    chosen = lanes(spans)
    for number, lane in enumerate(chosen):
        others = [spans[other] for other in range(number) if chosen[other] == lane]
        assert not positions(others) & positions([spans[number]])
    deepest = max((sum(start <= place < end for start, end in spans) for place in range(LENGTH)), default=0)
    assert len(set(chosen)) == deepest
    assert max(chosen, default=-1) + 1 == deepest


@pytest.mark.parametrize("count", [0, 1])
def test_few_spans(count):
    spans = [(0, 4)] * count
    assert merge_spans(spans) == spans
    assert lanes(spans) == [0] * count
    assert unread(spans) == []
