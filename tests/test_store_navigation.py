"""Navigation equals the brute-force reference, whatever the chunks; arguments are refused in sentences."""

from __future__ import annotations

import asyncio
import pickle
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from navwidget.errors import ChunkNotFoundError, SearchError, SourceNotFoundError
from navwidget.models import (
    ChunkType,
    Document,
    DocumentChunk,
    GrepMode,
    NavigationDirection,
    SearchResult,
    compute_char_locator,
)
from navwidget.store import ChunkStore, SyncStore
from tests import reference
from tests.strategies import chunk_types, counts, documents, offsets, patterns


def stored(document: Document) -> SyncStore:
    store = ChunkStore(embedder=None).sync
    store.index_document(document)
    return store


def ids(found: list[Any]) -> list[str]:
    return [(item.chunk if isinstance(item, SearchResult) else item).id for item in found]


def spans_document(spans: list[tuple[int, int]], length: int, source_id: str = "s") -> Document:
    return Document(
        source_id=source_id,
        content="x" * length,
        chunks=tuple(
            DocumentChunk(
                source_id=source_id,
                locator=f"{compute_char_locator(start, end)}:{number}",
                start_offset=start,
                end_offset=end,
                content="x" * (end - start),
            )
            for number, (start, end) in enumerate(spans)
        ),
    )


@given(documents(), offsets, offsets, st.sampled_from(NavigationDirection), counts, chunk_types)
def test_navigate_equals_the_reference(
    document: Document, start: int, end: int, direction: NavigationDirection, top_k: int, content_type: ChunkType
) -> None:
    found = stored(document).navigate("source", start, end, direction, top_k=top_k, content_type=content_type)
    assert ids(found) == ids(reference.navigate(document.chunks, start, end, direction, top_k, content_type))


@given(documents(), st.none() | offsets, st.none() | offsets, counts, chunk_types)
def test_read_equals_the_reference(
    document: Document, start: int | None, end: int | None, top_k: int, content_type: ChunkType
) -> None:
    found = stored(document).read("source", start, end, top_k=top_k, content_type=content_type)
    assert ids(found) == ids(reference.read(document.chunks, start, end, top_k, content_type))


@given(documents(), patterns, st.sampled_from(GrepMode), counts, chunk_types)
def test_grep_equals_the_reference(
    document: Document, pattern: str, mode: GrepMode, top_k: int, content_type: ChunkType
) -> None:
    found = stored(document).grep("source", pattern, mode=mode, top_k=top_k, content_type=content_type)
    assert ids(found) == ids(reference.grep(document.chunks, pattern, mode, top_k, content_type))


@given(st.data())
def test_neighbours_equal_the_reference(data: st.DataObject) -> None:
    document = data.draw(documents())
    chunk = data.draw(st.sampled_from(document.chunks))
    before, after = data.draw(st.integers(0, 5)), data.draw(st.integers(0, 5))
    found = stored(document).neighbours(chunk.id, before, after)
    assert ids(found) == ids(reference.neighbours(document.chunks, chunk, before, after))


@given(documents())
def test_every_chunk_comes_back_as_it_was(document: Document) -> None:
    store = stored(document)
    for chunk in document.chunks:
        found = store.get_chunk(chunk.id)
        assert found is not None
        result = found.chunk
        own = {key: value for key, value in chunk.metadata.items() if value is not None}
        of_document = {f"document_{key}": value for key, value in document.metadata.items() if value is not None}
        assert (result.content, result.locator, result.chunk_type) == (chunk.content, chunk.locator, chunk.chunk_type)
        assert (result.start_offset, result.end_offset) == (chunk.start_offset, chunk.end_offset)
        assert result.parent_ref == (chunk.parent_ref or document.id)
        assert result.metadata == {**of_document, **own}


@given(documents(), st.integers(-2, 45), st.none() | st.integers(-2, 45))
def test_text_is_cut_by_code_points(document: Document, start: int, end: int | None) -> None:
    found = stored(document).text("source", start, end)
    first, last = max(start, 0), None if end is None else max(end, 0)
    assert found == (None if document.content is None else document.content[first:last])


def test_text_beyond_one_block_is_cut_right() -> None:
    content = "a\N{ROCKET}é中" * 5000
    store = stored(Document.from_text(content, "s", lambda text: [(0, len(text))]))
    for start in (0, 4095, 4096, 4097, 9999, 19_998):
        assert store.text("s", start, start + 3) == content[start : start + 3]


