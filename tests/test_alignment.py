"""Placing chunk texts: true spans come back, whatever a splitter did to white space and offsets."""

import json
import os
import re
import time
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from navwidget.alignment import Placing, align, repair
from navwidget.chunking import FixedSizeChunker, MarkdownChunker, RecursiveChunker

SAMPLES = Path(__file__).parent.parent / "navwidget" / "samples"
CORPUS = Path(os.environ.get("NAVWIDGET_CORPORA", "missing")) / "chroma_chunking" / "documents.jsonl"


def collapsed(text):
    return " ".join(text.split())


def trimmed(content, span):
    start, end = span
    text = content[start:end]
    return start + len(text) - len(text.lstrip()), end - len(text) + len(text.rstrip())


def share_right(content, spans, change=lambda text: text):
    """Share of the spans that come back; only their text counts where their white space was changed."""
    spans = [span for span in spans if content[slice(*span)].strip()]
    placed = align(content, [change(content[slice(*span)]) for span in spans])
    right = sum(
        found is not None and trimmed(content, found) == trimmed(content, span)
        for found, span in zip(placed, spans, strict=True)
    )
    return right / len(spans)


CHUNKERS = [
    FixedSizeChunker(),
    FixedSizeChunker(400, 200),
    FixedSizeChunker(30, 0),
    RecursiveChunker(200, 50),
    MarkdownChunker(),
]


@pytest.mark.parametrize("change", [str, collapsed, str.strip, lambda text: "\n\n".join(text.split())])
@pytest.mark.parametrize("chunker", CHUNKERS, ids=repr)
@pytest.mark.parametrize("name", ["agreement.md", "hx4-manual.md"])
def test_chunks_of_real_documents_are_all_found(name, chunker, change):
    content = (SAMPLES / name).read_text(encoding="utf-8")
    assert share_right(content, chunker(content), change) == 1


@pytest.mark.skipif(not CORPUS.exists(), reason="set NAVWIDGET_CORPORA to a folder with the corpus chroma_chunking")
@pytest.mark.parametrize("change", [str, collapsed])
@pytest.mark.parametrize("chunker", CHUNKERS, ids=repr)
def test_nearly_all_chunks_of_a_large_corpus_are_found(chunker, change):
    for line in CORPUS.read_text(encoding="utf-8").splitlines():
        content = json.loads(line)["content"]
        assert share_right(content, chunker(content), change) >= 0.994


SOURCE = st.text(st.sampled_from("ab. \n\u00a0é"), max_size=60)


@given(SOURCE, st.lists(st.tuples(st.integers(0, 60), st.integers(0, 60))), st.booleans())
def test_what_is_placed_stands_there_in_order(content, ends, squeeze):
    """Whatever the ambiguity: every span holds its text up to white space, and starts never go back."""
    spans = sorted({(min(pair), max(pair)) for pair in ends if max(pair) <= len(content)})
    texts = [collapsed(content[a:b]) if squeeze else content[a:b] for a, b in spans]
    placements = repair(content, [(None, text) for text in texts])
    for text, placement in zip(texts, placements, strict=True):
        if placement.span is None:
            assert placement.how is Placing.UNPLACED
        elif placement.how is Placing.EXACT:
            assert content[slice(*placement.span)] == text
        else:
            assert placement.how is Placing.WHITESPACE
            assert content[slice(*placement.span)].split() != [text]
            assert "".join(content[slice(*placement.span)].split()) == "".join(text.split())
    placed = [placement.span for placement in placements if placement.span]
    assert all(first[0] <= second[0] for first, second in pairwise(placed))


@given(SOURCE, st.integers(1, 12))
def test_a_text_cut_without_gaps_comes_back(content, size):
    """Adjacent chunks have one placement without any gap or overlap, and it is found."""
    spans = [span for span in FixedSizeChunker(size, 0)(content) if content[slice(*span)].strip()]
    placed = align(content, [content[slice(*span)] for span in spans])
    assert all(placed)
    if not any(character.isspace() for character in content):
        assert placed == spans


@given(st.lists(st.tuples(st.integers(0, 160), st.integers(8, 60))))
def test_right_offsets_are_trusted(sizes):
    content = " ".join(f"{number}." for number in range(70))
    spans = sorted({(start, start + length) for start, length in sizes if start + length <= len(content)})
    placements = repair(content, [(start, content[start:end]) for start, end in spans])
    assert [placement.span for placement in placements] == spans
    assert all(placement.how is Placing.DECLARED for placement in placements)


def spans_of(content, rows):
    return [placement.span for placement in repair(content, rows)]


def test_a_matching_slice_is_no_proof():
    assert spans_of("This is it.", [(0, "This"), (2, "is"), (8, "it")]) == [(0, 4), (5, 7), (8, 10)]


def test_declared_offsets_decide_between_equal_texts():
    content = "Wait for the green lamp. " * 5
    text = content[:25]
    assert spans_of(content, [(25, text), (100, text)]) == [(25, 50), (100, 125)]


MARKS = st.text(st.sampled_from("-.,"), min_size=3, max_size=60).map("{}!".format)


@given(MARKS, st.data())
def test_of_equal_texts_the_nearest_to_the_declared_start_is_taken(content, data):
    """Between two rows that stand in one place only, held to a look at every place where the text stands."""
    first, start, last = sorted(data.draw(st.lists(st.integers(0, len(content) - 1), min_size=3, max_size=3)))
    text = content[start : start + data.draw(st.integers(1, 4))]
    declared = data.draw(st.integers(first, last))
    rows = [(first, content[first:]), (declared, text), (last, content[last:])]
    found = repair(content, rows)[1].span
    places = [place for place in range(first, last + 1) if content.startswith(text, place)]
    assert found is not None
    assert abs(found[0] - declared) == min(abs(place - declared) for place in places)


