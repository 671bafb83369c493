"""What stands in a notebook where no kernel runs: nbconvert, a code host, and pictures that were asked for."""

from __future__ import annotations

import copy

import nbformat
import pytest
from traitlets.config import Config

from navwidget.widget.snapshot import LARGEST

HOSTILE = "<img src=x onerror=alert(1)>"
CELL = f"""
from navwidget import ChunkStore, Document, FixedSizeChunker, NavWidget
store = ChunkStore(embedder=None)
text = "The notice period is ninety days. {HOSTILE} " * 20
store.sync.index_document(Document.from_text(text, "{HOSTILE}", FixedSizeChunker(100, overlap=20)))
w = NavWidget(store, query="notice")
w
"""


@pytest.fixture(scope="module")
def executed():
    """Give a notebook that was run, without the states of widgets, which JupyterLab does not save by itself either."""
    client = pytest.importorskip("nbclient")
    codes = (CELL, "w.snapshot()", "w.show_hits([], query='nothing')", "w.snapshot()")
    cells = [nbformat.v4.new_code_cell(code) for code in codes]
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    notebook = nbformat.v4.new_notebook(cells=cells, metadata=kernel)
    return client.NotebookClient(notebook, store_widget_state=False, timeout=120).execute()


def test_nbconvert_shows_the_summary(executed):
    exporter = pytest.importorskip("nbconvert").HTMLExporter()
    html, _ = exporter.from_notebook_node(executed)
    assert html.count('class="navwidget-snapshot') == 3  # the widget's and two pictures
    assert html.count('aria-label="Timeline of &lt;img') == 3
    assert "The notice period is ninety days." in html
    assert HOSTILE not in html.replace(CELL, "")


def test_the_saved_notebook_carries_the_summary_once_a_display_and_no_more_than_64_kilobytes(executed):
    shown, picture = executed.cells[0].outputs[0].data, executed.cells[1].outputs[0].data
    assert shown["text/html"] == picture["text/html"]
    assert len(shown["text/html"].encode()) <= LARGEST
    assert "application/vnd.jupyter.widget-view+json" in shown
    assert "application/vnd.jupyter.widget-view+json" not in picture
    assert shown["text/plain"].startswith("NavWidget(ChunkStore, source_id=")


def test_a_snapshot_is_of_now_and_stays(executed):
    before, after = (executed.cells[number].outputs[0].data["text/html"] for number in (1, 3))
    assert "hits for <q><bdi>notice</bdi></q>" in before
    assert "hits for" not in after


VIEW, STATE = "application/vnd.jupyter.widget-view+json", "application/vnd.jupyter.widget-state+json"


@pytest.mark.parametrize("prefer_html", [False, True])
def test_nbconvert_prefers_a_widget_whose_state_is_saved_unless_told_otherwise(executed, prefer_html):
    """Nothing in an output can change that, so that the documents say what to do: prefer HTML, or show a picture."""
    exporters = pytest.importorskip("nbconvert")
    saved = copy.deepcopy(executed)
    model_id = saved.cells[0].outputs[0].data[VIEW]["model_id"]
    saved.metadata["widgets"] = {STATE: {"version_major": 2, "version_minor": 0, "state": {model_id: {}}}}
    priority = ["text/html", "image/svg+xml", "image/png", "text/plain"]
    settings = {"NbConvertBase": {"display_data_priority": priority}} if prefer_html else {}
    html, _ = exporters.HTMLExporter(config=Config(settings)).from_notebook_node(saved)
    assert html.count('class="navwidget-snapshot') == 2 + prefer_html
