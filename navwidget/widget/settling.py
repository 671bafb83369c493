"""Plain calls beside a request that is being awaited: done at once, and told when the loop is free."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from navwidget.errors import SearchError
from navwidget.widget.backend import MustBeAskedError
from navwidget.widget.calls import Made
from navwidget.widget.plain import Plain
from navwidget.widget.problems import Failure
from navwidget.widget.reader import Reader


class Aside:
    """What was done at once and is still to be told.

    Parameters
    ----------
    reader : Reader
        Who did it.

    Attributes
    ----------
    refused : Failure or None
        Why the last call could not be done.
    """

    def __init__(self, reader: Reader) -> None:
        self.refused: Failure | None = None
        self._reader = reader
        self._news: set[str] = set()

    @contextmanager
    def working(self) -> Iterator[list[Made]]:
        """Keep apart what is made meanwhile, and gives it; an index that does not block may not be asked."""
        reader, backend = self._reader, self._reader.backend
        request = backend.made, reader.news
        backend.made, reader.news, backend.can_wait = [], set(), False
        try:
            yield backend.made
            self._news |= reader.news
        finally:
            (backend.made, reader.news), backend.can_wait = request, True

    def take(self) -> tuple[set[str], Failure | None]:
        """Give what is to be told, once."""
        told = self._news, self.refused
        self._news, self.refused = set(), None
        return told


async def without_index(plain: Plain, index: str) -> None:
    """Do what a plain call asks, or say how it can be awaited where the index would have to be asked."""
    try:
        await plain.action()
    except MustBeAskedError:
        raise SearchError(plain.advice(index)) from None
