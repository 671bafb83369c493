"""What a reader takes along: evidence across sources, the history and the way back, exports, copies with a citation."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Locator, expect
from steps import EXPLORE, STORE, open_first, search

pytestmark = pytest.mark.parametrize("app", ["lab"], indirect=True)

DENIED = """() => {
  Object.defineProperty(navigator, 'clipboard', {value: {writeText: () => Promise.reject(new Error('denied'))}});
  document.execCommand = () => false;
}"""


def clipboard(explorer: Locator) -> str:
    """What was copied."""
    return str(explorer.page.evaluate("navigator.clipboard.readText()"))


def copied(explorer: Locator, button: str) -> str:
    """Press a button that copies, and give the text once it says that it was."""
    pressed = explorer.get_by_test_id(button).locator("visible=true")
    pressed.click()
    expect(pressed).to_have_attribute("title", "Copied")
    return clipboard(explorer)


def collect(explorer: Locator) -> None:
    """Star a chunk of the agreement by hand, and one of another source by key."""
    search(explorer, "notice period to terminate for convenience")
    open_first(explorer)
    explorer.locator(".card[aria-selected=true]").get_by_test_id("star").click()
    expect(explorer.get_by_test_id("evidence")).to_have_text("1")
    explorer.locator(".hit:has(.other)").first.click()
    expect(explorer.get_by_test_id("source-picker")).not_to_contain_text("agreement.md")
    explorer.get_by_test_id("results").focus()
    explorer.page.keyboard.press("s")
    expect(explorer.get_by_test_id("evidence")).to_have_text("2")


def test_evidence_is_collected_across_sources_and_taken_along(open_notebook):
    """The list names every source, leads back to a chunk, and gives what `w.context()` gives."""
    notebook = open_notebook(STORE, EXPLORE, permissions=["clipboard-read", "clipboard-write"])
    explorer = notebook.explorer
    collect(explorer)
    explorer.get_by_test_id("evidence").click()
    names = explorer.locator(".source-name")
    assert len(set(names.all_text_contents())) == 2
    expect(names).to_contain_text(["agreement.md", re.compile(".")])

    markdown = copied(explorer, "copy-markdown")
    assert markdown == notebook.execute("print(w.context().to_markdown(), end='')")
    with notebook.page.expect_download() as saving:
        explorer.get_by_test_id("save-json").locator("visible=true").click()
    pieces = json.loads(saving.value.path().read_text())["pieces"]
    assert {piece["source_id"] for piece in pieces} == set(names.all_text_contents())

    explorer.get_by_test_id("evidence-item").first.click()
    expect(explorer.get_by_test_id("source-picker")).to_contain_text("agreement.md")
    explorer.get_by_test_id("unstar").first.click()
    expect(explorer.get_by_test_id("evidence")).to_have_text("1")
    assert notebook.execute("print(len(w.evidence))") == "1\n"


def test_the_budget_says_what_does_not_fit(open_notebook):
    """A budget that is too small fills the bar, and strikes out what an export leaves out."""
    explorer = open_notebook(STORE, EXPLORE).explorer
    collect(explorer)
    explorer.get_by_test_id("evidence").click()
    budget = explorer.get_by_test_id("budget")
    budget.fill("150")
    budget.press("Enter")
    expect(explorer.get_by_test_id("evidence").locator(".meter")).to_have_class(re.compile("full"))
    expect(explorer.locator(".left-out")).to_have_count(1)
    budget.fill("")
    budget.press("Enter")
    expect(explorer.locator(".left-out")).to_have_count(0)


def test_history_goes_back_and_its_code_runs(open_notebook):
    """Each call is listed; one of them brings its list back; the whole session is code that gives the same chunks."""
    notebook = open_notebook(STORE, EXPLORE, permissions=["clipboard-read", "clipboard-write"])
    explorer, cards = notebook.explorer, notebook.explorer.get_by_test_id("card")
    search(explorer, "notice period")
    open_first(explorer)
    opened = cards.count()
    explorer.get_by_test_id("next").click()
    expect(cards).to_have_count(opened + 1)

    explorer.get_by_test_id("history").click()
    entries = explorer.get_by_test_id("history-entry")
    expect(entries).to_have_count(3)
    expect(entries.first).to_have_attribute("aria-current", "true")
    expect(entries.last).to_contain_text("notice period")
    code = copied(explorer, "copy-code")
    ran = notebook.execute(f"index = store\n{code}\nprint([len(answer) for answer in journey])")
    assert json.loads(ran.splitlines()[-1])[0] == 10

    entries.nth(1).click()
    expect(cards).to_have_count(opened)
    expect(entries.nth(1)).to_have_attribute("aria-current", "true")


def test_a_denied_clipboard_is_told_with_the_text_selected(open_notebook):
    """Where the page may not copy, the text stands there selected, and Esc puts it away."""
    notebook = open_notebook(STORE, EXPLORE)
    explorer = notebook.explorer
    search(explorer, "notice period")
    open_first(explorer)
    notebook.page.evaluate(DENIED)
    explorer.get_by_test_id("results").focus()
    notebook.page.keyboard.press("c")
    by_hand = explorer.get_by_test_id("by-hand")
    expect(by_hand).to_be_focused()
    text = by_hand.input_value()
    assert re.match(r"\[agreement\.md:\d+-\d+\]\n", text)
    assert by_hand.evaluate("field => field.value.slice(field.selectionStart, field.selectionEnd)") == text
    notebook.page.keyboard.press("Escape")
    expect(by_hand).to_be_hidden()


LONG = """
text = "".join(f"Sentence {n} of a chunk that nobody wants to scroll past. " for n in range(16))
row = "| M{n:<4}| {m:<6} Nm and some more words, so that it is wider than the card that it stands in is |\\n"
table = "| part | torque |\\n|------|--------|\\n" + "".join(row.format(n=n, m=n * 3) for n in range(9))
blank = " \\n" * 6
from navwidget import DocumentChunk
parts = [text, table, blank]
edges = [sum(map(len, parts[:n])) for n in range(4)]
chunks = [DocumentChunk(source_id="long", id=str(n), locator=str(n), start_offset=a, end_offset=b, content=part)
          for n, (part, a, b) in enumerate(zip(parts, edges, edges[1:]))]
store = ChunkStore()
store.sync.index_document(Document(source_id="long", content="".join(parts), chunks=chunks))
w = NavWidget(store, source_id="long")
w
"""


def test_long_texts_fold_tables_keep_their_columns_and_blank_ones_say_so(open_notebook):
    """A long card shows its beginning till it is clicked, and never hides the others."""
    notebook = open_notebook(STORE, LONG, "await w.read(None, None)\nNone", height=1400)
    text = notebook.explorer.locator(".card .text")
    expect(text).to_have_count(3)
    hidden = "e => e.scrollHeight - e.clientHeight"
    assert text.first.evaluate(hidden) > 60
    text.first.click()
    expect(notebook.explorer.locator(".card .folded").first).not_to_contain_text("Sentence")
    assert text.first.evaluate(hidden) <= 1
    assert text.nth(1).locator(".laid-out").evaluate("e => getComputedStyle(e).whiteSpace") == "pre"
    expect(text.nth(2)).to_have_text("White space only, 12 characters")
