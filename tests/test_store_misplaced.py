"""Chunks whose text is not what the source has at their span: marked, and told where it can only be a fault."""

import asyncio
import warnings

import pytest
from hypothesis import given
from hypothesis import strategies as st

from navwidget import ChunkPatch, ChunkStore, ChunkType, Document, DocumentChunk
from navwidget.spans import is_slice
from navwidget.store.misplaced import _shift

TEXT = "One fish. Two fish. Red fish. Blue fish."
SPANS = [(0, 9), (10, 19), (20, 29), (30, 40)]


def document(chunks, content=TEXT, source_id="fish.txt", chunk_type=ChunkType.CONTENT):
    made = [
        DocumentChunk(
            source_id=source_id,
            locator=f"{number}",
            start_offset=start,
            end_offset=end,
            content=text,
            chunk_type=chunk_type,
        )
        for number, (start, end, text) in enumerate(chunks)
    ]
    return Document(source_id=source_id, content=content, chunks=made)


def shifted(by, **options):
    return document([(a + by, b + by, TEXT[a:b]) for a, b in SPANS[1:3]], **options)


def told(call):
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        call()
    return [str(warning.message) for warning in found]


HEAD = "In 1 source texts of chunks stand beside their span; to_frame() marks them in the column 'differs':\n- "


@pytest.mark.parametrize(
    ("by", "sentence"),
    [
        (1, "'fish.txt': 2 of 2 chunks, each 1 code point before it"),
        (-3, "'fish.txt': 2 of 2 chunks, each 3 code points behind it"),
    ],
)
def test_an_off_by_one_is_told_when_it_is_stored(by, sentence):
    store = ChunkStore()
    assert told(lambda: store.sync.index_document(shifted(by))) == [HEAD + sentence]
    assert told(lambda: asyncio.run(store.index_documents([shifted(by)], progress=False))) == [HEAD + sentence]
    assert store.sync.to_frame()["differs"].tolist() == [True, True]
    assert store.sync.check() == []  # the file is sound


def test_many_documents_are_told_of_together():
    documents = [shifted(1, source_id=f"{number:02}") for number in range(12)]
    [sentence] = told(lambda: ChunkStore().sync.index_documents(documents, progress=False))
    assert sentence.startswith("In 12 sources")
    assert len(sentence.split("\n")) == 12
    assert sentence.endswith("\n- and 2 more")


def test_shifts_of_many_sizes_are_told_by_the_largest():
    chunks = [(11, 20, TEXT[10:19]), (17, 26, TEXT[20:29])]
    [sentence] = told(lambda: ChunkStore().sync.index_document(document(chunks)))
    assert sentence == HEAD + "'fish.txt': 2 of 2 chunks, by up to +3 code points"


@pytest.mark.parametrize(
    "made",
    [
        document([(a, b, TEXT[a:b]) for a, b in SPANS]),
        document([(a, b, f"Fish: {TEXT[a:b]}") for a, b in SPANS]),
        document([(9, 20, "Two fish.")]),
        document([(0, 40, "Four fish.")]),
        document([(4, 9, "   ")]),
        document([(0, 5, "fish.")], content=None),
        document([(1, 10, "One fish.")], chunk_type=ChunkType.SUMMARY),
    ],
    ids=["right", "with a heading", "cut off white space", "rewritten", "blank", "text unknown", "a summary"],
)
def test_texts_that_were_changed_on_purpose_are_no_news(made):
    assert told(lambda: ChunkStore().sync.index_document(made)) == []


MARKS = st.text(st.sampled_from("ab "), min_size=1, max_size=24)


@given(MARKS, st.data())
def test_the_shift_is_that_of_the_nearest_place_that_overlaps_the_span(content, data):
    """Held to a look at every place."""
    start, end = sorted(data.draw(st.tuples(*[st.integers(0, len(content))] * 2)))
    text = data.draw(MARKS)
    places = [p for p in range(len(content)) if content.startswith(text, p) and p < end and p + len(text) > start]
    inside = any(start <= place and place + len(text) <= end for place in places)
    found = _shift(content, text, (start, end))
    if not text.strip() or inside or not places or start == end:
        assert not found or start == end
    else:
        assert abs(found[0]) == min(abs(place - start) for place in places)
        assert content.startswith(text, start + found[0])


CHUNKS = st.lists(
    st.tuples(st.integers(0, 8), st.integers(0, 8), st.none() | st.text("añ", max_size=4)), min_size=1, max_size=6
)


@given(st.text("añ", min_size=8, max_size=8), CHUNKS, st.booleans(), st.none() | st.text("añ", max_size=4))
def test_the_frame_marks_what_is_no_slice(content, wanted, known, patch):
    """After patches too; empty texts and spans at the end included."""
    cut = [(min(a, b), max(a, b), text) for a, b, text in wanted]
    chunks = [(a, b, content[a:b] if text is None else text) for a, b, text in cut]
    store = ChunkStore(embedder=None).sync
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        store.index_document(document(chunks, content if known else None))
    if patch is not None:
        store.patch_chunk(store.to_frame()["id"][0], ChunkPatch(content=patch))
    frame = store.to_frame()
    for row in frame.itertuples():
        there = content[row.start_offset : row.end_offset] if known else None
        assert row.differs == (not is_slice(row.content, (row.start_offset, row.end_offset), there))
    assert frame["differs"].dtype == bool


def test_a_frame_goes_back_into_a_store_with_its_mark():
    store = ChunkStore.from_frame(ChunkStore.from_frame(frame_of([(0, 9, "A fish.")])).sync.to_frame())
    frame = store.sync.to_frame()
    assert frame["differs"].tolist() == [True]
    assert frame["metadata"].tolist() == [{}]


def frame_of(chunks):
    store = ChunkStore()
    store.sync.index_document(document(chunks))
    return store.sync.to_frame()


@pytest.mark.parametrize(("size", "text"), [(2_000, "a" * 50_000), (50_000, "ab" * 25_000)])
def test_hostile_texts_are_looked_at_in_linear_time(size, text):
    content = text * 4
    assert told(lambda: ChunkStore(embedder=None).sync.index_document(document([(0, size, text + "!")], content))) == []
