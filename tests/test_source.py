"""The open source: rows of chunks, found one by one or many at once."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from navwidget.chunking import Heading
from navwidget.evidence.pages import pages_in_words
from navwidget.models import SearchResultChunk
from navwidget.widget import source as module
from navwidget.widget.headings import heading_over
from navwidget.widget.outlines import outline_of
from navwidget.widget.source import OpenSource
from tests.explorer import store
from tests.fixtures import DATA

PAGE_TITLES = json.loads((DATA / "page_titles.json").read_text("utf-8"))


@pytest.mark.parametrize("many", [1, 10_000])
def test_many_rows_are_those_found_one_by_one(monkeypatch, many):
    monkeypatch.setattr(module, "_MANY", many)
    with store() as index:
        source = OpenSource(index.sync.outline("a"))
        chunks = [index.sync.get_chunk(chunk_id).chunk for chunk_id in ("a3", "b1", "a13", "a0")]
        elsewhere = chunks[0].model_copy(update={"end_offset": 99})
        assert source.rows([*chunks, elsewhere]) == [3, None, 13, 0, None]
        assert OpenSource(outline_of("a", chunks[:1])).rows(chunks) == [0, None, None, None]


SPANS = st.lists(st.tuples(st.integers(0, 30), st.integers(0, 12)), min_size=1, max_size=12)
SIDE = st.none() | st.integers(-3, 45)


def source_of(spans):
    chunks = [
        SearchResultChunk(
            source_id="s", locator=str(i), id=f"{i:02}", start_offset=start, end_offset=start + length, content=""
        )
        for i, (start, length) in enumerate(spans)
    ]
    return OpenSource(outline_of("s", chunks))


def crossing(source, start, end):
    """Look at every character: chunks that cross an edge and hold one that no chunk inside holds."""
    spans = list(zip(source.outline.starts.tolist(), source.outline.ends.tolist(), strict=True))
    low, high = 0 if start is None else start, source.outline.length if end is None else end
    inside = [(a, b) for a, b in spans if low <= a and b <= high]
    held = {place for a, b in inside for place in range(a, b)}
    return [(a, b) for a, b in spans if not (low <= a and b <= high) and set(range(max(a, low), min(b, high))) - held]


@given(spans=SPANS, start=SIDE, end=SIDE)
def test_crossing_chunks_are_counted_as_by_looking_at_every_character(spans, start, end):
    source = source_of(spans)
    assert source.count_crossing(start, end) == len(crossing(source, start, end))


@given(spans=SPANS, start=st.integers(0, 40), length=st.integers(1, 20))
def test_widening_ends_the_crossing_however_chunks_overlap(spans, start, length):
    source = source_of(spans)
    end = start + length
    out = [(a, a + size) for a, size in spans if a < start < a + size or a < end < a + size]  # as the page widens
    wider = min([start, *(a for a, _ in out)]), max([end, *(b for _, b in out)])
    assert source.count_crossing(*wider) == 0


def test_offsets_may_be_of_any_size():
    assert source_of([(0, 9)]).count_crossing(-(10**40), 10**40) == 0


@pytest.mark.parametrize("case", PAGE_TITLES, ids=lambda case: case["what"])
def test_what_a_span_stands_on_is_named_as_on_the_page(case):
    """The page is held to the same table."""
    headings = [Heading(*heading) for heading in case["headings"]]
    assert heading_over(headings, *case["span"]) == case["title"]


@given(st.lists(st.integers(0, 30), max_size=8), st.integers(0, 40), st.integers(0, 12))
def test_pages_of_a_span_are_those_of_its_characters(offsets, start, length):
    """By a look at each character."""
    pages = [Heading(offset, 0, f"p. {number}") for number, offset in enumerate(sorted(offsets), 1)]

    def page(offset):
        return next((number for number in range(len(pages), 0, -1) if pages[number - 1].offset <= offset), None)

    on = [page(offset) for offset in range(start, start + max(length, 1))]
    wanted = "" if on[0] is None else pages_in_words((on[0], on[-1]))
    assert heading_over(pages, start, start + length) == wanted
