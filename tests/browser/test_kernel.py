"""A kernel that is busy, an index that is slow, wrong or empty: the page always says what is the matter."""

from __future__ import annotations

import re
import time

import pytest
from playwright.sync_api import expect
from steps import AGREEMENT, STORE, find, search

pytestmark = pytest.mark.parametrize("app", ["lab"], indirect=True)

FOREIGN = """
import asyncio
from navwidget import ChunkStore, Document, NavWidget, SearchResult, SearchResultChunk
from navwidget.protocols import KeywordStoreIndex, NavigableIndex

class Index(KeywordStoreIndex, NavigableIndex):
    def __init__(self, answer):
        self.answer = answer
    async def index_document(self, document, context=None): ...
    async def delete_document(self, doc_id, context=None): ...
    async def search(self, query, context=None):
        return await self.answer()
    async def get_chunk(self, chunk_id, *, context=None):
        return None
    async def navigate(self, source_id, start_offset, end_offset, direction, **options):
        return await self.answer()
    async def read(self, source_id, start_offset, end_offset, **options):
        return []
    async def grep(self, source_id, pattern, **options):
        return await self.answer()
"""


def test_answers_come_while_a_cell_runs(open_notebook):
    """A store answers beside a cell that keeps the kernel busy for four seconds."""
    notebook = open_notebook(STORE, AGREEMENT)
    find(notebook.explorer, "notice")
    cards = notebook.explorer.get_by_test_id("card")
    notebook.begin("import time; time.sleep(4); done = True")
    notebook.page.wait_for_timeout(300)
    began = time.monotonic()
    notebook.explorer.get_by_test_id("read-end").fill("2000")
    notebook.explorer.get_by_test_id("read").click()
    expect(cards.first).to_have_attribute("data-role", "read")
    assert time.monotonic() - began < 2.5
    assert notebook.execute("print(done)").strip() == "True"


def test_a_slow_index_is_waited_for_and_can_be_cancelled(open_notebook):
    """After two seconds the page says that it waits; Cancel ends the call, and nothing has changed."""
    cell = "async def answer():\n    await asyncio.sleep(20)\n    return []\nw = NavWidget(Index(answer))\nw"
    notebook = open_notebook(FOREIGN, cell)
    explorer = notebook.explorer
    explorer.get_by_test_id("query").fill("anything")
    explorer.get_by_test_id("query").press("Enter")
    expect(explorer).to_have_attribute("data-status", "busy")
    expect(explorer.get_by_test_id("status")).to_contain_text("waiting", timeout=4000)
    explorer.get_by_test_id("cancel").click()
    expect(explorer).to_have_attribute("data-status", "idle", timeout=2000)
    expect(explorer.get_by_test_id("cancel")).to_be_hidden()
    expect(explorer.get_by_test_id("hit")).to_have_count(0)
    expect(explorer.get_by_test_id("query")).to_have_value("anything")


def test_a_slow_beginning_can_be_cancelled(open_notebook):
    """While the first search is awaited the explorer stands there in its language, and lets one stop it."""
    cell = (
        "async def answer():\n    await asyncio.sleep(30)\n    return []\n"
        "w = NavWidget(Index(answer), query='anything', locale='fr')\nw"
    )
    explorer = open_notebook(FOREIGN, cell).explorer
    expect(explorer.get_by_test_id("query")).to_have_value("anything")
    cancel = explorer.get_by_test_id("cancel")
    expect(cancel).to_have_text("Annuler", timeout=4000)
    cancel.click()
    expect(explorer).to_have_attribute("data-status", "idle", timeout=2000)
    expect(explorer.get_by_test_id("query")).to_have_value("anything")


WRONG = {
    "raises": ("raise RuntimeError('the pool is closed')", "the pool is closed"),
    "none": ("return None", "None"),
    "no list": ("return 42", "int"),
    "strange items": ("return [3.5]", "float"),
}


