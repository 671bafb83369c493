"""A frame of texts in a notebook, where whatever stands between dollars is typeset."""

from __future__ import annotations

STORE = """
from navwidget import ChunkStore, Document, NavWidget
store = ChunkStore()
store.sync.index_document(Document.from_text("costs $5 to $6 a piece", "a", lambda text: [(0, len(text))]))
w = NavWidget(store, query="costs")
"""
PLAIN = "import pandas as pd\npd.DataFrame(w.hits_frame)"


def test_a_dollar_in_a_frame_is_a_dollar(open_notebook):
    """A plain DataFrame of the same texts is typeset: without that this would prove nothing."""
    notebook = open_notebook(STORE, PLAIN, "w.hits_frame", strict=False)
    page = notebook.page
    page.locator("mjx-container").first.wait_for(state="attached")
    tables = page.locator("table.dataframe")
    assert [tables.nth(i).locator("mjx-container").count() for i in range(2)] == [1, 0]
    assert "costs $5 to $6 a piece" in tables.nth(1).inner_text()
