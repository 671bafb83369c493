"""The whole journey without a mouse, what a screen reader hears of it, and that Jupyter never hears a key."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect
from steps import AGREEMENT, EXPLORE, STORE, find, open_first, search

IN_LAB = pytest.mark.parametrize("app", ["lab"], indirect=True)
FOCUSED = "e => e.getRootNode().activeElement?.dataset.testid ?? e.getRootNode().activeElement?.className ?? ''"
POSITION = r"chunk [\d,]+ of [\d,]+, characters [\d,]+ to [\d,]+"


def focused(explorer: Locator) -> str:
    """Test id, or class, of what has the focus inside the explorer."""
    return str(explorer.evaluate(FOCUSED))


def tab_to(explorer: Locator, name: str) -> None:
    """Press Tab until the focus is there; a keyboard that never gets there fails."""
    for _ in range(40):
        if focused(explorer) == name:
            return
        explorer.page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not reach {name}")


@IN_LAB
def test_the_whole_journey_by_keyboard_alone(open_notebook):
    """Tab, Enter, arrows and letters do everything that the mouse does, and the page is heard at each step."""
    notebook = open_notebook(STORE, EXPLORE)
    explorer, press = notebook.explorer, notebook.page.keyboard.press
    spoken = explorer.locator("[aria-live=polite]")
    call, cards = explorer.get_by_test_id("call"), explorer.get_by_test_id("card")

    explorer.get_by_test_id("source-picker").focus()
    tab_to(explorer, "query")
    notebook.page.keyboard.type("notice period to terminate")
    press("Enter")
    expect(spoken).to_have_text(re.compile(r"10 hits, \d+ in this source"))

    tab_to(explorer, "hits")
    hits = explorer.get_by_test_id("hits")
    press("ArrowDown")
    second = hits.get_attribute("aria-activedescendant")
    assert explorer.locator(f"#{second}").get_attribute("aria-posinset") == "2"
    press("Enter")
    expect(spoken).to_have_text(re.compile(rf"\d+ results, {POSITION}"))
    count = int(cards.first.get_attribute("aria-setsize") or 0)  # cards out of sight are not in the page

    press("n")
    expect(call).to_contain_text("NavigationDirection.NEXT")
    expect(cards.first).to_have_attribute("aria-setsize", str(count + 1))
    press("p")
    expect(call).to_contain_text("NavigationDirection.PREVIOUS")
    expect(cards.first).to_have_attribute("aria-setsize", str(count + 2))
    press("[")
    expect(cards.first).to_have_attribute("aria-setsize", str(count + 1))
    press("]")
    expect(cards.first).to_have_attribute("aria-setsize", str(count + 2))

    tab_to(explorer, "results")
    press("Home")
    press("ArrowDown")
    expect(cards.nth(1)).to_have_attribute("aria-selected", "true")
    press("s")
    expect(cards.nth(1)).to_have_accessible_name(re.compile("collected as evidence"))
    assert notebook.execute("print(len(w.evidence))").strip() == "1"

    press("/")
    assert focused(explorer) == "grep"
    notebook.page.keyboard.type("notice")
    press("Enter")
    status = explorer.get_by_test_id("match-status")
    expect(status).to_have_text(re.compile(r"1 of \d+"))
    press("Enter")
    press("Enter")
    expect(status).to_have_text(re.compile(r"[23] of \d+"))
    before = status.text_content()
    press("Shift+Enter")
    expect(status).not_to_have_text(before)
    press("Escape")
    assert focused(explorer) == "results"
    press("Escape")
    expect(explorer.locator(".card[aria-selected=true]")).to_have_count(0)

    press("?")
    expect(explorer.get_by_test_id("keys")).to_be_visible()
    press("Escape")
    expect(explorer.get_by_test_id("keys")).to_be_hidden()


@IN_LAB
def test_the_timeline_by_keyboard(open_notebook):
    """Its stand-in says where one is: arrows step, Shift extends, screens and ends jump, + and - zoom."""
    notebook = open_notebook(STORE, AGREEMENT)
    explorer, press = notebook.explorer, notebook.page.keyboard.press
    timeline = explorer.get_by_role("slider", name="Timeline")
    timeline.focus()

    def at() -> int:
        return int(timeline.get_attribute("aria-valuenow"))

    last = int(timeline.get_attribute("aria-valuemax"))
    press("Home")
    expect(timeline).to_have_attribute("aria-valuenow", "1")
    expect(timeline).to_have_attribute("aria-valuetext", re.compile(f"^{POSITION}$", re.IGNORECASE))
    press("ArrowRight")
    expect(timeline).to_have_attribute("aria-valuenow", "2")
    press("Shift+ArrowRight")
    press("Shift+ArrowRight")
    expect(timeline).to_have_attribute("aria-valuenow", "4")
    spans = notebook.execute(
        "c = [r.chunk for r in store.sync.read('agreement.md', None, None, top_k=9)]\n"
        "print(c[1].start_offset, c[3].end_offset)"
    ).split()
    expect(explorer.get_by_test_id("read-start")).to_have_value(spans[0])
    expect(explorer.get_by_test_id("read-end")).to_have_value(spans[1])
    press("Escape")
    for _ in range(4):
        press("+")  # so that the document is more than one screen
    press("PageDown")
    screen = at()
    assert screen > 4
    press("PageUp")
    assert at() < screen
    press("End")
    expect(timeline).to_have_attribute("aria-valuenow", str(last))
    press("-")
    press("Enter")
    expect(explorer.get_by_test_id("call")).to_contain_text("neighbours(")
    expect(explorer.get_by_test_id("card").last).to_have_attribute("data-row", str(last - 1))


@IN_LAB
def test_lists_are_listboxes_with_positions(open_notebook):
    """Every option says which of how many it is, also where only a part of the list is on the page."""
    notebook = open_notebook(STORE, EXPLORE)
    explorer = notebook.explorer
    search(explorer, "notice period")
    open_first(explorer)
    find(explorer, "the")
    for name in ("hits", "results"):
        assert explorer.get_by_test_id(name).get_attribute("role") == "listbox"
        options = explorer.get_by_test_id(name).locator("[role=option][aria-posinset]").all()
        sizes = {int(option.get_attribute("aria-setsize")) for option in options}
        positions = [int(option.get_attribute("aria-posinset")) for option in options]
        assert len(sizes) == 1
        assert positions == list(range(positions[0], positions[0] + len(positions)))
        assert positions[-1] <= sizes.pop()
    assert int(explorer.get_by_test_id("card").first.get_attribute("aria-setsize")) == int(
        notebook.execute("print(len(w.results))")
    )


def test_jupyter_never_hears_a_key(open_notebook):
    """a, b, dd, m, y, x, z and Enter change no cell from anywhere in the explorer; Ctrl+S still saves."""
    notebook = open_notebook(STORE, EXPLORE)
    explorer, keyboard = notebook.explorer, notebook.page.keyboard
    search(explorer, "notice period")
    open_first(explorer)
    cells = notebook.cells()
    places = [explorer.get_by_test_id(name) for name in ("hits", "results", "next", "query")]
    for place in [*places, explorer.get_by_role("slider"), explorer.get_by_test_id("help")]:
        place.focus()
        for key in "abddmyxzcv0i" + "\r":
            keyboard.press({"\r": "Enter"}.get(key, key))
    assert notebook.cells() == cells
    explorer.get_by_test_id("hits").focus()
    notebook.page.evaluate(f"() => {{ ({notebook.PANEL})().content.model.cells.get(0).setMetadata('touched', 1) }}")
    assert notebook.is_dirty()
    keyboard.press("Control+s")
    notebook.page.wait_for_function(f"() => !({notebook.PANEL})().context.model.dirty")


CHORDS = [
    *(
        "Control+Enter",
        "Alt+Enter",
        "Shift+Enter",
        "Control+Shift+Enter",
        "Control+Backspace",
        "Control+a",
        "Control+z",
    ),
    *("Control+Shift+m", "Control+Shift+ArrowUp", "Control+Shift+ArrowDown"),
]


def test_no_chord_runs_or_changes_a_cell(open_notebook):
    """Those of Jupyter that run, join, move, select or undo cells do nothing from anywhere in the explorer."""
    notebook = open_notebook(STORE, AGREEMENT, "below = 1")
    explorer, page = notebook.explorer, notebook.page
    content = f"({notebook.PANEL})().content"
    page.evaluate(f"() => {{ {content}.model.cells.get(2).sharedModel.setSource('below = 2') }}")  # could be undone
    looks = f"() => {content}.widgets.map(({{ model }}) => [model.sharedModel.getSource(), model.executionCount])"
    search(explorer, "notice period")
    open_first(explorer)
    before = page.evaluate(looks)
    names = ("query", "hits", "results", "next")
    for place in (*map(explorer.get_by_test_id, names), explorer.get_by_role("slider", name="Timeline")):
        for chord in CHORDS:
            page.evaluate(f"() => {{ {content}.mode = 'edit' }}")  # as it is after writing in a cell
            place.focus()
            page.keyboard.press(chord)
            assert page.evaluate(looks) == before, (place, chord)


def test_keys_lead_to_the_query_and_to_the_hits(open_notebook):
    """From anywhere, without the way through every control between; where there are no hits, to what finds some."""
    notebook = open_notebook(STORE, EXPLORE)
    explorer, keyboard = notebook.explorer, notebook.page.keyboard
    query = explorer.get_by_test_id("query")
    search(explorer, "notice period")
    explorer.get_by_test_id("next").focus()
    keyboard.press("h")
    expect(explorer.get_by_test_id("hits")).to_be_focused()
    keyboard.press("q")
    expect(query).to_be_focused()
    keyboard.press("End")
    keyboard.type(" qh")  # letters are text there
    expect(query).to_have_value("notice period qh")
    explorer.get_by_test_id("retriever-keyword").click()
    query.fill("zebra")
    query.press("Enter")
    expect(explorer.get_by_test_id("hits")).to_be_hidden()
    explorer.get_by_test_id("next").focus()
    keyboard.press("h")
    expect(query).to_be_focused()