def test_wrong_answers_are_told(open_notebook):
    """Whatever an index gives instead of a list is told on the page, kept in w.errors, and stops nothing."""
    notebook = open_notebook(FOREIGN, "w = NavWidget(Index(None))\nw")
    explorer, problem = notebook.explorer, notebook.explorer.get_by_test_id("problem")
    for number, (body, told) in enumerate(WRONG.values(), 1):
        notebook.execute(f"async def answer():\n    {body}\nw._session.backend.index.answer = answer")
        explorer.get_by_test_id("query").fill(f"try {number}")
        explorer.get_by_test_id("query").press("Enter")
        expect(problem).to_contain_text(f"try {number}")
        expect(problem).to_contain_text(told)
        assert notebook.execute("print(len(w.errors))").strip() == str(number)
    assert "RuntimeError: the pool is closed" in notebook.execute("print(w.errors[0].traceback)")
    expect(explorer).to_have_attribute("data-status", "idle")


def test_chunks_without_a_place_are_listed(open_notebook):
    """Hits whose offsets are unknown are hits all the same; opening one says why it has no place."""
    cell = """
async def answer():
    return [SearchResult(chunk=SearchResultChunk(
        id=f"c{n}", source_id="a.txt", locator=f"a {n}", start_offset=None, end_offset=None,
        content=f"text {n}"), score=9.0 - n) for n in range(3)]
w = NavWidget(Index(answer))
w"""
    notebook = open_notebook(FOREIGN, cell)
    explorer = notebook.explorer
    search(explorer, "text")
    expect(explorer.get_by_test_id("hit")).to_have_count(3)
    explorer.get_by_test_id("hit").first.click()
    expect(explorer.get_by_test_id("problem").or_(explorer.get_by_test_id("card")).first).to_be_visible()
    expect(explorer).to_have_attribute("data-status", "idle")


def test_a_failing_embedder_is_told_with_its_traceback(open_notebook):
    """A search from the page whose embedder raises shows the sentence, and Python keeps the traceback."""
    cell = """
there = True
def embed(texts):
    if not there:
        raise OSError("the model is not there")
    return [[1.0, 0.0] for _ in texts]
vectors = ChunkStore(embedder=embed)
vectors.sync.index_document(Document.from_text("Plain words.", "a.txt", chunker))
w = NavWidget(vectors, retriever="vector")
there = False
w"""
    notebook = open_notebook(STORE, cell)
    explorer = notebook.explorer
    explorer.get_by_test_id("query").fill("words")
    explorer.get_by_test_id("query").press("Enter")
    expect(explorer.get_by_test_id("problem")).to_contain_text("the model is not there")
    assert re.search(r"in embed", notebook.execute("print(w.errors[-1].traceback)"), re.DOTALL)


def test_one_chunk_and_none(open_notebook):
    """A source of one chunk is read to its edges; an empty store says that it is empty."""
    cells = [
        "from navwidget import ChunkStore, Document, NavWidget, FixedSizeChunker",
        "one = ChunkStore()\nalone = Document.from_text('Alone.', 'one.txt', FixedSizeChunker(size=99))",
        "one.sync.index_document(alone)\nw = NavWidget(one)\nw",
        "NavWidget(ChunkStore())",
    ]
    notebook = open_notebook(*cells, height=1700)
    one, none = notebook.explorer.nth(0), notebook.explorer.nth(1)
    search(one, "alone")
    one.get_by_test_id("hit").first.click()
    expect(one.get_by_test_id("card")).to_have_count(1)
    for step in ("next", "previous"):
        one.get_by_test_id(step).click()
        expect(one.get_by_test_id("call")).to_contain_text(step.upper())
        expect(one.get_by_test_id("call-meta")).to_contain_text("0 chunks")
    expect(one.get_by_test_id("card")).to_have_count(1)
    expect(none.get_by_test_id("source-picker")).to_contain_text("No source")
    none.get_by_test_id("query").fill("anything")
    none.get_by_test_id("query").press("Enter")
    expect(none.get_by_text("No hits")).to_be_visible()
