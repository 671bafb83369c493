"""Pure functions on half-open spans: what they cover, leave out, and how they lie over one another.

A span is ``(start, end)`` in code points. Spans may come in any order, overlap, nest, repeat and be empty.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from heapq import heappop, heappush
from itertools import pairwise

Span = tuple[int, int]


def merge_spans(spans: Iterable[Span]) -> list[Span]:
    """Unite spans that overlap or touch; the result ascends. Empty spans cover nothing and are left out.

    Examples
    --------
    >>> merge_spans([(0, 5), (10, 15), (4, 11)])
    [(0, 15)]
    """
    merged: list[Span] = []
    for start, end in sorted(span for span in spans if span[0] < span[1]):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged


def is_slice(text: str, span: tuple[int | None, int | None], there: str | None) -> bool:
    """Whether the text of a chunk is what its source has at the chunk's span, as far as can be known.

    Parameters
    ----------
    text : str
        The text of the chunk.
    span : tuple of (int or None)
        Its span; without one it is no slice of anything.
    there : str or None
        What the source has there; where that is unknown, a text as long as its span is taken for it.

    Examples
    --------
    >>> is_slice("two", (4, 7), "two"), is_slice("two", (5, 8), "wo."), is_slice("two", (4, 8), None)
    (True, False, False)
    """
    start, end = span
    return start is not None and end is not None and len(text) == end - start and (there is None or there == text)


def gaps(content: str | int, spans: Iterable[Span]) -> list[Span]:
    """List what of a text is in no span.

    Parameters
    ----------
    content : str or int
        The text, or its length in code points. With a text, gaps of white space alone are listed too: see `unread`.
    spans : iterable of tuple of int
        What is covered; parts beyond the text are ignored.

    Examples
    --------
    >>> gaps("one, two. three", [(0, 3), (5, 8), (10, 15)])
    [(3, 5), (8, 10)]
    """
    length = content if isinstance(content, int) else len(content)
    edges = [(0, 0), *merge_spans(spans), (length, length)]
    found: list[Span] = []
    furthest = 0
    for start, end in edges:
        if furthest < min(start, length):
            found.append((furthest, min(start, length)))
        furthest = max(furthest, end)
    return found


def unread(spans: Iterable[Span], content: str | None = None) -> list[Span]:
    """List what someone skips who reads the spans in order.

    Parameters
    ----------
    spans : iterable of tuple of int
        What is read.
    content : str, optional
        The whole text; where it is known, holes of white space alone are left out.

    Returns
    -------
    list of tuple of int
        The holes between the spans; what lies before the first and after the last is none.

    Examples
    --------
    >>> unread([(0, 512), (896, 1408)])
    [(512, 896)]
    """
    read = merge_spans(spans)
    holes = [(end, start) for (_, end), (start, _) in pairwise(read)]
    return [hole for hole in holes if content is None or content[hole[0] : hole[1]].strip()]


def segments(content: str, spans: Sequence[Span]) -> list[tuple[str, list[int]]]:
    """Cut a text at every border of a span, so that each piece lies in the same spans throughout.

    Parameters
    ----------
    content : str
        The whole text.
    spans : sequence of tuple of int
        Spans of it; parts beyond the text are ignored.

    Returns
    -------
    list of tuple of (str, list of int)
        The pieces in order, which joined are `content`, each with the ascending positions in `spans` of those that
        hold it.

    Examples
    --------
    >>> segments("abcdef", [(1, 3), (0, 6)])
    [('a', [1]), ('bc', [0, 1]), ('def', [1])]
    """
    length = len(content)
    opening: dict[int, list[int]] = {}
    closing: dict[int, list[int]] = {}
    for position, (start, end) in enumerate(spans):
        if max(start, 0) < min(end, length):
            opening.setdefault(max(start, 0), []).append(position)
            closing.setdefault(min(end, length), []).append(position)
    borders = sorted({0, length} | opening.keys() | closing.keys())
    pieces: list[tuple[str, list[int]]] = []
    active: set[int] = set()
    for start, end in pairwise(borders):
        active.difference_update(closing.get(start, ()))
        active.update(opening.get(start, ()))
        pieces.append((content[start:end], sorted(active)))
    return pieces


def lanes(spans: Sequence[Span]) -> list[int]:
    """Give each span a lane, from 0, so that no two spans of a lane overlap and no lane is needless.

    Returns
    -------
    list of int
        The lane of each span, in the order of `spans`. There are as many lanes as spans lie over one another at the
        deepest place, since a span takes the lowest lane that is free at its start.

    Examples
    --------
    >>> lanes([(0, 4), (2, 20), (5, 8), (9, 12)])
    [0, 1, 0, 0]
    """
    chosen = [0] * len(spans)
    busy: list[Span] = []  # (end, lane)
    free: list[int] = []
    for position in sorted(range(len(spans)), key=lambda position: (spans[position][0], -spans[position][1])):
        start, end = spans[position]
        while busy and busy[0][0] <= start:
            heappush(free, heappop(busy)[1])
        chosen[position] = heappop(free) if free else len(busy)
        heappush(busy, (end, chosen[position]))
    return chosen