@given(st.integers(-300, 3_000), st.sets(st.integers(2, 400), min_size=1))
def test_a_steady_shift_is_followed_through_texts_that_stand_everywhere(shift, chosen):
    content = "".join(f"{number}:\nyes\n" for number in range(100, 300))
    lines = [line.span() for line in re.finditer(r"\S+", content)]
    spans = [lines[100], *(lines[number] for number in sorted(chosen) if 100 < number < 400)]
    rows = [(start + shift, content[start:end]) for start, end in spans]
    assert spans_of(content, rows) == spans


def test_the_first_of_many_equal_lines_is_not_taken_for_one_that_is_declared_further_on():
    content = "this License\n" * 3_000
    assert spans_of(content, [(21_295, "this License")]) == [(21_294, 21_306)]


def test_a_shift_that_grows_with_the_text_is_followed():
    """Bytes taken for characters: each declared start is further off than the one before."""
    content = "é. " * 4_000
    spans = [(start, start + 2) for start in range(0, len(content), 3)]
    rows = [(len(content[:start].encode()), content[start:end]) for start, end in spans]
    assert spans_of(content, rows) == spans


def test_offsets_that_restart_are_not_followed_backwards():
    content = "Page one has a text. Page two has a text."
    rows = [(0, "Page one has"), (13, "a text."), (0, "Page two has"), (13, "a text.")]
    assert spans_of(content, rows) == [(0, 12), (13, 20), (21, 33), (34, 41)]


@pytest.mark.parametrize("declared", [-1, -5, 3, 10**20, None])
def test_the_report_says_how_each_row_was_placed(declared):
    placements = repair("one  two three", [(0, "one"), (declared, "two three"), (None, "four"), (None, "two three")])
    assert [placement.how for placement in placements][:3] == [Placing.DECLARED, Placing.EXACT, Placing.UNPLACED]
    assert placements[1].declared == declared
    assert placements[2].span is None


def test_nested_chunks_keep_their_places():
    content = "Alpha beta gamma delta. Epsilon zeta eta theta."
    spans = [(0, 23), (0, 10), (11, 23), (24, 47), (24, 36), (37, 47)]
    assert align(content, [content[a:b] for a, b in spans]) == spans


def test_a_text_that_is_not_there_moves_no_other():
    content = " ".join(f"sentence number {number} ends." for number in range(50))
    spans = RecursiveChunker(60)(content)
    texts = [content[a:b] for a, b in spans]
    for missing in (0, 7, len(texts) - 1):
        changed = [*texts[:missing], "not in the document", *texts[missing + 1 :]]
        assert align(content, changed) == [None if i == missing else span for i, span in enumerate(spans)]


def test_blank_chunks_are_placed_behind_the_last_one():
    assert align("text  ", ["text", "  "]) == [(0, 4), (4, 6)]
    assert align("text", ["text", "  ", ""]) == [(0, 4), None, None]


def test_nothing_to_place():
    assert align("", []) == align("text", []) == []
    assert align("", ["text", " "]) == [None, None]


@pytest.mark.parametrize(
    ("content", "texts"),
    [
        ("x. y. " * 5_000, ["x.", "y."] * 5_000),
        ("a" * 200_000, ["a" * 512] * 390),
        ("a" * 200_000, ["b" + "a" * 50_000] * 20),
        ("a" * 200_000, ["a" * 50_000 + "b"] * 20),
        (" " * 200_000 + "a", [" " * 512] * 390 + ["a"]),
        ("word " * 40_000, ["missing"] * 5_000),
        ("ab " * 60_000, ["ab " * 60_000] + ["ab"] * 2_000),
    ],
)
def test_hostile_texts_take_linear_time(content, texts):
    start = time.process_time()
    align(content, texts)
    assert time.process_time() - start < 10  # about 1 s at most when nothing else runs


@pytest.mark.parametrize("declared", [lambda start: start + 1, lambda start: 10**20, lambda start: 0, lambda start: -1])
@pytest.mark.parametrize(
    ("content", "text"),
    [("a " * 500_000, "a"), ("a " * 500_000, "a a a"), ("ab" * 500_000, "b" * 5), ("a" * 500_000, "a" * 500)],
)
def test_declared_starts_in_hostile_texts_take_linear_time(content, text, declared):
    starts = range(0, len(content), len(content) // 500)
    start = time.process_time()
    repair(content, [(declared(start), text) for start in starts])
    assert time.process_time() - start < 10  # about 1 s at most when nothing else runs


def test_a_large_document_takes_seconds():
    content = " ".join(f"{number * 2654435761 % 2**32:x}" for number in range(300_000))
    spans = FixedSizeChunker(450, 50)(content)
    start = time.process_time()
    assert align(content, [content[a:b] for a, b in spans]) == spans
    assert time.process_time() - start < 10  # 0.4 s when nothing else runs


def test_white_space_is_what_python_says():
    """The places without white space and `str.split` must agree on every character, or spans would shift."""
    blanks = "".join(chr(code) for code in range(0x110000) if chr(code).isspace())
    assert re.fullmatch(r"\s+", blanks)
    content = f"a{blanks}b"
    assert align(content, ["ab"]) == [(0, len(content))]
