"""The focus stays in the explorer whatever is done by keyboard, and Escape closes whatever was opened."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect
from steps import EXPLORE, STORE, open_first, search

IN_LAB = pytest.mark.parametrize("app", ["lab"], indirect=True)
INSIDE = "root => root.getRootNode().activeElement?.closest('[data-testid=navwidget]') === root"


def settled(explorer: Locator) -> None:
    """Wait till every request has its answer and the page was painted."""
    expect(explorer).to_have_attribute("data-status", "idle")
    explorer.evaluate("() => new Promise(done => requestAnimationFrame(() => setTimeout(done)))")


def is_inside(explorer: Locator, what: str) -> None:
    settled(explorer)
    assert explorer.evaluate(INSIDE), f"the focus left the explorer after {what}"


@IN_LAB
def test_the_focus_stays_inside_after_everything_that_a_popover_offers(open_notebook):
    """Also where what was pressed is drawn anew or goes; then Escape closes the popover from where the focus is."""
    notebook = open_notebook(STORE, EXPLORE)
    explorer, keyboard = notebook.explorer, notebook.page.keyboard
    search(explorer, "notice period")
    open_first(explorer)
    for _ in range(3):
        explorer.get_by_test_id("results").focus()
        keyboard.press("s")
        settled(explorer)
        keyboard.press("n")
        settled(explorer)
    chosen = {"history": "history-entry", "evidence": "unstar", "export": None, "goto": None, "help": None}
    for name, inside in {**chosen, "source-picker": None}.items():
        opener = explorer.get_by_test_id(name)
        opener.focus()
        keyboard.press("Enter")
        expect(opener).to_have_attribute("aria-expanded", "true")
        is_inside(explorer, f"opening {name}")
        for _ in range(2 if inside else 0):
            explorer.get_by_test_id(inside).last.focus()
            keyboard.press("Enter")
            is_inside(explorer, f"{inside} in {name}")
            expect(opener).to_have_attribute("aria-expanded", "true")
        keyboard.press("Escape")
        expect(opener).to_have_attribute("aria-expanded", "false")
        expect(opener).to_be_focused()


@IN_LAB
def test_the_focus_stays_inside_when_a_button_has_done_its_work(open_notebook):
    """A range that was widened, a query that is cleared, an error that is closed: their buttons go with that."""
    notebook = open_notebook(STORE, EXPLORE)
    explorer, keyboard = notebook.explorer, notebook.page.keyboard
    search(explorer, "notice period")
    keyboard.press("Escape")
    explorer.get_by_test_id("read-start").fill("100")
    explorer.get_by_test_id("read-end").fill("1500")
    explorer.get_by_test_id("read-end").press("Enter")
    for name in ("widen", "clear-query"):
        explorer.get_by_test_id(name).focus()
        keyboard.press("Enter")
        is_inside(explorer, name)
    explorer.get_by_test_id("read-start").fill("x")
    explorer.get_by_test_id("read-start").press("Enter")
    explorer.get_by_test_id("dismiss").focus()
    keyboard.press("Enter")
    is_inside(explorer, "dismiss")


@IN_LAB
def test_every_switch_of_the_toolbar_searches_again(open_notebook):
    """What is listed is what the switches say, at once, whichever of them was pressed and however often."""
    notebook = open_notebook(STORE, EXPLORE)
    explorer = notebook.explorer
    search(explorer, "notice period")
    open_first(explorer)
    calls = "print(len(w.history))"
    count = int(notebook.execute(calls))
    for switch in ("skip-read", "skip-read", "this-source", "this-source", "retriever-keyword", "retriever-hybrid"):
        explorer.get_by_test_id(switch).click()
        settled(explorer)
        count += 1
        assert int(notebook.execute(calls)) == count, switch


@IN_LAB
def test_this_source_only_follows_to_another_source(open_notebook):
    """While it is on, no hit of another source is listed: not when it is pressed, nor after a source is chosen."""
    notebook = open_notebook(STORE, EXPLORE)
    explorer = notebook.explorer
    search(explorer, "notice period")
    sources = "print(*sorted({hit.chunk.source_id for hit in w.hits}))"
    assert len(notebook.execute(sources).split()) > 1
    explorer.get_by_test_id("this-source").click()
    settled(explorer)
    assert notebook.execute(sources).split() == ["agreement.md"]
    explorer.get_by_test_id("source-picker").click()
    explorer.get_by_test_id("source-option").filter(has_text=re.compile("pep-0703")).click()
    settled(explorer)
    assert notebook.execute(sources).split() == ["pep-0703.rst"]
    explorer.get_by_test_id("this-source").click()
    settled(explorer)
    assert len(notebook.execute(sources).split()) > 1
