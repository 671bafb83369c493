"""Times: peers take turns, round by round, so that what else the machine does hits all of them alike."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from statistics import median, quantiles
from time import perf_counter

_ROUNDS = 11
_FEWEST = 3
_SECONDS = 3.0


@dataclass(frozen=True)
class Measured:
    """Repeated measurements of one thing.

    Parameters
    ----------
    values : tuple of float
        One a round.
    """

    values: tuple[float, ...]

    @property
    def median(self) -> float:
        return median(self.values)

    @property
    def spread(self) -> float:
        """Half of the distance between the quartiles, as a part of the median."""
        if len(self.values) < 2:
            return 0.0
        low, _, high = quantiles(self.values, n=4, method="inclusive")
        return (high - low) / 2 / self.median if self.median else 0.0


def in_turns(measures: Mapping[str, Callable[[int], float]], rounds: int = _ROUNDS) -> dict[str, Measured]:
    """Measure several things again and again in turns.

    Parameters
    ----------
    measures : mapping of str to callable
        Each takes the number of the round and gives one measurement, in seconds a call.
    rounds : int, optional
        At most so many rounds; the slow ones get fewer, but three at least.
    """
    values: dict[str, list[float]] = {name: [] for name in measures}
    spent = dict.fromkeys(measures, 0.0)
    for number in range(rounds):
        for name, measure in measures.items():
            if number < _FEWEST or spent[name] < _SECONDS:
                value, seconds = _clocked(measure, number)
                values[name].append(value)
                spent[name] += seconds
    return {name: Measured(tuple(found)) for name, found in values.items()}


def _clocked(measure: Callable[[int], float], number: int) -> tuple[float, float]:
    start = perf_counter()
    value = measure(number)
    return value, perf_counter() - start
