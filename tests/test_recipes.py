"""The recipes keep their word: their Python runs, block after block, and gives what is said of it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from navwidget import NavWidget
from tests.test_readme import blocks_of, run_all

RECIPES = Path(__file__).parents[1] / "docs" / "recipes.md"


def test_each_is_short():
    assert max(len(block.splitlines()) for block in blocks_of(RECIPES)) <= 20


async def test_every_block_runs_and_gives_what_is_said(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    names = await run_all(RECIPES)
    assert where_rings_are(names["fixed"], names["sections"])
    assert list(names["ranks"].columns) == ["keyword", "vector", "hybrid"]
    assert set(names["ranks"]["hybrid"].dropna()) == set(range(1, 9))

    audit, log = names["audit"], names["log"]
    asked = [call["operation"] for call in audit.history.to_dict("records")]
    assert asked == [call["tool"] for call in log]
    assert audit.coverage["source_id"].tolist() == ["agreement.md", "hx4-manual.md"]
    listed = {chunk_id for ids in audit.history["ids"] for chunk_id in ids}
    assert {result.chunk.id for result in audit.evidence} == listed

    hit, *after = names["lesson"].results
    assert "ninety days" in hit.chunk.content
    assert ["one hundred and eighty days" in found.chunk.content for found in (hit, *after)] == [False, True]
    assert (tmp_path / "lesson.html").stat().st_size > 100_000

    best = names["own"].hits[0].chunk
    assert (best.source_id, best.content) == ("manual", names["text"][best.start_offset : best.end_offset])


def where_rings_are(one: NavWidget, other: NavWidget) -> bool:
    """Whether the ring of the other is over the start of that of the first."""
    ringed, there = one.ringed.chunk, other.ringed.chunk
    return ringed.source_id == there.source_id and there.start_offset <= ringed.start_offset < there.end_offset


@pytest.mark.parametrize("target", re.findall(r"\]\(([^)#]+)", RECIPES.read_text("utf-8")))
def test_every_link_leads_somewhere(target):
    assert (RECIPES.parent / target).exists()
