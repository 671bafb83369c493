"""The README keeps its word: its Python runs, block after block, as it stands."""

from __future__ import annotations

import ast
import re
from inspect import CO_COROUTINE
from pathlib import Path
from types import FunctionType

import pytest

from benchmarks.reach import asked_of_samples, reached

README = Path(__file__).parents[1] / "README.md"
TEXT = README.read_text("utf-8")


async def run(cell: str, names: dict[str, object]) -> None:
    code = compile(cell, str(README), "exec", flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
    outcome = FunctionType(code, names)()
    if code.co_flags & CO_COROUTINE:
        await outcome


async def test_every_block_runs(tmp_path, monkeypatch):
    """As in a notebook: names live on from block to block, and ``await`` may stand at the top."""
    monkeypatch.chdir(tmp_path)
    pytest.importorskip("anywidget", reason="the explorer needs the notebook's packages")
    names: dict[str, object] = {}
    for block in re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL):
        await run(block, names)
    assert names["same"].chunk == names["hit"]
    assert any("ninety days" in text for text in names["evidence"])
    explorer = names["explorer"]
    await run(explorer.code(), names)
    assert len(names["journey"]) == list(explorer.history["error"]).count("") - 1  # all but the hits that were shown
    assert "manual" in [source.source_id for source in names["store"].sync.sources()]


def test_every_link_leads_somewhere():
    for target in re.findall(r"\]\(([^)#]+)\)", TEXT):
        assert (README.parent / target).exists(), target


def test_the_shares_of_the_samples_are_as_told():
    texts, questions = asked_of_samples()
    count = reached(texts, questions, 512, 64)
    shares = (f"{count[way] / len(questions):.0%}".replace("%", " %") for way in ("alone", "navigate", "neighbours"))
    assert f"of the {len(questions)} questions about the samples" in TEXT
    assert f"| {' | '.join(shares)} |" in TEXT
