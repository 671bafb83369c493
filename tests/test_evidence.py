"""Chunks merged into one text: against a count of every character, and in forms that no text can break out of."""

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from navwidget import SearchError, SearchResult, SearchResultChunk, merge_evidence

SOURCE = "One fish. Two fish.  Red fish. Blue fish."


def result(start, end, content=None, source_id="fish.txt", text=SOURCE):
    chunk = SearchResultChunk(
        source_id=source_id,
        locator=f"{start}-{end}-{content}",
        start_offset=start,
        end_offset=end,
        content=text[start:end] if content is None else content,
    )
    return SearchResult(chunk=chunk, score=0.0)


def known(_source_id, start, end):
    return SOURCE[start:end]


def pieces(context):
    return [(piece.start, piece.end, piece.text, piece.differs) for piece in context.pieces]


texts = st.text(st.sampled_from("ab \n`é\N{ROCKET}"), min_size=1, max_size=40)


@st.composite
def chosen(draw):
    """A text, and chunks of it; some say something else than their span."""
    text = draw(texts)
    offsets = st.tuples(st.integers(0, len(text)), st.integers(0, len(text))).map(sorted)
    spans = [tuple(span) for span in draw(st.lists(offsets, min_size=1, max_size=8))]
    own = draw(st.lists(st.booleans(), min_size=len(spans), max_size=len(spans)))
    results = [
        result(start, end, "its own words" if differs else None, text=text)
        for (start, end), differs in zip(spans, own, strict=True)
    ]
    return text, results


@given(chosen())
def test_every_character_of_the_chunks_is_there_once(case):
    """The oracle marks characters one by one, and those of white space between marked ones."""
    text, results = case
    exact = [r.chunk for r in results if r.chunk.content == text[r.chunk.start_offset : r.chunk.end_offset]]
    covered = {place for chunk in exact for place in range(chunk.start_offset, chunk.end_offset)}
    edges = sorted({(chunk.start_offset, chunk.end_offset) for chunk in exact})
    reached = None
    for start, end in edges:
        if reached is not None and not text[reached:start].strip():
            covered |= set(range(reached, start))
        reached = max(end, reached or 0)
    context = merge_evidence(results, lambda _id, start, end: text[start:end])
    runs = [piece for piece in context.pieces if not piece.differs]
    assert [place for run in runs for place in range(run.start, run.end)] == sorted(covered)
    assert all(run.text == text[run.start : run.end] for run in runs)
    own = {r.chunk.id: r.chunk.content for r in results} if results else {}
    differing = [piece for piece in context.pieces if piece.differs]
    assert [piece.text for piece in differing] == [own[piece.chunk_ids[0]] for piece in differing]
    assert sorted(chunk_id for piece in context.pieces for chunk_id in piece.chunk_ids) == sorted(own)
    starts = [piece.start for piece in context.pieces]
    assert starts == sorted(starts)


@given(chosen(), st.integers(0, 40))
def test_a_budget_is_kept_and_what_did_not_fit_is_named(case, budget):
    text, results = case
    context = merge_evidence(results, lambda _id, start, end: text[start:end], budget=budget)
    assert context.tokens <= budget
    taken = [chunk_id for piece in context.pieces for chunk_id in piece.chunk_ids]
    assert sorted([*taken, *context.left_out]) == sorted({r.chunk.id for r in results})


@given(chosen())
def test_the_source_need_not_be_known_where_chunks_agree(case):
    """Without the source only white space between chunks is not seen, and texts of the right length are believed."""
    text, results = case
    exact = [r for r in results if r.chunk.content == text[r.chunk.start_offset : r.chunk.end_offset]]
    runs = merge_evidence(exact).pieces
    assert all(run.text == text[run.start : run.end] and not run.differs for run in runs)
    covered = {place for r in exact for place in range(r.chunk.start_offset, r.chunk.end_offset)}
    assert [place for run in runs for place in range(run.start, run.end)] == sorted(covered)


