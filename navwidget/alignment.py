"""Placing chunk texts in their document: the doctor for offsets that are missing or wrong.

Splitters lose offsets, count them in other units, or restart them on every page, and some squeeze white space, so that
a text is no longer a slice. The texts themselves, their order, and offsets that are nearly right still say where they
stand: of all placements that keep the order, the most plausible one is taken.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import log2
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from navwidget.spans import Span


class Placing(StrEnum):
    """How the place of a chunk was found."""

    DECLARED = "declared"
    EXACT = "exact"
    WHITESPACE = "whitespace"
    UNPLACED = "unplaced"


@dataclass(frozen=True)
class Placement:
    """Where a chunk's text stands in its document.

    Parameters
    ----------
    span : tuple of int or None
        In code points of the document; None where the text was not found.
    how : Placing
        ``declared``: the declared offset was right; ``exact``: found as it is; ``whitespace``: found where only white
        space differs; ``unplaced``: not found.
    declared : int or None
        The declared start, right or wrong.
    """

    span: Span | None
    how: Placing
    declared: int | None = None


def align(content: str, texts: Iterable[str]) -> list[Span | None]:
    """Find where the chunks of a document stand, given their texts in reading order.

    Parameters
    ----------
    content : str
        The whole text of the document; nothing in it is normalised.
    texts : iterable of str
        Texts of the chunks by ascending start. They may overlap, nest, leave gaps, and differ in white space.

    Returns
    -------
    list of (tuple of int or None)
        A span in code points for each text; None where it does not occur in this order.

    Examples
    --------
    >>> align("This   is  all.", ["This", "is all."])
    [(0, 4), (7, 15)]
    """
    return [placement.span for placement in repair(content, ((None, text) for text in texts))]


def repair(content: str, rows: Iterable[tuple[int | None, str]]) -> list[Placement]:
    """Check declared offsets against the document, and find the right ones where they are missing or wrong.

    Parameters
    ----------
    content : str
        The whole text of the document.
    rows : iterable of (int or None, str)
        Declared start, if any, and text of each chunk, in reading order.

    Returns
    -------
    list of Placement
        One for each row. Of the places where a text stands, the one nearest to its declared start is taken, or to where
        that would be if it were wrong by as much as the one before; unless the order of the rows forbids it, or the
        place right behind the chunk before is far more likely, as where offsets restart on every page. A negative start
        declares nothing.

    Notes
    -----
    The search keeps a few most plausible ways to place the rows read so far (a beam). Costs are in bits: the logarithm
    of how far a place is from the declared one, or else of what is skipped or repeated between two chunks, white space
    not counted; and a fixed cost for a row without a place. Time is about linear in the text and the rows. Rows that do
    not occur nearby cost a look through the whole text each, until a budget for such looks is spent; from then on they
    are looked for nearby only.

    Examples
    --------
    >>> for placement in repair("Rule one. Rule two.", [(0, "Rule one. "), (11, "Rule two.")]):
    ...     print(placement.span, placement.how)
    (0, 10) declared
    (10, 19) exact
    """
    rows = list(rows)
    search = _Search(content)
    states = [_State(0.0, (0, 0), (0, 0), Placing.UNPLACED, 0, None)]
    for declared, text in rows:
        states = search.advance(states, None if declared is None or declared < 0 else declared, text)
    best: _State | None = states[0]
    placements = []
    for declared, _ in reversed(rows):
        assert best is not None
        placements.append(Placement(best.span if best.how is not Placing.UNPLACED else None, best.how, declared))
        best = best.before
    return placements[::-1]


class _State(NamedTuple):
    """One way to place the rows so far: the last span found, in the text and without white space, and the way here.

    ``shift`` is how much further on the last row with a declared start was found.
    """

    cost: float
    span: Span
    dense: Span
    how: Placing
    shift: int
    before: _State | None


class _Candidate(NamedTuple):
    """One place for a text, with the part of its cost that does not depend on what comes before it."""

    span: Span
    dense: Span
    how: Placing
    cost: float


_UNPLACED_COST = 64.0  # more than to place two rows in poor places, so that none is given up for a smoother way
_MARGIN = 100.0  # a way that is this much worse than the best one is given up
_BEAM = 8
_NEAR = 8_192
_FAR_BUDGET = 4_000_000_000
_INEXACT_COST = 4.0
_BACKWARD_COST = 6.0
_ASTRAY_COST = 8.0  # of a declared start that says nothing, so that the place behind the last chunk counts instead
_UNSHIFTED_COST = 1.0  # of a declared start that is right after one that was not
_SPLIT_COST = 4.0


class _Search:
    """A document, with and without its white space."""

    def __init__(self, content: str) -> None:
        self._content = content
        self._dense = "".join(content.split())
        self._mirror = self._dense[::-1]
        self._places = _dense_places(content)
        self._budget = _FAR_BUDGET

    def advance(self, states: Sequence[_State], declared: int | None, text: str) -> list[_State]:
        """Extend each way by the next text, in every place that is worth considering and in none."""
        candidates = list(self._candidates(states, declared, text))
        best: dict[Span, _State] = {}
        for state in states:
            for extended in _extensions(state, candidates, declared):
                known = best.get(extended.span)
                if known is None or extended.cost < known.cost:
                    best[extended.span] = extended
        ranked = sorted(best.values(), key=lambda state: state.cost)[:_BEAM]
        return [state for state in ranked if state.cost <= ranked[0].cost + _MARGIN]

    def _candidates(self, states: Sequence[_State], declared: int | None, text: str) -> Iterator[_Candidate]:
        needle = "".join(text.split())
        if not needle:
            yield from self._blank_candidates(states, text)
            return
        lead = len(text) - len(text.lstrip())
        found = self._near(states, needle)
        if declared is not None:
            found |= self._nearest(self._expected(states, declared + lead), needle)
        elif not found:
            found = self._far(states, needle)
        for place in sorted(found):
            yield self._candidate(place, text, len(needle), lead, declared)

    def _expected(self, states: Sequence[_State], declared: int) -> list[int]:
        """Tell where a declared start would be without white space, as it is and as wrong as the one before."""
        starts = dict.fromkeys(declared + shift for state in states for shift in (state.shift, 0))
        wanted = [min(max(start, 0), len(self._content)) for start in starts]
        return list(dict.fromkeys(self._places.searchsorted(wanted).tolist()))

    def _nearest(self, expected: Sequence[int], needle: str) -> set[int]:
        """Find the closest on either side of where a text is expected; far off only if there is none nearby."""
        found = set[int]().union(*(self._around(needle, place, _NEAR) for place in expected))
        if found or self._budget <= 0:
            return found
        self._budget -= len(self._dense)
        return self._around(needle, expected[0], len(self._dense))

    def _around(self, needle: str, place: int, reach: int) -> set[int]:
        """Find the first from a place on, and the last before it."""
        after = self._dense.find(needle, place, place + reach + len(needle))
        return {after, self._last(needle, max(place - reach, 0), place - 1 + len(needle))} - {-1}

    def _near(self, states: Sequence[_State], needle: str) -> set[int]:
        """Find the text around the end of what was placed last: the first, and the closest on either side."""
        dense, found = self._dense, set[int]()
        for state in states:
            start, end = state.dense
            start = max(start, end - _NEAR - len(needle))
            limit = end + _NEAR + len(needle)
            after = dense.find(needle, end, limit)
            found |= {
                dense.find(needle, start, limit),
                self._last(needle, start, end - 1 + len(needle)),
                after,
                dense.find(needle, after + 1, limit) if after >= 0 else -1,
            }
        return found - {-1}

    def _last(self, needle: str, start: int, end: int) -> int:
        """Do what ``str.rfind`` does, which unlike ``str.find`` takes quadratic time on periodic text."""
        length = len(self._dense)
        place = self._mirror.find(needle[::-1], max(length - end, 0), length - start)
        return length - place - len(needle) if place >= 0 else -1

    def _far(self, states: Sequence[_State], needle: str) -> set[int]:
        start = min(state.dense[0] for state in states)
        if self._budget <= 0:
            return set()
        place = self._dense.find(needle, start)
        self._budget -= (place if place >= 0 else len(self._dense)) - start
        return {place} - {-1}

    def _blank_candidates(self, states: Sequence[_State], text: str) -> Iterator[_Candidate]:
        """Place a text of white space right behind what was placed last: anywhere else it would mean nothing."""
        for state in states:
            end = state.span[1]
            if text and self._content.startswith(text, end):
                yield _Candidate((end, end + len(text)), (state.dense[1], state.dense[1]), Placing.EXACT, 0.0)

    def _candidate(self, place: int, text: str, length: int, lead: int, declared: int | None) -> _Candidate:
        dense = (place, place + length)
        start = int(self._places[place]) - lead
        if start >= 0 and self._content.startswith(text, start):
            span = (start, start + len(text))
            how, cost = Placing.DECLARED if start == declared else Placing.EXACT, 0.0
        else:
            span = (start + lead, int(self._places[place + length - 1]) + 1)
            how, cost = Placing.WHITESPACE, _INEXACT_COST
        splits = self._splits_word(span[0]) + self._splits_word(span[1])
        return _Candidate(span, dense, how, cost + _SPLIT_COST * splits)

    def _splits_word(self, offset: int) -> bool:
        return self._content[max(offset - 1, 0) : offset].isalnum() and self._content[offset : offset + 1].isalnum()


def _dense_places(content: str) -> NDArray[np.int64]:
    """Offset of each character that is no white space."""
    codes = np.frombuffer(content.encode("utf-32-le", "surrogatepass"), "<u4")
    blanks = [code for code in range(0x3001) if chr(code).isspace()]
    return np.flatnonzero(~np.isin(codes, blanks))


def _extensions(state: _State, candidates: Iterable[_Candidate], declared: int | None) -> Iterator[_State]:
    yield state._replace(cost=state.cost + _UNPLACED_COST, how=Placing.UNPLACED, before=state)
    for span, dense, how, cost in candidates:
        if span[0] >= state.span[0]:
            step = log2(1 + abs(dense[0] - state.dense[1])) + (_BACKWARD_COST if span <= state.span else 0.0)
            shift = state.shift if declared is None else span[0] - declared
            if declared is not None:
                step = min(step + _ASTRAY_COST, _drift(shift, state.shift))
            yield _State(state.cost + cost + step, span, dense, how, shift, state)


def _drift(shift: int, before: int) -> float:
    """Tell what it costs that a declared start is wrong by so much, after one that was wrong by as much as `before`."""
    return min(log2(1 + abs(shift - before)), log2(1 + abs(shift)) + _UNSHIFTED_COST)
