"""What comes first for the eye comes first for the keyboard, however wide the explorer is."""

from __future__ import annotations

from itertools import pairwise

import pytest
from playwright.sync_api import Locator
from steps import AGREEMENT, STORE, find, open_first, search

WIDTHS = (360, 480, 560, 800, 1400)
FOCUSED = """e => { const at = e.getRootNode().activeElement; if (!at) return null;
  const { left, top } = e.getBoundingClientRect(); // the notebook scrolls to what has the focus
  const box = at.getBoundingClientRect();
  return [at.dataset.testid ?? at.className, box.left - left, box.top - top, box.bottom - top]; }"""
WIDEN = "(e, width) => { e.getRootNode().host.style.width = `${width}px` }"

Stop = tuple[str, float, float, float]


def stops(explorer: Locator) -> list[Stop]:
    """Press Tab from the first control until the focus leaves; where each stop is seen."""
    explorer.get_by_test_id("source-picker").focus()
    found: list[Stop] = []
    while (at := explorer.evaluate(FOCUSED)) is not None:
        found.append(tuple(at))
        explorer.page.keyboard.press("Tab")
        assert len(found) < 60
    return found


def is_after(stop: Stop, before: Stop) -> bool:
    """Whether a stop is below another, or beside it on the right."""
    _, left, top, bottom = stop
    _, left_before, top_before, bottom_before = before
    return top >= bottom_before - 1 or (left > left_before and bottom > top_before + 1)


@pytest.mark.parametrize("app", ["lab"], indirect=True)
def test_tab_goes_the_way_that_the_eye_goes(open_notebook):
    """From left to right and down, at every width, with a search, steps and matches to go through."""
    notebook = open_notebook(STORE, AGREEMENT, width=1900)
    explorer = notebook.explorer
    search(explorer, "notice period")
    open_first(explorer)
    find(explorer, "notice")
    for width in WIDTHS:
        explorer.evaluate(WIDEN, width)
        notebook.page.wait_for_timeout(100)  # the map is drawn anew
        found = stops(explorer)
        assert len(found) > 20
        assert {"query", "top-k", "help", "hits", "results", "grep", "copy-call"} <= {stop[0] for stop in found}
        wrong = [(before[0], stop[0]) for before, stop in pairwise(found) if not is_after(stop, before)]
        assert wrong == [], f"at {width} pixels"
