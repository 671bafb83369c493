"""Questions about moving inside a source: each rule by itself, then a sweep over all borders."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

from navwidget.errors import SearchError, SourceNotFoundError
from navwidget.models import ChunkType, GrepMode, NavigationDirection
from navwidget.testing.corpus import LITERAL, MADE, NESTED, OVERLAP, TYPES, UNKNOWN
from navwidget.testing.examiner import Question
from navwidget.testing.reference import Reference

NEXT, PREVIOUS = NavigationDirection.NEXT, NavigationDirection.PREVIOUS
_FAR = 2**80

_NAVIGATE_RULES: tuple[tuple[str, tuple[Any, ...], dict[str, Any]], ...] = (
    ("NEXT begins with a chunk that starts exactly at end_offset (>=, not >).", (TYPES, 0, 5, NEXT), {}),
    ("PREVIOUS ends with a chunk that ends exactly at start_offset (<=, not <).", (TYPES, 5, 10, PREVIOUS), {}),
    ("NEXT looks at end_offset and ignores start_offset.", (TYPES, 20, 5, NEXT), {}),
    ("PREVIOUS looks at start_offset and ignores end_offset.", (TYPES, 10, 0, PREVIOUS), {}),
    ("PREVIOUS gives the last chunks before the position, not the first.", (TYPES, 20, 25, PREVIOUS), {"top_k": 2}),
    ("NEXT gives the first chunks after the position.", (TYPES, 0, 5, NEXT), {"top_k": 2}),
    ("navigate gives one chunk where top_k is left out.", (OVERLAP, 0, 0, NEXT), {}),
    ("At the end of a source NEXT gives an empty list.", (TYPES, 20, 25, NEXT), {}),
    ("At the beginning of a source PREVIOUS gives an empty list.", (TYPES, 0, 5, PREVIOUS), {}),
    ("A chunk of length zero at a position is both at or after it and at or before it.", (NESTED, 26, 26, NEXT), {}),
    ("A chunk of length zero at 0 is before offset 0.", (NESTED, 0, 10, PREVIOUS), {}),
    ("NEXT skips an overlapping chunk: it starts before end_offset.", (OVERLAP, 0, 40, NEXT), {}),
    ("navigate gives only chunks of the content_type.", (TYPES, 0, 0, NEXT), {"content_type": "image_annotation"}),
    ("A known source without chunks of the content_type gives an empty list.", (MADE, 0, 0, NEXT), {}),
    ("top_k has no upper bound.", (NESTED, 0, 0, NEXT), {"top_k": 10_000}),
)

_READ_RULES: tuple[tuple[str, tuple[Any, ...], dict[str, Any]], ...] = (
    ("read gives only chunks that lie wholly inside the span.", (OVERLAP, 10, 100), {}),
    ("read includes chunks that touch the borders of the span.", (TYPES, 5, 15), {}),
    ("None opens both sides of read.", (TYPES, None, None), {}),
    ("An end_offset of 0 is not None: it closes the span.", (NESTED, None, 0), {}),
    ("A start_offset of 0 with end_offset None reads the whole source.", (TYPES, 0, None), {}),
    ("read with start_offset after end_offset gives an empty list.", (TYPES, 20, 5), {}),
    ("read gives at most 20 chunks where top_k is left out.", (NESTED, None, None), {}),
    ("read gives the first chunks of the span.", (TYPES, 5, None), {"top_k": 2}),
    ("read gives only chunks of the content_type.", (TYPES, None, None), {"content_type": "summary"}),
    ("A known source without chunks of the content_type gives an empty list.", (MADE, None, None), {}),
)

_PHRASE = "grep takes a phrase as it is written, spaces and signs included."
_TERM = "grep in mode term finds chunks that hold every term, in any order."
_CASE = "grep folds case (Unicode simple case folding)."
_PART = "grep finds the pattern inside words too."
_GREP_RULES: tuple[tuple[str, str, str, bool], ...] = (
    ("grep finds a phrase.", "ninety days", "phrase", False),
    ("grep in mode phrase keeps the order of the words.", "period notice", "phrase", False),
    (_TERM, "days notice", "term", False),
    ("grep in mode term needs every term, not one of them.", "notice kelvin", "term", False),
    ("grep ignores the case of letters.", "NOTICE PERIOD", "phrase", False),
    (_CASE, "ΣΊΣΥΦΟΣ", "phrase", True),
    (_CASE, "KELVIN", "phrase", True),
    ("Case folding is one character to one: ß is not ss.", "STRASSE", "phrase", True),
    (_PART, "cat", "phrase", True),
    (_PART, "eriod: nin", "phrase", True),
    ("A percent sign is literal in grep, no wildcard.", "100%", "phrase", True),
    ("A percent sign is literal in grep, no wildcard.", "Save%now", "phrase", True),
    ("An underscore is literal in grep, no wildcard.", "a_b", "phrase", True),
    ("A backslash is literal in grep, no escape.", "C:\\temp", "phrase", True),
    ("Signs of regular expressions are literal in grep.", "a.c", "phrase", True),
    ("Signs of regular expressions are literal in grep.", "(d+) or [e]", "phrase", True),
    ("An asterisk is literal in grep, no wildcard.", "not*ce", "phrase", True),
    ("NUL is literal in grep, and no error.", "no\0tice", "phrase", True),
    (_PHRASE, "period:  ninety", "phrase", True),
    (_PHRASE, "notice.", "phrase", True),
    ("A blank pattern finds nothing.", "", "phrase", False),
    ("A blank pattern finds nothing.", " \n", "term", False),
    ("A pattern that occurs nowhere gives an empty list.", "quarnix", "phrase", False),
)

_CALLS: dict[str, tuple[Any, ...]] = {"navigate": (0, 5, NEXT), "read": (0, 5), "grep": ("cat",)}
_BAD_TOP_K: tuple[Any, ...] = (0, -1, True, 1.5, None)


def navigate_questions(reference: Reference) -> Iterator[Question]:
    """Ask about `navigate`: its rules, far offsets, then every border of every source."""
    for rule, arguments, options in _NAVIGATE_RULES:
        yield _asked(reference, rule, "navigate", arguments, options)
    for offset, direction in product((-_FAR, -1, 2**31, 2**63, _FAR), NavigationDirection):
        rule = "Offsets may be any whole number, however large."
        yield _asked(reference, rule, "navigate", (NESTED, offset, offset, direction), {"top_k": 3}, strict=True)
    for rule, arguments in (
        ("NEXT ignores start_offset, whatever it is.", (TYPES, None, 5, NEXT)),
        ("PREVIOUS ignores end_offset, whatever it is.", (TYPES, 10, None, PREVIOUS)),
    ):
        yield _asked(reference, rule, "navigate", arguments, {}, strict=True)
    rule = "navigate gives the chunks nearest to the position, in its direction."
    for source_id, direction, top_k in product((OVERLAP, NESTED, TYPES), NavigationDirection, (1, 2, 40)):
        for border in _borders(reference, source_id):
            arguments = (source_id, border, border, direction)
            yield _asked(reference, rule, "navigate", arguments, {"top_k": top_k})


def read_questions(reference: Reference) -> Iterator[Question]:
    """Ask about `read`: its rules, then spans between borders."""
    for rule, arguments, options in _READ_RULES:
        yield _asked(reference, rule, "read", arguments, options)
    for span in ((-_FAR, _FAR), (None, _FAR), (_FAR, None)):
        rule = "Offsets may be any whole number, however large."
        yield _asked(reference, rule, "read", (NESTED, *span), {"top_k": 3}, strict=True)
    rule = "read gives the chunks that lie wholly inside the span."
    for source_id in (OVERLAP, NESTED):
        borders = [None, *_borders(reference, source_id)[::4]]
        for start, end in product(borders, borders):
            yield _asked(reference, rule, "read", (source_id, start, end), {"top_k": 4})


def grep_questions(reference: Reference) -> Iterator[Question]:
    """Ask about `grep`."""
    for rule, pattern, mode, strict in _GREP_RULES:
        options = {"mode": GrepMode(mode), "top_k": 20}
        yield _asked(reference, rule, "grep", (LITERAL, pattern), options, strict=strict)
    yield _asked(reference, "grep gives the first chunks that match.", "grep", (LITERAL, "here"), {"top_k": 2})
    yield _asked(reference, "grep gives at most 5 chunks where top_k is left out.", "grep", (LITERAL, "the"), {})
    rule = "grep looks only at chunks of the content_type."
    yield _asked(reference, rule, "grep", (TYPES, "letter"), {"content_type": ChunkType.IMAGE_ANNOTATION})
    yield _asked(reference, rule, "grep", (TYPES, "letter"), {})
    yield _asked(reference, "grep counts an emoji as text like any other.", "grep", (OVERLAP, "🏠"), {}, strict=True)


def error_questions(method: str) -> Iterator[Question]:
    """Ask `navigate`, `read` or `grep` what cannot be answered."""
    rest = _CALLS[method]
    for source_id in (TYPES, UNKNOWN):
        for options in [{"top_k": value} for value in _BAD_TOP_K] + [{"content_type": "page"}]:
            rule = f"{method} refuses a bad {next(iter(options))} with SearchError, before it looks at the source."
            yield Question(rule, method, (source_id, *rest), SearchError, options, engine_defined=True)
    yield Question(
        f"{method} raises SourceNotFoundError for an unknown source.", method, (UNKNOWN, *rest), SourceNotFoundError
    )
    if method == "navigate":
        rule = "navigate refuses a direction that is none with SearchError."
        yield Question(rule, method, (TYPES, 0, 5, "sideways"), SearchError, engine_defined=True)
    if method == "grep":
        rule = "grep refuses a mode that is none with SearchError."
        yield Question(rule, method, (TYPES, "cat"), SearchError, {"mode": "regex"}, engine_defined=True)
        rule = "A blank pattern on an unknown source raises SourceNotFoundError."
        yield Question(rule, method, (UNKNOWN, " "), SourceNotFoundError)


def string_questions(reference: Reference, method: str) -> Iterator[Question]:
    """Pass plain strings where enum members are meant."""
    rule = f"{method} takes the plain strings of directions, modes and types."
    calls: dict[str, tuple[tuple[Any, ...], dict[str, Any]]] = {
        "navigate": ((TYPES, 0, 5, "next"), {"content_type": "content"}),
        "read": ((TYPES, 0, 5), {"content_type": "content"}),
        "grep": ((LITERAL, "days notice"), {"mode": "term", "content_type": "content"}),
    }
    arguments, options = calls[method]
    yield _asked(reference, rule, method, arguments, options, strict=True)


def _asked(
    reference: Reference,
    rule: str,
    method: str,
    arguments: tuple[Any, ...],
    options: dict[str, Any],
    *,
    strict: bool = False,
) -> Question:
    options = {
        key: ChunkType(value) if key == "content_type" and not strict else value for key, value in options.items()
    }
    expected = getattr(reference, method)(*arguments, **options)
    return Question(rule, method, arguments, expected, options, engine_defined=strict)


def _borders(reference: Reference, source_id: str) -> list[int]:
    chunks = [chunk for chunk in reference.chunks.values() if chunk.source_id == source_id]
    borders = {border for chunk in chunks for border in (chunk.start_offset, chunk.end_offset)}
    return sorted({near for border in borders for near in (border - 1, border, border + 1)})
