"""Chunkers: true offsets, full coverage, the sizes asked for, in linear time."""

import json
import re
import time
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from navwidget.chunking import FixedSizeChunker, MarkdownChunker, RecursiveChunker, headings
from navwidget.models import Document

DATA = Path(__file__).parent / "data"


def records(name, kind):
    with (DATA / name).open(encoding="utf-8") as lines:
        return [record for record in map(json.loads, lines) if record["kind"] == kind]


CONTENTS = {record["source_id"]: record["content"] for record in records("contract_fixture.jsonl", "doc")}


@pytest.mark.parametrize(
    "record",
    records("extra_fixture.jsonl", "char_split"),
    ids=lambda record: f"{record['source_id']}-{record['size']}",
)
def test_fixed_size_cuts_as_the_fixture_does(record):
    spans = FixedSizeChunker(record["size"], overlap=0)(CONTENTS[record["source_id"]])
    assert [list(span) for span in spans[: len(record["spans"])]] == record["spans"]
    assert len(spans) == len(record["spans"]) or len(record["spans"]) == 400  # the fixture keeps the first 400


@pytest.mark.parametrize("record", records("extra_fixture.jsonl", "md_headers"), ids=lambda record: record["text"][:8])
def test_headings_are_where_the_fixture_has_them(record):
    assert [heading.offset for heading in headings(record["text"])] == record["offsets"]


# Texts rich in borders, marks, joined emoji and line ends.
TEXT = st.text(st.sampled_from("ab. \n\r#`~é\u0301\u200d👩💻🏽。"), max_size=80)
SIZES = st.integers(1, 20).flatmap(lambda size: st.tuples(st.just(size), st.integers(0, size - 1)))


def assert_tiles(text, spans, size, overlap):
    """The spans ascend, cover the text, and keep to the size and the overlap."""
    if not text:
        assert spans == []
        return
    assert spans[0][0] == 0
    assert spans[-1][1] == len(text)
    assert all(0 < end - start <= size for start, end in spans)
    for (start, end), (next_start, next_end) in pairwise(spans):
        assert start < next_start <= end < next_end
        assert end - next_start <= overlap


@given(TEXT, SIZES)
def test_fixed_size_covers_the_text(text, sizes):
    spans = FixedSizeChunker(*sizes)(text)
    assert_tiles(text, spans, *sizes)
    size, overlap = sizes
    assert all(end - start == size for start, end in spans[:-1])
    assert all(end - start == overlap for (_, end), (start, _) in pairwise(spans))


@given(TEXT, SIZES)
@example("a.\n# b\n" + "ab " * 20 + "\n\n" + "a. " * 4, (20, 8))  # a first chunk shorter than half of the overlap
def test_recursive_covers_the_text(text, sizes):
    spans = RecursiveChunker(*sizes)(text)
    # a cluster that would be split may lengthen the overlap
    assert_tiles(text, spans, sizes[0], sizes[0] - 1 if sizes[1] else 0)


@given(TEXT, st.integers(1, 20), st.integers(1, 6))
def test_markdown_covers_the_text_and_starts_chunks_at_headings(text, size, levels):
    spans = MarkdownChunker(size, levels)(text)
    assert all(0 < end - start <= size for start, end in spans)
    assert all(end == start for (_, end), (start, _) in pairwise(spans))
    assert not spans or (spans[-1][1] == len(text) and not text[: spans[0][0]].strip())
    assert {heading.offset for heading in headings(text, levels)} <= {start for start, _ in spans}


def words(text):
    return [match.span() for match in re.finditer(r"\w+", text)]


@given(TEXT, SIZES)
def test_tokens_are_counted_and_nothing_between_them_is_lost(text, sizes):
    size, overlap = sizes
    spans = FixedSizeChunker(size, overlap, tokenizer=words)(text)
    assert_tiles(text, spans, len(text), len(text))
    starts = [start for start, _ in words(text)]
    counts = [sum(start <= token < end for token in starts) for start, end in spans]
    assert all(count == size for count in counts[:-1])
    assert sum(counts) - overlap * (len(spans) - 1 if spans else 0) == len(starts)


def test_tokens_that_share_a_character_do_not_split_it():
    """Byte-level tokenizers give one character several tokens with the same span."""
    text = "a💡b"
    chunker = FixedSizeChunker(1, 0, tokenizer=lambda _: [(0, 1), (1, 2), (1, 2), (1, 2), (2, 3)])
    assert [text[start:end] for start, end in chunker(text)] == ["a", "💡", "b"]


@pytest.mark.parametrize("spans", [[(0, 1), (3, 4), (2, 3)], [(0, 1), (9, 12)], [(0, 2), (2, 4), (0, 0)]])
def test_token_spans_out_of_order_are_refused(spans):
    with pytest.raises(ValueError, match="in order, in code points"):
        FixedSizeChunker(1, 0, tokenizer=lambda _: spans)("abcd")


