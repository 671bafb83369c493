"""Explorers inside the boxes of ipywidgets: each has room, and what was hidden is drawn when it is shown."""

from __future__ import annotations

from itertools import pairwise

import pytest
from steps import STORE

pytestmark = pytest.mark.parametrize("app", ["lab"], indirect=True)

PAIR = (
    STORE
    + """
import ipywidgets as boxes
a, b = (NavWidget(store, query="notice period", height=480) for _ in range(2))
"""
)
COLUMNS = 'layout=boxes.Layout(grid_template_columns="1fr 1fr")'


def places(notebook) -> list[dict[str, float]]:
    return [notebook.explorer.nth(i).bounding_box() for i in range(notebook.explorer.count())]


@pytest.mark.parametrize("box", ["HBox([a, b])", f"GridBox([a, b], {COLUMNS})"])
def test_two_stand_side_by_side(open_notebook, box):
    notebook = open_notebook(PAIR, f"boxes.{box}", width=1400)
    notebook.explorer.nth(1).get_by_role("slider").wait_for()
    first, second = places(notebook)
    assert first["width"] >= 400
    assert abs(first["width"] - second["width"]) <= 1
    assert first["y"] == second["y"]
    assert first["x"] + first["width"] <= second["x"]
    output = notebook.page.locator(".jp-OutputArea-output").last.bounding_box()
    assert second["x"] + second["width"] <= output["x"] + output["width"], "nothing is cut off"


@pytest.mark.parametrize("box", ["VBox([a, b])", "Accordion([a], selected_index=0)", "HBox([a])", "Box([a])"])
def test_one_has_the_width_that_it_has_alone(open_notebook, box):
    notebook = open_notebook(PAIR, "a", f"boxes.{box}", width=1400, height=2200)
    notebook.explorer.nth(1).get_by_role("slider").wait_for()
    alone, *boxed = places(notebook)
    for place in boxed:
        assert alone["width"] - 64 < place["width"] <= alone["width"]
        assert place["height"] >= alone["height"], "a little narrower, its bars may need another row"
    assert all(upper["y"] + upper["height"] <= lower["y"] for upper, lower in pairwise(boxed))


@pytest.mark.parametrize(("box", "title"), [("Tab", "lm-TabBar-tab"), ("Accordion", "jupyter-widget-Collapse-header")])
def test_what_was_hidden_is_drawn_when_it_is_shown(open_notebook, box, title):
    notebook = open_notebook(PAIR, f"boxes.{box}([a, b], selected_index=0)", width=1400)
    notebook.page.locator(f".jp-OutputArea .{title}").nth(1).click()
    hidden = notebook.explorer.nth(1)
    hidden.get_by_role("slider").wait_for()
    assert hidden.bounding_box()["width"] >= 400
    width = hidden.locator(".map canvas").first.evaluate("canvas => canvas.getBoundingClientRect().width")
    assert width >= 400
    assert (
        hidden.locator(".map canvas").first.evaluate(
            """canvas => { const { width, height } = canvas;
        return new Set(canvas.getContext('2d').getImageData(0, 0, width, height).data).size }"""
        )
        > 8
    ), "something is drawn"


def test_what_is_enlarged_is_as_high_as_was_asked_for(open_notebook):
    """Down to what its parts need: 500 pixels of its own, where the actions take two rows."""
    made = "[NavWidget(store, query='notice', height=height, scale=1.5) for height in (900, 480)]"
    shown = f"import ipywidgets as boxes\nboxes.VBox({made})"
    notebook = open_notebook(STORE + shown, width=1900)
    notebook.explorer.nth(1).get_by_role("slider").wait_for()
    assert [round(place["height"]) for place in places(notebook)] == [900, 750]
