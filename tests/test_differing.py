"""Chunks whose text is not in their document: nothing of them is lost, and one warning says which they are."""

import re
import warnings
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from navwidget import ChunkStore
from navwidget.adapters import differing, document_from_records, documents_from_records
from navwidget.errors import IndexingError

CONTENT = "## Notice\n\nThirty *days* apply. In winter sixty apply.\n\n## Fees\n\nNine pounds a day."
SPANS = [(0, 11), (11, 31), (32, 53), (55, 63), (64, 82)]


def rows_of(content=CONTENT, spans=SPANS, change=lambda text: text, source="r.txt"):
    return [{"text": change(content[a:b]), "start": a, "end": b, "source": source} for a, b in spans]


def made(rows, content=CONTENT, **options):
    """Make the document, and give its chunks as span and text, with what was warned."""
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        document = document_from_records(rows, content, "r.txt", **options)
    chunks = [((c.start_offset, c.end_offset), c.content) for c in document.chunks]
    return chunks, [str(warning.message) for warning in told]


@pytest.mark.parametrize(
    "change",
    [
        lambda text: f"Manual, chapter 2: {text}",
        lambda text: f"{text} (continued)",
        lambda text: f"{text.upper()}!",
        lambda text: f"> {re.sub(r'[^a-zA-Z ]+', '', text)}",
    ],
    ids=["a heading before it", "a word behind it", "normalised", "stripped of its markup"],
)
@pytest.mark.parametrize("order", [1, -1], ids=["in order", "backwards"])
@pytest.mark.parametrize("which", [slice(None), slice(1, 2)], ids=["all", "one"])
def test_it_keeps_its_text_and_its_declared_span(change, order, which):
    rows = rows_of()
    rows[which] = rows_of(spans=SPANS[which], change=change)
    chunks, told = made(rows[::order])
    assert chunks == [(span, row["text"]) for span, row in zip(SPANS, rows, strict=True)]
    assert len(told) == 1
    assert f"- 'r.txt': {len(SPANS[which])} of 5 chunks" in told[0]
    assert "few words" not in told[0]


def test_the_store_marks_it_as_differing():
    rows = rows_of()
    rows[2]["text"] = f"Notice: {rows[2]['text']}"
    with pytest.warns(UserWarning, match="`differs`"):
        documents = documents_from_records(rows, {"r.txt": CONTENT})
    with ChunkStore() as store:
        store.sync.index_documents(documents)
        assert store.sync.to_frame()["differs"].tolist() == [False, False, True, False, False]


def test_a_span_with_other_words_is_doubted():
    rows = rows_of()
    rows[1]["text"], rows[3]["text"] = "Notice, Thirty days apply.", "Parking is free for guests."
    (told,) = made(rows)[1]
    assert told.endswith(
        "- 'r.txt': 2 of 5 chunks: 'Notice, Thirty days apply.' and 1 more; few words of the span are in 1, whose "
        "offsets may be wrong: 'Parking is free for guests.'"
    )


def test_one_warning_tells_of_all_sources():
    change = "Manual: {}".format
    rows = [row for source in "ab" for row in rows_of(change=change, source=source)] + rows_of(source="c")
    with pytest.warns(UserWarning, match="not in their document") as told:
        documents_from_records(rows, dict.fromkeys("abc", CONTENT))
    lines = [line.partition(" of 5")[0] for line in str(told[0].message).split("\n")[1:]]
    assert (len(told), lines, told[0].filename) == (1, ["- 'a': 5", "- 'b': 5"], __file__)


def test_the_offsets_of_the_others_are_mended_still():
    """What is kept takes no part in it: it has no true place to compare with."""
    rows = [{**row, "start": row["start"] + 1, "end": row["end"] + 1} for row in rows_of()]
    rows[1]["text"] = f"Notice: {rows[1]['text']}"
    chunks, told = made(rows)
    assert [span for span, _ in chunks] == [SPANS[0], (12, 32), *SPANS[2:]]
    assert [line.partition("\n")[2] for line in told] == [
        "- 'r.txt': all 4 starts and ends are 1 too large",
        "- 'r.txt': 1 of 5 chunks: 'Notice: Thirty *days* apply.'",
    ]


def test_a_text_that_stands_elsewhere_goes_there():
    """Offsets that are wrong by one hold most of their text, and are no reason to keep them."""
    rows = [{"text": "sixty apply", "start": 43, "end": 52}]
    start = CONTENT.index("sixty apply")
    assert [span for span, _ in made(rows)[0]] == [(start, start + 11)]


@pytest.mark.parametrize(
    "span",
    [(None, None), (3, None), (None, 9), (3, 3), (-1, 5), (5, 3), (3, len(CONTENT) + 1)],
)
def test_without_a_span_in_the_document_it_is_refused_with_all_that_are(span):
    lost = {"text": "Lost words", "start": span[0], "end": span[1]}
    rows = [*rows_of(change="Manual: {}".format), lost, {"text": "Lost too"}]
    with pytest.raises(IndexingError, match="it declares no start and end within it") as refused:
        document_from_records(rows, CONTENT, "r.txt")
    assert [fault[:8] for fault in refused.value.faults] == ["record 5", "record 6"]


def test_a_span_on_a_page_is_kept_there():
    pages = ["Rule one.", "Rule two."]
    rows = [{"text": "Page 2: Rule two.", "start": 0, "end": 9, "page": 2}]
    with pytest.warns(UserWarning, match="not in their document"):
        (chunk,) = document_from_records(rows, source_id="r.pdf", pages=pages).chunks
    assert (chunk.start_offset, chunk.end_offset, chunk.content) == (10, 19, "Page 2: Rule two.")


def test_of_more_texts_than_can_be_looked_for_the_others_keep_their_place(monkeypatch):
    monkeypatch.setattr(differing, "_LOOKED_THROUGH", 0)
    rows = rows_of()
    rows[2]["text"] = f"Manual: {rows[2]['text']}"
    assert [span for span, _ in made(rows)[0]] == SPANS


@given(st.text("ab \n.", min_size=2, max_size=60), st.data())
def test_nothing_is_lost(content, data):
    """However a document is cut, and whichever chunks got a heading: all keep their text, and those their span."""
    cuts = sorted(data.draw(st.sets(st.integers(0, len(content)), min_size=2, max_size=8)))
    spans = list(pairwise(cuts))
    headed = data.draw(st.lists(st.booleans(), min_size=len(spans), max_size=len(spans)))
    rows = [
        {"text": f"{'Z: ' if head else ''}{content[a:b]}", "start": a, "end": b, "id": str(number)}
        for number, ((a, b), head) in enumerate(zip(spans, headed, strict=True))
    ]
    chunks, told = made(data.draw(st.permutations(rows)), content)
    assert sorted(chunks) == sorted((span, row["text"]) for span, row in zip(spans, rows, strict=True))
    assert len(told) == any(headed)