@pytest.mark.parametrize("chunker", [FixedSizeChunker, RecursiveChunker])
@pytest.mark.parametrize(
    "sizes", [(0, 0), (-1, 0), (10, 10), (10, 11), (10, -1), (10.0, 0), (10, 1.0), (True, 0), (10, False), ("10", 0)]
)
def test_sizes_that_cannot_work_are_refused_at_once(chunker, sizes):
    with pytest.raises(ValueError, match="must be"):
        chunker(*sizes)


@pytest.mark.parametrize("arguments", [{"max_size": 0}, {"levels": 0}, {"levels": 7}, {"levels": True}])
def test_markdown_sizes_that_cannot_work_are_refused_at_once(arguments):
    with pytest.raises(ValueError, match=r"levels|max_size"):
        MarkdownChunker(**arguments)


@pytest.mark.parametrize("separators", ["\n", ("\n", "")])
def test_separators_are_strings_that_are_not_empty(separators):
    with pytest.raises(ValueError, match="separators"):
        RecursiveChunker(separators=separators)


def cut(text, *arguments, **keywords):
    return [text[start:end] for start, end in RecursiveChunker(*arguments, **keywords)(text)]


def test_recursive_prefers_the_coarsest_border_in_reach():
    text = "One. Two.\n\nThree four five. Six\nseven"
    assert cut(text, 20) == ["One. Two.\n\n", "Three four five. ", "Six\nseven"]


def test_recursive_leaves_no_chunk_of_blank_lines():
    assert cut("\n\n" + "word " * 4, 10)[0] == "\n\nword "


def test_recursive_overlap_begins_at_a_border():
    assert cut("alpha beta gamma delta", 11, 6) == ["alpha beta ", "beta gamma ", "gamma delta"]


@pytest.mark.parametrize("cluster", ["e\u0301", "\r\n", "👩\u200d💻", "👍🏽", "नि"])
def test_recursive_keeps_clusters_of_characters_whole(cluster):
    pieces = cut("x" * 3 + cluster * 5, len(cluster) + 2, separators=())
    assert "".join(pieces) == "x" * 3 + cluster * 5
    assert all(piece.count(cluster) * len(cluster) + piece.count("x") == len(piece) for piece in pieces)


def test_markdown_headings_know_level_and_title():
    text = "# One #\n\n##\n### Three # four ##\nTitle\n=====\n   ## C#\n\t# no\n"
    assert [(level, title) for _, level, title in headings(text)] == [
        (1, "One"),
        (2, ""),
        (3, "Three # four"),
        (1, "Title"),
        (2, "C#"),
    ]


def line_by_line(text):
    """Find the offsets of headings as CommonMark describes them, with a look at every line."""
    offset, fence, found = int(text.startswith("\ufeff")), "", []
    for line in text[offset:].splitlines(keepends=True):
        mark = re.match(r" {0,3}(`{3,}(?=[^`]*$)|~{3,})", line)
        if fence:
            if mark and mark[1].startswith(fence) and not line[mark.end() :].strip():
                fence = ""
        elif mark:
            fence = mark[1]
        elif re.match(r" {0,3}#{1,3}(?=\s|$)", line):
            found.append(offset)
        offset += len(line)
    return found


PARTS = [
    "#",
    "##",
    "####",
    "```",
    "````",
    "~~~",
    "~~",
    " ",
    "   ",
    "\t",
    "a",
    "\n",
    "\r\n",
    "\r",
    "\x85",
    "\u2028",
    "\ufeff",
]


@given(st.lists(st.sampled_from(PARTS), max_size=40).map("".join))
def test_headings_are_those_that_a_look_at_every_line_finds(text):
    assert [heading.offset for heading in headings(text)] == line_by_line(text)


@pytest.mark.parametrize("text", ["# " * 200_000, "#" * 400_000, "``` " * 200_000, "    # x\n" * 100_000])
def test_marks_that_head_nothing_are_passed_over_in_linear_time(text):
    began = time.process_time()
    assert len(headings(text)) <= 1
    assert time.process_time() - began < 5


def test_a_fence_closes_only_with_its_like():
    text = "````\n# a\n```\n# b\n~~~~\n# c\n````x\n# d\n`````  \n# real\n``` not a `fence`\n# too\n"
    assert [title for _, _, title in headings(text)] == ["real", "too"]


def test_a_byte_order_mark_hides_no_heading():
    text = "\ufeff# Title\nbody"
    assert headings(text)[0].offset == 1
    assert MarkdownChunker()(text) == [(1, 13)]


def test_markdown_keeps_a_preamble():
    text = "before\n# One\nfirst"
    assert MarkdownChunker()(text) == [(0, 7), (7, 18)]


