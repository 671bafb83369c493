"""A hit can be told from the others by what is seen of it, however wide the explorer is."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from steps import AGREEMENT, STORE, search
from test_order import WIDEN, WIDTHS


@pytest.mark.parametrize("app", ["lab"], indirect=True)
def test_title_and_words_of_a_hit_have_room(open_notebook):
    """The words stand on a line of their own under the title, as long as the row, with the query marked in them."""
    notebook = open_notebook(STORE, AGREEMENT, width=1900)
    explorer = notebook.explorer
    search(explorer, "notice period to terminate for convenience")
    row = explorer.locator(".hit:has(.snippet)").first
    title, words = row.locator(".name"), row.locator(".snippet")
    for width in WIDTHS:
        explorer.evaluate(WIDEN, width)
        notebook.page.wait_for_timeout(100)  # the list measures its rows anew
        all_of_it, above, below = row.bounding_box(), title.bounding_box(), words.bounding_box()
        assert below["y"] >= above["y"] + above["height"]
        assert below["y"] + below["height"] <= all_of_it["y"] + all_of_it["height"]
        assert below["width"] > 0.8 * all_of_it["width"]
        assert above["width"] > 60, f"at {width} pixels"
        expect(words.locator("mark").first).to_be_visible()
        mark = words.locator("mark").first.bounding_box()
        assert mark["x"] + mark["width"] <= below["x"] + below["width"]


ON_ONE_LINE = """row => {
  const boxes = ['.name', '.chip', '.bar', '.total'].map(part => row.querySelector(part).getBoundingClientRect());
  const middles = boxes.filter(({ width }) => width > 0).map(({ top, bottom }) => (top + bottom) / 2);
  return Math.max(...middles) - Math.min(...middles);
}"""


@pytest.mark.parametrize("app", ["lab"], indirect=True)
def test_rank_title_and_score_stand_on_one_line(open_notebook):
    """Also where one retriever ranked alone, so that there are no columns for the ranks of several."""
    notebook = open_notebook(STORE, AGREEMENT, width=1900)
    explorer = notebook.explorer
    for retriever in ("keyword", "vector", "hybrid"):
        notebook.execute(f"await w.search('notice period', retriever='{retriever}')")
        expect(explorer.locator(".legend")).to_have_count(2 if retriever == "hybrid" else 0)
        for width in WIDTHS:
            explorer.evaluate(WIDEN, width)
            notebook.page.wait_for_timeout(100)
            off = explorer.get_by_test_id("hit").first.evaluate(ON_ONE_LINE)
            assert off < 6, f"{retriever} at {width} pixels"
