"""Long documents: the page holds what is on show, and the kernel sends windows of it."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.parametrize("app", ["lab"], indirect=True)

LONG = """
from navwidget import ChunkStore, Document, FixedSizeChunker, NavWidget
store = ChunkStore(embedder=None)
store.sync.index_document(Document.from_text({text}, "long", FixedSizeChunker({size}, overlap=0)))
w = NavWidget(store, source_id="long", retriever="keyword")
w
"""
NODES = "e => e.getRootNode().querySelectorAll('*').length"
MOST_NODES = 3_000


@pytest.mark.parametrize(
    ("text", "size"),
    [("('word ' * 400 + '\\n') * 1500", 500), ("('word ' * 400 + '\\n') * 7500", 2_500)],
    ids=["NW-142 3 MB in 6,000 chunks", "NW-147 15 MB"],
)
def test_a_long_document_is_read_in_windows(open_notebook, text, size):
    """Search, a click, next and a word that is everywhere: nodes do not grow with chunks, and no message is large."""
    frames: list[int] = []

    def listen(page) -> None:
        page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: frames.append(len(frame))))

    notebook = open_notebook(LONG.format(text=text, size=size), before=listen)
    explorer = notebook.explorer
    explorer.get_by_test_id("query").fill("word")
    explorer.get_by_test_id("query").press("Enter")
    explorer.get_by_test_id("hit").first.click()
    cards = explorer.get_by_test_id("card")
    expect(cards.first).to_be_visible()
    explorer.get_by_test_id("next").click()
    expect(explorer.get_by_test_id("call")).to_contain_text("NavigationDirection.NEXT")
    explorer.get_by_test_id("grep").fill("word")
    explorer.get_by_test_id("grep").press("Enter")
    expect(explorer.locator(".card mark").first).to_be_visible()
    assert 100 < explorer.evaluate(NODES) < MOST_NODES
    assert 0 < max(frames) < 10_000_000


def test_a_list_that_is_higher_than_an_element_may_be_is_read_from_end_to_end(open_notebook):
    """The scroll bar goes to the first and to the last of the results, and the wheel moves by the pixel in between."""
    notebook = open_notebook(
        "from navwidget import ChunkStore, Document, FixedSizeChunker, NavWidget\n"
        "store = ChunkStore(embedder=None)\n"
        "text = ''.join(f'{n:06}\\n' for n in range(130_000))\n"
        "store.sync.index_document(Document.from_text(text, 'long', FixedSizeChunker(7, overlap=0)))\n"
        "w = NavWidget(store)\n"
        "w",
        "_ = await w.read(top_k=130_000)",
    )
    results, cards = notebook.explorer.get_by_test_id("results"), notebook.explorer.get_by_test_id("card")
    expect(cards.first).to_contain_text("000000")
    results.evaluate("list => { list.scrollTop = list.scrollHeight; }")
    expect(cards.last).to_contain_text("129999")
    last = cards.last.bounding_box()
    results.hover()
    notebook.page.mouse.wheel(0, -200)
    notebook.page.wait_for_timeout(300)
    assert cards.filter(has_text="129999").bounding_box()["y"] == pytest.approx(last["y"] + 200, abs=2)
    results.evaluate("list => { list.scrollTop = 0; }")
    expect(cards.first).to_contain_text("000000")
    assert notebook.explorer.evaluate(NODES) < MOST_NODES
