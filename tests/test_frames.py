"""DataFrames of what a reader found and did: short, and read as text."""

import asyncio
from enum import Enum

import pandas as pd
import pytest

from navwidget import (
    ChunkNotFoundError,
    ChunkType,
    GrepMode,
    NavigationDirection,
    SearchError,
    SourceNotFoundError,
)
from navwidget.widget.navwidget import NavWidget
from tests.explorer import document, store

DEAR = "costs $5 to $6 " * 40


@pytest.fixture
def widget():
    with store(document("dear", [(0, len(DEAR))], DEAR)) as index:
        widget = NavWidget(index, query="costs", source_id="dear")
        asyncio.run(widget.open_hit(1))
        yield widget


def test_texts_are_short(widget):
    for frame in (widget.hits_frame, widget.results_frame):
        assert frame["text"][0] == DEAR[:199] + "…"


@pytest.mark.parametrize("name", ["hits_frame", "results_frame", "history"])
def test_a_dollar_is_no_formula(widget, name):
    """Also in what is cut from a frame; the reader's own options stay as they are."""
    frame = getattr(widget, name)
    for part in (frame, frame.head(1), frame[frame.columns[:2]], frame.query("index == 0")):
        assert "tex2jax_ignore" in part._repr_html_()
        assert "mathjax_ignore" in part._repr_html_()
    assert pd.get_option("display.html.use_mathjax")


def test_they_are_data_frames(widget):
    joined = widget.hits_frame.merge(widget.results_frame, on="id")
    assert isinstance(joined, pd.DataFrame)
    assert joined["role"].tolist() == ["hit"]
    assert widget.history[["operation", "error"]].to_numpy().tolist() == [["retrieve", ""], ["neighbours", ""]]


def test_hits_without_a_score_have_none(widget):
    """None of them has one; where some have, the others scored nothing."""
    widget.show_hits(["a3", ("b", 42, 50)])
    assert widget.hits_frame["score"].isna().all()
    assert widget.hits_frame["score"].dtype == float
    widget.show_hits([("a3", 0.5), ("b", 42, 50)])
    assert widget.hits_frame["score"].tolist() == [0.5, 0.0]


class TestFailures:
    """What failed is in the history with its error, and there is nothing of it to call again."""

    def last(self, widget):
        row = widget.history.iloc[-1]
        return row["operation"], row["arguments"], row["error"]

    def test_a_chunk_that_is_not_there(self, widget):
        with pytest.raises(ChunkNotFoundError):
            asyncio.run(widget.open_chunk("nope"))
        operation, arguments, error = self.last(widget)
        assert (operation, arguments) == ("get_chunk", {"chunk_id": "nope"})
        assert error.startswith("ChunkNotFoundError: ")

    def test_a_source_that_is_not_there(self, widget):
        with pytest.raises(SourceNotFoundError):
            asyncio.run(widget.open_source("nope"))
        operation, arguments, error = self.last(widget)
        assert (operation, arguments) == ("open_source", {"source_id": "nope"})
        assert error.startswith("SourceNotFoundError: No source 'nope'")
        assert "open_source" not in widget.code()

    def test_a_plain_call(self, widget):
        with pytest.raises(ChunkNotFoundError):
            widget.star("nope")
        operation, _, error = self.last(widget)
        assert (operation, error.partition(":")[0]) == ("star", "ChunkNotFoundError")

    def test_a_call_that_found_something_is_not_at_fault(self, widget):
        """The search has its hits, whatever came of telling them."""
        asyncio.run(widget.search("w05", top_k=1))
        assert self.last(widget)[2] == ""


class TestReplay:
    """The rows of a history are arguments of the explorer's own methods."""

    def test_every_row_gives_again_what_it_gave(self, widget):
        async def journey():
            await widget.open_source("a")
            await widget.read(0, 60)
            await widget.navigate("NEXT", top_k=2, start_offset=8, end_offset=24)
            await widget.open_source("b")
            await widget.grep("w1", mode="TERM")
            await widget.read(None, 60, content_type=ChunkType.SUMMARY)

        asyncio.run(journey())
        made = widget.history.iloc[-4:]
        assert made["operation"].tolist() == ["read", "navigate", "grep", "read"]
        again = NavWidget(widget.index)
        for row in made.to_dict("records"):
            found = asyncio.run(getattr(again, row["operation"])(**row["arguments"]))
            assert [result.chunk.id for result in found] == row["ids"]
        assert again.history["arguments"].tolist() == made["arguments"].tolist()

    @pytest.mark.parametrize("direction", ["NEXT", "Next", NavigationDirection.NEXT, "NavigationDirection.NEXT"])
    def test_directions_of_any_writing(self, widget, direction):
        found = asyncio.run(widget.navigate(direction, source_id="b", start_offset=20, end_offset=28))
        assert [result.chunk.id for result in found] == ["b2"]

    @pytest.mark.parametrize("mode", ["TERM", GrepMode.TERM, "GrepMode.TERM", Enum("Foreign", {"TERM": "term"}).TERM])
    def test_modes_of_any_writing(self, widget, mode):
        found = asyncio.run(widget.grep("w13 w11", mode=mode, source_id="b"))
        assert [result.chunk.id for result in found] == ["b2"]

    def test_what_is_no_direction_is_refused_before_anything_is_opened(self, widget):
        with pytest.raises(SearchError, match="direction is 'up', but must be 'next' or 'previous'"):
            asyncio.run(widget.navigate("up", source_id="b"))
        assert widget.source_id == "dear"
