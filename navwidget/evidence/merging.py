"""Chunks as one text: what overlaps is written once."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import groupby

from navwidget.errors import SearchError
from navwidget.evidence.context import Context, Piece
from navwidget.evidence.pages import pages_of
from navwidget.models import SearchResult, SearchResultChunk
from navwidget.spans import is_slice

_TRIES = 50  # later chunks that may still fit: each costs a merge of all
_PEEK = 200  # code points to look at before all that lies between two chunks, which may be a whole book

TextOf = Callable[[str, int, int], str | None]
"""Gives the text of a span of a source, or None where it is unknown."""


def merge_evidence(
    results: Iterable[SearchResult],
    text_of: TextOf | None = None,
    *,
    separator: str = "\n\n",
    budget: int | None = None,
) -> Context:
    """Merge chunks into one text.

    Chunks that overlap, touch, or have only white space between them become one piece. A chunk whose text is not what
    its source has there stays a piece by itself, and says so.

    Parameters
    ----------
    results : iterable of SearchResult
        The chunks, the most wanted first: where not all fit the budget, later ones are left out.
    text_of : callable, optional
        ``(source_id, start, end) -> str or None``: text of a source. Where it is unknown, texts that are as long as
        their spans, and agree where they overlap, are taken for the source's.
    separator : str, optional
        What stands between pieces.
    budget : int, optional
        At most so many tokens, counted as a quarter of the characters. A chunk is taken whole or not at all; after the
        first one that does not fit, the next 50 are tried.

    Raises
    ------
    SearchError
        The budget is no whole number from 0.

    Examples
    --------
    >>> from navwidget.models import SearchResult, SearchResultChunk
    >>> def result(start, end):
    ...     text = "One fish. Two fish. Red fish."[start:end]
    ...     chunk = SearchResultChunk(
    ...         source_id="fish.txt", locator=f"char:{start}-{end}", start_offset=start, end_offset=end, content=text
    ...     )
    ...     return SearchResult(chunk=chunk, score=0.0)
    >>> print(merge_evidence([result(4, 13), result(0, 9), result(20, 29)], separator=" "))
    [fish.txt:0-13]
    One fish. Two [...] [fish.txt:20-29]
    Red fish.
    """
    if budget is not None and (isinstance(budget, bool) or not isinstance(budget, int) or budget < 0):
        raise SearchError(f"budget is {budget!r}, but must be a whole number of tokens from 0, or None.")
    wanted = list({result.chunk.id: result.chunk for result in results}.values())
    merged = Context(_merged(wanted, text_of or _unknown), separator, budget)
    if budget is None or merged.tokens <= budget:
        return merged
    return _fitted(wanted, text_of or _unknown, Context((), separator, budget))


def _unknown(_source_id: str, _start: int, _end: int) -> None:
    return None


def _fitted(wanted: list[SearchResultChunk], text_of: TextOf, empty: Context) -> Context:
    """Take as many of the first as fit together, and of those after them whatever still fits."""
    budget = empty.budget or 0

    def merged(chunks: list[SearchResultChunk]) -> Context:
        return replace(empty, pieces=_merged(chunks, text_of))

    count = bisect_right(range(len(wanted) + 1), budget, key=lambda first: merged(wanted[:first]).tokens) - 1
    taken = wanted[:count]
    for chunk in wanted[count + 1 : count + 1 + _TRIES]:
        if merged([*taken, chunk]).tokens <= budget:
            taken.append(chunk)
    kept = {chunk.id for chunk in taken}
    return replace(merged(taken), left_out=tuple(chunk.id for chunk in wanted if chunk.id not in kept))


def _merged(chunks: Iterable[SearchResultChunk], text_of: TextOf) -> tuple[Piece, ...]:
    ordered = sorted(chunks, key=_place)
    sources = groupby(ordered, key=lambda chunk: chunk.source_id)
    return tuple(piece for _, mine in sources for piece in _pieces(mine, text_of))


def _place(chunk: SearchResultChunk) -> tuple[str, bool, int, int, str]:
    placeless = chunk.start_offset is None or chunk.end_offset is None
    return chunk.source_id, placeless, chunk.start_offset or 0, chunk.end_offset or 0, chunk.id


def _pieces(chunks: Iterable[SearchResultChunk], text_of: TextOf) -> list[Piece]:
    """Merge the chunks of one source, which come in reading order; text of its own stays beside the run it crosses."""
    pieces: list[Piece] = []
    run: int | None = None
    for chunk in chunks:
        piece = _piece(chunk)
        if not _is_slice(chunk, text_of):
            pieces.append(replace(piece, differs=True))
            continue
        joined = None if run is None else _joined(pieces[run], piece, text_of)
        if joined is not None and run is not None:
            pieces[run] = joined
        elif run is not None and _overlaps(pieces[run], piece):
            pieces.append(replace(piece, differs=True))
        else:
            run = len(pieces)
            pieces.append(piece)
    return pieces


def _piece(chunk: SearchResultChunk) -> Piece:
    span = (chunk.start_offset, chunk.end_offset)
    return Piece(chunk.source_id, *span, (chunk.id,), chunk.content, pages=pages_of(chunk))


def _is_slice(chunk: SearchResultChunk, text_of: TextOf) -> bool:
    start, end = chunk.start_offset, chunk.end_offset
    there = None if start is None or end is None else text_of(chunk.source_id, start, end)
    return is_slice(chunk.content, (start, end), there)


def _joined(run: Piece, piece: Piece, text_of: TextOf) -> Piece | None:
    """Add a piece to the one before it; None where there is text between, or where they do not agree."""
    (start, end), (first, last) = _span(run), _span(piece)
    between = _blank(run.source_id, end, first, text_of)
    if between is None:
        return None
    shared = max(end - first, 0)
    if not _agree(run.text[first - start :], piece.text):
        return None
    text = run.text + between + piece.text[shared:]
    pages = tuple(dict.fromkeys(run.pages + piece.pages))
    return replace(run, end=max(end, last), chunk_ids=run.chunk_ids + piece.chunk_ids, text=text, pages=pages)


def _blank(source_id: str, start: int, end: int, text_of: TextOf) -> str | None:
    """Give the white space of a span; None where there is something else, which mostly is so at once."""
    for reached in sorted({min(start + _PEEK, end), end}):
        there = text_of(source_id, start, reached) if reached > start else ""
        if there is None or there.strip():
            return None
    return there


def _agree(one: str, other: str) -> bool:
    """Whether two texts that begin at the same place say the same as far as both go."""
    return one.startswith(other) or other.startswith(one)


def _overlaps(run: Piece, piece: Piece) -> bool:
    return _span(piece)[0] < _span(run)[1]


def _span(piece: Piece) -> tuple[int, int]:
    assert piece.start is not None
    assert piece.end is not None
    return piece.start, piece.end
