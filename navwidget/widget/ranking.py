"""What was ranked, and what was on show after it: never changed, so that history can keep it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from navwidget.models import SearchResult
from navwidget.retrievers import RRFRetriever
from navwidget.widget import protocol as wire
from navwidget.widget.calls import Made, told_line
from navwidget.widget.reading import Reading

_RANK_CONSTANT = RRFRetriever.model_fields["rank_constant"].default


@dataclass(frozen=True)
class Hits:
    """The last ranking.

    ``terms`` are those that are marked: see `marked_terms`. ``fusion`` is the reader's own rule where that made it.
    ``gone`` has the ids of chunks that the index has no longer, ``strangers`` those of chunks that it never had:
    anybody's hits may be put on show.
    """

    query: str = ""
    retriever: wire.RetrieverName = "hybrid"
    label: str = ""
    top_k: int = 10
    results: tuple[SearchResult, ...] = ()
    titles: tuple[str, ...] = ()
    snippets: tuple[str, ...] = ()
    terms: frozenset[str] = frozenset()
    opened_rank: int | None = None
    fusion: RRFRetriever | None = None
    gone: frozenset[str] = frozenset()
    strangers: frozenset[str] = frozenset()

    @cached_property
    def is_scored(self) -> bool:
        """Whether there are scores: what a callable gives, or Python hands over, may have none, which is 0 for all."""
        return self.retriever != "own" or any(result.score for result in self.results)

    @cached_property
    def by_id(self) -> dict[str, SearchResult]:
        """The results by the ids of their chunks; of several of one chunk, the best."""
        return {result.chunk.id: result for result in reversed(self.results)}

    def stranger(self, chunk_id: str) -> SearchResult | None:
        """Give the hit of a chunk that the index never had, by its id."""
        return self.by_id.get(chunk_id) if chunk_id in self.strangers else None

    def shares(self, result: SearchResult) -> list[float]:
        """Give what part of a fused score each child added, by ``weight / (rank_constant + rank)``.

        Of results that say how children ranked them, but not how they were fused, all weigh the same.
        """
        weights = self.fusion.weights if self.fusion else None
        constant = self.fusion.rank_constant if self.fusion else _RANK_CONSTANT
        added = [(weights[child.child] if weights else 1.0) / (constant + child.rank) for child in result.ranks]
        return [value / sum(added) for value in added]

    def is_same_ranking(self, other: Hits) -> bool:
        """Whether the same was asked and came, whatever was opened or has changed since."""
        return self._identity == other._identity

    @property
    def _identity(self) -> tuple[object, ...]:
        ids = tuple(result.chunk.id for result in self.results)
        return self.query, self.retriever, self.label, self.top_k, ids

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
        return told_line(self.made, index_lines=())  # the page writes its own


@dataclass(frozen=True, eq=False)
class Shown:
    """What is on show: a reading list and hits, and which chunk is ringed."""

    reading: Reading
    hits: Hits
    ranked_by: Any
    ringed: SearchResult | None = None

    def is_what(self, other: Shown) -> bool:
        """Whether the very same list and hits are on show, not some that only say the same."""
        return self.reading is other.reading and self.hits is other.hits
