"""The file: what it remembers, what is refused in a sentence, and that no reader and no crash sees half a change."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
import threading
import warnings
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from navwidget.embedding import HashingEmbedder, as_embedder
from navwidget.errors import SearchError, StorageError
from navwidget.models import (
    ChunkPatch,
    Document,
    DocumentPatch,
    GrepMode,
    KeywordSearchQuery,
    NavigationDirection,
    VectorSearchQuery,
)
from navwidget.retrievers import KeywordRetriever, NearestNeighbourRetriever
from navwidget.store import ChunkStore, location
from navwidget.store.database import Database


def cut(size: int) -> Callable[[str], list[tuple[int, int]]]:
    return lambda text: [(start, min(start + size, len(text))) for start in range(0, len(text), size)]


def document(content: str, source_id: str = "s", size: int = 100, **fields: Any) -> Document:
    return Document.from_text(content, source_id, cut(size), **fields)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "a store?#%20.db"


def test_reopened_store_answers_as_before(path: Path) -> None:
    with ChunkStore(path) as store:
        store.sync.index_document(document("the notice period is thirty days", metadata={"title": "Terms"}))
        before = [store.sync.read("s", None, None), store.sync.search(KeywordSearchQuery(query="notice"))]
    with ChunkStore(path, read_only=True) as reopened:
        assert [reopened.sync.read("s", None, None), reopened.sync.search(KeywordSearchQuery(query="notice"))] == before


@pytest.mark.parametrize(
    "other",
    [
        HashingEmbedder(64),
        as_embedder(lambda texts: np.ones((len(texts), 512)), name="model", version="1", dimension=512),
        as_embedder(HashingEmbedder(), version="2"),
    ],
)
def test_another_embedder_is_refused_and_both_are_named(path: Path, other: Any) -> None:
    with ChunkStore(path) as store:
        store.sync.index_document(document("some text"))
    with pytest.raises(StorageError) as caught:
        ChunkStore(path, embedder=other)
    told = str(caught.value)
    assert "embedder 'hashing' (version '1', 512 numbers)" in told
    assert f"by {other.name!r} (version {other.version!r}, {other.dimension} numbers)" in told


def test_without_its_embedder_everything_but_vector_search_by_text_works(path: Path) -> None:
    with ChunkStore(path) as store:
        store.sync.index_document(document("the notice period is thirty days"))
    with ChunkStore(path, embedder=None) as store:
        assert store.embedding_model is None
        assert store.sync.retrieve(KeywordRetriever(query="notice"))
        vector = HashingEmbedder().embed(["notice"])[0]
        assert store.sync.retrieve(NearestNeighbourRetriever(query_embedding=vector))
        assert store.sync.read("s", None, None)
        with pytest.raises(SearchError, match="opened without an embedder"):
            store.sync.retrieve(NearestNeighbourRetriever(query="notice"))
        store.sync.index_document(document("more", "t"))
        assert store.sync.read("t", None, None)


def test_embedder_whose_vectors_cannot_fit_is_refused(path: Path) -> None:
    chunk = document("abc").chunks[0]
    with ChunkStore(path, embedder=None) as store:
        embedded = type(chunk)(**{**dict(chunk), "embedding": (1.0, 0.0)})
        store.sync.index_document(Document(source_id="s", content="abc", chunks=(embedded,)))
    with pytest.raises(StorageError, match="its vectors have 2 numbers, those of embedder 'hashing' have 512"):
        ChunkStore(path)
    ChunkStore(path, embedder=as_embedder(lambda texts: np.ones((len(texts), 2)), name="two")).close()


def test_embedder_may_change_while_there_is_no_vector(path: Path) -> None:
    one = document("abc")
    with ChunkStore(path) as store:
        store.sync.index_document(one)
        store.sync.delete_document(one.id)
    with ChunkStore(path, embedder=HashingEmbedder(64)) as store:
        store.sync.index_document(one)
    with pytest.raises(StorageError, match="64 numbers"):
        ChunkStore(path)


def _directory(path: Path) -> None:
    path.mkdir()


def _foreign(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE mine (a)")
    connection.close()


def _newer(path: Path) -> None:
    ChunkStore(path).close()
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA user_version = 99")
    connection.close()


def _garbage(path: Path) -> None:
    path.write_bytes(b"no database at all, but long enough to be read as one" * 40)


@pytest.mark.parametrize(
    ("prepare", "options", "sentence"),
    [
        (_directory, {}, "this is a directory"),
        (_foreign, {}, "another program's SQLite file"),
        (_newer, {}, "it has format 99, but this navwidget reads format 2: upgrade navwidget"),
        (_garbage, {}, "this is no SQLite file"),
        (lambda _: None, {"read_only": True}, "there is no such file"),
        (lambda path: path.touch(), {"read_only": True}, "the file is empty"),
    ],
)
def test_file_that_cannot_be_used_is_refused_in_a_sentence(
    path: Path, prepare: Callable[[Path], None], options: dict[str, Any], sentence: str
) -> None:
    prepare(path)
    with pytest.raises(StorageError) as caught:
        ChunkStore(path, **options)
    assert str(path) in str(caught.value)
    assert sentence in str(caught.value)


def test_missing_directory_is_named(tmp_path: Path) -> None:
    with pytest.raises(StorageError, match=r"'.*nowhere' does not exist: create it first"):
        ChunkStore(tmp_path / "nowhere" / "store.db")


def test_read_only_store_refuses_every_change(path: Path) -> None:
    one = document("abc")
    with ChunkStore(path) as store:
        store.sync.index_document(one)
    with ChunkStore(path, read_only=True) as store:
        for change in (
            lambda: store.sync.index_document(one),
            lambda: store.sync.delete_document(one.id),
            lambda: store.sync.patch_chunk(one.chunks[0].id, ChunkPatch(content="x")),
            lambda: store.sync.patch_document(one.id, DocumentPatch(metadata={"a": 1})),
        ):
            with pytest.raises(StorageError, match="opened read-only"):
                change()


def test_closed_store_says_so(path: Path) -> None:
    for store in (ChunkStore(path), ChunkStore()):
        store.sync.index_document(document("abc"))
        assert store.sync.read("s", None, None)
        store.close()
        store.close()
        with pytest.raises(StorageError, match="the store is closed: open it again"):
            store.sync.read("s", None, None)
        assert repr(store).endswith(", closed)")


async def test_store_closes_itself(path: Path) -> None:
    async with ChunkStore(path) as store:
        await store.index_document(document("abc"))
        assert repr(store) == f"ChunkStore({str(path)!r}, 1 source, 1 chunk, embedder 'hashing')"
    with pytest.raises(StorageError, match="closed"):
        await store.read("s", None, None)


def test_second_writer_waits_and_then_gets_a_sentence(path: Path) -> None:
    ChunkStore(path).close()
    first, second = Database(str(path)), Database(str(path), wait=0.05)
    with first.transaction(), pytest.raises(StorageError, match=r"not done after 0\.05 seconds"), second.transaction():
        pass
    with second.transaction():
        pass
    first.close()
    second.close()


def test_commits_of_other_connections_are_seen_at_once(path: Path) -> None:
    with ChunkStore(path) as writer, ChunkStore(path, read_only=True) as reader:
        for version in ("one", "two", "three"):
            writer.sync.index_document(document(version))
            assert [result.chunk.content for result in reader.sync.read("s", None, None)] == [version]
            assert len(reader.sync.search(KeywordSearchQuery(query=version))) == 1
            assert reader.sync.grep("s", version, mode=GrepMode.TERM)
        writer.sync.delete_source("s")
        assert reader.sync.sources() == []
        assert reader.sync.search(KeywordSearchQuery(query="three")) == []


KILLED = """
import os, sys
from navwidget.models import Document
from navwidget.store import ChunkStore, writer

