"""From a file, a folder or a text to the explorer in one call."""

from __future__ import annotations

import warnings
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from navwidget.adapters.files import SUFFIXES, Files
from navwidget.chunking import RecursiveChunker
from navwidget.errors import IndexingError
from navwidget.models import Document
from navwidget.store import ChunkStore
from navwidget.widget.navwidget import NavWidget

_CHUNKER = RecursiveChunker(512, overlap=64)


def explore(what: str | Path, *, chunker: Any = _CHUNKER, **options: Any) -> NavWidget:
    r"""Chunk a file, a folder or a text, store it in memory, and show it.

    Parameters
    ----------
    what : str or Path
        A file; a folder, of which all .txt, .md, .rst, .html and .pdf files are taken, also those of its folders; or a
        text, which is a str of more than one line. A path may begin with ``~``. Text files stay as they are, line
        ends and byte order mark included; of HTML the text is taken; PDF needs the extra ``navwidget[pdf]``.
    chunker : callable, optional
        Takes a text and gives spans; by default `RecursiveChunker` with 512 characters and an overlap of 64.
    **options
        Of `NavWidget`.

    Raises
    ------
    FileNotFoundError
        There is no such file or folder.
    TypeError
        It is neither a path nor a text.
    IndexingError
        There is nothing to show in it, or the file cannot be read.
    MissingDependencyError
        The file is a PDF, and the extra is not installed.

    Warns
    -----
    UserWarning
        Files were left out, or bytes could not be read: the warning says which and why.

    Examples
    --------
    >>> explore("# Notice\n\nThirty days.\n", query="days").hits[0].chunk.content
    '# Notice\n\nThirty days.\n'
    """
    store = ChunkStore()
    documents, notes = _documents(what, chunker)
    store.sync.index_documents(documents, progress=isinstance(documents, Files) and len(documents) > 1)
    if not store.sync.count_sources():
        wanted = f"give a text, or files of {', '.join(SUFFIXES)}"
        raise IndexingError(f"Nothing to explore in {str(what)[:80]!r}: {wanted}.", notes)
    if notes:
        warnings.warn("\n".join(notes), stacklevel=2)
    return NavWidget(store, **options)


def _documents(what: str | Path, chunker: Any) -> tuple[Iterable[Document], list[str]]:
    """Give the documents, and the list in which what is left out will be told."""
    if not isinstance(what, str | Path):
        raise TypeError(
            f"explore takes a path or a text, not {type(what).__name__}: several files go in a folder, and an index is "
            "shown by NavWidget(index)."
        )
    if isinstance(what, str) and (len(what.splitlines()) > 1 or not what.strip()):
        return [Document.from_text(what, "text", chunker)] if what.strip() else [], []
    path = Path(what).expanduser()
    if not path.exists():
        place = "" if path.is_absolute() else f" in {str(Path.cwd())!r}"
        raise FileNotFoundError(f"No file or folder {str(path)!r}{place}; a text must have more than one line.")
    files = Files(path, chunker)
    return files, files.notes
