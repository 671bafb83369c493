"""Cases out of public bug reports, by their ids in ``cases_open.jsonl``: what went wrong elsewhere goes right here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from navwidget.errors import IndexingError
from navwidget.models import (
    Document,
    DocumentChunk,
    KeywordSearchQuery,
    NavigationDirection,
    SearchResult,
    VectorSearchQuery,
    compute_char_locator,
)
from navwidget.store import ChunkStore, SyncStore
from navwidget.store.fusion import fuse
from navwidget.text import match_spans
from tests.fixtures import cases

Spans = list[tuple[int, int]]
NEXT, PREVIOUS = NavigationDirection.NEXT, NavigationDirection.PREVIOUS


def document(
    source_id: str,
    content: str,
    spans: Spans,
    ids: list[str] | None = None,
    embeddings: list[list[float]] | None = None,
) -> Document:
    chunks = tuple(
        DocumentChunk(
            source_id=source_id,
            locator=compute_char_locator(start, end),
            start_offset=start,
            end_offset=end,
            content=content[start:end],
            id=ids[number] if ids else "",
            embedding=embeddings[number] if embeddings else None,
        )
        for number, (start, end) in enumerate(spans)
    )
    return Document(source_id=source_id, content=content, chunks=chunks)


def stored(*documents: Document) -> SyncStore:
    store = ChunkStore(embedder=None).sync
    for each in documents:
        store.index_document(each)
    return store


def spans(results: list[SearchResult]) -> list[tuple[int | None, int | None]]:
    return [(result.chunk.start_offset, result.chunk.end_offset) for result in results]


def contents(results: list[SearchResult]) -> list[str]:
    return [result.chunk.content for result in results]


def sources(results: list[SearchResult]) -> list[str]:
    return [result.chunk.source_id for result in results]


def everything(store: SyncStore, source_id: str = "d") -> list[SearchResult]:
    return store.read(source_id, None, None, top_k=10_000)


def keyword(store: SyncStore, query: str, **options: Any) -> list[SearchResult]:
    return store.search(KeywordSearchQuery(query=query, **options))


def vector(store: SyncStore, embedding: list[float], **options: Any) -> list[SearchResult]:
    return store.search(VectorSearchQuery(embedding=embedding, **options))


def refused(each: Document) -> bool:
    with pytest.raises(IndexingError, match=each.chunks[0].id):
        stored(each)
    return True


def no_break_space() -> Any:
    store = stored(document("d", "ab\u00a0cd and ef gh", [(0, 15)]))
    return [len(store.grep("d", "ab cd")), len(store.grep("d", "ab cd", mode="term")), len(store.grep("d", "ef gh"))]


def blank_last_chunk() -> Any:
    store = stored(document("d", "text  ", [(0, 4), (4, 6)]))
    return spans(everything(store)), spans(keyword(store, "text"))


def two_sources() -> Any:
    store = stored(document("a", "one two", [(0, 3), (4, 7)]), document("b", "six ten", [(0, 3), (4, 7)]))
    return store.navigate("a", 4, 7, NEXT), store.navigate("b", 0, 3, PREVIOUS)


def sizes_as_numbers() -> Any:
    store = stored(document("d", "x" * 120, [(start, start + 1) for start in (100, 11, 2, 10, 1)]))
    return [result.chunk.start_offset for result in everything(store)]


def ids_without_padding() -> Any:
    given = ["d#chunk-10000", "d#chunk-9999"]
    store = stored(document("d", "x" * 10001, [(10000, 10001), (9999, 10000)], ids=given))
    return [result.chunk.id for result in everything(store)]


def beyond_the_end() -> Any:
    store = stored(document("d", "abc", [(0, 3)]))
    return spans(store.navigate("d", 999, 1000, NEXT)), spans(store.navigate("d", 999, 1000, PREVIOUS))


def partial_ranges() -> Any:
    store = stored(document("d", "abcdef", [(0, 3), (3, 6)]))
    return [spans(store.read("d", *sides)) for sides in [(5, 2), (None, 3), (3, None), (1, 6)]]


def grep(content: str, cuts: Spans, *patterns: str) -> Any:
    store = stored(document("d", content, cuts))
    return [spans(store.grep("d", pattern)) for pattern in patterns]


def deleted() -> Any:
    one = document("d", "abc", [(0, 3)], embeddings=[[1.0, 0.0]])
    store = stored(one)
    store.delete_document(one.id)
    return vector(store, [1.0, 0.0]), keyword(store, "abc"), store.get_chunk(one.chunks[0].id)


def replaced_texts() -> Any:
    store = stored(document("d", "old text", [(0, 8)]), document("d", "new words", [(0, 3), (4, 9)]))
    return contents(everything(store)), keyword(store, "old")


def replaced_vectors() -> Any:
    store = stored(
        document("d", "a b", [(0, 1), (2, 3)], embeddings=[[1.0, 0.0], [0.0, 1.0]]),
        document("d", "z", [(0, 1)], embeddings=[[0.0, 1.0]]),
    )
    return [(hit.chunk.content, round(hit.score, 3)) for hit in vector(store, [1.0, 0.0])]


def ties(order: str) -> list[str]:
    return sources(keyword(stored(*(document(name, "tie word", [(0, 8)]) for name in order)), "tie"))


def excluded() -> Any:
    each = document(
        "d", "abcd", [(i, i + 1) for i in range(4)], embeddings=[[1.0, 0.0], [0.9, 0.1], [0.5, 0.5], [0.0, 1.0]]
    )
    return spans(vector(stored(each), [1.0, 0.0], top_k=2, exclude_ids={each.chunks[0].id, each.chunks[1].id}))


def zero_vector() -> Any:
    each = document("d", "abc", [(0, 1), (1, 2), (2, 3)], embeddings=[[1.0, 0.0], [0.5, 0.5], [0.0, 0.0]])
    return spans(vector(stored(each), [1.0, 0.0], top_k=2))


def fused(*rankings: list[str]) -> list[tuple[str, float]]:
    return [(item.item, round(item.score, 6)) for item in fuse(rankings)]


def only(content: str, cuts: Spans, query: str, **options: Any) -> Any:
    return spans(keyword(stored(document("d", content, cuts)), query, **options))


note = [document(name, "note well", [(0, 9)]) for name in "ab"]
beta = [document("a", "alpha beta", [(0, 10)]), document("b", "beta gamma", [(0, 10)])]
languages = [(0, 4), (5, 8), (9, 13), (14, 18), (19, 23)]
same = document("d", "same. same. ", [(0, 6), (6, 12)])

CASES: dict[str, tuple[Callable[[], Any], Any]] = {
    "NW-038": (no_break_space, [0, 1, 1]),
    "NW-040": (blank_last_chunk, ([(0, 4), (4, 6)], [(0, 4)])),
    "NW-049": (two_sources, ([], [])),
    "NW-051": (
        lambda: contents(
            stored(document("f.pdf", "p1 text\np2 text", [(0, 7), (8, 15)])).navigate("f.pdf", 0, 7, NEXT)
        ),
        ["p2 text"],
    ),
    "NW-053": (lambda: refused(document("d", "abcd", [(3, 1)])), True),
    "NW-055": (sizes_as_numbers, [1, 2, 10, 11, 100]),
    "NW-057": (ids_without_padding, ["d#chunk-9999", "d#chunk-10000"]),
    "NW-059": (beyond_the_end, ([], [(0, 3)])),
    "NW-061": (partial_ranges, [[], [(0, 3)], [(3, 6)], [(3, 6)]]),
    "NW-062": (
        lambda: (grep("see (1 of 2) here", [(0, 17)], "(1 "), match_spans("see (1 of 2) here", "(1 ")),
        ([[(0, 17)]], [(4, 7)]),
    ),
    "NW-064": (
        lambda: (grep("C and C++ code", [(0, 14)], "c++"), match_spans("C and C++ code", "c++")),
        ([[(0, 14)]], [(6, 9)]),
    ),
    "NW-066": (lambda: grep("100% sure|1000 sure", [(0, 9), (9, 19)], "100%"), [[(0, 9)]]),
    "NW-068": (lambda: grep("50%|none|a_b", [(0, 4), (4, 9), (9, 12)], "%", "_"), [[(0, 4)], [(9, 12)]]),
    "NW-070": (lambda: (match_spans("kąt kat", "a"), grep("kąt kat", [(0, 3), (4, 7)], "a")), ([(5, 6)], [[(4, 7)]])),
    "NW-072": (lambda: grep("caffè nero", [(0, 10)], "caffe", "CAFFÈ", "  "), [[], [(0, 10)], []]),
    "NW-074": (lambda: len({each.id for each in same.chunks}), 2),
    "NW-076": (
        lambda: [each.id for each in document("d", "abab", [(0, 2), (2, 4)]).chunks],
        ["86eef22e-2e19-56f2-9d6d-fb613825c678", "87154061-c39d-5f31-86d5-16e424e9f87c"],
    ),
    "NW-078": (lambda: sources(keyword(stored(*note), "note")), ["a", "b"]),
    "NW-080": (lambda: len(everything(stored(*[document("d", "one", [(0, 3)])] * 2))), 1),
    "NW-082": (deleted, ([], [], None)),
    "NW-084": (replaced_texts, (["new", "words"], [])),
    "NW-086": (replaced_vectors, [("z", 0.0)]),
    "NW-088": (lambda: sources(keyword(stored(*beta), "beta")), ["a", "b"]),
    "NW-090": (lambda: only("java php ruby perl lisp", languages, "ruby", top_k=5), [(9, 13)]),
    "NW-092": (
        lambda: only("hello there|windy here|windy too|how is it", [(0, 12), (12, 23), (23, 33), (33, 42)], "windy"),
        [(12, 23), (23, 33)],
    ),
    "NW-094": (lambda: fused(["X", "a", "Y"], ["b", "c", "Y"])[0], ("Y", 0.031746)),
    "NW-096": (lambda: [item for item, _ in fused(["d#0-3", "d#4-7"], ["d#4-7"])], ["d#4-7", "d#0-3"]),
    "NW-098": (lambda: (ties("cab"), ties("bac")), (["a", "b", "c"], ["a", "b", "c"])),
    "NW-100": (excluded, [(2, 3), (3, 4)]),
    "NW-102": (zero_vector, [(0, 1), (1, 2)]),
    "NW-104": (lambda: only("全文検索は大切。別の段落", [(0, 8), (8, 12)], "検索"), [(0, 8)]),
    "NW-106": (lambda: only("น้ำตกสวย x", [(0, 8), (8, 10)], "ตก"), [(0, 8)]),
    "NW-108": (lambda: only("café noir|tea", [(0, 10), (10, 13)], "café"), [(0, 10)]),
    "NW-120": (lambda: contents(everything(stored(document("d", "x\0y zz", [(0, 3), (4, 6)])))), ["x\0y", "zz"]),
}


@pytest.mark.parametrize("case", CASES)
def test_case_out_of_a_bug_report(case: str) -> None:
    ask, expected = CASES[case]
    assert ask() == expected


def test_every_recorded_case_of_the_store_is_here() -> None:
    """Chunkers and case folding have tests of their own."""
    recorded = {case["id"] for case in cases("store") if case["kind"] not in {"chunkers", "case-folding"}}
    assert recorded <= CASES.keys()
