"""`check` finds nothing in a sound store and names what is wrong in another; `compact` gives space back."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from navwidget.errors import StorageError
from navwidget.models import ChunkPatch, ChunkType, Document, DocumentChunk, KeywordSearchQuery
from navwidget.store import ChunkStore
from tests.test_store_lifecycle import everything


def document(source_id: str, words: str, **fields: Any) -> Document:
    return Document.from_text(words, source_id, lambda text: [(0, 5), (3, 9), (9, len(text))], **fields)


def fill(store: ChunkStore) -> None:
    """Sources of every kind: patched, replaced, without text, with and without vectors and metadata."""
    summary = DocumentChunk(
        source_id="loose",
        locator="page:1",
        start_offset=0,
        end_offset=7,
        content="summary",
        chunk_type=ChunkType.SUMMARY,
        metadata={"page": 1},
        parent_ref="part",
        embedding=(1.0, 0.5, 0.0),
    )
    plain = document("plain", "the notice period is thirty days \ud83d end", metadata={"title": "Terms"})
    store.sync.index_documents(
        [document("plain", "a draft of the terms"), document("other", "some other text"), plain], progress=False
    )
    store.sync.index_document(Document(source_id="loose", content=None, chunks=(summary,)))
    store.sync.index_document(document("gone", "soon to be deleted"))
    store.sync.delete_source("gone")
    store.sync.patch_chunk(plain.chunks[1].id, ChunkPatch(content="patched words", embedding=(0.0, 1.0, 0.0)))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "store.db"
    with ChunkStore(path, embedder=None) as store:
        fill(store)
    return path


def test_sound_store_has_no_faults(path: Path) -> None:
    in_memory = ChunkStore(embedder=None)
    assert in_memory.sync.check() == []
    fill(in_memory)
    assert in_memory.sync.check() == []
    with ChunkStore(path, embedder=None, read_only=True) as store:
        assert store.sync.check() == []


def change(path: Path, *statements: str, checksums: bool = True) -> None:
    """Tamper with a file; with its checksums made right again, as by a fault of ours and not of the disk."""
    from navwidget.store.checksum import teach
    from navwidget.store.schema import CHECKED

    with closing(sqlite3.connect(path)) as connection:
        teach(connection)
        for statement in statements:
            assert connection.execute(statement).rowcount
        for table, columns in CHECKED.items() if checksums else ():
            connection.execute(f"UPDATE {table} SET checksum = checksum({columns})")
        connection.commit()


PLAIN = "(SELECT key FROM source WHERE source_id = 'plain')"
ZEROED = (
    "UPDATE block_part SET data = zeroblob(length(data)) "
    "WHERE name = '{}' AND block = (SELECT max(id) FROM block WHERE kind = '{}')"
)


def tampered(code: int) -> str:
    return f"CAST(x'{code:02x}' || CAST(substr(text, 2) AS TEXT) AS BLOB)"


@pytest.mark.parametrize(
    ("statement", "fault"),
    [
        (f"DELETE FROM segment WHERE key = {PLAIN}", "Source 'plain': it cannot be read (its columns are missing)"),
        (f"UPDATE segment SET ids = substr(ids, 9) WHERE key = {PLAIN}", "Source 'plain': "),
        (
            f"UPDATE segment SET text = {tampered(255)} WHERE key = {PLAIN}",
            "Source 'plain': it cannot be read",
        ),
        (f"UPDATE segment SET text = {tampered(ord('T'))} WHERE key = {PLAIN}", None),
        (
            f"UPDATE segment SET text = {tampered(ord('x'))} WHERE key = {PLAIN}",
            "'plain': its postings are not those",
        ),
        (f"UPDATE segment SET spans = zeroblob(length(spans)) WHERE key = {PLAIN}", "Source 'plain': "),
        (
            f"UPDATE source SET length = length + 1 WHERE key = {PLAIN}",
            "its text has not the noted length of 39 code points",
        ),
        (f"UPDATE source SET chunks = chunks + 1 WHERE key = {PLAIN}", "Source 'plain': it cannot be read"),
        (
            f"UPDATE source SET metadata = CAST('no JSON' AS BLOB) WHERE key = {PLAIN}",
            "Source 'plain': it cannot be read",
        ),
        (f"UPDATE source SET dimension = NULL WHERE key = {PLAIN}", "What is noted of block"),
        ("UPDATE source SET dimension = 3 WHERE source_id = 'other'", "Source 'other': it has no vectors"),
        (
            f"DELETE FROM chunk_id WHERE key = {PLAIN} AND row = 1",
            "Source 'plain': 1 of its chunks cannot be found by id",
        ),
        (f"UPDATE chunk_id SET hash = hash + 1 WHERE key = {PLAIN}", "Source 'plain': 3 ids are said to be in it"),
        ("INSERT INTO chunk_id VALUES (1, 999, 0)", "places of ids that belong to nothing: 1 row"),
        ("INSERT INTO segment SELECT 999, '', '', '', '', '', 0", "columns that belong to nothing"),
        ("INSERT INTO block_part VALUES (999, 'keys', '', 0)", "parts of blocks that belong to nothing"),
        ("DELETE FROM block WHERE kind = 'postings'", "parts of blocks that belong to nothing"),
        ("UPDATE block SET alive = alive + 1", "What is noted of block"),
        (ZEROED.format("norms", "vectors"), "its vectors are not those of its chunks"),
        (ZEROED.format("lengths", "postings"), "its postings are not those of its chunks"),
        (ZEROED.format("names", "postings"), "its postings are not those of its chunks"),
    ],
)
def test_each_contradiction_is_told(path: Path, statement: str, fault: str | None) -> None:
    change(path, statement)
    with ChunkStore(path, embedder=None) as store:
        told = store.sync.check()
    assert any(fault in each for each in told) if fault else told == []


@pytest.mark.parametrize("table", ["source", "segment", "chunk_metadata", "block_part"])
def test_bytes_that_were_not_written_are_told(path: Path, table: str) -> None:
    """Even where they make sense: another letter, another number."""
    column = {"source": "metadata", "segment": "text", "chunk_metadata": "chunk_metadata", "block_part": "data"}[table]
    change(path, f"UPDATE {table} SET {column} = CAST({column} || 'x' AS BLOB)", checksums=False)
    with ChunkStore(path, embedder=None) as store:
        told = store.sync.check()
    assert told
    assert all(f"The {table} row of" in each and "its checksum differs" in each for each in told)


def test_check_of_a_closed_store_says_so(path: Path) -> None:
    store = ChunkStore(path, embedder=None)
    store.close()
    with pytest.raises(StorageError, match="the store is closed"):
        store.sync.check()


@pytest.mark.parametrize("on_file", [False, True], ids=["memory", "file"])
def test_compact_gives_space_back_and_changes_no_answer(tmp_path: Path, on_file: bool) -> None:
    path = tmp_path / "store.db"
    store = ChunkStore(path if on_file else ":memory:", embedder=None)
    fill(store)
    large = document("large", " ".join(map(str, range(50_000))))
    store.sync.index_document(large)
    store.sync.delete_document(large.id)
    before = everything(store.sync)
    size = store.sync.database.size
    given = store.sync.compact()
    assert given > 300_000
    assert size - store.sync.database.size == given
    assert everything(store.sync) == before
    assert store.sync.check() == []
    assert abs(store.sync.compact()) < 20_000
    if on_file:
        assert path.stat().st_size == store.sync.database.size
        assert store.sync.database.query("SELECT * FROM block WHERE alive < rows") == []


def test_readers_go_on_while_the_file_is_compacted(path: Path) -> None:
    with ChunkStore(path, embedder=None) as store, ChunkStore(path, embedder=None, read_only=True) as reader:
        outline = reader.sync.outline("plain")
        store.sync.compact()
        assert [hit.chunk.id for hit in reader.sync.read("plain", None, None)] == list(outline.ids)
        assert reader.sync.search(KeywordSearchQuery(query="patched"))
        with pytest.raises(StorageError, match="read-only"):
            reader.sync.compact()


async def test_both_can_be_awaited(path: Path) -> None:
    async with ChunkStore(path, embedder=None) as store:
        assert await store.check() == []
        assert isinstance(await store.compact(), int)


def test_signatures_tell_rows_apart_that_plain_counts_do_not() -> None:
    """The same words in other rows are other rows, whatever the number of words."""
    from navwidget.store.check_index import _signatures
    from navwidget.store.postings import PostingsBlock

    block = PostingsBlock.build([(1, [["a", "b"], ["a", "a"], ["b", "b"], ["b", "a"], []])])
    one, two, three, same, none = _signatures(block).tolist()
    assert one == same
    assert len({one, two, three, none}) == 4
    assert none == 0
    assert np.array_equal(block.lengths, [2, 2, 2, 2, 0])