@pytest.mark.parametrize(
    "piece", ["a", " ", "\n", "\n\n", "\r\n", "\u0301", "\u200d", "`", "```\n", "# \n", "#", "a\n\n ", "😀\u200d"]
)
@pytest.mark.parametrize(
    "chunker",
    [FixedSizeChunker(), RecursiveChunker(512, 500), MarkdownChunker()],
    ids=lambda chunker: type(chunker).__name__,
)
def test_hostile_texts_take_linear_time(chunker, piece):
    text = piece * (300_000 // len(piece))
    start = time.process_time()
    chunker(text)
    assert time.process_time() - start < 5  # 0.3 s at most when nothing else runs


def test_documents_are_cut_with_any_chunker():
    text = "# One\nfirst\n# Two\nsecond 😀"
    for chunker in (FixedSizeChunker(8, 2), RecursiveChunker(8), MarkdownChunker(), words):
        chunks = Document.from_text(text, "a.md", chunker).chunks
        assert chunks
        assert all(chunk.content == text[chunk.start_offset : chunk.end_offset] for chunk in chunks)


def test_numpy_sizes_give_pythons_own_spans():
    for chunker in (FixedSizeChunker(np.int64(2), np.int32(1)), RecursiveChunker(np.int64(2), np.int32(1))):
        assert {type(edge) for span in chunker("abcd") for edge in span} == {int}
    assert type(MarkdownChunker(np.int64(9), np.int8(2)).max_size) is int


@pytest.mark.parametrize("pieces", [["one", "two"], [1, 2], [(0.0, 3.0)], [(0, 1, 2)], [None]])
def test_what_gives_no_spans_is_told_what_to_give(pieces):
    with pytest.raises(TypeError, match=r"The chunker gave .*, but must give \(start, end\)"):
        Document.from_text("one two", "a.txt", lambda text: pieces)
    with pytest.raises(TypeError, match=r"The tokenizer gave .*, but must give \(start, end\)"):
        FixedSizeChunker(2, 0, lambda text: pieces)("one two")


def test_rows_of_an_array_are_spans():
    document = Document.from_text("one two", "a.txt", lambda text: np.array([[0, 3], [4, 7]]))
    assert [chunk.locator for chunk in document.chunks] == ["char:0-3", "char:4-7"]


@pytest.mark.parametrize("content", [None, b"one"])
def test_only_text_is_cut(content):
    with pytest.raises(TypeError, match="must be a string"):
        Document.from_text(content, "a.txt", FixedSizeChunker())


@pytest.mark.parametrize(("size", "overlap"), [(512, 64), (50, 6), (7, 0), (1, 0)])
def test_the_overlap_is_an_eighth_unless_it_is_given(size, overlap):
    assert FixedSizeChunker(size=size).overlap == overlap


@pytest.mark.parametrize(
    ("content", "source_id", "chunker", "wrong"),
    [
        (None, "a", FixedSizeChunker(4, overlap=0), "content is NoneType"),
        ("one", None, FixedSizeChunker(4, overlap=0), "source_id is None"),
        ("one", "a", 512, "chunker is 512, but must take a text"),
    ],
)
def test_a_document_is_made_of_a_text_a_name_and_a_chunker(content, source_id, chunker, wrong):
    with pytest.raises(TypeError, match=wrong):
        Document.from_text(content, source_id, chunker)


PARAGRAPH = "word word word. " * 3 + "\n"
HEADED = {
    "markdown": "# Title\n\n## Sub\n\n",
    "underlined": "Title\n=====\n\nSub\n---\n",
    "between rules": "=====\r\nTitle\r\n=====\r\n\r\n",
}


@pytest.mark.parametrize("heading", HEADED.values(), ids=HEADED)
@pytest.mark.parametrize("body", [PARAGRAPH, PARAGRAPH * 2, "w" * 90 + "\n\n"], ids=["short", "long", "of one word"])
@pytest.mark.parametrize(
    "chunker",
    [RecursiveChunker(100), RecursiveChunker(100, 40), MarkdownChunker(100)],
    ids=["no lap", "lap", "headed"],
)
def test_no_chunk_ends_with_a_heading_whose_section_begins_in_the_next(chunker, body, heading):
    text = (heading + body + "\n") * 8
    pieces = [text[start:end].rstrip() for start, end in chunker(text)]
    assert [piece for piece in pieces if piece.endswith(heading.rstrip()[-7:])] == []


def test_headings_that_no_chunk_can_hold_with_a_text_are_cut_all_the_same():
    text = "# a\n" * 100 + "text"
    assert_tiles(text, RecursiveChunker(20)(text), 20, 0)


def test_markdown_puts_a_heading_without_a_text_before_the_next_section():
    text = "# Title\n\n## One\nfirst\n## Two\nsecond\n## Three"
    assert [text[start:end] for start, end in MarkdownChunker()(text)] == [
        "# Title\n\n## One\nfirst\n",
        "## Two\nsecond\n",
        "## Three",
    ]


@pytest.mark.parametrize(
    ("text", "arguments", "pieces"),
    [
        ("One two.\n\nThree four.", (12, 2), ["One two.\n\n", "Three four."]),
        ("One two.\n\nThree four.", (12, 6), ["One two.\n\n", "two.\n\nThree ", "Three four."]),
        ("Alpha beta gamma. So. Delta epsilon", (24, 12), ["Alpha beta gamma. So. ", "gamma. So. Delta epsilon"]),
    ],
    ids=["not white space", "up to the white space", "not little where a finer border leaves more"],
)
def test_an_overlap_is_worth_reading_or_none(text, arguments, pieces):
    assert cut(text, *arguments) == pieces
