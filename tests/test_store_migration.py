"""Files of older formats become files of today's, whole."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from navwidget.embedding import HashingEmbedder
from navwidget.errors import StorageError
from navwidget.models import KeywordSearchQuery
from navwidget.store import ChunkStore, migrations
from navwidget.store.schema import FORMAT_VERSION
from tests.fixtures import DATA

EMBEDDER = HashingEmbedder(8)
OLD = [f"format{version}.db" for version in range(1, FORMAT_VERSION)]


def layout(path: Path) -> dict[str, list[tuple[object, ...]]]:
    """Columns of every table and index of a file."""
    with closing(sqlite3.connect(path)) as connection:
        names = [name for (name,) in connection.execute("SELECT name FROM sqlite_master ORDER BY name")]
        return {
            name: connection.execute(f"PRAGMA table_info({name})").fetchall()
            + connection.execute(f"PRAGMA index_info({name})").fetchall()
            for name in names
        }


@pytest.fixture(params=OLD)
def old(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    return Path(shutil.copy(DATA / request.param, tmp_path / "old.db"))


def test_older_file_answers_as_it_did(old: Path) -> None:
    """It holds a patched, a replaced and a deleted document, one without text, and half of a character."""
    with ChunkStore(old, embedder=EMBEDDER) as store:
        assert store.sync.check() == []
        assert [(info.source_id, info.chunks, dict(info.metadata)) for info in store.sync.sources()] == [
            ("scan.pdf", 2, {"pages": 2}),
            ("terms.txt", 3, {"title": "Terms", "indexed_version": "v1"}),
        ]
        contents = [hit.chunk.content for hit in store.sync.read("terms.txt", None, None)]
        assert contents == [
            "Terms of Lumina Fictive Ltd. The notice ",
            "patched text of a chunk",
            "s. Straße und \N{ROCKET} \ud83d end.",
        ]
        assert [hit.chunk.source_id for hit in store.sync.search(KeywordSearchQuery(query="patched"))] == ["terms.txt"]
        assert store.sync.search(KeywordSearchQuery(query="gone draft")) == []
        frame = store.sync.to_frame(embeddings=True)
        assert frame["stale"].tolist() == [False, False, False, True, False]
        assert [len(vector) for vector in frame["embedding"]] == [8] * 5


def test_migrated_file_is_laid_out_as_a_new_one(old: Path, tmp_path: Path) -> None:
    ChunkStore(old, embedder=EMBEDDER).close()
    ChunkStore(tmp_path / "new.db").close()
    assert layout(old) == layout(tmp_path / "new.db")


def test_numbers_that_were_given_once_are_not_given_again(old: Path) -> None:
    with closing(sqlite3.connect(old)) as connection:
        before = dict(connection.execute("SELECT name, seq FROM sqlite_sequence"))
    ChunkStore(old, embedder=EMBEDDER).close()
    with closing(sqlite3.connect(old)) as connection:
        assert dict(connection.execute("SELECT name, seq FROM sqlite_sequence")) == before


def test_migrated_file_can_be_changed(old: Path) -> None:
    with ChunkStore(old, embedder=EMBEDDER) as store:
        store.sync.delete_source("terms.txt")
        store.sync.compact()
        assert store.sync.check() == []
    with ChunkStore(old, embedder=EMBEDDER, read_only=True) as store:
        assert [info.source_id for info in store.sync.sources()] == ["scan.pdf"]


def test_read_only_opening_of_an_older_file_says_what_to_do(old: Path) -> None:
    before = old.read_bytes()
    with pytest.raises(StorageError, match="open it once without read_only"):
        ChunkStore(old, embedder=EMBEDDER, read_only=True)
    assert old.read_bytes() == before


def test_migration_that_fails_leaves_the_old_file(old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(connection: sqlite3.Connection) -> None:
        connection.execute("DROP TABLE segment")
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setitem(migrations._STEPS, FORMAT_VERSION - 1, fail)
        with pytest.raises(KeyboardInterrupt):
            ChunkStore(old, embedder=EMBEDDER)
    with ChunkStore(old, embedder=EMBEDDER) as store:
        assert store.sync.check() == []


def test_layout_changes_only_with_the_format(tmp_path: Path) -> None:
    """Whoever changes the layout raises the format, adds a step, and keeps a file of the old one beside these tests."""
    ChunkStore(tmp_path / "new.db").close()
    known = {
        "source": "key revision source_id document_id length text_size size chunks dimension metadata checksum",
        "segment": "key spans parents ids locators text checksum",
        "chunk_metadata": "key chunk_metadata checksum",
        "chunk_id": "hash key row",
        "block": "id kind first_key last_key alive rows",
        "block_part": "block name data checksum",
        "meta": "name value",
    }
    with closing(sqlite3.connect(tmp_path / "new.db")) as connection:
        found = {
            table: " ".join(name for _, name, *_ in connection.execute(f"PRAGMA table_info({table})"))
            for table in known
        }
    assert found == known
    assert FORMAT_VERSION == 2
    assert set(migrations._STEPS) == set(range(1, FORMAT_VERSION))
