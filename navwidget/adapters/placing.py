"""Records with the place that each gets in its source: where its text stands, or what is declared."""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter
from typing import NamedTuple

from navwidget.adapters.corrections import Declared, how_wrong
from navwidget.adapters.differing import may_occur, told, usable
from navwidget.adapters.offsets import PagePlaces, likeliest_starts
from navwidget.adapters.records import Record
from navwidget.alignment import repair
from navwidget.errors import IndexingError
from navwidget.spans import Span
from navwidget.wording import counted


class Placed(NamedTuple):
    """A record with its text, and its place.

    Parameters
    ----------
    row : Record
        The record.
    text : str
        Its text, or that of its span.
    declared : tuple of (int or None)
        Its declared start and end, in code points of the whole text; None where nothing that makes sense is declared.
    span : tuple of int
        What it gets.
    found : bool
        Whether its text stands there, so that the span needs not be the declared one.
    """

    row: Record
    text: str
    declared: Declared
    span: Span
    found: bool


def placed(source: str, rows: Sequence[Record], places: PagePlaces) -> list[Placed]:
    """Place the records of a source: by their texts where the whole text is known and has them, else as declared.

    Parameters
    ----------
    source : str
        Its name, for errors.
    rows : sequence of Record
        In reading order, unless their starts are all right, or wrong in one way.
    places : PagePlaces
        The whole text, if it is known, and what offsets count.

    Raises
    ------
    IndexingError
        Some have no place, or no text.
    """
    content = places.content
    declared = [(places.whole(row.start, row.page), places.whole(row.end, row.page)) for row in rows]
    texts = _texts(source, rows, declared, content)
    if content is None:
        spans = _declared_spans(declared, texts)
        found: Sequence[Span | None] = spans
    else:
        found = _true_spans(content, declared, texts)
        spans = [span or usable(content, pair) for span, pair in zip(found, declared, strict=True)]
    _refuse_unplaced(source, rows, spans, known=content is not None)
    here = map(bool, found)
    made = [Placed(*one) for one in zip(rows, texts, declared, filter(None, spans), here, strict=True)]
    return made if content is None else sorted(made, key=attrgetter("span"))


def called(position: int, row: Record) -> str:
    """Name a record in a message."""
    return f"record {position} ({_name(row)})"


def _name(row: Record) -> str:
    return repr(row.id or (row.text or "")[:40])


def _texts(source: str, rows: Sequence[Record], declared: Sequence[Declared], content: str | None) -> list[str]:
    """Give the texts of records; to one without that of its span."""
    texts = [
        _span_text(content, *span) if row.text is None else row.text for row, span in zip(rows, declared, strict=True)
    ]
    faults = [
        f"record {position}: {row.start} to {row.end}"
        for position, (row, text) in enumerate(zip(rows, texts, strict=True))
        if text is None
    ]
    if faults and content is None:
        raise IndexingError(f"These records of {source!r} have a span, but no text: pass the whole text.", faults)
    if faults:
        size = counted(len(content or ""), "code point")
        raise IndexingError(f"These records of {source!r} have no text, nor a span within its {size}:", faults)
    return [text for text in texts if text is not None]


def _span_text(content: str | None, start: int | None, end: int | None) -> str | None:
    if content is None or start is None or end is None or not 0 <= start <= end <= len(content):
        return None
    return content[start:end]


def _declared_spans(declared: Sequence[Declared], texts: Sequence[str]) -> list[Span | None]:
    return [
        None if start is None or start < 0 else (start, start + len(text) if end is None else end)
        for (start, end), text in zip(declared, texts, strict=True)
    ]


def _true_spans(content: str, declared: Sequence[Declared], texts: Sequence[str]) -> list[Span | None]:
    """Find where texts stand; where the starts of all that stand anywhere are right, they may come in any order.

    One slice that matches is no proof of its start, but all of them together are: then only what declares no start is
    looked for, and nothing else may get another place for that, such as one that splits no word.
    """
    starts = likeliest_starts(content, [start for start, _ in declared], texts)
    spans = [_span_at(content, start, text) for start, text in zip(starts, texts, strict=True)]
    right = [span for span in spans if span is not None]
    astray = [text for span, text in zip(spans, texts, strict=True) if span is None]
    is_each_its_own = len(set(right)) == len(right)
    if is_each_its_own and not (astray and may_occur(content, astray)):
        return spans
    found = [placement.span for placement in repair(content, zip(starts, texts, strict=True))]
    is_all_right = all(start is None or start < 0 or span for start, span in zip(starts, spans, strict=True))
    if is_each_its_own and is_all_right:
        return [span or other for span, other in zip(spans, found, strict=True)]
    return found


def _span_at(content: str, start: int | None, text: str) -> Span | None:
    there = start is not None and start >= 0 and content.startswith(text, start)
    return (start, start + len(text)) if start is not None and there else None


def _refuse_unplaced(source: str, rows: Sequence[Record], spans: Sequence[Span | None], *, known: bool) -> None:
    missing = f"no start offset: pass content, or contents with the whole text under {source!r}"
    astray = "its text is not in the document, or not in this order, and it declares no start and end within it"
    why = astray if known else missing
    faults = [
        f"{called(position, row)}: {why}"
        for position, (row, span) in enumerate(zip(rows, spans, strict=True))
        if span is None
    ]
    if faults:
        raise IndexingError(f"These records of {source!r} have no place in it:", faults)


def what_was_wrong(content: str, made: Sequence[Placed]) -> str:
    """Say what was wrong with declared offsets, those included that mean no place at all; nothing if nothing was."""
    found = [one for one in made if one.found]
    wrong = how_wrong(content, [one.declared for one in found], [one.span for one in found])
    astray = sum(one.row.start is not None and one.declared[0] is None for one in found)
    nowhere = f"{astray:,} of {counted(len(found), 'start')} within a character, or on no page" if astray else ""
    return "; ".join(filter(None, (wrong, nowhere)))


def what_differs(content: str, made: Sequence[Placed]) -> str:
    """Say which records have another text than stands at their span, since theirs stands nowhere; nothing if none."""
    kept = [(_name(one.row), one.text, one.span) for one in made if not one.found]
    differing = [one for one in kept if content[slice(*one[2])] != one[1]]
    return told(content, differing, len(made))
