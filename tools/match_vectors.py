"""Write ``tests/data/match_spans.json``, which holds Python and TypeScript to the same matches.

Its answers come from the Python side, which the tests hold to a naive scan. Run without arguments.
"""

import json
import random
from pathlib import Path

from navwidget._folding import FOLD_RUNS
from navwidget.text import fold, match_spans, utf16_span

TARGET = Path(__file__).resolve().parent.parent / "tests" / "data" / "match_spans.json"

# Small, so that random patterns are found: letters that fold together, letters that only look so, spaces that the two
# languages see differently, signs of regular expressions, marks, astral letters with case, halves of pairs.
ALPHABETS = (
    "aAkK\u212a ",
    "sS\u017fß\u1e9e",
    "iI\u0130ı \u0301",
    "σςΣ\t\u00a0",
    "eE\u0301éÉ",
    "a \u0085\ufeff\x1c\u3000",
    "%_\\.*($[^-\0 ",
    "語🙂𐐀𐐨 \ud83d\ude42",
)
CHOSEN = [
    ("C and C++ code", "c++"),
    ("see (1 of 2) here", "(1 "),
    ("aaaa", "aa"),
    ("aaaa", "a aa"),
    ("İİ error here", "ERROR"),
    ("x İzmir y", "İZM"),
    ("Straße und Gasse", "ss"),
    ("Σίσυφος ΣΊΣΥΦΟΣ", "σίσυφοσ"),
    ("273 \u212a", "k"),
    ("café cafe\u0301", "CAFÉ"),
    ("notice period days", "days notice"),
    ("notice period days", "days weeks"),
    ("one\ufefftwo", "one\ufefftwo"),
    ("one two", "\x1cone\x85two"),
    ("Cherokee ꭰꭱ", "ᎠᎡ"),
    ("🙂🙂 Needle 🙂", "🙂"),
    ("anything", " \t\u3000"),
    ("anything", ""),
]


def matches() -> list[dict[str, object]]:
    """Return chosen and random patterns in both modes, each with its spans in both units."""
    draw = random.Random(20261130)  # noqa: S311 (not a secret)
    random_pairs = [
        tuple("".join(draw.choices(alphabet, k=draw.randrange(length))) for length in (16, 4))
        for alphabet in ALPHABETS
        for _ in range(40)
    ]
    pairs = [*CHOSEN, *random_pairs]
    return [vector(joined(content), joined(pattern), mode) for content, pattern in pairs for mode in ("phrase", "term")]


def joined(text: str) -> str:
    """Join adjacent halves of a surrogate pair, as JSON and JavaScript do."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")


def vector(content: str, pattern: str, mode: str) -> dict[str, object]:
    """Return one record of the file."""
    spans = match_spans(content, pattern, mode)
    utf16 = [utf16_span(content, *span) for span in spans]
    return {"content": content, "pattern": pattern, "mode": mode, "spans": spans, "utf16_spans": utf16}


def rendered() -> str:
    """Return the whole file: every folding character, and matches one a line."""
    sources = "".join(chr(code) for first, last, step, _ in FOLD_RUNS for code in range(first, last + 1, step))
    lines = ",\n".join(json.dumps(record) for record in matches())
    return f'{{"folds": {json.dumps([sources, fold(sources)])},\n"matches": [\n{lines}\n]}}\n'


if __name__ == "__main__":
    TARGET.write_text(rendered())
