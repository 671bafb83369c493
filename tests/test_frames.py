"""DataFrames of what a reader found and did: short, and read as text."""

import asyncio

import pandas as pd
import pytest

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
