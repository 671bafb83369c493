"""What a character is: case folding, matches, tokens and units of offsets.

This is the only module that knows Unicode's rules. Folding maps one code point to one code point (the generated table
in `navwidget._folding`, shared with the page), so that a position in the folded text is a position in the text. Tokens
go further (compatibility forms, full case folding), since ranking needs words and not places.
"""

import re
from functools import cache
from operator import add
from typing import Final
from unicodedata import normalize

import numpy as np

from navwidget._folding import FOLD_RUNS, MARK_RANGES
from navwidget.errors import SearchError
from navwidget.models import GrepMode
from navwidget.spans import Span, merge_spans

TOKENIZER_VERSION: Final = 1
"""Raised whenever `tokens` would answer differently, so that older indexes are built anew."""

_Table = np.ndarray[tuple[int], np.dtype[np.uint32]]


def fold(text: str) -> str:
    """Fold case by Unicode simple case folding; the length never changes.

    Statuses C and S of Unicode's CaseFolding.txt, and U+0130 (dotted capital I) to i. Nothing is normalised and no
    locale is asked. Lone surrogates and NUL stay as they are.

    Examples
    --------
    >>> fold("ΣΊΣΥΦΟΣ") == fold("Σίσυφος")
    True
    >>> fold("Straße İzmir")
    'straße izmir'
    """
    return text.lower() if text.isascii() else _mapped(text, _fold_table())


def _mapped(text: str, table: _Table) -> str:
    """Replace every code point by its entry: eight times as fast as `str.translate`, for 4.5 MB a table."""
    codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), "<u4")
    mapped: bytes = table[codes].astype("<u4", copy=False).tobytes()
    return mapped.decode("utf-32-le", "surrogatepass")


@cache
def _fold_table() -> _Table:
    table = np.arange(0x110000, dtype=np.uint32)
    for first, last, step, delta in FOLD_RUNS:
        codes = np.arange(first, last + 1, step)
        table[codes] = codes + delta
    return table


def match_spans(content: str, pattern: str, mode: GrepMode | str = GrepMode.PHRASE) -> list[Span]:
    """Find where a pattern stands in a text, whatever its case.

    Parameters
    ----------
    content : str
        The text to look in.
    pattern : str
        Literal text: no character of it has another meaning.
    mode : GrepMode or str, default "phrase"
        PHRASE looks for the pattern as written, spaces included, from left to right without overlaps. TERM looks in
        this way for every term of ``pattern.split()``, in any order.

    Returns
    -------
    list of tuple of int
        Half-open spans in code points of `content`, ascending. TERM merges spans that touch or overlap, and finds
        nothing unless every term occurs. A blank pattern finds nothing.

    Raises
    ------
    SearchError
        If `mode` is no GrepMode, or a text is no string.

    Examples
    --------
    >>> match_spans("C and C++ code", "c++")
    [(6, 9)]
    >>> match_spans("Notice period: thirty days", "DAYS notice", "term")
    [(0, 6), (22, 26)]
    """
    whole = _grep_mode(mode) is GrepMode.PHRASE
    _require_text("content", content)
    _require_text("pattern", pattern)
    if not pattern.strip():
        return []
    folded = fold(content)
    if whole:
        return _occurrences(folded, fold(pattern))
    spans: list[Span] = []
    for term in dict.fromkeys(fold(pattern).split()):
        found = _occurrences(folded, term)
        if not found:
            return []
        spans += found
    return merge_spans(spans)


def _grep_mode(mode: GrepMode | str) -> GrepMode:
    try:
        return GrepMode(mode)
    except ValueError:
        allowed = " or ".join(repr(known.value) for known in GrepMode)
        raise SearchError(f"mode is {mode!r}, but must be {allowed}.") from None


def _require_text(name: str, value: object) -> None:
    if not isinstance(value, str):
        raise SearchError(f"{name} is {value!r}, but must be a string.")


def _occurrences(text: str, needle: str) -> list[Span]:
    spans: list[Span] = []
    start = text.find(needle)
    while start >= 0:
        end = start + len(needle)
        spans.append((start, end))
        start = text.find(needle, end)
    return spans


