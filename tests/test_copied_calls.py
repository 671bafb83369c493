"""What is copied off the call line runs in the next cell, whatever the notebook calls its explorer or its index."""

from __future__ import annotations

import ast
import asyncio
import sys

import comm
import pytest

from navwidget.widget.naming import NOTE
from navwidget.widget.navwidget import NavWidget
from tests.explorer import documents, store
from tests.foreign import Library
from tests.test_widget import HELLO, Page, Recorder

NAMED = {
    "only the explorer": (lambda w: {"w": w}, ["index = w.index"]),
    "the index too": (lambda w: {"w": w, "mine": w.index}, ["index = mine"]),
    "as the call line has it": (lambda w: {"w": w, "index": w.index}, []),
    "something else as index": (lambda w: {"index": "another", "w": w}, ["index = w.index"]),
    "another explorer": (lambda w: {"v": NavWidget(store()), "w": w}, ["index = w.index"]),
    "nothing": (lambda w: {"_": w, "_3": w.index}, [NOTE]),
}


@pytest.fixture(autouse=True)
def recorder(monkeypatch):
    monkeypatch.setattr(comm, "create_comm", Recorder)


@pytest.fixture
def name(monkeypatch):
    """Give what makes variables of the notebook."""

    def named(variables):
        for variable, value in variables.items():
            monkeypatch.setattr(sys.modules["__main__"], variable, value, raising=False)

    return named


def run(cell, variables):
    """Give the ids of what the last line of a cell answers."""
    tree = ast.parse(cell)
    tree.body[-1] = ast.Assign([ast.Name("answer", ast.Store())], tree.body[-1].value)
    known = dict(variables)
    flags = ast.PyCF_ALLOW_TOP_LEVEL_AWAIT
    asyncio.run(eval(compile(ast.fix_missing_locations(tree), "cell", "exec", flags), known))
    return [result.chunk.id for result in known["answer"]]


@pytest.mark.parametrize("make", [store, lambda: Library(documents())], ids=["store", "foreign"])
@pytest.mark.parametrize(("variables", "lines"), NAMED.values(), ids=NAMED)
def test_a_copied_call_runs(name, make, variables, lines):
    """By a line in front of it where that is needed; where no name is known, a comment says what is to be defined."""
    widget = NavWidget(make(), source_id="a")
    known = variables(widget)
    name(known)
    call = Page(widget).ask("navigate", direction="next", top_k=2)["call"]
    assert call["code"].startswith("await index.navigate('a', ")
    assert call["cell"].splitlines() == ["from navwidget import NavigationDirection", "", *lines, call["code"]]
    defined = {"index": widget.index} if lines == [NOTE] else {}
    assert run(call["cell"], {**known, **defined}) == [result.chunk.id for result in widget.results]


def test_the_first_call_is_made_before_the_explorer_has_a_name(name):
    """The cell that makes it assigns it afterwards; the page begins still later."""
    widget = NavWidget(store(), query="w05", retriever="keyword")
    name({"w": widget})
    cell = Page(widget).ask(**HELLO)["call"]["cell"]
    assert "\nindex = w.index\n" in cell
    assert run(cell, {"w": widget}) == [hit.chunk.id for hit in widget.hits]


def test_hits_of_ones_own_ask_no_index():
    widget = NavWidget(store(), source_id="a")
    page = Page(widget)
    page.ask(**HELLO)
    widget.show_hits(["a3"], label="mine")
    assert page.ask(**HELLO)["call"]["cell"] == "explorer.show_hits(hits, label='mine')"
