"""Hosts that are no notebook: a search, a hit and the next chunk work in marimo and in voila."""

from __future__ import annotations

import pytest
from hostapps import PYTHON, running
from playwright.sync_api import expect
from steps import open_first, search


@pytest.mark.skipif(not PYTHON.exists(), reason="marimo and voila are not installed: make test installs them")
@pytest.mark.parametrize("host", ["marimo", "voila"])
def test_search_open_next(browser, tmp_path, host):
    """Every message goes both ways, and nothing is thrown by the widget."""
    errors: list[str] = []
    with running(host, tmp_path) as url:
        page = browser.new_page(viewport={"width": 1280, "height": 1000}, reduced_motion="reduce", locale="en-GB")
        page.on("pageerror", lambda error: errors.append(str(error.stack)))
        page.goto(url)
        explorer = page.get_by_test_id("navwidget")
        explorer.get_by_test_id("query").wait_for(timeout=60_000)
        search(explorer, "notice period to terminate")
        expect(explorer.get_by_test_id("hit")).to_have_count(10)
        open_first(explorer)
        cards = explorer.get_by_test_id("card").count()
        explorer.get_by_test_id("next").click()
        expect(explorer.get_by_test_id("call")).to_contain_text("NavigationDirection.NEXT")
        expect(explorer.get_by_test_id("card")).to_have_count(cards + 1)
        page.keyboard.press("a")
        page.close()
    assert [error for error in errors if "navwidget" in error or "blob:" in error] == []
