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
