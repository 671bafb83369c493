"""Files that cannot be used: each gets a sentence, and none is changed by the attempt."""

from __future__ import annotations

import contextlib
import os
import random
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from navwidget.errors import IndexingError, NavwidgetError, StorageError
from navwidget.models import ChunkPatch, Document, GrepMode, KeywordSearchQuery, VectorSearchQuery
from navwidget.store import ChunkStore
from navwidget.store.database import Database
from tests.test_store_check import document, fill


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("sound") / "store.db"
    with ChunkStore(path, embedder=None) as store:
        fill(store)
        store.sync.compact()
    return path


def use(path: Path, *, read_only: bool = True) -> list[object]:
    """Open a store and ask everything; gives the answers, or the sentences instead of them."""
    told: list[object] = []
    try:
        store = ChunkStore(path, embedder=None, read_only=read_only)
    except StorageError as error:
        return [str(error)]
    questions: list[Callable[[], object]] = [
        store.sync.check,
        store.sync.sources,
        lambda: [store.sync.read(name, None, None) for name in ("plain", "other", "loose")],
        lambda: [store.sync.grep(name, "TEXT", mode=GrepMode.TERM) for name in ("plain", "other")],
        lambda: store.sync.text("plain"),
        lambda: store.sync.get_chunk(document("other", "some other text").chunks[0].id),
        lambda: store.sync.search(KeywordSearchQuery(query="some patched words text")),
        lambda: store.sync.search(VectorSearchQuery(embedding=(1.0, 0.0, 0.5))),
        lambda: store.sync.to_frame(embeddings=True).to_csv(),
    ]
    with store:
        for question in questions:
            try:
                told.append(question())
            except NavwidgetError as error:  # anything else is no sentence
                told.append(str(error))
    return told


def flipped(path: Path, data: bytes, choose: random.Random, count: int) -> None:
    damaged = bytearray(data)
    for _ in range(count):
        damaged[choose.randrange(len(damaged))] ^= 1 << choose.randrange(8)
    path.write_bytes(damaged)


def flip_and_use(sound: Path, path: Path, seeds: range) -> None:
    right = use(sound)
    data = sound.read_bytes()
    for seed in seeds:
        choose = random.Random(seed)
        flipped(path, data, choose, count=choose.choice([1, 1, 1, 8, 200]))
        before = path.read_bytes()
        answers = use(path)
        assert path.read_bytes() == before, "looking changed the file"
        assert answers == right or (isinstance(answers[0], str) or answers[0]), f"seed {seed}: damage that nobody tells"


def test_flipped_bits_are_told_or_change_nothing(sound: Path, tmp_path: Path) -> None:
    flip_and_use(sound, tmp_path / "store.db", range(150))


@pytest.mark.soak
@pytest.mark.timeout(1800)
@pytest.mark.filterwarnings("ignore::RuntimeWarning")  # numpy's, where a norm is nonsense
def test_many_flipped_bits_are_told_or_change_nothing(sound: Path, tmp_path: Path) -> None:
    flip_and_use(sound, tmp_path / "store.db", range(1_000, 11_000))


