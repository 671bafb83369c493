"""The reading list: chunks of one source in reading order, why each is there, and what was left unread between them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from operator import attrgetter
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from navwidget.models import ChunkType, GrepMode, SearchResult
from navwidget.spans import Span
from navwidget.text import match_spans
from navwidget.widget.outlines import order_of
from navwidget.widget.protocol import ResultRole

Operation = Literal["none", "open", "navigate", "read", "grep"]
_PLACELESS = (0, 0, "")

MOST_MATCHES: Final = 20_000
"""More than anybody steps through; a frequent letter in a long source would stop everything."""


@dataclass(frozen=True)
class Entry:
    """A chunk of the list, and its role."""

    result: SearchResult
    role: ResultRole

    @property
    def id(self) -> str:
        """The chunk's id."""
        return self.result.chunk.id

    @cached_property
    def place(self) -> tuple[int, int, str]:
        """Where it stands in reading order; kept, since every step puts the whole list in order."""
        return order_of(self.result.chunk) or _PLACELESS

    @property
    def span(self) -> Span:
        """The chunk's span."""
        return self.place[:2]

    def matches(self, pattern: str, mode: GrepMode) -> list[Span]:
        """Find where in its content a pattern stands; kept, since a step looks again through all that was listed."""
        if (pattern, mode) not in self._matches:
            self._matches[pattern, mode] = match_spans(self.result.chunk.content, pattern, mode)
        return self._matches[pattern, mode]

    @cached_property
    def _matches(self) -> dict[tuple[str, GrepMode], list[Span]]:
        return {}


class Entries(tuple[Entry, ...]):
    """Entries in reading order, with what a step asks of all of them: found once, since there may be very many."""

    @cached_property
    def by_id(self) -> dict[str, Entry]:
        """The entries by the ids of their chunks."""
        return {entry.id: entry for entry in self}

    @cached_property
    def spans(self) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
        """Starts, ends, and how far all entries before had come, each of shape (entries,), in code points."""
        spans = np.array([entry.place[:2] for entry in self], np.int64).reshape(-1, 2)
        starts, ends = spans[:, 0], spans[:, 1]
        return starts, ends, np.maximum.accumulate(np.concatenate(([0], ends)))[:-1]

    def adding(self, fresh: dict[str, Entry]) -> Entries:
        """Take in entries that are not there yet, by the ids of their chunks."""
        grown = _in_order([*self, *fresh.values()])
        vars(grown)["by_id"] = self.by_id | fresh
        return grown


@dataclass(frozen=True)
class Hole:
    """Text that a step went past; None stands for a side where the list ends."""

    after: Entry | None
    before: Entry | None
    start: int
    end: int


@dataclass(frozen=True)
class Reading:
    """What is being read; never changed, so that history can keep it.

    Parameters
    ----------
    operation : str
        The call that made the list; a list of grep stays one when steps add to it.
    entries : Entries
        In reading order, each chunk once.
    anchor_id : str, optional
        The chunk that it was opened around.
    pattern, mode
        What grep looked for.
    cut : bool
        Whether top_k left something out.
    crossing : int
        How many chunks a read left out because they cross its edge.
    edges : pair of bool
        Whether a step came to the beginning, to the end, so that text beyond the list is text left out.
    was : tuple of int, optional
        Where the list was, in code points, before all its chunks were gone: steps go on from there.
    """

    source_id: str = ""
    chunk_type: ChunkType = ChunkType.CONTENT
    operation: Operation = "none"
    entries: Entries = field(default_factory=Entries)
    anchor_id: str | None = None
    pattern: str = ""
    mode: GrepMode = GrepMode.PHRASE
    cut: bool = False
    crossing: int = 0
    edges: tuple[bool, bool] = (False, False)
    was: Span | None = None

    @property
    def results(self) -> list[SearchResult]:
        """The results, in reading order."""
        return [entry.result for entry in self.entries]

    @property
    def by_id(self) -> dict[str, Entry]:
        """The entries by the ids of their chunks."""
        return self.entries.by_id

    def replacing(self, results: Iterable[SearchResult | None]) -> Reading:
        """Put a result in the place of each entry's, which keeps its role; None lets it go."""
        pairs = zip(results, self.entries, strict=True)
        kept = _in_order(Entry(now, entry.role) for now, entry in pairs if now is not None)
        return replace(self, entries=kept, was=self._reach if self.entries and not kept else self.was)

    @property
    def _reach(self) -> Span:
        starts, ends, _ = self.entries.spans
        return int(starts.min()), int(ends.max())

    def adding(self, results: Iterable[SearchResult], role: ResultRole) -> Reading:
        """Take in more chunks; those that are there already keep their role."""
        present = self.by_id
        fresh = {result.chunk.id: Entry(result, role) for result in results if result.chunk.id not in present}
        return replace(self, entries=self.entries.adding(fresh))

    @property
    def characters(self) -> int:
        """How many characters of the source it shows, overlaps once."""
        starts, ends, furthest = self.entries.spans
        return int(np.maximum(ends - np.maximum(starts, furthest), 0).sum())

    def repeated(self) -> list[int]:
        """Count, for each chunk, the characters at its start that earlier chunks already showed."""
        starts, ends, furthest = self.entries.spans
        counts: list[int] = np.maximum(np.minimum(furthest, ends) - starts, 0).tolist()
        return counts

    def holes(self, length: int) -> Iterator[Hole]:
        """List what steps left unread: from the furthest end shown so far to the next start.

        Parameters
        ----------
        length : int
            Length of the source, for a step that came to its end.
        """
        if not self.entries:
            return
        first, last = self.entries[0], self.entries[-1]
        starts, ends, furthest = self.entries.spans
        if self.edges[0] and first.span[0] > 0:
            yield Hole(None, first, 0, first.span[0])
        for at in (np.flatnonzero(starts[1:] > furthest[1:]) + 1).tolist():
            before, after = self.entries[at - 1], self.entries[at]
            if {before.role, after.role} != {"match"}:
                yield Hole(before, after, int(furthest[at]), int(starts[at]))
        if self.edges[1] and (end := int(ends.max())) < length:
            yield Hole(last, None, end, length)

    def matches(self, most: int = MOST_MATCHES) -> list[list[Span]]:
        """Find, for each chunk, where in its content the pattern stands; the list ends early where there are `most`."""
        found: list[list[Span]] = []
        count = 0
        for entry in self.entries:
            if count >= most:
                break
            found.append(entry.matches(self.pattern, self.mode))
            count += len(found[-1])
        return found


def _in_order(entries: Iterable[Entry]) -> Entries:
    return Entries(sorted(entries, key=attrgetter("place")))


def placed_matches(reading: Reading, matches: list[list[Span]]) -> list[tuple[Entry, Span]]:
    """Give every place of the source where the pattern stands, once, though overlapping chunks show it twice."""
    places: dict[Span, Entry] = {}
    for entry, spans in zip(reading.entries, matches, strict=False):
        first, end = entry.span
        for start, stop in spans:  # a text that differs from its span may be longer than it
            places.setdefault((min(first + start, end), min(first + stop, end)), entry)
    return [(entry, span) for span, entry in sorted(places.items(), key=lambda place: place[0])]