_ASCII_WORDS = {code: chr(code).lower() if chr(code).isalnum() else " " for code in range(128)}
# Letters and marks of scripts that put no space between words: ranges of their blocks, so that they do not depend on
# Python's Unicode version, without digits and punctuation.
_UNSPACED = (
    r"\u3005-\u3007\u3021-\u3029\u3038-\u303b\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003fffd"  # Han
    r"\u3031-\u3035\u3041-\u309a\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff\U0001aff0-\U0001b16f"  # Kana
    r"\u0e01-\u0e3a\u0e40-\u0e4e"  # Thai
    r"\u0e81-\u0ece\u0edc-\u0edf"  # Lao
    r"\u1780-\u17d3\u17d7\u17dc\u17dd"  # Khmer
    r"\u1000-\u103f\u1050-\u108f\u109a-\u109d\ua9e0-\ua9ef\ua9fa-\ua9fe\uaa60-\uaa7f"  # Myanmar
)
_HAS_UNSPACED = re.compile(f"[{_UNSPACED}]")
_PIECES = re.compile(f"[{_UNSPACED}]+|[^{_UNSPACED}]+")
# Soft hyphen, joiners, byte order mark and variation selectors guide layout only.
_INVISIBLE = re.compile(r"[\xad\u200c\u200d\u2060\ufeff\ufe00-\ufe0f\U000e0100-\U000e01ef]+")
# Normalising sorts each run of combining marks in quadratic time; no language needs 30 of them. The class is wider than
# marks (a class of exactly the marks is 20 times as slow), but whatever else is in it separates words anyway.
_LONG_MARKS = re.compile(r"[^\w\0-\u02ff][^\w\0-\u02ff]{29}")
# In compatibility form an accent that stands alone, as in "l´accord", is a mark on a space.
_LONE_ACCENTS = re.compile(r" [\u0300-\u036f\u064b-\u0652\u3099\u309a]+")


def tokens(text: str) -> list[str]:
    """Cut a text into the terms that keyword ranking counts.

    A token is a run of letters and digits with their combining marks, in compatibility form (NFKC) and full case
    folding: "Straße" and "STRASSE" agree, and so do both spellings of "é". Everything else separates, underscores,
    points and apostrophes too: "E-1042" is "e" and "1042", "__init__" is "init", "3.2" is "3" and "2". Characters that
    only guide layout (soft hyphen, joiners) are dropped. A run of Han, Kana, Thai, Lao, Khmer or Myanmar, which no
    spaces divide, gives its characters and then its pairs of neighbours, so that one or two of them find it.

    Notes
    -----
    Time is linear in the text. Normalisation, folding and what counts as a letter come from Python's own Unicode
    database. Unicode's stability policies let two versions of Python agree on every text that has no characters which
    the older one does not know.

    Examples
    --------
    >>> tokens("Error E-1042: the Café's load_config() failed")
    ['error', 'e', '1042', 'the', 'café', 's', 'load', 'config', 'failed']
    >>> tokens("検索 tool")
    ['検', '索', '検索', 'tool']
    """
    if text.isascii():
        return text.translate(_ASCII_WORDS).split()
    form = _token_form(text)
    words = _mapped(form, _word_table()).split()
    if _HAS_UNSPACED.search(form):
        return [token for word in words for piece in _PIECES.findall(word) for token in _piece_tokens(piece)]
    return words


def _token_form(text: str) -> str:
    text = _INVISIBLE.sub("", text)
    text = text.replace("\uff9e", "\u3099").replace("\uff9f", "\u309a")  # letters that normalise to marks
    text = normalize("NFKC", _LONG_MARKS.sub(r"\g<0> ", text))
    return normalize("NFKC", _LONE_ACCENTS.sub(" ", text).casefold())


@cache
def _word_table() -> _Table:
    """Letters, digits and marks stay; all else is a space."""
    table = np.full(0x110000, ord(" "), np.uint32)
    assigned = "".join(map(chr, range(0x40000)))  # no letters beyond
    words = (run.span() for run in re.finditer(r"[^\W_]+", assigned))
    marks = ((first, last + 1) for first, last in MARK_RANGES)
    for start, end in (*words, *marks):
        table[start:end] = np.arange(start, end)
    return table


def _piece_tokens(piece: str) -> list[str]:
    if _HAS_UNSPACED.match(piece):
        return [*piece, *map(add, piece, piece[1:])]
    return [piece]


def utf16_span(content: str, start: int, end: int) -> Span:
    r"""Convert a span of code points to UTF-16 units, which JavaScript counts.

    An unpaired surrogate counts one unit. A span that is not within `content` is a ValueError.

    Examples
    --------
    >>> utf16_span("\N{ROCKET} lift-off", 2, 6)
    (3, 7)
    """
    _check_span(start, end, len(content), "code points")
    first = _utf16_length(content[:start])
    return first, first + _utf16_length(content[start:end])


def _utf16_length(text: str) -> int:
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def span_from_utf8(content: str, start: int, end: int) -> Span:
    """Convert a span of UTF-8 bytes, which Rust, Go and C count, to code points.

    A span that is not within `content`, or that cuts a character, is a ValueError.

    Examples
    --------
    >>> span_from_utf8("v = '大'; k = 1", 4, 9)
    (4, 7)
    """
    data = content.encode("utf-8", "surrogatepass")
    _check_span(start, end, len(data), "UTF-8 bytes")
    for offset in (start, end):
        if data[offset : offset + 1] and data[offset] & 0b1100_0000 == 0b1000_0000:
            raise ValueError(f"Byte offset {offset} is within a character: is it an offset in code points?")
    first = len(data[:start].decode("utf-8", "surrogatepass"))
    return first, first + len(data[start:end].decode("utf-8", "surrogatepass"))


def _check_span(start: int, end: int, length: int, unit: str) -> None:
    if not 0 <= start <= end <= length:
        raise ValueError(f"The span [{start}, {end}) is not within a text of {length} {unit}.")
