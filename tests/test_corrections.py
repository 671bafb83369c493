"""Wrong offsets of other tools: placed where they were meant, and told so that the fault in the tool can be found."""

import re
import warnings
from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from navwidget.adapters import document_from_records, documents_from_records
from navwidget.adapters.offsets import OffsetUnit, UnitPlaces, likeliest_starts
from navwidget.adapters.records import ALIASES
from navwidget.errors import IndexingError

CONTENT = "Rule one. Rule two. Rule three. Rule two."
SPANS = [(0, 9), (10, 19), (20, 31), (32, 41)]
WIDE = "Règle 1 → one. 💡 Règle 2 → two. Règle 3."
WIDE_SPANS = [match.span() for match in re.finditer(r"Règle \d[^.]*\.", WIDE)]


def rows_of(content, spans, change=lambda offset: offset, change_end=None):
    change_end = change_end or change
    return [{"text": content[a:b], "start": change(a), "end": change_end(b), "source": "r.txt"} for a, b in spans]


def made(content, rows, **options):
    """Make the document, and give its spans with what was warned."""
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        [document] = documents_from_records(rows, {"r.txt": content}, **options)
    return [(c.start_offset, c.end_offset) for c in document.chunks], [str(warning.message) for warning in told]


def in_bytes(offset):
    return len(WIDE[:offset].encode())


def in_utf16(offset):
    return len(WIDE[:offset].encode("utf-16-le")) // 2


HEAD = "Corrected the declared offsets of 1 source, by where the text stands:\n- 'r.txt': "


