"""Where a reader of an index stands: what is open, found, read, ringed and starred."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from navwidget.errors import SearchError
from navwidget.models import SearchResult, SearchResultChunk
from navwidget.widget.backend import Backend
from navwidget.widget.collected import Evidence
from navwidget.widget.covered import Covered
from navwidget.widget.cut import begins_inside_word
from navwidget.widget.marking import marked_terms
from navwidget.widget.own_span import is_span
from navwidget.widget.ranking import Hits, Shown
from navwidget.widget.reading import Reading
from navwidget.widget.shelf import Shelf
from navwidget.widget.snippets import snippets_of
from navwidget.widget.source import OpenSource
from navwidget.widget.titles import titles_of
from navwidget.widget.trail import Trail


class Standing:
    """The state of a reader. What changed is noted in ``news``, by the names of the parts of an Update.

    Parameters
    ----------
    backend : Backend
        The index.
    hits : Hits
        None yet, with how they will be ranked.
    """

    def __init__(self, backend: Backend, hits: Hits) -> None:
        self.backend = backend
        self.shelf = Shelf(backend)
        self.query = ""
        self.hits = hits
        self.ranked_by: Any = None
        self.candidates: int | None = None
        self.trail = Trail()
        self.covered = Covered()
        self.selected: SearchResult | None = None
        self.evidence = Evidence(backend)
        self.news: set[str] = set()
        self.notices: dict[str, str] = {}  # what else is to be told, by what it is about
        self.generation: int | None = None  # of the index, up to which all on show was brought
        self.lost = ""  # the open source, once it was told that the index has it no longer
        self.chosen = False  # whether the reader wants the source that is open, and not that of the best hit

    @property
    def source(self) -> OpenSource | None:
        """The open source."""
        return self.shelf.source

    @property
    def here(self) -> OpenSource:
        """The open source; an error where there is none."""
        if self.source is None:
            raise SearchError("No source is open: choose one, or search.")
        return self.source

    @property
    def reading(self) -> Reading:
        """The reading list of the open source."""
        current = self.trail.current
        if self.source is None or current.source_id == self.source.source_id:
            return current
        return Reading(self.source.source_id, self.source.chunk_type)

    def stranger(self, chunk_id: str) -> SearchResult | None:
        """Give a hit or evidence whose chunk the index never had, by its id: it may have been cut otherwise."""
        if chunk_id in self.evidence.strangers:
            return self.evidence.stars[chunk_id]
        return self.hits.stranger(chunk_id)

    def is_stranger(self, chunk: SearchResultChunk) -> bool:
        """Whether the index never had a chunk."""
        return is_span(chunk) or self.stranger(chunk.id) is not None

    @property
    def anchor_number(self) -> int | None:
        """The number of the chunk that was opened last in the reading list."""
        anchor = self.reading.by_id.get(self.reading.anchor_id or "")
        return self.here.number(anchor.result.chunk) if anchor else None

    @property
    def shown(self) -> Shown:
        """What is on show now."""
        return Shown(self.trail.current, self.hits, self.ranked_by, self.selected)

    def shows(self, shown: Shown) -> bool:
        """Whether something is what is on show now."""
        return shown.is_what(self.shown)

    def reading_in(self, source: OpenSource) -> Reading:
        """Give the list that a move in a source adds to."""
        reading = self.trail.current
        if (reading.source_id, reading.chunk_type) == (source.source_id, source.chunk_type):
            return reading
        return Reading(source.source_id, source.chunk_type)

    def commit(self, source: OpenSource, reading: Reading) -> None:
        """Put a source and a list on show."""
        if source is not self.source:
            self.news.update({"source", "hits", "scores", "evidence"})
            self.lost = ""
        self.trail.push(reading)
        self.shelf.put(source, reading)
        self.covered.add(source, reading)
        self.chosen = self.chosen or bool(reading.entries)
        self.news.update({"results", "cards", "history"})

    def ring(self, result: SearchResult | None) -> None:
        """Ring a chunk, or none."""
        self.selected = result
        self.news.add("selection")

    def known_sources(self) -> dict[str, int]:
        """Count the chunks of each source that was met, for an index that cannot list them; 0 where it is unknown."""
        met = (*self.hits.results, *self.evidence.stars.values())
        return self.shelf.count(result.chunk.source_id for result in met)

    async def titled(self, hits: Hits, source: OpenSource | None) -> Hits:
        """Give hits what the page calls them."""
        titles = await titles_of(self.backend, hits.results, source)
        terms = marked_terms(self.backend, hits.query)
        snippets = snippets_of(hits.results, titles, terms, partial(begins_inside_word, self.backend, source))
        return replace(hits, titles=titles, snippets=snippets, terms=terms)
