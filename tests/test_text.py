"""Case folding, matches, tokens and units of offsets."""

import json
import runpy
import sys
import time
import unicodedata
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from navwidget._folding import FOLD_RUNS, MARK_RANGES, UNICODE_VERSION
from navwidget.errors import SearchError
from navwidget.models import GrepMode
from navwidget.text import fold, match_spans, span_from_utf8, tokens, utf16_span

ROOT = Path(__file__).resolve().parent.parent
VECTORS = ROOT / "tests" / "data" / "match_spans.json"

# Few characters that fold together in many ways, so that random patterns are found.
CLOSE = st.text(alphabet="aAkK\u212aßẞσςΣiİıe\u0301é \t\u3000%_\\.\0\ud800\U0001f642𐐀𐐨", max_size=20)
ANY = st.text(st.characters(), max_size=40)  # surrogates too
DURATION = 5.0  # seconds, for input on which a quadratic method takes minutes


class TestFold:
    def test_every_fold_is_one_code_point_and_final(self):
        folds = {code: code + delta for first, last, step, delta in FOLD_RUNS for code in range(first, last + 1, step)}
        assert all(fold(chr(code)) == chr(target) for code, target in folds.items())
        assert not folds.keys() & folds.values()

    def test_nothing_else_folds(self):
        everything = "".join(map(chr, range(sys.maxunicode + 1)))
        changed = {code for code, char in enumerate(fold(everything)) if ord(char) != code}
        assert changed == {code for first, last, step, _ in FOLD_RUNS for code in range(first, last + 1, step)}

    def test_python_agrees_where_it_knows_the_character(self):
        """Full folding is simple folding wherever it gives one character; Python knows an older Unicode."""
        known = (chr(code) for code in range(sys.maxunicode + 1) if unicodedata.category(chr(code)) not in ("Cn", "Cs"))
        differing = {char for char in known if len(char.casefold()) == 1 and fold(char) != char.casefold()}
        # Letters that were there before their capitals, and fold by a newer table.
        assert all(char.casefold() == char for char in differing)
        assert len(differing) < 10

    @pytest.mark.parametrize(
        ("text", "folded"),
        [
            ("Σσς", "σσσ"),
            ("\u212a", "k"),
            ("\u0130I", "ii"),
            ("ı", "ı"),
            ("ß\u1e9e", "ßß"),
            ("ꭰᎠᏸ", "ᎠᎠᏰ"),
            ("\u017f", "s"),
            ("𐐀", "𐐨"),
            ("ﬀ", "ﬀ"),
            ("A\0\ud83dÉ", "a\0\ud83dé"),
            ("", ""),
        ],
    )
    def test_folds(self, text, folded):
        assert fold(text) == folded

    @given(ANY)
    def test_keeps_the_length_and_is_idempotent(self, text):
        assert len(fold(text)) == len(text)
        assert fold(fold(text)) == fold(text) == "".join(map(fold, text))

    def test_page_has_the_same_table(self):
        source = (ROOT / "js" / "src" / "folding.ts").read_text()
        table = source[source.index("= [\n") + 2 : source.rindex(",\n];")] + "]"
        assert [written_out(*run) for run in json.loads(table)] == list(FOLD_RUNS)
        assert f'"{UNICODE_VERSION}"' in source


def written_out(first: int, delta: int, last: int | None = None, step: int = 1) -> tuple[int, int, int, int]:
    """Give a run of the page's table as Python writes it."""
    return first, last or first, step, delta


def naive_occurrences(content: str, needle: str) -> list[tuple[int, int]]:
    """Every position is tried, character by character."""
    spans, start = [], 0
    while start <= len(content) - len(needle):
        if all(fold(content[start + i]) == fold(char) for i, char in enumerate(needle)):
            spans.append((start, start + len(needle)))
            start += len(needle)
        else:
            start += 1
    return spans


def naive_spans(content: str, pattern: str, mode: str) -> list[tuple[int, int]]:
    """Mark the characters that any term covers, then read off the runs."""
    if not pattern.split():
        return []
    if mode == "phrase":
        return naive_occurrences(content, pattern)
    found = [naive_occurrences(content, term) for term in pattern.split()]
    covered = {i for spans in found for start, end in spans for i in range(start, end)} if all(found) else set()
    starts = sorted(i for i in covered if i - 1 not in covered)
    ends = sorted(i + 1 for i in covered if i + 1 not in covered)
    return list(zip(starts, ends, strict=True))