write_blocks = writer.Writer._write_blocks
def die(*args):
    write_blocks(*args)
    os._exit(9)
store = ChunkStore(sys.argv[1])
store.sync.index_document(Document.from_text("old text", "s", lambda text: [(0, 3), (4, 8)]))
writer.Writer._write_blocks = die
store.sync.index_document(Document.from_text("new words", "s", lambda text: [(0, 3), (4, 9)]))
"""


def test_process_that_dies_while_replacing_leaves_the_old(path: Path) -> None:
    """It is killed after everything was written, and before the commit."""
    ended = subprocess.run([sys.executable, "-c", KILLED, str(path)], check=False)
    assert ended.returncode == 9
    with ChunkStore(path) as store:
        assert [result.chunk.content for result in store.sync.read("s", None, None)] == ["old", "text"]
        assert store.sync.search(KeywordSearchQuery(query="words")) == []
        store.sync.index_document(document("new words"))
        assert store.sync.search(KeywordSearchQuery(query="words"))


def numbered(number: int) -> Document:
    """A version of a document: text, metadata and how many chunks it has all tell the same number."""
    return document(f"word{number:04} " * (3 + number % 5), size=9, metadata={"number": number})


def contradictions(store: ChunkStore) -> list[Any]:
    """Answers that are not of one version."""
    read = store.sync.read("s", None, None)
    number = read[0].chunk.metadata["document_number"]
    hits = store.sync.search(KeywordSearchQuery(query=f"word{number:04}", top_k=100))
    step = store.sync.navigate("s", 0, 0, NavigationDirection.NEXT, top_k=100)
    told = [{(hit.chunk.content, hit.chunk.metadata["document_number"]) for hit in answer} for answer in (read, step)]
    wrong = [each for each in told if len(each) != 1 or any(f"word{of:04} " != text for text, of in each)]
    return wrong + [len(answer) for answer in (read, hits) if answer and len(answer) != 3 + number % 5]


@pytest.mark.parametrize("on_file", [False, True], ids=["memory", "file"])
def test_readers_never_see_half_a_replacement(path: Path, on_file: bool) -> None:
    """While one thread replaces a document, each answer of the others is of one version."""
    where = path if on_file else ":memory:"
    store = ChunkStore(where, embedder=None)
    store.sync.index_document(numbered(0))
    other = ChunkStore(where, embedder=None, read_only=True) if on_file else store
    done = threading.Event()

    def look(reader: ChunkStore) -> list[Any]:
        wrong = []
        while not done.is_set():
            wrong += contradictions(reader)
        return wrong

    with ThreadPoolExecutor(3) as pool:
        looking = [pool.submit(look, reader) for reader in (store, store, other)]
        for number in range(1, 60):
            store.sync.index_document(numbered(number))
        done.set()
        assert [each.result() for each in looking] == [[], [], []]


@pytest.mark.parametrize("on_file", [False, True], ids=["memory", "file"])
def test_readers_and_patches_never_wait_for_each_other_for_ever(path: Path, on_file: bool) -> None:
    """A patch looks a chunk up while it holds the store; readers hold a value while they wait for the store."""
    store = ChunkStore(path if on_file else ":memory:", embedder=None)
    names = [f"s{number}" for number in range(4)]
    for name in names:
        store.sync.index_document(document("some text", name))
    ids = {name: store.sync.outline(name).ids[0] for name in names}

    def look(name: str) -> None:
        for number in range(150):
            store.sync.patch_chunk(ids[name], ChunkPatch(metadata={"number": number}))
            assert store.sync.read(name, None, None)[0].chunk.metadata["number"] == number
            assert all(store.sync.get_chunk(other) for other in ids.values())

    with ThreadPoolExecutor(len(names)) as pool:
        for looking in [pool.submit(look, name) for name in names]:
            looking.result(timeout=60)


def test_text_cut_by_another_version_of_the_tokenizer_is_cut_anew(path: Path) -> None:
    with ChunkStore(path) as store:
        store.sync.index_document(document("alpha beta gamma"))
    connection = sqlite3.connect(path)
    connection.execute("UPDATE meta SET value = 0 WHERE name = 'tokenizer'")
    connection.execute("DELETE FROM block WHERE kind = 'postings'")
    connection.commit()
    connection.close()
    with pytest.raises(StorageError, match="open it once without read_only"):
        ChunkStore(path, read_only=True)
    ChunkStore(path).close()
    with ChunkStore(path, read_only=True) as store:
        assert len(store.sync.search(KeywordSearchQuery(query="beta"))) > 0


def mounts(point: Path, system: str) -> Path:
    """A table of what is mounted, in which the point has a file system of its own."""
    table = point / "mounts"
    name = str(point).replace(" ", r"\040")
    lines = ("/dev/root / ext4 rw 0 0", f"server:/data {name} {system} rw,relatime 0 0", "tmpfs /nowhere tmpfs rw 0 0")
    table.write_text("\n".join(lines))
    return table


@pytest.mark.parametrize(
    ("system", "network"),
    [
        ("nfs4", "nfs4"),
        ("cifs", "cifs"),
        ("9p", "9p"),
        ("fuse.sshfs", "fuse.sshfs"),
        ("fuse.unheard-of", "fuse.unheard-of"),
        ("fuse.mergerfs", None),
        ("fuseblk", None),
        ("xfs", None),
    ],
)
def test_network_file_system_is_known_by_the_mount_table(tmp_path: Path, system: str, network: str | None) -> None:
    there = tmp_path / "a shared place"
    (there / "deep").mkdir(parents=True)
    table = mounts(there, system)
    assert location.network_of(there / "store.db", table) == network
    assert location.network_of(there / "deep" / "store.db", table) == network
    assert location.network_of(tmp_path / "store.db", table) is None
    assert location.network_of(there / "store.db", tmp_path / "no table here") is None


def test_file_that_moved_to_a_network_file_system_gives_its_log_up(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with ChunkStore(path) as store:
        store.sync.index_document(document("abc"))
    with monkeypatch.context() as patch:
        patch.setattr(location, "_MOUNTS", mounts(path.parent, "nfs4"))
        with pytest.warns(UserWarning, match="nfs4"):
            ChunkStore(path).close()
    assert journal_of(path) == "delete"
    with ChunkStore(path) as store:
        assert store.sync.read("s", None, None)
    assert journal_of(path) == "wal"


def journal_of(path: Path) -> str:
    with closing(sqlite3.connect(path)) as connection:
        return str(connection.execute("PRAGMA journal_mode").fetchone()[0])


def test_network_file_system_gets_no_write_ahead_log_and_a_warning(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(location, "_MOUNTS", mounts(path.parent, "nfs4"))
    with pytest.warns(UserWarning, match=r"network file system \(nfs4\)"):
        store = ChunkStore(path)
    store.sync.index_document(document("abc"))
    assert store.sync.search(VectorSearchQuery(embedding=HashingEmbedder().embed(["abc"])[0]))
    store.close()
    assert journal_of(path) == "delete"


def test_local_file_gets_a_write_ahead_log_and_no_warning(path: Path) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        store = ChunkStore(path)
    assert journal_of(path) == "wal"
    store.close()


def test_damaged_store_is_reported_and_does_not_hang(path: Path) -> None:
    with ChunkStore(path) as store:
        store.sync.index_document(document("abc"))
    connection = sqlite3.connect(path)
    connection.execute("DELETE FROM segment")
    connection.commit()
    connection.close()
    with ChunkStore(path) as store, pytest.raises(StorageError, match="a part of it is missing"):
        store.sync.read("s", None, None)
