"""Nothing runs out of its place, and no number is cut, however wide the explorer is and in either language."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, expect
from steps import STORE, find, open_first, search
from test_order import WIDEN

pytestmark = pytest.mark.parametrize("app", ["lab"], indirect=True)

WIDTHS = (360, 420, 519, 640, 799, 802, 848, 959, 960, 1000, 1059, 1060, 1119, 1240, 1400)

# What leaves its bar, card or line, and is not cut there on purpose; a star may reach into the padding of its card
OUTSIDE = """root => {
  const page = root.getBoundingClientRect();
  const isSeen = element => element.offsetWidth > 0 && element.offsetHeight > 0;
  const isCut = (element, box) => element !== box
    && (getComputedStyle(element).overflowX !== 'visible' || isCut(element.parentElement, box));
  return [...root.querySelectorAll('.title, .skip, .head, .call, .act, .tools')].filter(isSeen).flatMap(box => {
    const { left, right } = box.getBoundingClientRect();
    return [...box.querySelectorAll('*')]
      .filter(element => isSeen(element) && !element.closest('.popover') && !isCut(element.parentElement, box))
      .filter(element => {
        const slack = element.closest('.star') ? 4.5 : 0.5;
        const at = element.getBoundingClientRect();
        return at.left < left - slack || at.right > Math.min(right, page.right) + slack;
      })
      .map(element => `${element.className || element.tagName} in ${box.className}`);
  });
}"""
CUT = """root => ['top-k', 'k', 'read-start', 'read-end']
  .map(id => root.querySelector(`[data-testid=${id}]`)).filter(input => input.scrollWidth > input.clientWidth)
  .map(input => `${input.dataset.testid} ${input.value}`)"""
# Words that are wider than their box by so little that whole pixels do not tell it end with an ellipsis all the same
SHORT = """(root, selector) => [...root.querySelectorAll(selector)]
  .filter(element => element.offsetWidth > 0)
  .filter(element => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return range.getBoundingClientRect().width > element.getBoundingClientRect().width + 0.01;
  })
  .map(element => element.textContent)"""
WHOLE = ".title strong, .title .span, .hit .total, .hit .number, .skip strong"
COVERED = """root => {
  const bottom = root.querySelector('.act').getBoundingClientRect().top;
  return [...root.querySelectorAll('.hits > *, .results > *')]
    .filter(part => part.offsetHeight > 0 && part.getBoundingClientRect().bottom > bottom + 0.5)
    .map(part => part.className);
}"""
PANELS = "root => root.querySelector('.hits').getBoundingClientRect().top - root.getBoundingClientRect().top"


def widths(explorer: Locator) -> Iterator[int]:
    """Make the explorer as wide as each of the widths, by turns."""
    explorer.get_by_role("slider").wait_for()
    for width in WIDTHS:
        explorer.evaluate(WIDEN, width)
        explorer.page.wait_for_timeout(150)  # lists measure their rows anew
        yield width


def explore(locale: str, more: str = "") -> str:
    return f"w = NavWidget(store, source_id='agreement.md', top_k=100, locale={locale!r}{more})\nw"


@pytest.mark.parametrize("locale", ["en", "fr"])
def test_cards_bars_and_lines_keep_what_is_theirs(open_notebook, locale):
    """With text left out, a card that is selected, numbers of many digits, evidence and a budget."""
    notebook = open_notebook(STORE, explore(locale), width=1900)
    explorer = notebook.explorer
    search(explorer, "notice period to terminate for convenience")
    open_first(explorer)
    for _ in range(2):
        explorer.get_by_test_id("next").click()
        expect(explorer.get_by_test_id("call")).to_contain_text("NEXT")
    expect(explorer.get_by_test_id("skipped")).to_have_count(2)
    for field, number in {"k": "100", "read-start": "1000000", "read-end": "2345678"}.items():
        explorer.get_by_test_id(field).fill(number)
    explorer.get_by_test_id("star").first.click()
    explorer.get_by_test_id("evidence").click()
    explorer.get_by_test_id("budget").fill("600")
    explorer.get_by_test_id("budget").press("Enter")
    expect(explorer.locator(".act > .collection .meter i")).to_have_attribute("style", re.compile("width"))
    explorer.get_by_test_id("budget").press("Escape")
    outside = {
        width: explorer.evaluate(OUTSIDE) + explorer.evaluate(CUT) + explorer.evaluate(SHORT, WHOLE)
        for width in widths(explorer)
    }
    assert outside == {width: [] for width in WIDTHS}


@pytest.mark.parametrize("locale", ["en", "fr"])
def test_what_is_asked_and_found_has_room(open_notebook, locale):
    """A query of some words is seen, in few rows of controls; how many hits are here, and where each of them is."""
    notebook = open_notebook(STORE, explore(locale), width=1900)
    explorer = notebook.explorer
    search(explorer, "notice period to terminate for convenience")
    open_first(explorer)
    explorer.get_by_test_id("next").click()
    expect(explorer.get_by_test_id("skipped")).to_have_count(1)
    for width in widths(explorer):
        at = f"at {width} pixels"
        assert explorer.get_by_test_id("query").evaluate("input => input.clientWidth") > 120, at
        rows = 1 if width >= 960 else 2 if width >= 600 else 3
        assert width < 420 or explorer.locator(".tools").bounding_box()["height"] <= 8 + 36 * rows, at
        assert width < 420 or explorer.evaluate(SHORT, ".hits > .head > :first-child") == [], at
        assert width < 960 or explorer.get_by_test_id("skipped").bounding_box()["height"] <= 46, at
        expect(explorer.locator(".hit .place").first).to_be_visible(visible=width < 800)


@pytest.mark.parametrize("locale", ["en", "fr"])
def test_an_error_in_a_low_explorer_covers_nothing(open_notebook, locale):
    """With nothing open yet, a short error is seen whole, and a long one is seen or scrolls."""
    notebook = open_notebook(STORE, explore(locale, ", height=480"), width=1900)
    explorer = notebook.explorer
    problem = explorer.get_by_test_id("problem")
    explorer.get_by_test_id("read-start").fill("zz")
    explorer.get_by_test_id("read").click()
    expect(problem).to_be_visible()
    for width in widths(explorer):
        assert explorer.evaluate(COVERED) == [], f"at {width} pixels"
        assert problem.evaluate("element => element.scrollHeight <= element.clientHeight"), f"at {width} pixels"
    explorer.get_by_test_id("goto").click()
    explorer.get_by_test_id("chunk-id").fill("nonsense-" * 8)
    explorer.get_by_test_id("chunk-id").press("Enter")
    expect(problem).to_contain_text("nonsense-nonsense-")
    for width in widths(explorer):
        assert explorer.evaluate(COVERED) == [], f"at {width} pixels"
        has_room = "element => element.clientHeight >= Math.min(100, element.scrollHeight)"
        assert problem.evaluate(has_room), f"at {width} pixels"


def test_the_history_tells_spans_and_steps_in_full(open_notebook):
    """Where a line is too short for the source, its span and the direction, it wraps."""
    notebook = open_notebook(STORE, explore("en"), width=1900)
    explorer = notebook.explorer
    search(explorer, "notice period")
    open_first(explorer)
    explorer.get_by_test_id("next").click()
    expect(explorer.get_by_test_id("call")).to_contain_text("NEXT")
    explorer.get_by_test_id("history").click()
    expect(explorer.get_by_test_id("history-entry").first).to_contain_text("next")
    for width in widths(explorer):
        assert explorer.evaluate(SHORT, ".entry .name") == [], f"at {width} pixels"


@pytest.mark.parametrize("locale", ["en", "fr"])
def test_notes_beside_the_count_stay_in_reach(open_notebook, locale):
    """A range that was cut, with chunks over its edge: both buttons are on the page."""
    notebook = open_notebook(STORE, explore(locale), width=1900)
    explorer = notebook.explorer
    explorer.get_by_test_id("read-end").fill("15000")
    explorer.get_by_test_id("read").click()
    for width in widths(explorer):
        assert explorer.evaluate(OUTSIDE) == [], f"at {width} pixels"
        for button in ("widen", "show-all"):
            expect(explorer.get_by_test_id(button)).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("locale", ["en", "fr"])
def test_finding_moves_no_panel(open_notebook, locale):
    """The position among the matches stands whole beside the pattern, where nothing stood before."""
    notebook = open_notebook(STORE, explore(locale), width=1900)
    explorer = notebook.explorer
    before = {width: explorer.evaluate("root => root.querySelector('.act').offsetHeight") for width in widths(explorer)}
    find(explorer, "notice")
    top = {width: explorer.evaluate(PANELS) for width in widths(explorer)}
    for width in widths(explorer):
        assert explorer.evaluate("root => root.querySelector('.act').offsetHeight") == before[width]
        position = explorer.get_by_test_id("match-status")
        assert position.evaluate("element => element.scrollWidth <= element.clientWidth"), f"at {width} pixels"
        assert explorer.get_by_test_id("grep").evaluate("input => input.clientWidth") > 60
        assert explorer.evaluate(OUTSIDE) == []
        assert explorer.evaluate(PANELS) == top[width]


@pytest.mark.parametrize("locale", ["en", "fr"])
def test_a_kernel_that_is_gone_leaves_the_call_in_reach(open_notebook, locale):
    """That it is gone is said in full, and copy and history stay on the page."""
    notebook = open_notebook(STORE, explore(locale), width=1900, strict=False)
    explorer = notebook.explorer
    search(explorer, "notice")
    notebook.shutdown_kernel()
    explorer.get_by_test_id("query").press("Enter")
    status = explorer.get_by_test_id("status")
    expect(status).to_be_visible()
    for width in widths(explorer):
        assert explorer.evaluate(OUTSIDE) == [], f"at {width} pixels"
        assert status.evaluate("element => element.scrollWidth <= element.clientWidth")


def test_popovers_have_room_for_what_they_hold(open_notebook):
    """An id of 36 letters, a line for each key, and the open source chosen in the list of sources."""
    cell = "w = NavWidget(store, source_id='hx4-manual.md', locale='fr')\nw"
    notebook = open_notebook(STORE, cell)
    explorer = notebook.explorer
    explorer.get_by_test_id("goto").click()
    field = explorer.get_by_test_id("chunk-id")
    field.fill("123e4567-e89b-12d3-a456-426614174000")
    assert field.evaluate("input => input.scrollWidth <= input.clientWidth")
    field.press("Escape")
    explorer.get_by_test_id("help").click()
    lines = explorer.get_by_test_id("keys").locator("dd").evaluate_all("all => all.map(one => one.offsetHeight)")
    assert set(lines) == {16}
    explorer.get_by_test_id("help").press("Escape")
    explorer.get_by_test_id("source-picker").click()
    chosen = explorer.locator("[data-testid=source-option][aria-selected=true]")
    expect(chosen).to_contain_text("hx4-manual.md")