class TestMatchSpans:
    @given(CLOSE, CLOSE.map(lambda text: text[:3]), st.sampled_from(GrepMode))
    @example("aaa", "aa", GrepMode.PHRASE)
    @example("aaaa", "a aa", GrepMode.TERM)
    def test_equals_a_naive_scan(self, content, pattern, mode):
        assert match_spans(content, pattern, mode) == naive_spans(content, pattern, mode)

    @given(CLOSE, st.data())
    def test_finds_every_piece_of_the_content(self, content, data):
        start = data.draw(st.integers(0, len(content)))
        pattern = content[start : start + 3]
        found = match_spans(content, pattern.swapcase() if pattern.isascii() else pattern)
        assert bool(found) == bool(pattern.strip())

    @pytest.mark.parametrize(
        ("content", "pattern", "spans"),
        [
            pytest.param("\u0130\u0130 error here", "ERROR", [(3, 8)], id="NW-043 longer lower case before"),
            pytest.param("x \u0130zmir y", "\u0130ZM", [(2, 5)], id="NW-045 longer lower case within"),
            pytest.param("Stra\u00dfe und Gasse", "ss", [(13, 15)], id="NW-047 sharp s is not ss"),
            pytest.param("see (1 of 2) here", "(1 ", [(4, 7)], id="NW-062 parenthesis"),
            pytest.param("C and C++ code", "c++", [(6, 9)], id="NW-064 plus"),
            pytest.param("100% sure|1000 sure", "100%", [(0, 4)], id="NW-066 percent"),
            pytest.param("50%|none|a_b", "%", [(2, 3)], id="NW-068 percent alone"),
            pytest.param("50%|none|a_b", "_", [(10, 11)], id="NW-068 underscore alone"),
            pytest.param("k\u0105t kat", "a", [(5, 6)], id="NW-070 ogonek"),
            pytest.param("caff\u00e8 nero", "caffe", [], id="NW-072 accent"),
            pytest.param("caff\u00e8 nero", "CAFF\u00c8", [(0, 5)], id="NW-072 accent and case"),
            pytest.param("caff\u00e8  nero", "  ", [], id="NW-072 blank"),
            pytest.param("caf\u00e9 cafe\u0301", "CAFE\u0301", [(5, 10)], id="no normalisation"),
            pytest.param("a\0b", "\0", [(1, 2)], id="NUL"),
        ],
    )
    def test_phrase(self, content, pattern, spans):
        assert match_spans(content, pattern) == spans

    @pytest.mark.parametrize(
        ("content", "pattern", "spans"),
        [
            ("notice period days", "DAYS\u3000notice", [(0, 6), (14, 18)]),
            ("notice period days", "days weeks", []),
            ("abcd", "ab cd", [(0, 4)]),
            ("abcd", "abc bcd", [(0, 4)]),
            ("ab cd", "ab cd", [(0, 2), (3, 5)]),
            ("ab", " \t", []),
        ],
    )
    def test_term(self, content, pattern, spans):
        assert match_spans(content, pattern, "term") == spans

    @pytest.mark.parametrize("mode", ["regex", "", None, 1, []])
    def test_unknown_mode_is_named_with_the_allowed_ones(self, mode):
        with pytest.raises(SearchError, match=r"but must be 'phrase' or 'term'") as caught:
            match_spans("", "", mode)
        assert repr(mode) in str(caught.value)

    def test_vectors_that_the_page_is_tested_with_are_fresh(self):
        rendered = runpy.run_path(str(ROOT / "tools" / "match_vectors.py"))["rendered"]()
        assert rendered == VECTORS.read_text()

    def test_vectors_equal_a_naive_scan(self):
        for vector in json.loads(VECTORS.read_text())["matches"]:
            content, spans = vector["content"], [tuple(span) for span in vector["spans"]]
            assert spans == naive_spans(content, vector["pattern"], vector["mode"]), vector
            assert [list(utf16_span(content, *span)) for span in spans] == vector["utf16_spans"]


