"""The main journey, in the page and on the Python side: search, pick a hit, next, read, grep."""

from __future__ import annotations

import json
import re

from playwright.sync_api import expect

STORE = """
from navwidget import ChunkStore, Document, NavWidget, samples
from navwidget.chunking import FixedSizeChunker
store = ChunkStore()
chunker = FixedSizeChunker(size=512, overlap=64)
store.sync.index_documents(
    (Document.from_text(samples.read(name), name, chunker) for name in samples.names()), progress=False)
"""
EXPLORE = "w = NavWidget(store)\nw"


def rows(explorer) -> list[int]:
    """Rows of the cards on the page, from top to bottom."""
    return [int(card.get_attribute("data-row")) for card in explorer.get_by_test_id("card").all()]


def python_rows(notebook) -> list[list[int]]:
    """Spans of ``w.results`` in the kernel."""
    return json.loads(
        notebook.execute(
            "import json; print(json.dumps([[r.chunk.start_offset, r.chunk.end_offset] for r in w.results]))"
        )
    )


def search(explorer, query: str) -> None:
    explorer.get_by_test_id("query").fill(query)
    explorer.get_by_test_id("query").press("Enter")
    expect(explorer.get_by_test_id("hit").first).to_be_visible()


def test_search_hit_next_read_grep(open_notebook):
    """Every step shows its results in reading order, and Python holds the same list."""
    notebook = open_notebook(STORE, EXPLORE)
    explorer = notebook.explorer
    search(explorer, "notice period to terminate for convenience")
    expect(explorer.get_by_test_id("hit")).to_have_count(10)
    expect(explorer.locator(".hits .foot")).to_have_text(re.compile(r"^10 of [1-9]\d+ ranked chunks, \d+ sources, "))
    explorer.get_by_test_id("hit").first.click()
    expect(explorer.get_by_test_id("card").first).to_be_visible()
    opened = python_rows(notebook)
    assert opened == sorted(opened)

    explorer.get_by_test_id("next").click()
    expect(explorer.get_by_test_id("call")).to_contain_text("NavigationDirection.NEXT")
    after_next = python_rows(notebook)
    assert after_next[: len(opened)] == opened
    assert len(after_next) == len(opened) + 1
    assert after_next[-1][0] >= opened[-1][1]

    explorer.get_by_test_id("previous").click()
    expect(explorer.get_by_test_id("call")).to_contain_text("NavigationDirection.PREVIOUS")
    assert python_rows(notebook)[1:] == after_next

    explorer.get_by_test_id("read-start").fill("1000")
    explorer.get_by_test_id("read-end").fill("3000")
    explorer.get_by_test_id("read").click()
    expect(explorer.get_by_test_id("call")).to_contain_text("index.read(")
    spans = python_rows(notebook)
    assert spans
    assert all(1000 <= start <= end <= 3000 for start, end in spans)

    explorer.get_by_test_id("grep").fill("Peak Season")
    explorer.get_by_test_id("grep").press("Enter")
    expect(explorer.get_by_test_id("call")).to_contain_text("index.grep(")
    expect(explorer.get_by_test_id("match-status")).to_have_text(re.compile(r"1 of \d+"))
    expect(explorer.locator(".card mark").first).to_have_text(re.compile("peak season", re.IGNORECASE))
    assert notebook.execute("print(all('peak season' in r.chunk.content.lower() for r in w.results))").strip() == "True"


def test_python_drives_the_page(open_notebook):
    """What a cell does with the widget shows in the page."""
    notebook = open_notebook(
        STORE, EXPLORE, "await w.search('zero adjustment'); await w.grep('calibration'); w.source_id"
    )
    explorer = notebook.explorer
    expect(explorer.get_by_test_id("query")).to_have_value("zero adjustment")
    expect(explorer.get_by_test_id("call")).to_contain_text("calibration")
    expect(explorer.get_by_test_id("card").first).to_be_visible()


def test_twice_in_one_notebook_and_displayed_twice(open_notebook):
    """Two explorers keep apart; two displays of one explorer stay alike."""
    notebook = open_notebook(STORE, EXPLORE, "w", "other = NavWidget(store)\nother")
    first, again, other = (notebook.explorer.nth(i) for i in range(3))
    search(first, "calibration lock")
    expect(again.get_by_test_id("hit").first).to_be_visible()
    expect(other.get_by_test_id("hit")).to_have_count(0)


