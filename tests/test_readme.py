"""README and reference keep their word: their Python runs, block after block, as it stands."""

from __future__ import annotations

import ast
import inspect
import re
from inspect import CO_COROUTINE
from pathlib import Path
from types import FunctionType

import pytest

import navwidget
from benchmarks.reach import asked_of_samples, reached
from navwidget import ChunkStore, NavWidget
from navwidget.testing import check_index
from navwidget.widget.findings import Findings

README = Path(__file__).parents[1] / "README.md"
REFERENCE = README.parent / "docs" / "reference.md"
TEXT = README.read_text("utf-8")


async def run(cell: str, names: dict[str, object]) -> None:
    code = compile(cell, str(README), "exec", flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
    outcome = FunctionType(code, names)()
    if code.co_flags & CO_COROUTINE:
        await outcome


async def run_all(page: Path) -> dict[str, object]:
    """Run as in a notebook: names live on from block to block, and ``await`` may stand at the top."""
    pytest.importorskip("anywidget", reason="the explorer needs the notebook's packages")
    names: dict[str, object] = {}
    for block in blocks_of(page):
        await run(block, names)
    return names


def blocks_of(page: Path) -> list[str]:
    return re.findall(r"```python\n(.*?)```", page.read_text("utf-8"), re.DOTALL)


async def test_every_block_of_the_readme_runs(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    names = await run_all(README)
    assert names["same"].chunk == names["hit"]
    assert any("ninety days" in text for text in names["evidence"])
    explorer = names["explorer"]
    await run(explorer.code(), names)
    assert len(names["journey"]) == list(explorer.history["error"]).count("") - 1  # all but the hits that were shown
    assert "manual" in [source.source_id for source in names["store"].sync.sources()]


async def test_every_block_of_the_reference_runs(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    names = await run_all(REFERENCE)
    assert names["hits"]
    assert names["place"].id not in [hit.chunk.id for hit in names["hits"]]
    assert names["context"].pieces
    report = await check_index(names["Shelf"]())
    assert report.ok, str(report)
    assert "search by vector" in report.checked
    assert names["explorer"].hits


def test_the_reference_names_what_is_public():
    """Every public name but errors, models and protocols, and every public method of the store and the explorer."""
    told = set(re.findall(r"\w+", REFERENCE.read_text("utf-8")))
    calls = {name for name in navwidget.__all__ if inspect.isroutine(getattr(navwidget, name))}
    kinds = {
        name for name in navwidget.__all__ if name.endswith(("Chunker", "Embedder", "Retriever", "Widget", "Store"))
    }
    own = {name for kind in (ChunkStore, NavWidget, Findings) for name in vars(kind) if not name.startswith("_")}
    inner = {"compute_char_locator", "compute_id", "compute_page_locator", "replace_char_locator"}
    assert (calls | kinds | own) - told - inner - {"embedding_model", "Embedder"} == set()


@pytest.mark.parametrize("page", [README, REFERENCE], ids=lambda page: page.name)
def test_every_link_leads_somewhere(page):
    for target in re.findall(r"\]\(([^)#]+)\)", page.read_text("utf-8")):
        assert (page.parent / target).exists(), target


def test_the_shares_of_the_samples_are_as_told():
    texts, questions = asked_of_samples()
    count = reached(texts, questions, 512, 64)
    shares = (f"{count[way] / len(questions):.0%}".replace("%", " %") for way in ("alone", "navigate", "neighbours"))
    assert f"of the {len(questions)} questions about the samples" in TEXT
    assert f"| {' | '.join(shares)} |" in TEXT
