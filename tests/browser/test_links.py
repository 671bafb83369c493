"""Explorers that are linked in the page, where no Python stands between them."""

from __future__ import annotations

from playwright.sync_api import expect

STORE = """
from ipywidgets import jslink
from navwidget import ChunkStore, Document, FixedSizeChunker, NavWidget, samples
store = ChunkStore()
chunker = FixedSizeChunker(512, overlap=64)
store.sync.index_documents(
    (Document.from_text(samples.read(name), name, chunker) for name in samples.names()), progress=False)
names = samples.names()
one, other = NavWidget(store, source_id=names[0]), NavWidget(store, source_id=names[0])
link = jslink((one, "selection"), (other, "selection"))
"""


def test_a_selection_goes_both_ways_and_opens_the_source(open_notebook):
    notebook = open_notebook(STORE, "one", "other", "link", height=1800)
    first, second = (notebook.explorer.nth(i) for i in range(2))
    expect(second.get_by_test_id("query")).to_be_visible()

    first.get_by_test_id("query").fill("notice period")
    first.get_by_test_id("query").press("Enter")
    first.get_by_test_id("hit").first.click()
    expect(first.get_by_test_id("card").first).to_be_visible()
    chosen = notebook.execute("print(one.source_id, one.selection)")
    assert "None" not in chosen
    assert notebook.execute("print(other.source_id, other.selection)") == chosen

    notebook.execute("await other.open_chunk(store.sync.read(names[-1], None, None)[0].chunk.id)")
    source = second.get_by_test_id("source-picker")
    expect(source).to_contain_text(notebook.execute("print(names[-1])").strip())
    expect(first.get_by_test_id("source-picker")).to_contain_text(notebook.execute("print(names[-1])").strip())
    assert notebook.execute("print(one.selection == other.selection)") == "True\n"