def test_chunks_that_contradict_each_other_stay_apart():
    merged = merge_evidence([result(0, 4, "same"), result(2, 6, "else")])
    assert pieces(merged) == [(0, 4, "same", False), (2, 6, "else", True)]


def test_text_says_where_it_comes_from_and_where_something_is_missing():
    results = [result(31, 41), result(0, 9), result(4, 14), result(0, 4, "note", "other.md"), result(11, 19, "2 fish")]
    context = merge_evidence(results, known, separator="\n")
    assert context.text == (
        "[fish.txt:0-14]\nOne fish. Two \n[fish.txt:11-19, text of the chunk]\n2 fish\n[...]\n"
        "[fish.txt:31-41]\nBlue fish.\n[other.md:0-4, text of the chunk]\nnote"
    )
    assert (context.characters, context.tokens) == (len(context.text), -(-len(context.text) // 4))


def test_a_chunk_without_a_place_comes_last_in_its_source():
    nowhere = SearchResult(
        chunk=SearchResultChunk(source_id="fish.txt", locator="x", start_offset=None, end_offset=None, content="lost"),
        score=0.0,
    )
    context = merge_evidence([nowhere, result(0, 3)], known)
    assert pieces(context) == [(0, 3, "One", False), (None, None, "lost", True)]
    assert context.text.endswith("[...]\n\n[fish.txt, no place, text of the chunk]\nlost")


def test_the_most_wanted_come_first_into_a_budget():
    results = [result(20, 30), result(0, 9), result(31, 41)]
    context = merge_evidence(results, known, budget=8)
    assert pieces(context) == [(20, 30, SOURCE[20:30], False)]
    assert context.left_out == (results[1].chunk.id, results[2].chunk.id)


def test_what_is_too_long_does_not_keep_out_what_comes_after():
    results = [result(0, 9), result(0, 40, "x" * 400, "long.md"), result(31, 41)]
    context = merge_evidence(results, known, budget=16)
    assert [(piece.start, piece.end) for piece in context.pieces] == [(0, 9), (31, 41)]
    assert context.left_out == (results[1].chunk.id,)


def test_many_chunks_are_fitted_in_a_moment():
    """Found by halves: one by one, two thousand chunks would take two thousand merges."""
    text = "words " * 4_000
    results = [result(start, start + 12, text=text) for start in range(0, 24_000, 12)]
    asked = 0

    def counting(_source_id, start, end):
        nonlocal asked
        asked += 1
        return text[start:end]

    assert 0 < len(merge_evidence(results, counting, budget=3_000).left_out) < 2_000
    assert asked < 200_000


@pytest.mark.parametrize("budget", [-1, True, 1.5, "many"])
def test_a_budget_that_is_none_is_a_sentence(budget):
    with pytest.raises(SearchError, match="budget is"):
        merge_evidence([result(0, 3)], budget=budget)


def test_nothing_is_an_empty_text():
    assert (merge_evidence([]).text, merge_evidence([]).to_markdown()) == ("", "")


@given(st.text(st.sampled_from("`~a\n <>#[]$"), max_size=30), st.text(st.sampled_from("`a\n <#$"), max_size=9))
def test_no_text_and_no_name_leaves_its_place_in_markdown(content, name):
    """Read as CommonMark reads it: a fence ends at the first line that is a run of at least as many backticks."""
    markdown = merge_evidence([result(0, 3, content, name)]).to_markdown()
    head, _, rest = markdown.partition("\n\n")
    ticks = re.match(r"\*\*1\.\*\* (`+) ", head)[1]
    assert "\n" not in head
    assert head.endswith(f" {ticks}")
    assert re.findall("`+", head).count(ticks) == 2
    fence, _, body = rest.partition("text\n")
    lines = body.split("\n")
    closing = next(i for i, line in enumerate(lines) if re.fullmatch(f" {{0,3}}`{{{len(fence)},}} *", line))
    assert "\n".join(lines[:closing]) == content
    assert lines[closing + 1 :] == [""]


def test_json_has_everything_also_what_no_file_could_hold():
    context = merge_evidence([result(0, 3), result(4, 8, "half \ud83d of a letter, é")], known, budget=1_000)
    written = context.to_json()
    read = json.loads(written.encode())
    assert "é" in written
    assert read["text"] == context.text
    assert read["pieces"][1] == {
        "citation": "fish.txt:4-8, text of the chunk",
        "source_id": "fish.txt",
        "start": 4,
        "end": 8,
        "chunk_ids": list(context.pieces[1].chunk_ids),
        "text": "half \ud83d of a letter, é",
        "differs": True,
        "pages": [],
    }
    assert (read["approximate_tokens"], read["budget"], read["left_out"]) == (context.tokens, 1_000, [])


class TestPages:
    """Where chunks say on which page they begin, citations do, too."""

    @pytest.mark.parametrize(
        ("metadata", "locator", "cited"),
        [
            ({"page_number": 2}, "char:0-9", "fish.pdf:0-9, p. 2"),
            ({"page": 0, "page_label": "iv"}, "char:0-9", "fish.pdf:0-9, p. iv"),
            ({}, "page:7:char:0-9", "fish.pdf:0-9, p. 7"),
            ({"page": None, "page_number": True}, "char:0-9", "fish.pdf:0-9"),
            ({"page_number": 2, "page_breaks": [4, 7]}, "char:0-9", "fish.pdf:0-9, pp. 2–4"),
            ({"page_breaks": [7, 4, 7, 0, 9, 99, -1, "5", None]}, "page:7:char:0-9", "fish.pdf:0-9, pp. 7–9"),
            ({"page_label": "iv", "page_breaks": [4]}, "char:0-9", "fish.pdf:0-9, p. iv"),
            ({"page_number": 2, "page_breaks": "47"}, "char:0-9", "fish.pdf:0-9, p. 2"),
            ({"page_breaks": [4, 7]}, "char:0-9", "fish.pdf:0-9"),
            ({"page_number": 2.0, "page_breaks": [4.0, 7.5]}, "char:0-9", "fish.pdf:0-9, pp. 2–3"),
            ({"page_number": float("nan"), "page": 2.5}, "page:7:char:0-9", "fish.pdf:0-9, p. 7"),
        ],
    )
    def test_of_one_chunk(self, metadata, locator, cited):
        context = merge_evidence([paged(0, 9, locator=locator, metadata=metadata)])
        assert context.pieces[0].citation == cited
        assert context.text.startswith(f"[{cited}]\n")
        assert f"**1.** ` {cited} `" in context.to_markdown()
        [piece] = json.loads(context.to_json())["pieces"]
        assert (piece["citation"], piece["pages"]) == (cited, list(context.pieces[0].pages))

    def test_of_chunks_that_become_one_piece(self):
        chunks = [
            paged(start, start + 10, metadata={"page": page}) for start, page in ((0, 2), (8, 2), (16, 3), (24, 4))
        ]
        assert merge_evidence(chunks[:2]).pieces[0].citation == "fish.pdf:0-18, p. 2"
        assert merge_evidence(chunks).pieces[0].citation == "fish.pdf:0-34, pp. 2–4"

    def test_beside_other_remarks(self):
        context = merge_evidence([paged(0, 5, content="longer than that", metadata={"page": 1})])
        assert context.pieces[0].citation == "fish.pdf:0-5, p. 1, text of the chunk"


def paged(start, end, content=None, locator="char", metadata=None):
    text = "One fish. Two fish. Red fish. Blue fish."
    chunk = SearchResultChunk(
        source_id="fish.pdf",
        locator=locator,
        id=f"{start}",
        start_offset=start,
        end_offset=end,
        content=content or text[start:end],
        metadata=metadata or {},
    )
    return SearchResult(chunk=chunk, score=0.0)
