"""Hostile text in every field: nothing executes, everything is shown literally."""

from __future__ import annotations

from playwright.sync_api import expect

HOSTILE = '<img src=x onerror="window.pwned=1"><b>bold</b> $x^2$ \\x1b[31m **md** <script>window.pwned=1</script>'

CELL = f"""
from navwidget import ChunkStore, Document, DocumentChunk, NavWidget
bad = {HOSTILE!r}
text = "# " + bad + "\\n" + bad + "\\u05e9\\u05dc\\u05d5\\u05dd (abc) 123 see https://example.invalid/" + "a/" * 300
named = {{"title": bad, "heading": bad}}
chunks = [
    DocumentChunk(
        source_id=bad, id=bad + str(i), locator=bad + str(i), start_offset=i * 40, end_offset=i * 40 + 60,
        content=text[i * 40:i * 40 + 60] + bad, metadata=named)
    for i in range(8)]
store = ChunkStore()
store.sync.index_document(Document(source_id=bad, content=text, chunks=chunks, metadata=named))
w = NavWidget(store, source_id=bad)
w
"""


def test_nothing_in_a_document_becomes_markup(open_notebook):
    """Content, ids, source, title, query and pattern stand on the page as they are written."""
    notebook = open_notebook(CELL)
    page, explorer = notebook.page, notebook.explorer
    explorer.get_by_test_id("query").fill("bold " + HOSTILE)
    explorer.get_by_test_id("query").press("Enter")
    explorer.get_by_test_id("hit").first.click()
    explorer.get_by_test_id("grep").fill("<b>bold</b>")
    explorer.get_by_test_id("grep").press("Enter")
    expect(explorer.locator(".card mark").first).to_have_text("<b>bold</b>")
    expect(explorer.get_by_test_id("card").first).to_contain_text("<script>window.pwned=1</script>")
    expect(explorer.get_by_test_id("card").first).to_contain_text("$x^2$")
    notebook.execute("w.show_hits([(bad, 0, 60)], label=bad)")
    expect(explorer.get_by_test_id("hit")).to_have_count(1)
    explorer.get_by_test_id("source-picker").click()
    assert page.evaluate("() => window.pwned") is None
    for element in ("img", "b", "script", ".MathJax", "mjx-container"):
        assert explorer.locator(element).count() == 0, element
    overflow = explorer.get_by_test_id("results").evaluate("e => e.scrollWidth - e.clientWidth")
    assert overflow <= 1