def test_a_restarted_kernel_is_told(open_notebook):
    """A restart is told at once, unasked, with what to do; so is an action after it; running the cell again works."""
    notebook = open_notebook(STORE, EXPLORE, strict=False)
    search(notebook.explorer, "calibration")
    notebook.restart_kernel()
    problem = notebook.explorer.get_by_test_id("problem")
    expect(problem).to_contain_text("run the cell again", timeout=10_000)
    problem.get_by_test_id("dismiss").click()
    expect(problem).to_be_hidden()
    notebook.explorer.get_by_test_id("query").press("Enter")
    expect(problem).to_contain_text("run the cell again", timeout=10_000)
    notebook.run_all()
    search(notebook.explorer, "calibration")


def test_own_retriever_and_shown_hits(open_notebook):
    """Anybody's hits stand next to navigation: a callable, and a list of ids."""
    notebook = open_notebook(
        STORE,
        "ids = [r.chunk.id for r in store.sync.grep('agreement.md', 'notice', top_k=7)]\n"
        "def mine(query, top_k, exclude_ids):\n    return ids[:top_k]\n"
        "w = NavWidget(store, retriever=mine)\nw",
    )
    explorer = notebook.explorer
    search(explorer, "anything")
    expect(explorer.get_by_test_id("hit")).to_have_count(7)
    notebook.execute("w.show_hits(ids[:3], label='three of mine')")
    expect(explorer.get_by_test_id("hit")).to_have_count(3)
    explorer.get_by_test_id("hit").nth(1).click()
    expect(explorer.get_by_test_id("card").first).to_be_visible()

    search(explorer, "anything")
    expect(explorer.get_by_test_id("hit")).to_have_count(7)
    explorer.get_by_test_id("history").click()
    shown = explorer.get_by_test_id("history-entry").filter(has_text="three of mine")
    expect(shown).to_contain_text("show_hits")
    shown.click()
    expect(explorer.get_by_test_id("hit")).to_have_count(3)


IN_VIEW = """list => { const [mark, box] = [list.querySelector('mark.now'), list].map(e => e.getBoundingClientRect());
  return mark.top >= box.top - 1 && mark.bottom <= box.bottom + 1 }"""


def test_each_match_is_seen_when_one_steps_to_it(open_notebook):
    """A low explorer has no room for a whole card, so its list scrolls to the match inside it."""
    notebook = open_notebook(STORE, "w = NavWidget(store, source_id='hx4-manual.md', height=480)\nw")
    explorer = notebook.explorer
    explorer.get_by_test_id("grep").fill("calibration")
    for step in range(1, 8):
        explorer.get_by_test_id("grep").press("Enter")
        expect(explorer.get_by_test_id("match-status")).to_have_text(re.compile(rf"{step} of \d+"))
        assert explorer.get_by_test_id("results").evaluate(IN_VIEW), f"match {step} is not in view"


def test_a_document_that_changes_while_it_is_read(open_notebook):
    """The step after a replacement shows the source as it is now and says so; what was starred is kept and marked."""
    notebook = open_notebook(STORE, "w = NavWidget(store, source_id='hx4-manual.md')\nw")
    explorer = notebook.explorer
    explorer.get_by_test_id("read-end").fill("600")
    explorer.get_by_test_id("read").click()
    card = explorer.get_by_test_id("card")
    expect(card).to_have_count(1)
    notebook.execute("w.star(w.results[0].chunk.id)")
    notebook.execute(
        "store.sync.index_document(Document.from_text('Brand new. ' * 99, 'hx4-manual.md', FixedSizeChunker(size=300)))"
    )
    explorer.get_by_test_id("next").click()
    expect(explorer.get_by_test_id("problem")).to_contain_text("'hx4-manual.md' has changed since it was read")
    expect(card.first).to_contain_text("Brand new.")
    explorer.get_by_test_id("next").click()
    expect(explorer.get_by_test_id("problem")).to_be_hidden()
    explorer.get_by_test_id("evidence").click()
    expect(explorer.get_by_test_id("evidence-item")).to_contain_text(re.compile("changed since|no longer there"))


def test_a_hit_whose_chunk_is_gone_says_so(open_notebook):
    """All that are gone are marked by what comes first, here the opening of one, which tells why and what to do."""
    notebook = open_notebook(STORE, "w = NavWidget(store)\nw")
    explorer = notebook.explorer
    search(explorer, "calibration")
    notebook.execute("was = w.hits[0].chunk.source_id")
    notebook.execute(
        "store.sync.index_document(Document.from_text('Brand new. ' * 99, was, FixedSizeChunker(size=300)))"
    )
    explorer.get_by_test_id("hit").first.click()
    problem = explorer.get_by_test_id("problem")
    expect(problem).to_contain_text("has changed since it was read")
    expect(problem).to_contain_text("is no longer in this index: search again.")
    gone = explorer.get_by_test_id("hit").filter(has_text="no longer there")
    expect(gone.first).to_have_attribute("aria-label", re.compile("no longer there"))
    explorer.get_by_test_id("query").press("Enter")
    expect(gone).to_have_count(0)
