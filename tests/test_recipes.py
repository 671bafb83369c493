"""The recipes keep their word: their Python runs, block after block, and gives what is said of it."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from navwidget import (
    ChunkStore,
    Document,
    FixedSizeChunker,
    NavWidget,
    NearestNeighbourRetriever,
    StaticEmbedder,
    samples,
)
from tests.test_readme import blocks_of, run_all

RECIPES = Path(__file__).parents[1] / "docs" / "recipes.md"
SPILL = ("lab-handbook.md", 2688)


def test_each_is_short():
    assert max(len(block.splitlines()) for block in blocks_of(RECIPES)) <= 20


async def test_every_block_runs_and_gives_what_is_said(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    names = await run_all(RECIPES)
    assert where_rings_are(names["fixed"], names["sections"])
    assert_ranks_are_as_told(names["ranks"])
    assert_reading_on_helps(names["held"])

    audit, log = names["audit"], names["log"]
    asked = [call["operation"] for call in audit.history.to_dict("records")]
    assert asked == [call["tool"] for call in log]
    assert audit.coverage["source_id"].tolist() == ["agreement.md", "hx4-manual.md"]
    listed = {chunk_id for ids in audit.history["ids"] for chunk_id in ids}
    assert {result.chunk.id for result in audit.evidence} == listed

    lesson, answer = names["lesson"], "Close the downstream valve first"
    assert len(lesson.hits) == 5
    assert [answer in found.chunk.content for found in lesson.hits] == [False] * 5
    assert [answer in found.chunk.content for found in lesson.results] == [False, True]
    assert (tmp_path / "lesson.html").stat().st_size > 100_000

    best = names["own"].hits[0].chunk
    assert (best.source_id, best.content) == ("manual", names["text"][best.start_offset : best.end_offset])


def assert_ranks_are_as_told(ranks):
    assert list(ranks.columns) == ["keyword", "vector", "hybrid"]
    assert set(ranks["hybrid"].dropna()) == set(range(1, 9))
    best = [tuple(ranks[way].sort_values().index[:3]) for way in ranks]
    assert len(set(best)) == 3
    assert ranks["vector"][SPILL] == 3
    assert not any(SPILL in found for found in (best[0], best[2]))


def assert_reading_on_helps(held):
    assert set(held.index.get_level_values("cut")) == {"fixed", "sections"}
    assert (held["read on"] >= held["best hit"]).all()
    assert held.loc[("fixed", "continues"), "read on"] > 0.9 > 0.5 > held.loc[("fixed", "continues"), "best hit"]


def test_vectors_of_meaning_find_what_is_told():
    pytest.importorskip("wordllama", reason="needs the extra embed")
    asked = next(line for line in RECIPES.read_text("utf-8").splitlines() if line.startswith("asked = "))
    with ChunkStore(embedder=StaticEmbedder()) as store:
        for name in samples.names():
            store.sync.index_document(Document.from_text(samples.read(name), name, FixedSizeChunker(512, overlap=64)))
        [best] = store.sync.retrieve(NearestNeighbourRetriever(query=ast.literal_eval(asked[8:]), top_k=1))
    assert (best.chunk.source_id, best.chunk.start_offset) == SPILL
    assert "Spill of biological material" in best.chunk.content


def where_rings_are(one: NavWidget, other: NavWidget) -> bool:
    """Whether the ring of the other is over the start of that of the first."""
    ringed, there = one.ringed.chunk, other.ringed.chunk
    return ringed.source_id == there.source_id and there.start_offset <= ringed.start_offset < there.end_offset


@pytest.mark.parametrize("target", re.findall(r"\]\(([^)#]+)", RECIPES.read_text("utf-8")))
def test_every_link_leads_somewhere(target):
    assert (RECIPES.parent / target).exists()
