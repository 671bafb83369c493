"""What a reader did: every call for the record, and the last ones to go back to."""

from __future__ import annotations

import inspect
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from navwidget.errors import SearchError
from navwidget.store import ChunkStore
from navwidget.widget.calls import Asked, Made, call_line
from navwidget.widget.protocol import Call
from navwidget.widget.ranking import Shown

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
    is_refused : bool
        Whether the explorer was asked in vain, and no index was: there is nothing to call again.
    """

    operation: str
    arguments: dict[str, Any]
    ids: tuple[str, ...]
    milliseconds: float
    error: str
    asked: Asked
    is_refused: bool = False


def record_of(made: Made, error: str) -> Record:
    """Write a call into the history."""
    asked = made.asked
    arguments = dict(zip(_parameters(asked), asked.args, strict=False)) | asked.kwargs
    return Record(asked.method, arguments, made.ids or (), made.milliseconds, error, asked)


def _is_at_fault(one: Made, made: Sequence[Made]) -> bool:
    """Whether a call is why a request failed: it has no answer, or is the last one and found nothing."""
    return one.ids is None or (one is made[-1] and not one.ids)


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

    @property
    def place(self) -> tuple[str, int | None, int | None]:
        """The source that was asked, and the span of it."""
        source_id, start, end = self.made[-1].asked.place
        return source_id if self.number is None else self.shown.reading.source_id, start, end

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
        self.history.extend(record_of(one, error if _is_at_fault(one, made) else "") for one in made)
        self.visits.append(Visit(tuple(made), bool(error), number, shown))
        self.total += 1

    def refuse(self, asked: Asked, error: str) -> None:
        """Write down what was asked of the explorer, and failed before any index was."""
        self.history.append(Record(asked.method, asked.kwargs, (), 0.0, error, asked, is_refused=True))

    def showing(self, is_shown: Callable[[Shown], bool]) -> int | None:
        """Give the number of the last visit that left on show what is on show now."""
        return next((number for number, visit in reversed(self.numbered) if is_shown(visit.shown)), None)

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
