"""What the tests of the page do over and over: a store of the samples, and the steps of a reader."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, expect

STORE = """
from navwidget import ChunkStore, Document, NavWidget, samples
from navwidget.chunking import FixedSizeChunker
store = ChunkStore()
chunker = FixedSizeChunker(size=512, overlap=64)
store.sync.index_documents(
    (Document.from_text(samples.read(name), name, chunker) for name in samples.names()), progress=False)
"""
EXPLORE = "w = NavWidget(store)\nw"
AGREEMENT = "w = NavWidget(store, source_id='agreement.md')\nw"


def search(explorer: Locator, query: str) -> None:
    """Type a query, and wait for its hits."""
    explorer.get_by_test_id("query").fill(query)
    explorer.get_by_test_id("query").press("Enter")
    expect(explorer.get_by_test_id("hit").first).to_be_visible()


def find(explorer: Locator, pattern: str) -> None:
    """Find a pattern in the open source, and wait till its matches are counted."""
    explorer.get_by_test_id("grep").fill(pattern)
    explorer.get_by_test_id("grep").press("Enter")
    expect(explorer.get_by_test_id("call")).to_contain_text("index.grep(")
    expect(explorer.get_by_test_id("match-status")).to_have_text(re.compile(r"\d"))


def open_first(explorer: Locator) -> None:
    """Open the first hit, and wait for its text."""
    explorer.get_by_test_id("hit").first.click()
    expect(explorer.locator(".card[aria-selected=true] .text:not(.loading)")).to_be_visible()


def fail(explorer: Locator) -> None:
    """Ask for something that is refused."""
    explorer.get_by_test_id("read-start").fill("forty")
    explorer.get_by_test_id("read").click()
    expect(explorer.get_by_test_id("problem")).to_be_visible()
