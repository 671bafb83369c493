"""The sample documents are whole, licensed, and really stage the situations that they claim to stage."""

import re
from importlib.resources import files

import bm25s
import pytest

from navwidget import samples

SIZE, OVERLAP = 512, 64
OWN = samples.names()[:4]
QUESTIONS = samples.questions()
Span = tuple[int, int]


def spans(text: str) -> list[Span]:
    """Fixed-size chunks with overlap, in reading order, none nested in another."""
    starts = range(0, max(1, len(text) - OVERLAP), SIZE - OVERLAP)
    return [(start, min(start + SIZE, len(text))) for start in starts]


def words(text: str) -> list[str]:
    return re.findall(r"\w+", text.casefold())


def best_chunk(text: str, question: str) -> int:
    """Index of the chunk that a keyword search ranks first (BM25 as Lucene has it)."""
    ranking = bm25s.BM25(method="lucene", k1=1.2, b=0.75)
    ranking.index([words(text[start:end]) for start, end in spans(text)], show_progress=False)
    return int(ranking.get_scores(words(question)).argmax())


def grep(text: str, phrase: str | None, top_k: int = 5) -> list[int]:
    if phrase is None:
        return []
    found = [i for i, (start, end) in enumerate(spans(text)) if phrase.lower() in text[start:end].lower()]
    return found[:top_k]


def holds(text: str, chunks: list[int], evidence: list[str]) -> bool:
    """Whether every quote lies within the text that these chunks cover together."""
    covered = {offset for i in chunks for offset in range(*spans(text)[i])}
    return all(covered.issuperset(range(at := text.index(quote), at + len(quote))) for quote in evidence)


def neighbourhood(text: str, i: int, reach: int = 2) -> list[int]:
    return list(range(max(0, i - reach), min(len(spans(text)), i + reach + 1)))


def test_every_document_in_the_folder_is_named_and_has_a_notice():
    folder = {f.name for f in files(samples).iterdir() if f.name.endswith((".md", ".txt", ".rst"))}
    assert folder - {"NOTICE.md"} == set(samples.names())
    notice = files(samples).joinpath("NOTICE.md").read_text(encoding="utf-8")
    assert [name for name in samples.names() if f"`{name}`" not in notice] == []


@pytest.mark.parametrize("name", samples.names())
def test_reading_keeps_every_byte(name):
    assert samples.read(name).encode() == files(samples).joinpath(name).read_bytes()


@pytest.mark.parametrize("name", OWN)
def test_own_documents_are_of_useful_length_and_say_that_they_are_invented(name):
    text = samples.read(name)
    assert 12_000 <= len(text) <= 20_000
    assert re.search("invented|imaginaires", text[:600])


@pytest.mark.parametrize("name", OWN)
def test_no_line_is_repeated_as_filler(name):
    # Only the rule under a table's header may be the same for two tables.
    lines = [line for line in samples.read(name).splitlines() if line and not line.startswith("|---")]
    assert len(lines) == len(set(lines))


def test_an_unknown_name_is_refused_with_the_known_ones():
    with pytest.raises(FileNotFoundError, match=r"'menu\.md': choose one of agreement\.md"):
        samples.read("menu.md")


@pytest.mark.parametrize("name", OWN)
def test_each_own_document_has_four_to_six_questions_of_all_situations(name):
    asked = [q for q in QUESTIONS if q["source_id"] == name]
    assert 4 <= len(asked) <= 6
    assert {q["situation"] for q in asked} == {"continues", "context", "definition"}


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda q: q["question"])
def test_every_quote_occurs_exactly_once(question):
    text = samples.read(question["source_id"])
    assert [quote for quote in question["evidence"] if text.count(quote) != 1] == []


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda q: q["question"])
def test_the_best_hit_alone_falls_short_and_navigation_completes_it(question):
    text, evidence = samples.read(question["source_id"]), question["evidence"]
    hit = best_chunk(text, question["question"])
    assert not holds(text, [hit], evidence)
    assert holds(text, neighbourhood(text, hit) + grep(text, question["grep"]), evidence)


@pytest.mark.parametrize("question", [q for q in QUESTIONS if q["grep"]], ids=lambda q: q["question"])
def test_grep_is_offered_only_where_the_neighbours_do_not_suffice(question):
    text = samples.read(question["source_id"])
    hit = best_chunk(text, question["question"])
    assert not holds(text, neighbourhood(text, hit), question["evidence"])


def test_nearly_every_best_hit_holds_a_part_of_the_answer():
    """Otherwise the questions would show failed searches, and not answers that the hit leaves unfinished."""

    def touches(question):
        text = samples.read(question["source_id"])
        hit = best_chunk(text, question["question"])
        return any(holds(text, [hit], [quote]) for quote in question["evidence"])

    assert sum(map(touches, QUESTIONS)) >= len(QUESTIONS) - 1
