"""What a reader did: every call for the record, and every reading list to go back to."""

from __future__ import annotations

import inspect
from dataclasses import dataclass
from typing import Any

from navwidget.store import ChunkStore
from navwidget.widget.calls import Asked, Made
from navwidget.widget.protocol import Call
from navwidget.widget.reading import Reading


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
    call : Call
        Its calls, summed up.
    operation : str
        The method that was called last.
    label : str
        What it was asked for.
    number : int or None
        That of the chunk whose neighbours it gave, where its source numbers chunks.
    shown : Shown
        What to bring back.
    """

    call: Call
    operation: str
    label: str
    number: int | None
    shown: Any


class Trail:
    """Reading lists in the order in which they were read, with a place among them, as a browser keeps pages."""

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
            self._place += 1

    def put(self, reading: Reading) -> None:
        """Put a list in the place of the one on show."""
        self._readings[self._place] = reading

    def peek(self, step: int) -> tuple[int, Reading]:
        """Look where a number of steps would lead: as far as there are lists."""
        first = 1 if len(self._readings) > 1 else 0  # the very first list belongs to no source
        place = min(max(self._place + step, first), len(self._readings) - 1)
        return place, self._readings[place]

    def place_of(self, reading: Reading) -> int | None:
        """Find a list by what it is, not by what is in it; None where it was let go."""
        return next((place for place, known in enumerate(self._readings) if known is reading), None)

    def go(self, place: int) -> None:
        """Go to a place that `peek` gave."""
        self._place = place
