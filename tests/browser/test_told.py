"""What the page says of the index, of its own lists and of what was read is so, and it is said where one looks."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from steps import AGREEMENT, STORE

pytestmark = pytest.mark.parametrize("app", ["lab"], indirect=True)

ONLY_NAVIGATES = """
class Nav:
    async def navigate(self, *args, **options):
        return await store.navigate(*args, **options)
w = NavWidget(Nav(), source_id="agreement.md")
w
"""


def test_an_index_that_only_navigates_can_be_read_from_its_start(open_notebook):
    """Next and Previous work where nothing is open; what the index has not is greyed, with the reason."""
    explorer = open_notebook(STORE, ONLY_NAVIGATES).explorer
    for field in ("query", "top-k", "read-start", "read-end", "grep"):
        expect(explorer.get_by_test_id(field)).not_to_be_editable()
        assert "Nav has no" in (explorer.get_by_test_id(field).get_attribute("title") or ""), field
    expect(explorer.locator(".hits")).to_contain_text("No search here")
    explorer.get_by_test_id("next").click()
    expect(explorer.get_by_test_id("card")).to_have_count(1)


def test_next_begins_anew_after_a_grep_that_found_nothing(open_notebook):
    """As in Python: the list is empty, so the next chunk is the first of the document."""
    explorer = open_notebook(STORE, AGREEMENT).explorer
    explorer.get_by_test_id("grep").fill("zebra")
    explorer.get_by_test_id("grep").press("Enter")
    expect(explorer.get_by_test_id("match-status")).to_have_text("no match")
    explorer.get_by_test_id("next").click()
    expect(explorer.get_by_test_id("card")).to_have_count(1)
