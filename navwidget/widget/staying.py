"""What of a long reading list stays as it was told before: a step that adds a chunk to many tells of that chunk."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

LONG: Final = 500
"""A list of fewer values is told whole: that costs nothing, and needs no list before it."""

Kept = tuple[int, int]


class Told:
    """The lists that were told last, which every view has.

    Examples
    --------
    >>> told = Told()
    >>> told.news("grep", {"rows": [*range(2000)]})[1]
    {}
    >>> told.news("grep", {"rows": [*range(1500), 7, *range(1500, 2000)]})
    ({'rows': [7]}, {'rows': (1500, 500)})
    """

    def __init__(self) -> None:
        self._about: Any = None
        self._lists: dict[str, Sequence[Any]] = {}

    def forget(self) -> None:
        """Tell all of the next lists: a view was made, or what was to be told last has not been."""
        self._about = None

    def news(self, about: Any, lists: Mapping[str, Sequence[Any]]) -> tuple[dict[str, Sequence[Any]], dict[str, Kept]]:
        """Cut from long lists what they begin and end with as before.

        Parameters
        ----------
        about : object
            What the lists are of; where it is not what they were of before, they are told whole.
        lists : mapping of str to sequence
            Lists by their names, which are never changed afterwards.

        Returns
        -------
        lists : dict of str to sequence
            What is to be told of each.
        kept : dict of str to (int, int)
            How many of the first and of the last values stay, for each list that was cut.
        """
        known = self._lists if about == self._about else {}
        self._about, self._lists = about, dict(lists)
        cut = {name: stays(known[name], now) for name, now in lists.items() if len(now) >= LONG and name in known}
        kept = {name: both for name, both in cut.items() if any(both)}
        return {name: _middle(now, *kept.get(name, (0, 0))) for name, now in lists.items()}, kept


def _middle(values: Sequence[Any], first: int, last: int) -> Sequence[Any]:
    return values[first : len(values) - last]


def stays(before: Sequence[Any], now: Sequence[Any]) -> Kept:
    """Count the values that two sequences begin with alike, and of the rest those that they end with alike.

    Examples
    --------
    >>> stays("abcde", "abxcde"), stays("aa", "aaa")
    ((2, 3), (2, 0))
    """
    first = _shared(before, now)
    return first, _shared(before[first:][::-1], now[first:][::-1])


def _shared(one: Sequence[Any], other: Sequence[Any]) -> int:
    """Halve what is compared, so that whole slices are, which is much faster than value by value."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low
