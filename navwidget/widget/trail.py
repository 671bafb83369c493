"""What was on show, to step back and forth between."""

from __future__ import annotations

from dataclasses import replace

from navwidget.widget.journey import MOST_VISITS
from navwidget.widget.ranking import Hits, Shown
from navwidget.widget.reading import Reading


class Trail:
    """What was on show, list and hits, in the order of reading, with a place among it, as a browser keeps pages.

    The very first list belongs to no source; of the others the last are kept.
    """

    def __init__(self) -> None:
        self._stops: list[Shown] = [Shown(Reading(), Hits(), None)]
        self._place = 0
        self._is_new = False

    @property
    def current(self) -> Reading:
        """The list on show."""
        return self._stops[self._place].reading

    @property
    def can_go_back(self) -> bool:
        """Whether anything was on show before."""
        return any(stop.reading.source_id for stop in self._stops[: self._place])

    @property
    def can_go_forward(self) -> bool:
        """Whether one has gone back from anything."""
        return self._place + 1 < len(self._stops)

    def push(self, reading: Reading) -> None:
        """Go on to a list; what was gone back from is let go."""
        if reading != self.current:
            self._add(replace(self._stops[self._place], reading=reading))

    def settle(self, shown: Shown) -> None:
        """Take note of what a request has put on show in the end: other hits beside the same list are a step too."""
        if self._is_new or shown.hits.is_same_ranking(self._stops[self._place].hits):
            self._stops[self._place] = shown
        else:
            self._add(shown)
        self._is_new = False

    def _add(self, stop: Shown) -> None:
        del self._stops[self._place + 1 :]
        self._stops.append(stop)
        del self._stops[1:-MOST_VISITS]
        self._place = len(self._stops) - 1
        self._is_new = True

    def put(self, reading: Reading) -> None:
        """Put a list in the place of the one on show."""
        self._stops[self._place] = replace(self._stops[self._place], reading=reading)

    def peek(self, step: int) -> tuple[int, Shown]:
        """Look where a number of steps would lead: as far as there is anything."""
        first = 1 if len(self._stops) > 1 else 0
        place = min(max(self._place + step, first), len(self._stops) - 1)
        return place, self._stops[place]

    def place_of(self, shown: Shown) -> int | None:
        """Find what was on show by what it is, not by what is in it; None where it was let go."""
        return next((place for place, stop in enumerate(self._stops) if shown.is_what(stop)), None)

    def go(self, place: int) -> None:
        """Go to a place that `peek` gave."""
        self._place = place
