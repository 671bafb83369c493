"""Where the search toolkit is not installed, the adapter can be imported, and says what to do when it is called."""

from __future__ import annotations

import sys

import pytest

from navwidget.adapters.toolkit import as_toolkit, is_toolkit_index, toolkit_embedder, wrap
from navwidget.adapters.toolkit.load import toolkit
from navwidget.errors import MissingDependencyError
from navwidget.store import ChunkStore


@pytest.fixture(autouse=True)
def _no_toolkit(monkeypatch):
    for name in ("mistralai", "mistralai.search", "mistralai.search.toolkit"):
        monkeypatch.setitem(sys.modules, name, None)
    toolkit.cache_clear()
    yield
    toolkit.cache_clear()


@pytest.mark.parametrize("call", [lambda: as_toolkit(ChunkStore()), lambda: wrap(object()), toolkit_embedder])
def test_the_error_says_what_to_install_and_which_python_it_needs(call):
    with pytest.raises(MissingDependencyError, match=r"pip install .\.\[toolkit\].*Python 3.12"):
        call()


def test_whether_an_index_is_the_toolkits_can_be_told_without_it():
    foreign = type("Index", (), {"__module__": "mistralai.search.toolkit.plugins.qdrant.index"})
    assert is_toolkit_index(foreign())
    assert not is_toolkit_index(ChunkStore())
