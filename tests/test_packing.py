"""What goes over the wire: cases out of public bug reports, and numbers as bytes."""

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from navwidget.models import Document, GrepMode
from navwidget.spans import lanes, merge_spans, segments
from navwidget.store import ChunkStore
from navwidget.text import utf16_span
from navwidget.widget.packing import column, payload, plain
from navwidget.widget.protocol import HitItem, Update
from tests.fixtures import cases


def sent(value):
    return json.loads(payload(value))


def stored_texts(content, spans):
    with ChunkStore() as store:
        store.sync.index_document(Document.from_text(content, "d", lambda _: spans))
        return [result.chunk.content for result in store.sync.read("d", None, None)]


def spans_of(content, part):
    start = content.index(part)
    return utf16_span(content, start, start + len(part))


# By id: what the case does in our words, and what must come of it
CASES = {
    "NW-023": (lambda: spans_of("\U0001f642\U0001f642 needle", "needle"), (5, 11)),
    "NW-025": (lambda: spans_of("\U0001f44d\U0001f680 <b>", "<b>"), (5, 8)),
    "NW-027": (lambda: spans_of("\U0001f37a\U0001f37a sel", "sel"), (5, 8)),
    "NW-029": (lambda: len(sent({"content": "x\ud800y"})["content"]), 3),
    "NW-031": (lambda: utf16_span("\ud83dA", 1, 2), (1, 2)),
    "NW-114": (
        lambda: sent({"start": np.int64(3), "v": np.float32(0.5), "l": [np.int32(1)]}),
        {"start": 3, "v": 0.5, "l": [1]},
    ),
    "NW-116": (lambda: sent({"results": [{"score": np.float64("nan")}]}), {"results": [{"score": None}]}),
    "NW-118": (lambda: sorted(sent({3: "a", (1, 2): "b"})), ["(1, 2)", "3"]),
    "NW-120": (lambda: stored_texts("x\x00y zz", [(0, 3), (4, 6)]), ["x\x00y", "zz"]),
    "NW-121": (
        lambda: "".join(text for text, _ in segments("rayons x durs ici", [(0, 8), (0, 6), (14, 17)])),
        "rayons x durs ici",
    ),
    "NW-123": (lambda: segments("abcdef", [(1, 3), (0, 6)]), [("a", [1]), ("bc", [0, 1]), ("def", [1])]),
    "NW-125": (lambda: max(lanes([(0, 4), (2, 20), (5, 8), (9, 12)])) + 1, 2),
    "NW-127": (lambda: merge_spans([(0, 5), (10, 15), (4, 11)]), [(0, 15)]),
}


@pytest.mark.parametrize("case", cases("wire"), ids=lambda case: case["id"])
def test_case(case):
    operate, expected = CASES[case["id"]]
    assert operate() == expected


JSON_LIKE = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(st.characters())
    | st.builds(np.float32, st.floats(width=32)),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(st.characters()) | st.integers(), inner, max_size=4)
    ),
    max_leaves=12,
)


@given(JSON_LIKE)
def test_anything_is_strict_json_that_utf8_can_carry(value):
    text = payload(value).encode()
    json.loads(text, parse_constant=lambda token: pytest.fail(f"{token} is no JSON"))


@given(st.text(st.characters()))
def test_a_text_keeps_its_length_and_its_good_characters(text):
    safe = plain(text)
    assert len(safe) == len(text)
    assert all(a == b for a, b in zip(safe, text, strict=True) if not "\ud800" <= b <= "\udfff")


def test_models_are_written_with_every_field():
    """The page reads null where nothing changed, never undefined."""
    assert sent(Update()).keys() == Update.model_fields.keys()
    assert sent(GrepMode.TERM) == "term"


def test_a_whole_number_that_javascript_cannot_hold_becomes_a_float():
    hit = HitItem(rank=1, chunk_id="c", source_id="s", row=None, start=2**62, end=None, score=1.0, title="")
    assert sent(hit)["start"] == float(2**62)
    assert sent(2**53) == 2**53


@pytest.mark.parametrize(
    ("values", "dtype"),
    [([], "uint32"), ([0, 2**32 - 1], "uint32"), ([0, 2**32], "float64"), ([-1, 4], "float64")],
)
def test_offsets_take_the_smallest_type_that_holds_them(values, dtype):
    message, data = column("starts", np.array(values, np.int64))
    assert (message.dtype, message.length) == (dtype, len(values))
    assert np.frombuffer(data, np.dtype(dtype).newbyteorder("<")).tolist() == values


def test_scores_that_are_no_numbers_are_sent_as_zero():
    _, data = column("scores", np.array([np.nan, np.inf, 0.5]), "float32")
    assert np.frombuffer(data, "<f4").tolist() == [0.0, 0.0, 0.5]