def test_many_chunks_beyond_ascii_are_found_by_grep() -> None:
    """Texts beyond ASCII are folded some thousand at a time: every chunk keeps its own."""
    texts = [f"İ{number} " for number in range(9000)]
    starts = np.cumsum([0, *map(len, texts)]).tolist()
    store = stored(Document.from_text("".join(texts), "s", lambda _: pairwise(starts)))
    for number in (0, 1, 4095, 4096, 4097, 8191, 8999):
        assert [hit.chunk.content for hit in store.grep("s", f"i{number} ")] == [texts[number]]


@pytest.mark.parametrize("on_file", [False, True], ids=["memory", "file"])
def test_long_text_is_read_in_pieces_and_then_whole(tmp_path: Path, on_file: bool) -> None:
    content = "".join(f"{number:06}🚀é " for number in range(120_000))
    cuts = [(start, start + 900) for start in range(0, len(content), 900)]
    path = tmp_path / "store.db" if on_file else ":memory:"
    with ChunkStore(path, embedder=None) as store:
        store.sync.index_document(Document.from_text(content, "s", lambda _: cuts))
        for start, end in cuts[:: len(cuts) // 40]:
            (found,) = store.sync.read("s", start, end)
            assert found.chunk.content == content[start:end]


def test_nested_chunks_far_away_are_found_from_both_sides() -> None:
    """With ends that jump about, the scan goes on until it has enough, however far."""
    spans = [(0, 1)] + [(number, 3000) for number in range(1, 2000)] + [(2000, 2001), (2100, 2200)]
    store = stored(spans_document(spans, 3000))

    def found(results: list[SearchResult]) -> list[tuple[int | None, int | None]]:
        return [(result.chunk.start_offset, result.chunk.end_offset) for result in results]

    assert found(store.navigate("s", 1999, 1999, NavigationDirection.PREVIOUS, top_k=3)) == [(0, 1)]
    assert found(store.navigate("s", 2999, 2999, NavigationDirection.PREVIOUS, top_k=2)) == [(2000, 2001), (2100, 2200)]
    assert found(store.read("s", 1, 2999)) == [(2000, 2001), (2100, 2200)]


def test_empty_chunk_is_on_both_sides_of_its_place() -> None:
    store = stored(spans_document([(2, 2)], 4))
    assert len(store.navigate("s", 2, 2, NavigationDirection.NEXT)) == 1
    assert len(store.navigate("s", 2, 2, NavigationDirection.PREVIOUS)) == 1


@pytest.mark.parametrize("ignored", [None, 0.5, "x", -(2**80)])
def test_the_offset_that_a_direction_ignores_may_be_anything(ignored: Any) -> None:
    document = Document.from_text("one two", "s", lambda _: [(0, 3), (4, 7)])
    store = stored(document)
    assert [hit.chunk.content for hit in store.navigate("s", ignored, 3, NavigationDirection.NEXT)] == ["two"]
    assert [hit.chunk.content for hit in store.navigate("s", 4, ignored, NavigationDirection.PREVIOUS)] == ["one"]


BAD_ARGUMENTS = [
    ("navigate", ("s", 0, 1, "sideways"), {}, "direction is 'sideways', but must be 'next' or 'previous'."),
    ("navigate", ("s", 0, 1, "next"), {"top_k": 0}, "top_k is 0, but must be a whole number of at least 1."),
    ("navigate", ("s", 0, 1, "next"), {"top_k": True}, "top_k is True, but must be a whole number of at least 1."),
    ("navigate", ("s", 0.5, 1, "previous"), {}, "start_offset is 0.5, but must be a whole number."),
    ("navigate", ("s", 0, None, "next"), {}, "end_offset is None, but must be a whole number."),
    ("read", ("s", 0, 1), {"top_k": 2.0}, "top_k is 2.0, but must be a whole number of at least 1."),
    (
        "read",
        ("s", 0, 1),
        {"content_type": "image"},
        "content_type is 'image', but must be 'content', 'image_annotation' or 'summary'.",
    ),
    ("read", ("s", False, 1), {}, "start_offset is False, but must be a whole number."),
    ("grep", ("s", "x"), {"mode": "regex"}, "mode is 'regex', but must be 'phrase' or 'term'."),
    ("grep", ("s", None), {}, "pattern is None, but must be a string."),
    ("grep", ("s", "  "), {"top_k": -1}, "top_k is -1, but must be a whole number of at least 1."),
    ("neighbours", ("c", -1), {}, "before is -1, but must be a whole number of at least 0."),
]


@pytest.mark.parametrize(("method", "args", "options", "sentence"), BAD_ARGUMENTS)
@pytest.mark.parametrize("source_id", ["s", "unknown"])
def test_bad_argument_is_named_before_the_source_is_looked_for(
    method: str, args: tuple[Any, ...], options: dict[str, Any], sentence: str, source_id: str
) -> None:
    store = stored(spans_document([(0, 1)], 1))
    with pytest.raises(SearchError) as caught:
        getattr(store, method)(source_id, *args[1:], **options)
    assert str(caught.value) == sentence


@pytest.mark.parametrize("source_id", ["", "S", "s ", "\ud800", "a\0b", None, 3, ["s"]])
def test_unknown_source_is_an_error_that_names_it(source_id: Any) -> None:
    store = stored(spans_document([(0, 1)], 1))
    for ask in (
        lambda: store.navigate(source_id, 0, 1, NavigationDirection.NEXT),
        lambda: store.read(source_id, 0, 1),
        lambda: store.grep(source_id, "  "),
        lambda: store.outline(source_id),
        lambda: store.text(source_id),
        lambda: store.delete_source(source_id),
    ):
        with pytest.raises(SourceNotFoundError) as caught:
            ask()
        assert repr(source_id) in str(caught.value)


def test_known_source_without_the_type_gives_nothing() -> None:
    store = stored(spans_document([(0, 1)], 1))
    assert store.read("s", None, None, content_type=ChunkType.SUMMARY) == []


@pytest.mark.parametrize("chunk_id", ["", "nope", "\ud800", None, 3])
def test_unknown_chunk(chunk_id: Any) -> None:
    store = stored(spans_document([(0, 1)], 1))
    assert store.get_chunk(chunk_id) is None
    with pytest.raises(ChunkNotFoundError):
        store.neighbours(chunk_id)


def test_numbers_of_numpy_are_numbers() -> None:
    store = stored(spans_document([(0, 1), (1, 2)], 2))
    assert len(store.navigate("s", np.int64(0), np.int32(1), "next", top_k=np.int16(1))) == 1


def test_outline_has_every_chunk_in_reading_order() -> None:
    outline = stored(spans_document([(4, 6), (0, 3), (0, 2)], 8)).outline("s")
    assert list(zip(outline.starts.tolist(), outline.ends.tolist(), strict=True)) == [(0, 2), (0, 3), (4, 6)]
    assert (len(outline), outline.length, outline.complete) == (3, 8, True)
    assert len(set(outline.ids)) == 3
    assert list(pickle.loads(pickle.dumps(outline)).ids) == list(outline.ids) == outline.ids[:]
    assert outline.ids[-1] == list(outline.ids)[2]
    with pytest.raises(IndexError):
        outline.ids[3]


def test_asking_at_once_and_in_a_thread_give_the_same() -> None:
    """The first question of a source goes through a thread, the second is answered in place."""

    store = ChunkStore(embedder=None)
    store.sync.index_document(spans_document([(0, 1), (1, 2), (2, 3)], 3))
    ids = store.sync.outline("s").ids

    async def ask() -> list[Any]:
        return [
            await store.navigate("s", 0, 1, NavigationDirection.NEXT),
            await store.read("s", None, None),
            await store.grep("s", "X"),
            await store.get_chunk(ids[1]),
            await store.neighbours(ids[1]),
            await store.text("s"),
            (await store.outline("s")).starts.tolist(),
        ]

    async def ask_twice() -> tuple[list[Any], list[Any]]:
        return await ask(), await ask()

    cold, warm = asyncio.run(ask_twice())
    assert store.sync.at_hand.grep("s", "x", ChunkType.CONTENT, 5)
    assert store.sync.at_hand.chunk(ids[1])
    assert cold == warm
    assert cold[:3] == [
        store.sync.navigate("s", 0, 1, "next"),
        store.sync.read("s", None, None),
        store.sync.grep("s", "x"),
    ]


def test_results_cannot_be_changed() -> None:
    store = stored(Document(**{**spans_document([(0, 1)], 1).model_dump(), "metadata": {"a": [1]}}))
    (result,) = store.read("s", None, None)
    with pytest.raises(TypeError):
        result.chunk.metadata["document_a"].append(2)
    assert store.read("s", None, None)[0] is result
