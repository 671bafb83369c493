"""A first look into a long source reads no more of its text, ids and locators than it shows."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given

from navwidget.models import ChunkType, Document, SearchResult
from navwidget.store import ChunkStore, SyncStore, index, wide
from navwidget.store.consistency import MovedOnError
from tests.strategies import documents

WIDE = ("text", "ids", "locators")


def lines(count: int) -> Document:
    spans = [(start, start + 10) for start in range(0, 10 * count, 10)]
    return Document.from_text("".join(f"line {n:04}\n" for n in range(count)), "s", lambda _: spans)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SyncStore]:
    """A file of one long source."""
    with ChunkStore(tmp_path / "store.db", embedder=None).sync as store, pytest.MonkeyPatch.context() as patch:
        patch.setattr(wide, "_LONG", 1000)
        patch.setattr(index, "_SMALL", 1000)
        store.index_document(lines(500))
        yield store


def read_whole(store: SyncStore, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Note from now on which columns are read whole."""
    noted: list[str] = []
    query = store.database.query

    def noting(sql: str, values: tuple[object, ...] = ()) -> list[object]:
        noted.extend(name for name in WIDE if sql.startswith(f"SELECT {name} "))
        return query(sql, values)

    monkeypatch.setattr(store.database, "query", noting)
    return noted


def test_first_looks_read_pieces_and_later_ones_all(store: SyncStore, monkeypatch: pytest.MonkeyPatch) -> None:
    noted = read_whole(store, monkeypatch)
    assert [hit.chunk.content for hit in store.navigate("s", 0, 1000, "next", top_k=2)] == [
        "line 0100\n",
        "line 0101\n",
    ]
    assert noted == []
    for start in range(0, 400, 10):
        (hit,) = store.navigate("s", 0, start, "next")
        assert hit.chunk.content == f"line {start // 10:04}\n"
        assert hit.chunk.locator == f"char:{start}-{start + 10}"
    assert sorted(noted) == sorted(WIDE)
    assert store.at_hand.source("s")


def test_a_long_answer_reads_all_at_once(store: SyncStore, monkeypatch: pytest.MonkeyPatch) -> None:
    noted = read_whole(store, monkeypatch)
    assert len(store.read("s", None, None, top_k=500)) == 500
    assert sorted(noted) == sorted(WIDE)


def one_by_one(store: SyncStore, document: Document) -> list[SearchResult | None]:
    return [store.get_chunk(chunk.id) for chunk in document.chunks] + [
        result
        for kind in ChunkType
        for chunk in document.chunks
        for result in store.navigate(document.source_id, 0, chunk.start_offset, "next", top_k=2, content_type=kind)
    ]


@given(documents())
def test_pieces_show_what_the_whole_does(document: Document) -> None:
    with ChunkStore(embedder=None).sync as store, pytest.MonkeyPatch.context() as patch:
        store.index_document(document)
        with ChunkStore(embedder=None).sync as other:
            other.index_document(document)
            patch.setattr(wide, "_LONG", 0)
            patch.setattr(wide, "_LOOKS", 5)
            assert one_by_one(store, document) == one_by_one(other, document)
            patch.setattr(wide, "_LOOKS", 1000)
            other.delete_document(document.id)
            other.index_document(document)
            assert one_by_one(store, document) == one_by_one(other, document)


def test_pieces_of_what_was_replaced_meanwhile_are_gone(store: SyncStore) -> None:
    segment = store._index.segment(store._index.source("s"))
    assert segment.spans.starts[1] == 10
    store.index_document(lines(400))
    with pytest.raises(MovedOnError):
        segment.chunks([0])
    (hit,) = store.navigate("s", 0, 0, "next")
    assert hit.chunk.content == "line 0000\n"
