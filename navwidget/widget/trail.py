"""The reading lists that one can step back and forth between."""

from __future__ import annotations

from navwidget.widget.journey import MOST_VISITS
from navwidget.widget.reading import Reading


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
