"""What the evidence looks like on the wire; what was found out of a star is not looked up for each one after it."""

from __future__ import annotations

from collections.abc import Sequence

from navwidget.models import SearchResult
from navwidget.widget.backend import Backend
from navwidget.widget.collected import Evidence, Fate
from navwidget.widget.protocol import EvidenceItem, EvidenceList
from navwidget.widget.reader import Reader
from navwidget.widget.source import OpenSource, row_among
from navwidget.widget.titles import titles_of


async def evidence_list(backend: Backend, reader: Reader) -> EvidenceList:
    """Say the starred chunks to the page, and how long they are as one text."""
    evidence, source, found = reader.evidence, reader.source, reader.evidence.results
    items = evidence.items_in(source)
    fresh = [result for result in found if result.chunk.id not in items]
    titles = await titles_of(backend, fresh, source)
    for result, title in zip(fresh, titles, strict=True):
        row = row_among(source, result.chunk, evidence.strangers)
        items[result.chunk.id] = _item(result, title, await evidence.fate_of(result), row)
    whole, left_out = evidence.text(), _left_out(evidence)
    return EvidenceList(
        items=[items[result.chunk.id] for result in found],
        characters=whole.characters,
        tokens=whole.tokens,
        budget=evidence.budget,
        left_out=left_out,
    )


def _left_out(evidence: Evidence) -> Sequence[str]:
    """List what does not fit the budget; without one, nothing has to be merged for that."""
    return [] if evidence.budget is None else list(evidence.text(budget=evidence.budget).left_out)


def starred_rows(evidence: Evidence, source: OpenSource) -> list[int]:
    """List the rows of a source that are starred."""
    rows = evidence.rows_in(source)
    for result in evidence.stars.values():
        if result.chunk.id not in rows:
            rows[result.chunk.id] = source.row(result.chunk)
    found = (rows[result.chunk.id] for result in evidence.results)
    return [row for row in found if row is not None]


def _item(result: SearchResult, title: str, fate: Fate, row: int | None) -> EvidenceItem:
    chunk = result.chunk
    return EvidenceItem(
        chunk_id=chunk.id,
        source_id=chunk.source_id,
        row=row,
        start=chunk.start_offset,
        end=chunk.end_offset,
        title=title,
        fate=fate,
    )
