"""What was wrong with declared offsets, in words that help to find the fault in the tool that declared them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from navwidget.adapters.offsets import OffsetUnit, UnitPlaces
from navwidget.spans import Span
from navwidget.wording import counted, listed

Declared = tuple[int | None, int | None]
"""Start and end as far as they were declared, in code points of the whole text."""

_Pair = tuple[int, int]  # what was declared, and what was found

_COUNTS = {OffsetUnit.UTF16: "UTF-16 units", OffsetUnit.UTF8: "bytes of UTF-8"}


def how_wrong(content: str, declared: Sequence[Declared], found: Sequence[Span]) -> str:
    """Say by how much declared offsets were wrong; nothing if none was.

    Parameters
    ----------
    content : str
        The whole text.
    declared : sequence of tuple of (int or None)
        Declared start and end of each chunk.
    found : sequence of tuple of int
        Where its text stands.

    Examples
    --------
    >>> how_wrong("one, two", [(1, 4), (6, 9)], [(0, 3), (5, 8)])
    'all 2 starts and ends are 1 too large'
    >>> how_wrong("one, two", [(0, 3), (5, 9)], [(0, 3), (5, 8)])
    '1 of 2 ends is 1 too large'
    """
    starts, ends = (_compared([pair[side] for pair in declared], [span[side] for span in found]) for side in (0, 1))
    if not any(_is_wrong(pair) for pair in starts + ends):
        return ""
    for unit, name in _COUNTS.items():
        if not content.isascii() and _is_in(UnitPlaces(content, unit), starts + ends):
            return f"they count {name}: pass unit={unit.value!r}"
    if _shifts(starts) == _shifts(ends):
        return _told(starts, "starts and ends")
    return ", and ".join(filter(None, (_told(starts, "starts"), _told(ends, "ends"))))


def _is_wrong(pair: _Pair) -> bool:
    return pair[0] != pair[1]


def _compared(declared: Sequence[int | None], found: Sequence[int]) -> list[_Pair]:
    return [(said, true) for said, true in zip(declared, found, strict=True) if said is not None]


def _is_in(places: UnitPlaces, pairs: Sequence[_Pair]) -> bool:
    return all(places.code_points(said) == true for said, true in pairs)


def _shifts(pairs: Sequence[_Pair]) -> list[int]:
    return [said - true for said, true in pairs]


def _told(pairs: Sequence[_Pair], what: str) -> str:
    """Say how many of some offsets are wrong, and by how much."""
    wrong = [pair for pair in pairs if _is_wrong(pair)]
    if not wrong:
        return ""
    share = f"all {len(pairs):,}" if len(wrong) == len(pairs) > 1 else f"{len(wrong):,} of {len(pairs):,}"
    share = f"{share} {what} {'is' if len(wrong) == 1 and ' and ' not in what else 'are'}"
    shifts = set(_shifts(wrong))
    if len(shifts) == 1:
        (shift,) = shifts
        return f"{share} {abs(shift):,} too {'large' if shift > 0 else 'small'}"
    said, true = wrong[0]
    by = f"by {min(shifts):+,} to {max(shifts):+,}"
    return f"{share} wrong, {by}: the first is {said:,}, but its text is at {true:,}"


def notice(corrections: Mapping[str, str]) -> str:
    """Say in one warning what was corrected in which source."""
    head = f"Corrected the declared offsets of {counted(len(corrections), 'source')}, by where the text stands:"
    return listed(head, [f"{source!r}: {wrong}" for source, wrong in corrections.items()])