def test_changes_of_a_damaged_file_end_in_a_sentence_or_are_made(sound: Path, tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    data = sound.read_bytes()
    for seed in range(60):
        flipped(path, data, random.Random(seed), count=40)
        try:
            with ChunkStore(path, embedder=None) as store:
                plain = document("plain", "the notice period is thirty days \ud83d end")
                store.sync.index_document(document("new", "a new document comes"))
                store.sync.patch_chunk(plain.chunks[0].id, ChunkPatch(content="other words"))
                store.sync.delete_source("other")
                store.sync.compact()
        except NavwidgetError:
            continue  # any other error is no sentence


@pytest.mark.parametrize("share", [0.01, 0.1, 0.3, 0.5, 0.9, 0.999])
def test_truncated_file_is_told(sound: Path, tmp_path: Path, share: float) -> None:
    path = tmp_path / "store.db"
    data = sound.read_bytes()
    path.write_bytes(data[: int(len(data) * share)])
    told = use(path)[0]
    assert told, "nobody tells that a part is missing"
    assert "damaged" in str(told) or "SQLite" in str(told)


@pytest.mark.parametrize("content", [b"x", b"plain text\n" * 3, b"plain text\n" * 3000, b"\0" * 5000, b"PK\3\4" * 900])
def test_file_of_another_kind_is_refused_and_left_alone(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "notes.txt"
    path.write_bytes(content)
    for read_only in (False, True):
        with pytest.raises(StorageError, match="no SQLite file"):
            ChunkStore(path, read_only=read_only)
    assert path.read_bytes() == content
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("statement", ["CREATE TABLE mine (a)", "PRAGMA application_id = 77"])
def test_database_of_another_program_is_refused_and_left_alone(tmp_path: Path, statement: str) -> None:
    path = tmp_path / "theirs.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(statement)
    before = path.read_bytes()
    with pytest.raises(StorageError, match="another program's SQLite file"):
        ChunkStore(path)
    assert path.read_bytes() == before


def test_empty_file_is_a_new_store(tmp_path: Path) -> None:
    path = tmp_path / "new.db"
    path.touch()
    with ChunkStore(path, embedder=None) as store:
        fill(store)
        assert store.sync.check() == []


def test_locked_file_is_told_after_a_while(sound: Path, tmp_path: Path) -> None:
    path = Path(shutil.copy(sound, tmp_path / "store.db"))
    with closing(sqlite3.connect(path)) as other:
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(StorageError, match=r"not done after 0\.05 seconds"):
            Database(str(path), wait=0.05)
        other.execute("ROLLBACK")
    assert use(path)[0] == []


FULL = "the disk is full: nothing of the last write was kept"


def fill_up(store: ChunkStore) -> None:
    """Index ever more, until it is refused; what was confirmed before is there."""
    confirmed = [info.source_id for info in store.sync.sources()]
    names = (f"new {number}" for number in range(10_000))

    def index() -> None:
        for name in names:
            store.sync.index_document(document(name, f"{name} " * 3_000))
            confirmed.append(name)

    with pytest.raises(StorageError, match=FULL):
        index()
    assert sorted(confirmed) == [info.source_id for info in store.sync.sources()]
    assert store.sync.check() == []
    assert len(confirmed) > 3


def test_full_disk_keeps_what_was_confirmed(tmp_path: Path) -> None:
    with ChunkStore(tmp_path / "store.db", embedder=None) as store:
        fill(store)
        store.sync.database._writer.execute("PRAGMA max_page_count = 200")  # SQLite then says what a full disk says
        fill_up(store)
        store.sync.delete_source("new 0")
        store.sync.index_document(document("small", "there is room again"))
        assert store.sync.check() == []


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    place = tmp_path / "small"
    place.mkdir()
    mount = shutil.which("mount")
    mounted = mount and subprocess.run(
        [mount, "-t", "tmpfs", "-o", "size=3m", "tmpfs", str(place)], check=False, capture_output=True
    )
    if not mounted or mounted.returncode:
        pytest.skip("a small disk can be mounted by root alone, and not in every container")
    yield place
    subprocess.run(["umount", str(place)], check=True)


def test_disk_that_is_really_full_keeps_what_was_confirmed(small_disk: Path) -> None:
    path = small_disk / "store.db"
    with ChunkStore(path, embedder=None) as store:
        fill(store)
        fill_up(store)
    with ChunkStore(path, embedder=None) as store:
        assert store.sync.check() == []


@contextlib.contextmanager
def as_nobody() -> Iterator[None]:
    """Be a user without rights, where the tests are run by root, whom no permission stops."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


def change(path: Path, *, read_only: bool) -> None:
    with ChunkStore(path, embedder=None, read_only=read_only) as store:
        store.sync.index_document(document("new", "a new document"))


@pytest.mark.skipif(sys.platform == "win32", reason="permissions are those of POSIX")
@pytest.mark.parametrize(
    ("file_mode", "directory_mode", "read_only", "sentence"),
    [
        (0o444, 0o777, False, "cannot be written"),
        (0o000, 0o777, True, "cannot be opened"),
        (0o000, 0o777, False, "cannot be opened"),
        (0o666, 0o000, True, "cannot be opened"),
        (None, 0o555, False, "cannot be opened"),
    ],
)
def test_path_without_permission_is_told(
    sound: Path, file_mode: int | None, directory_mode: int, read_only: bool, sentence: str
) -> None:
    import tempfile

    with tempfile.TemporaryDirectory() as top:  # pytest's own directories are closed to others
        Path(top).chmod(0o755)
        place = Path(top) / "place"
        place.mkdir()
        path = place / "store.db"
        if file_mode is not None:
            shutil.copy(sound, path)
            path.chmod(file_mode)
        place.chmod(directory_mode)
        try:
            with as_nobody(), pytest.raises(StorageError, match=sentence):
                change(path, read_only=read_only)
        finally:
            place.chmod(0o777)


def test_source_that_is_too_large_for_sqlite_is_told(tmp_path: Path) -> None:
    with ChunkStore(tmp_path / "store.db", embedder=None) as store:
        store.sync.database._writer.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, 100_000)
        with pytest.raises((StorageError, IndexingError), match="too large for one value of SQLite"):
            store.sync.index_document(Document.from_text("x" * 200_000, "s", lambda text: [(0, len(text))]))
        assert store.sync.sources() == []
