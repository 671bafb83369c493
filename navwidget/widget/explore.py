"""From a file, a folder or a text to the explorer in one call."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from navwidget.chunking import RecursiveChunker
from navwidget.errors import IndexingError
from navwidget.models import Document
from navwidget.store import ChunkStore
from navwidget.widget.navwidget import NavWidget

SUFFIXES = (".md", ".txt", ".rst")
"""The files of a folder that are taken."""

_CHUNKER = RecursiveChunker(512, overlap=64)


def explore(what: str | Path, *, chunker: Any = _CHUNKER, **options: Any) -> NavWidget:
    r"""Chunk a file, a folder or a text, store it in memory, and show it.

    Parameters
    ----------
    what : str or Path
        A file; a folder, of which all .md, .txt and .rst files are taken, also those of its folders; or a text, which
        is a str of more than one line.
    chunker : callable, optional
        Takes a text and gives spans; by default `RecursiveChunker` with 512 characters and an overlap of 64.
    **options
        Of `NavWidget`.

    Raises
    ------
    FileNotFoundError
        There is no such file or folder.
    IndexingError
        There is nothing to show in it.

    Examples
    --------
    >>> explore("# Notice\n\nThirty days.\n", query="days").hits[0].chunk.content
    '# Notice\n\nThirty days.\n'
    """
    documents = [Document.from_text(text, source_id, chunker) for source_id, text in _texts(what) if text.strip()]
    if not documents:
        raise IndexingError(
            f"Nothing to explore in {str(what)[:80]!r}: give a text, or files of {', '.join(SUFFIXES)}."
        )
    store = ChunkStore()
    store.sync.index_documents(documents, progress=len(documents) > 1)
    return NavWidget(store, **options)


def _texts(what: str | Path) -> Iterator[tuple[str, str]]:
    if isinstance(what, str) and (len(what.splitlines()) > 1 or not what.strip()):
        yield "text", what
        return
    path = Path(what)
    if not path.exists():
        raise FileNotFoundError(f"No file or folder {str(path)!r}; a text must have more than one line.")
    for file in _files(path):
        yield file.relative_to(path if path.is_dir() else path.parent).as_posix(), _read(file)


def _files(path: Path) -> Iterable[Path]:
    if path.is_file():
        return [path]
    found = sorted(path.rglob("*"))
    return [file for file in found if file.suffix.lower() in SUFFIXES and file.is_file() and not _hidden(file, path)]


def _hidden(file: Path, root: Path) -> bool:
    return any(part.startswith(".") for part in file.relative_to(root).parts)


def _read(file: Path) -> str:
    try:
        return file.read_bytes().decode("utf-8-sig")  # line ends stay as they are, so that offsets are true
    except UnicodeDecodeError as error:
        raise IndexingError(f"{file} is not UTF-8 text (byte {error.start}): convert it, or pass its text.") from error
