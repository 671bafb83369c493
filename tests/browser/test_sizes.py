"""Large documents: what is on the page, what travels, and what a saved notebook holds stay small."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest
from playwright.sync_api import expect
from steps import STORE, find, open_first, search

pytestmark = pytest.mark.parametrize("app", ["lab"], indirect=True)

MEGABYTE = 1_000_000
BUNDLE = Path(__file__).parents[2] / "navwidget" / "widget" / "static" / "widget.js"
NODES = "root => root.querySelectorAll('*').length"

LARGE = """
from navwidget import ChunkStore, Document, DocumentChunk, NavWidget
def indexed(text, size):
    starts = range(0, len(text), size)
    chunks = [DocumentChunk(source_id="large.txt", id=str(a), locator=str(a), start_offset=a,
        end_offset=min(a + size, len(text)), content=text[a:a + size]) for a in starts]
    store = ChunkStore()
    store.sync.index_document(Document(source_id="large.txt", content=text, chunks=chunks))
    return store
"""
WORDS = "line = 'word ' * 400 + chr(10)\nw = NavWidget(indexed(line * 1500, 500))"
FIFTEEN = "text = ('some plain words of a long report. ' * 30 + chr(10)) * 14_500\nw = NavWidget(indexed(text, 2000))"
HEADINGS = """
sections = (f"## Section {i}" + chr(10) + "abcdefghi " * 43 + chr(10) for i in range(100_000))
w = NavWidget(indexed("".join(sections), 450))
"""
MANY = "w = NavWidget(indexed('abcdefghi ' * 400_000, 40))"


def shown(notebook) -> float:
    """Seconds from running a cell that shows ``w`` till its timeline is drawn."""
    began = time.monotonic()
    notebook.run_cell("w")
    notebook.explorer.get_by_role("slider").wait_for()
    notebook.page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    return time.monotonic() - began


def clicked(explorer, act, chunk: str = "next") -> float:
    """Seconds from a click till the call line tells what it gave."""
    before = explorer.get_by_test_id("call").text_content()
    began = time.monotonic()
    act()
    expect(explorer.get_by_test_id("call")).not_to_have_text(before, timeout=10_000)
    return time.monotonic() - began


@pytest.mark.parametrize(
    ("made", "chunks"),
    [(WORDS, 6003), (MANY, 100_000), (HEADINGS, 99_531)],
    ids=["3 MB", "100,000 chunks", "100,000 headings"],
)
def test_large_documents_are_shown_at_once(open_notebook, made, chunks):
    """First view, a click and a search for a word that is everywhere are quick; few nodes stand on the page."""
    notebook = open_notebook(LARGE, made, "1")
    explorer = notebook.explorer
    # The bounds are those of an idle machine, doubled for a busy one
    assert shown(notebook) < 2
    expect(explorer.get_by_role("slider")).to_have_attribute("aria-valuemax", str(chunks))
    nodes = explorer.evaluate(NODES)
    assert nodes < 700
    for key in ("Home", "ArrowRight", "Enter"):
        explorer.get_by_role("slider").press(key)
    explorer.get_by_test_id("card").first.wait_for()
    assert clicked(explorer, lambda: explorer.get_by_test_id("next").click()) < 2
    explorer.get_by_test_id("grep").fill("word" if "word" in made else "abc")
    assert clicked(explorer, lambda: explorer.get_by_test_id("grep").press("Enter")) < 2
    find(explorer, "word" if "word" in made else "abc")
    assert explorer.evaluate(NODES) < nodes + 2500


def test_messages_stay_small(open_notebook):
    """A document of 15 MB: the page sends no message over 1 MB and hears none over 10 MB, and next works."""
    sent: list[int] = []
    heard: list[int] = []

    def listen(socket) -> None:
        socket.on("framesent", lambda frame: sent.append(len(frame)))
        socket.on("framereceived", lambda frame: heard.append(len(frame)))

    notebook = open_notebook(LARGE, FIFTEEN, "w", before=lambda page: page.on("websocket", listen))
    explorer = notebook.explorer
    search(explorer, "report")
    open_first(explorer)
    cards = explorer.get_by_test_id("card").count()
    explorer.get_by_test_id("next").click()
    expect(explorer.get_by_test_id("card")).to_have_count(cards + 1)
    find(explorer, "words")
    assert sent
    assert max(sent) < MEGABYTE
    assert max(heard) < 10 * MEGABYTE


def test_a_saved_notebook_does_not_grow_with_clicks(open_notebook):
    """Saved with its widgets it holds the bundle, a summary of 64 kB and 20 kB; fifty steps later the same."""
    notebook = open_notebook(STORE, "w = NavWidget(store, source_id='agreement.md', query='notice period')\nw")
    explorer = notebook.explorer
    open_first(explorer)
    first = notebook.saved()
    for _ in range(25):
        notebook.execute("await w.navigate('next'); await w.grep('notice'); await w.read(0, 4000)")
    explorer.get_by_test_id("previous").click()
    expect(explorer.get_by_test_id("call")).to_contain_text("PREVIOUS")
    last = notebook.saved()
    limit = len(json.dumps(BUNDLE.read_text("utf-8"), ensure_ascii=False).encode()) + 64_000 + 20_000
    assert b"navwidget" in last.lower()
    assert len(last) < limit
    assert abs(len(last) - len(first)) < 4_000