class TestTokens:
    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ("", []),
            ("Hello, World!", ["hello", "world"]),
            ("E-1042 v3.2 1,000", ["e", "1042", "v3", "2", "1", "000"]),
            ("__init__ snake_case", ["init", "snake", "case"]),
            ("don't l’accord l´accord", ["don", "t", "l", "accord", "l", "accord"]),
            ("Straße STRASSE", ["strasse", "strasse"]),
            ("café cafe\u0301 CAFÉ", ["café"] * 3),
            ("q\u0301uit", ["q\u0301uit"]),
            ("हिन्दी में", ["हिन्दी", "में"]),
            ("한국어 문서", ["한국어", "문서"]),
            ("検索", ["検", "索", "検索"]),
            ("Python入門 3章", ["python", "入", "門", "入門", "3", "章"]),
            ("データ", ["デ", "ー", "タ", "デー", "ータ"]),
            ("ﾃﾞｰﾀ", ["デ", "ー", "タ", "デー", "ータ"]),
            ("ไทย", ["ไ", "ท", "ย", "ไท", "ทย"]),
            ("日。本", ["日", "本"]),
            ("Donau\u00adschiff می\u200cخواهم", ["donauschiff", "میخواهم"]),
            ("ﬁn m² ①", ["fin", "m2", "1"]),
            ("a\0b\ud800c", ["a", "b", "c"]),
            ("1\ufe0f\u20e3 👩\u200d👩 ✂\ufe0f", ["1\u20e3"]),
            ("a–b…c", ["a", "b", "c"]),
        ],
    )
    def test_tokens(self, text, expected):
        assert tokens(text) == expected

    @given(ANY)
    def test_canonically_equal_texts_agree(self, text):
        assert tokens(unicodedata.normalize("NFD", text)) == tokens(unicodedata.normalize("NFC", text))

    @given(st.text(st.characters(max_codepoint=127)))
    def test_short_cut_for_ascii_changes_nothing(self, text):
        assert tokens(text) == tokens(f"{text} é")[:-1]

    @given(st.text(alphabet="日本語の検索ไทยลาว", min_size=1, max_size=8), st.data())
    def test_one_or_two_characters_find_a_run(self, run, data):
        start = data.draw(st.integers(0, len(run) - 1))
        assert set(tokens(run[start : start + 2])) <= set(tokens(f"in {run}."))

    @given(st.lists(ANY, max_size=3))
    def test_no_token_is_blank(self, texts):
        assert all(token and not token.isspace() for token in tokens(" ".join(texts)))

    @pytest.mark.parametrize(
        "unit",
        [
            "a",
            " ",
            "_",
            "é",
            "日",
            "\u0301",
            "\u0301\u0316",
            "\uff9e\u0301",
            "\u200d",
            "a\u0301",
            "\U0001e8d0\u0301",
            "ก่",
        ],
    )
    def test_time_is_linear(self, unit):
        started = time.process_time()
        tokens("é" + unit * (600_000 // len(unit)))
        assert time.process_time() - started < DURATION

    def test_marks_of_the_table_are_marks(self):
        """Characters newer than this Python's Unicode are unassigned here."""
        marks = {code for first, last in MARK_RANGES for code in range(first, last + 1)}
        known = {code for code in range(sys.maxunicode + 1) if unicodedata.category(chr(code)).startswith("M")}
        assert known <= marks
        assert {unicodedata.category(chr(code)) for code in marks - known} <= {"Cn"}


class TestUnits:
    @pytest.mark.parametrize(
        ("content", "start", "end", "expected"),
        [
            pytest.param("\U0001f642\U0001f642 needle", 3, 9, (5, 11), id="NW-023"),
            pytest.param("\U0001f44d\U0001f680 <b>", 3, 6, (5, 8), id="NW-025"),
            pytest.param("\U0001f37a\U0001f37a sel", 3, 6, (5, 8), id="NW-027"),
            pytest.param("\ud83dA", 1, 2, (1, 2), id="NW-031"),
            pytest.param("", 0, 0, (0, 0), id="empty"),
        ],
    )
    def test_utf16_span(self, content, start, end, expected):
        assert utf16_span(content, start, end) == expected

    @given(ANY, st.data())
    def test_utf16_units_are_counted_one_by_one(self, content, data):
        start = data.draw(st.integers(0, len(content)))
        end = data.draw(st.integers(start, len(content)))
        units = [2 if ord(char) > 0xFFFF else 1 for char in content]
        assert utf16_span(content, start, end) == (sum(units[:start]), sum(units[:end]))

    def test_nw_019_utf8_offsets(self):
        assert span_from_utf8("v = '\u5927'; k = 1", 4, 9) == (4, 7)

    @given(ANY, st.data())
    def test_utf8_offsets_come_back(self, content, data):
        start = data.draw(st.integers(0, len(content)))
        end = data.draw(st.integers(start, len(content)))
        size = [len(content[:offset].encode("utf-8", "surrogatepass")) for offset in (start, end)]
        assert span_from_utf8(content, *size) == (start, end)

    @pytest.mark.parametrize(("start", "end"), [(0, 2), (2, 4)])
    def test_a_byte_offset_within_a_character_is_refused(self, start, end):
        with pytest.raises(ValueError, match="Byte offset 2 is within a character"):
            span_from_utf8("a\u5927", start, end)

    @pytest.mark.parametrize("convert", [utf16_span, span_from_utf8])
    @pytest.mark.parametrize("span", [(-1, 1), (0, 3), (2, 1)])
    def test_a_span_outside_of_the_text_is_refused(self, convert, span):
        with pytest.raises(ValueError, match=r"is not within a text of 2"):
            convert("ab", *span)


@pytest.mark.parametrize("wrong", [None, 1, b"a", ["a"]])
def test_only_text_is_matched(wrong):
    with pytest.raises(SearchError, match=r"pattern is .*, but must be a string"):
        match_spans("a", wrong)
    with pytest.raises(SearchError, match=r"content is .*, but must be a string"):
        match_spans(wrong, "a")
