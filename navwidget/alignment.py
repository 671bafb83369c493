"""Placing chunk texts in their document: the doctor for offsets that are missing or wrong.

Splitters lose offsets, count them in other units, or restart them on every page, and some squeeze white space, so that
a text is no longer a slice. The texts themselves and their order still say where they stand: of all placements that
keep the order, the most plausible one is taken.
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
        One for each row. A declared start counts where the text stands there, and the order of the rows holds; a short
        text stands in many places, so its declared start counts for less than that of a long one.

    Notes
    -----
    The search keeps a few most plausible ways to place the rows read so far (a beam). Costs are in bits: the logarithm
    of what is skipped or repeated between two chunks, white space not counted, and a fixed cost for a row without a
    place. Time is about linear in the text and the rows. Rows that occur nowhere cost a look through the whole text
    each, until a budget for such looks is spent; from then on they are looked for nearby only.

    Examples
    --------
    >>> for placement in repair("Rule one. Rule two.", [(0, "Rule one. "), (11, "Rule two.")]):
    ...     print(placement.span, placement.how)
    (0, 10) declared
    (10, 19) exact
    """
    rows = list(rows)
    search = _Search(content)
    states = [_State(0.0, (0, 0), (0, 0), Placing.UNPLACED, None)]
    for declared, text in rows:
        states = search.advance(states, declared, text)
    best: _State | None = states[0]
    placements = []
    for declared, _ in reversed(rows):
        assert best is not None
        placements.append(Placement(best.span if best.how is not Placing.UNPLACED else None, best.how, declared))
        best = best.before
    return placements[::-1]


class _State(NamedTuple):
    """One way to place the rows so far: the last span found, in the text and without white space, and the way here."""

    cost: float
    span: Span
    dense: Span
    how: Placing
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
            for extended in _extensions(state, candidates):
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
        trusted = -1
        if declared is not None and declared >= 0 and self._content.startswith(text, declared):
            trusted = int(np.searchsorted(self._places, declared + lead))
        found = self._near(states, needle) | ({trusted} if trusted >= 0 else set())
        for place in sorted(found or self._far(states, needle)):
            yield self._candidate(place, text, len(needle), lead, trusted)

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

    def _candidate(self, place: int, text: str, length: int, lead: int, trusted: int) -> _Candidate:
        dense = (place, place + length)
        start = int(self._places[place]) - lead
        if start >= 0 and self._content.startswith(text, start):
            span = (start, start + len(text))
            how, cost = (Placing.DECLARED, -min(length, _UNPLACED_COST)) if place == trusted else (Placing.EXACT, 0.0)
        else:
            span = (start + lead, int(self._places[place + length - 1]) + 1)
            how, cost = Placing.WHITESPACE, _INEXACT_COST
        return _Candidate(span, dense, how, cost + self._splits_word(span[0]) + self._splits_word(span[1]))

    def _splits_word(self, offset: int) -> bool:
        return self._content[max(offset - 1, 0) : offset].isalnum() and self._content[offset : offset + 1].isalnum()


def _dense_places(content: str) -> NDArray[np.int64]:
    """Offset of each character that is no white space."""
    codes = np.frombuffer(content.encode("utf-32-le", "surrogatepass"), "<u4")
    blanks = [code for code in range(0x3001) if chr(code).isspace()]
    return np.flatnonzero(~np.isin(codes, blanks))


def _extensions(state: _State, candidates: Iterable[_Candidate]) -> Iterator[_State]:
    yield state._replace(cost=state.cost + _UNPLACED_COST, how=Placing.UNPLACED, before=state)
    for span, dense, how, cost in candidates:
        if span[0] >= state.span[0]:
            step = log2(1 + abs(dense[0] - state.dense[1])) + (_BACKWARD_COST if span <= state.span else 0.0)
            yield _State(state.cost + cost + step, span, dense, how, state)
