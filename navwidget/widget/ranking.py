"""What was ranked, and what was on show after it: never changed, so that history can keep it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from navwidget.models import SearchResult
from navwidget.widget import protocol as wire
from navwidget.widget.calls import Made, told_line
from navwidget.widget.reading import Reading


@dataclass(frozen=True)
class Hits:
    """The last ranking."""

    query: str = ""
    retriever: wire.RetrieverName = "hybrid"
    label: str = ""
    top_k: int = 10
    results: tuple[SearchResult, ...] = ()
    titles: tuple[str, ...] = ()
    snippets: tuple[str, ...] = ()
    opened_rank: int | None = None

    def ranks(self) -> dict[str, int]:
        """Give the rank of each chunk, from 1."""
        return {result.chunk.id: rank for rank, result in reversed(list(enumerate(self.results, 1)))}


@dataclass(frozen=True)
class Ranking:
    """A ranking that was made: its hits, the retriever whose scores the index can tell, and the call that made it."""

    hits: Hits
    ranked_by: Any
    made: tuple[Made, ...]

    @property
    def call(self) -> wire.Call:
        """The call as the page has it; none where the hits came from Python."""
        return told_line(self.made)


@dataclass(frozen=True, eq=False)
class Shown:
    """What is on show: a reading list and hits."""

    reading: Reading
    hits: Hits
    ranked_by: Any