@pytest.mark.parametrize(
    ("content", "rows", "told"),
    [
        (CONTENT, rows_of(CONTENT, SPANS, lambda o: o + 1), "all 4 starts and ends are 1 too large"),
        (CONTENT, rows_of(CONTENT, SPANS, lambda o: o + 1, lambda o: o), "all 4 starts are 1 too large"),
        (CONTENT, rows_of(CONTENT, SPANS, lambda o: o, lambda o: o + 1), "all 4 ends are 1 too large"),
        (CONTENT, rows_of(CONTENT, SPANS, lambda o: o + 1_200), "all 4 starts and ends are 1,200 too large"),
        (
            CONTENT,
            rows_of(CONTENT, SPANS, lambda o: o + 2, lambda o: o - 1),
            "all 4 starts are 2 too large, and all 4 ends are 1 too small",
        ),
        (
            CONTENT,
            rows_of(CONTENT, SPANS[:2]) + rows_of(CONTENT, SPANS[2:], lambda o: o + 1),
            "2 of 4 starts and ends are 1 too large",
        ),
        (
            CONTENT,
            rows_of(CONTENT, SPANS, lambda o: o + o // 10, lambda o: o),
            "3 of 4 starts are wrong, by +1 to +3: the first is 11, but its text is at 10",
        ),
        (WIDE, rows_of(WIDE, WIDE_SPANS, in_bytes), "they count bytes of UTF-8: pass unit='utf8'"),
        (WIDE, rows_of(WIDE, WIDE_SPANS, in_utf16), "they count UTF-16 units: pass unit='utf16'"),
    ],
)
def test_a_correction_says_which_source_and_by_how_much(content, rows, told):
    spans, warned = made(content, rows)
    assert spans == (SPANS if content is CONTENT else WIDE_SPANS)
    assert warned == [HEAD + told]


@pytest.mark.parametrize(("unit", "change"), [("utf8", in_bytes), ("utf16", in_utf16)])
def test_what_the_warning_advises_leaves_nothing_to_warn_of(unit, change):
    assert made(WIDE, rows_of(WIDE, WIDE_SPANS, change), unit=unit) == (WIDE_SPANS, [])


def test_right_offsets_are_no_news():
    assert made(CONTENT, rows_of(CONTENT, SPANS)) == (SPANS, [])


def test_starts_that_are_all_wrong_alike_may_come_in_any_order():
    rows = rows_of(CONTENT, SPANS, lambda offset: offset + 1)
    assert made(CONTENT, rows[::-1])[0] == SPANS


@given(st.text(st.sampled_from("ab é💡"), min_size=2, max_size=40), st.sets(st.integers(1, 39)), st.integers(0, 39))
@example("éa a💡💡💡💡ba💡a💡", {6, 9, 11, 12}, 0)
def test_starts_that_are_right_stay_beside_one_that_is_missing(content, cuts, missing):
    """Also where they split a word, and the text stands nearby without splitting one."""
    spans = list(pairwise(sorted({0, len(content), *(cut for cut in cuts if cut < len(content))})))
    rows = rows_of(content, spans)
    astray = missing % len(spans)
    rows[astray] = {"text": rows[astray]["text"]}
    found = document_from_records(rows, content, "r").chunks
    assert {(chunk.start_offset, chunk.end_offset) for chunk in found} >= {*spans} - {spans[astray]}


def test_of_many_sources_one_warning_tells_the_first_few():
    rows = [{"text": "b", "start": 0, "source": f"{number:02}"} for number in range(15)]
    with pytest.warns(UserWarning, match="Corrected") as told:
        documents_from_records(rows, {row["source"]: "ab" for row in rows})
    lines = str(told[0].message).split("\n")
    assert len(told) == 1
    assert lines[0] == "Corrected the declared offsets of 15 sources, by where the text stands:"
    assert lines[1:3] + lines[-1:] == [
        "- '00': 1 of 1 starts is 1 too small",
        "- '01': 1 of 1 starts is 1 too small",
        "- and 5 more",
    ]


def test_the_warning_points_at_the_call():
    for make in (
        lambda: documents_from_records([{"text": "b", "start": 0, "source": "r"}], {"r": "ab"}),
        lambda: document_from_records([{"text": "b", "start": 0}], "ab", "r"),
    ):
        with pytest.warns(UserWarning, match="1 too small") as told:
            make()
        assert told[0].filename == __file__


TEXT = st.text(st.sampled_from("ab \né💡"), min_size=1, max_size=40)


@given(TEXT, st.sampled_from([OffsetUnit.UTF16, OffsetUnit.UTF8]))
def test_units_are_what_the_encodings_say(text, unit):
    encoding, width = {"utf8": ("utf-8", 1), "utf16": ("utf-16-le", 2)}[unit]
    edges = {len(text[:place].encode(encoding)) // width: place for place in range(len(text) + 1)}
    places = UnitPlaces(text, unit)
    assert [places.code_points(offset) for offset in range(max(edges) + 1)] == [
        edges.get(offset) for offset in range(max(edges) + 1)
    ]


@given(TEXT, st.data(), st.sampled_from(["shift", "utf16", "utf8", None]))
def test_the_chosen_reading_is_never_worse_than_what_is_declared(text, data, how):
    """Held to a count, place by place, of the texts that stand where a reading says."""
    starts = data.draw(st.lists(st.integers(0, len(text) - 1), min_size=1, max_size=6))
    texts = [text[start : start + data.draw(st.integers(1, 8))] for start in starts]
    shift = data.draw(st.integers(-9, 9))
    wrong = {
        "shift": lambda start: start + shift,
        "utf16": lambda start: len(text[:start].encode("utf-16-le")) // 2,
        "utf8": lambda start: len(text[:start].encode()),
        None: lambda start: data.draw(st.none() | st.integers(-3, 50)),
    }[how]
    declared = [wrong(start) for start in starts]
    found = likeliest_starts(text, declared, texts)

    def right(places):
        return sum(p is not None and p >= 0 and text[p:].startswith(t) for p, t in zip(places, texts, strict=True))

    assert [place is None for place in declared] <= [place is None for place in found]
    assert right(found) >= right(declared)
    assert found == declared or right(found) > sum(place is not None for place in declared) / 2
    if how in {"utf8", "utf16"} or (how == "shift" and abs(shift) <= 1):
        assert right(found) == len(texts)


def test_a_record_with_a_span_alone_gets_the_text_there():
    rows = [{"start": a, "end": b, "source": "r.txt"} for a, b in SPANS]
    [document] = documents_from_records(rows, {"r.txt": CONTENT})
    assert [chunk.content for chunk in document.chunks] == [CONTENT[a:b] for a, b in SPANS]
    wide = [{"start": in_bytes(a), "end": in_bytes(b)} for a, b in WIDE_SPANS]
    assert [c.content for c in document_from_records(wide, WIDE, "r", unit="utf8").chunks] == [
        WIDE[a:b] for a, b in WIDE_SPANS
    ]


@pytest.mark.parametrize(
    ("row", "content", "sentence"),
    [
        ({"start": 0, "end": 4}, None, "have a span, but no text: pass the whole text.\n- record 0: 0 to 4"),
        ({"start": 0, "end": 99}, "short", "no text, nor a span within its 5 code points:\n- record 0: 0 to 99"),
        ({"start": 4, "end": 2}, "short", "record 0: 4 to 2"),
        ({"start": 4, "lang": "en"}, "short", "no text, nor a start with an end: it has 'start', 'lang'"),
    ],
)
def test_a_span_that_gives_no_text_is_refused_in_a_sentence(row, content, sentence):
    with pytest.raises(IndexingError, match=re.escape(sentence)):
        document_from_records([row], content, "r.txt")


def test_of_many_faults_the_first_few_are_told_and_all_are_kept():
    with pytest.raises(IndexingError) as raised:
        documents_from_records([{"chunk": "a"}] * 118)
    lines = str(raised.value).split("\n")
    assert len(raised.value.faults) == 118
    assert len(lines) == 12
    assert lines[-1] == "- and 108 more: all are in the error's faults"


def test_the_names_in_the_help_are_those_that_are_read():
    table = re.findall(r"(?m)^    (\w+) +(``.*(?:\n {8,}``.*)*)$", documents_from_records.__doc__)
    assert {name: tuple(re.findall(r"``(\w+)``", names)) for name, names in table} == ALIASES


def test_texts_under_a_name_that_no_record_has_are_told():
    rows = [{"text": "Rule one.", "start": 0, "source": "rules"}]
    with pytest.warns(UserWarning, match="contents has 'rule', which no record names .* records of 'rules'") as told:
        documents_from_records(rows, {"rule": CONTENT})
    assert told[0].filename == __file__


def test_texts_of_other_documents_are_no_news(recwarn):
    documents_from_records(rows_of(CONTENT, SPANS), {"r.txt": CONTENT, "other": "x"})
    assert not recwarn.list


@pytest.mark.parametrize(
    ("contents", "sentence"),
    [(CONTENT, "contents is str, but must map each source_id"), ({"r.txt": b"Rule"}, "contents['r.txt'] is bytes")],
)
def test_texts_that_are_none_are_refused(contents, sentence):
    with pytest.raises(TypeError, match=re.escape(sentence)):
        documents_from_records(rows_of(CONTENT, SPANS), contents)
