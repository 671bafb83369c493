"""Whatever is asked for with nothing to ask for: the page says in a sentence what is missing, and goes there."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect
from steps import AGREEMENT, STORE, open_first, search
from test_keyboard import focused

pytestmark = pytest.mark.parametrize("app", ["lab"], indirect=True)

EMPTY = "empty = NavWidget(ChunkStore())\nempty"
GREYED = "button[aria-disabled=true]:visible"


def told(explorer: Locator) -> str:
    """Give the sentence that the page says, aloud too, and close it."""
    problem = explorer.get_by_role("alert")
    expect(problem).to_be_visible()
    sentence = problem.locator("p").inner_text()
    explorer.get_by_test_id("dismiss").click()
    expect(problem).to_be_hidden()
    return sentence


def press_greyed(explorer: Locator) -> dict[str, str]:
    """Press every greyed button that is seen; what is told of each."""
    found = {}
    for name in explorer.locator(GREYED).evaluate_all("all => all.map(one => one.dataset.testid)"):
        button = explorer.locator(f"[data-testid={name}]:visible")
        reason = button.get_attribute("title")
        button.click(force=True)
        found[name] = told(explorer)
        assert found[name] == reason, name
    return found


@pytest.mark.parametrize("made", [AGREEMENT, EMPTY], ids=["nothing open", "empty index"])
def test_a_greyed_button_says_what_is_missing(open_notebook, made):
    """Pressed before anything was opened, each says in its tooltip and aloud why there is nothing to do."""
    explorer = open_notebook(STORE, made).explorer
    explorer.get_by_test_id("back").wait_for()
    assert {"back", "forward", "open", "copy-call"} <= press_greyed(explorer).keys()
    for opener, names in (
        ("export", {"copy-markdown", "save-json", "copy-code"}),
        ("evidence", {"copy-json", "save-markdown"}),
        ("history", {"copy-code", "save-code"}),
    ):
        explorer.get_by_test_id(opener).click()
        inside = explorer.locator(f".popover:visible {GREYED}")
        assert names <= set(inside.evaluate_all("all => all.map(one => one.dataset.testid)"))
        inside.last.click(force=True)
        assert told(explorer).endswith(".")


def test_a_field_with_nothing_in_it_says_so(open_notebook):
    """Enter is answered by a sentence, and the focus is where it can be put right."""
    explorer = open_notebook(STORE, AGREEMENT).explorer
    search(explorer, "notice")
    open_first(explorer)
    for field, text, sentence in (
        ("query", "", "The query is empty: type what to look for."),
        ("top-k", "", "top_k is empty. Type a whole number and try again."),
        ("top-k", "0", "top_k must be a whole number of at least 1, got “0”. Type a whole number and try again."),
        ("grep", " ", "The search field is empty: type what to find in this document."),
        ("k", "", "k is empty. Type a whole number and try again."),
    ):
        explorer.get_by_test_id(field).fill(text)
        explorer.get_by_test_id(field).press("Enter")
        assert told(explorer) == sentence
        assert focused(explorer) == field


def test_a_chunk_id_that_is_missing_or_unknown(open_notebook):
    """An empty field is told and keeps the focus; an unknown id is told, and the focus goes back to the button."""
    explorer = open_notebook(STORE, AGREEMENT).explorer
    explorer.get_by_test_id("goto").click()
    explorer.get_by_test_id("go").click()
    assert focused(explorer) == "chunk-id"
    expect(explorer.get_by_role("alert")).to_contain_text("The chunk id is empty")
    explorer.get_by_test_id("chunk-id").fill("nowhere")
    explorer.get_by_test_id("chunk-id").press("Enter")
    expect(explorer.get_by_role("alert")).to_contain_text("No chunk 'nowhere' in this index")
    expect(explorer.get_by_test_id("chunk-id")).to_be_hidden()
    assert focused(explorer) == "goto"


def test_a_button_goes_to_the_field_it_takes_its_number_from(open_notebook):
    """Next without a k goes to k; a range that ends before it starts is told."""
    explorer = open_notebook(STORE, AGREEMENT).explorer
    search(explorer, "notice")
    open_first(explorer)
    explorer.get_by_test_id("k").fill("")
    explorer.get_by_test_id("next").click()
    assert focused(explorer) == "k"
    told(explorer)
    explorer.get_by_test_id("read-start").fill("500")
    explorer.get_by_test_id("read-end").fill("100")
    explorer.get_by_test_id("read").click()
    assert focused(explorer) == "read-end"
    assert told(explorer).startswith("The range starts at 500, after its end at 100.")
