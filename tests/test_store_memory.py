"""What the store keeps in memory is what it counts, so that its limit is one."""

import tracemalloc
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from navwidget.models import Document
from navwidget.store import ChunkStore

SOURCES = {"small": (400, 3, 1), "long": (4, 2_000, 40), "overlapping": (4, 2_000, 40)}


def documents(kind: str) -> Iterator[Document]:
    count, chunks, words = SOURCES[kind]
    piece = "".join(f"w{word:02} \u00e9 " for word in range(words))
    bounds = list(pairwise(range(0, len(piece) * (chunks + 1), len(piece))))
    spans = [(max(0, start - len(piece) // 2), end) for start, end in bounds] if kind == "overlapping" else bounds
    for number in range(count):
        yield Document.from_text(piece * chunks, str(number), lambda _: spans)


@pytest.mark.parametrize("kind", SOURCES)
def test_sources_are_counted_with_all_that_is_made_of_them(tmp_path: Path, kind: str) -> None:
    """Folded texts and lanes come when somebody asks for them, long after a source was counted."""
    with ChunkStore(tmp_path / "store.db", embedder=None) as store:
        store.sync.index_documents(documents(kind), progress=False)
    with ChunkStore(tmp_path / "store.db", embedder=None, read_only=True) as store:
        names = [source.source_id for source in store.sync.sources()]
        store.sync.grep(names.pop(), "absent")  # imports, and statements of the database
        counted = store.sync._index._segments._cost
        tracemalloc.start()
        try:
            for name in names:
                store.sync.grep(name, "absent")
                store.sync.navigate(name, 0, 0, "next")
                store.sync.text(name, 0, 1)
                store.sync.outline(name)
            held, _ = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
        assert 0.7 < held / (store.sync._index._segments._cost - counted) < 1.3
