"""What a reader did: every call for the record, and every reading list to go back to."""

from __future__ import annotations

import inspect
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from navwidget.errors import SearchError
from navwidget.store import ChunkStore
from navwidget.widget.calls import Asked, Made, call_line
from navwidget.widget.protocol import Call
from navwidget.widget.ranking import Shown
from navwidget.widget.reading import Reading

MOST_VISITS: Final = 100
"""How many calls, and how many reading lists, one can go back to: what the page lists of the history."""


@dataclass(frozen=True)
class Record:
    """One call.

    Parameters
    ----------
    operation : str
        The method.
    arguments : dict
        What it was asked, by the names of the method's parameters.
    ids : tuple of str
        Ids of the chunks that came, in the answer's order.
    milliseconds : float
        How long it took.
    error : str
        What went wrong, or nothing.
    asked : Asked
        The call, to be spelled when somebody wants it: it may hold thousands of ids.
    """

    operation: str
    arguments: dict[str, Any]
    ids: tuple[str, ...]
    milliseconds: float
    error: str
    asked: Asked


def record_of(made: Made, error: str) -> Record:
    """Write a call into the history."""
    asked = made.asked
    arguments = dict(zip(_parameters(asked), asked.args, strict=False)) | asked.kwargs
    error = error if made.ids is None else ""
    return Record(asked.method, arguments, made.ids or (), made.milliseconds, error, asked)


def _parameters(asked: Asked) -> tuple[str, ...]:
    """Name what a method takes; the store has all methods that an index is asked with."""
    if not asked.is_repeatable:
        return ()
    if not asked.owner:
        return ("query", "top_k", "exclude_ids")
    return tuple(inspect.signature(getattr(ChunkStore, asked.method)).parameters)[1:]


@dataclass(frozen=True, eq=False)
class Visit:
    """What one request asked, and what was on show after it.

    Parameters
    ----------
    made : tuple of Made
        Its calls, at least one.
    failed : bool
        Whether they did not give what was asked.
    number : int or None
        That of the chunk whose neighbours it gave, where its source numbers chunks.
    shown : Shown
        What to bring back.
    """

    made: tuple[Made, ...]
    failed: bool
    number: int | None
    shown: Shown

    @property
    def operation(self) -> str:
        """The method that was called last."""
        return self.made[-1].asked.method

    @cached_property
    def label(self) -> str:
        """What it was asked for."""
        return self.made[-1].asked.subject

    @cached_property
    def line(self) -> Call:
        """Its calls, summed up."""
        return call_line(self.made, self.failed)


class Journey:
    """What a reader did: the record has all, and the last visits can be gone back to.

    A visit holds a reading list and hits, so that a long session would fill the memory with them.
    """

    def __init__(self) -> None:
        self.history: list[Record] = []
        self.visits: deque[Visit] = deque(maxlen=MOST_VISITS)
        self.total = 0

    @property
    def numbered(self) -> list[tuple[int, Visit]]:
        """The visits that are kept, with their numbers from the first one on."""
        return list(enumerate(self.visits, self.total - len(self.visits)))

    def add(self, made: Sequence[Made], error: str, number: int | None, shown: Shown) -> None:
        """Write down the calls of one request, at least one."""
        self.history.extend(record_of(one, error) for one in made)
        self.visits.append(Visit(tuple(made), bool(error), number, shown))
        self.total += 1

    def visit(self, entry: int) -> Visit:
        """Give a visit by its number.

        Raises
        ------
        SearchError
            There was none with this number, or so many since that it is no longer kept.
        """
        if not 0 <= entry < self.total:
            raise SearchError(f"There is no call {entry}: the history has {self.total}.")
        place = entry - (self.total - len(self.visits))
        if place < 0:
            raise SearchError(f"What call {entry} showed is no longer kept: one can go back to the last {MOST_VISITS}.")
        return self.visits[place]


class Trail:
    """Reading lists in the order in which they were read, with a place among them, as a browser keeps pages.

    The very first list belongs to no source; of the others the last are kept.
    """

    def __init__(self) -> None:
        self._readings: list[Reading] = [Reading()]
        self._place = 0

    @property
    def current(self) -> Reading:
        """The list on show."""
        return self._readings[self._place]

    @property
    def can_go_back(self) -> bool:
        """Whether there is an earlier list."""
        return any(reading.source_id for reading in self._readings[: self._place])

    @property
    def can_go_forward(self) -> bool:
        """Whether there is a later list."""
        return self._place + 1 < len(self._readings)

    def push(self, reading: Reading) -> None:
        """Go on to a list; what was gone back from is let go."""
        if reading != self.current:
            del self._readings[self._place + 1 :]
            self._readings.append(reading)
            del self._readings[1:-MOST_VISITS]
            self._place = len(self._readings) - 1

    def put(self, reading: Reading) -> None:
        """Put a list in the place of the one on show."""
        self._readings[self._place] = reading

    def peek(self, step: int) -> tuple[int, Reading]:
        """Look where a number of steps would lead: as far as there are lists."""
        first = 1 if len(self._readings) > 1 else 0
        place = min(max(self._place + step, first), len(self._readings) - 1)
        return place, self._readings[place]

    def place_of(self, reading: Reading) -> int | None:
        """Find a list by what it is, not by what is in it; None where it was let go."""
        return next((place for place, known in enumerate(self._readings) if known is reading), None)

    def go(self, place: int) -> None:
        """Go to a place that `peek` gave."""
        self._place = place
