"""From a file, a folder or a text to the explorer in one call."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from navwidget.adapters.files import Files, chunker_for
from navwidget.errors import IndexingError
from navwidget.models import Document
from navwidget.store import ChunkStore
from navwidget.widget.navwidget import NavWidget


def explore(what: str | Path | Sequence[str | Path], *, chunker: Any = None, **options: Any) -> NavWidget:
    r"""Chunk files, folders or a text, store them in memory, and show them.

    Parameters
    ----------
    what : str, Path or sequence of them
        A file; a folder, of which all text files, HTML and PDF are taken, also those of its folders; a list of files
        and folders; or a text, which is a str of more than one line. A path may begin with ``~``. Text files stay as
        they are, line ends and byte order mark included; of HTML the text is taken; PDF needs the extra
        ``pip install '.[pdf]'``, from the clone.
    chunker : callable, optional
        Takes a text and gives spans. By default Markdown, HTML and a text that is given as a str are cut into
        sections, ``MarkdownChunker(800)``, all else between paragraphs, ``RecursiveChunker(800)``. These chunks do
        not overlap, so that *Next* goes on where the chunk before ends. Where you want them to:
        ``chunker=RecursiveChunker(800, overlap=100)``.
    **options
        Of `NavWidget`.

    Raises
    ------
    FileNotFoundError
        There is no such file or folder.
    TypeError
        It is neither a path, nor paths, nor a text.
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
        raise IndexingError(f"Nothing to explore in {str(what)[:80]!r}: give a text, text files, HTML or PDF.", notes)
    if notes:
        warnings.warn("\n".join(notes), stacklevel=2)
    return NavWidget(store, **options)


def _documents(what: Any, chunker: Any) -> tuple[Iterable[Document], list[str]]:
    """Give the documents, and the list in which what is left out will be told."""
    if isinstance(what, str) and (len(what.splitlines()) > 1 or not what.strip()):
        chunker = chunker or chunker_for(".md")
        return [Document.from_text(what, "text", chunker)] if what.strip() else [], []
    roots = [what] if isinstance(what, str | Path) else what
    if not isinstance(roots, list | tuple) or not all(isinstance(root, str | Path) for root in roots):
        raise TypeError(
            f"explore takes a path, a list of paths or a text, not {_kind(what)}: an index is shown by "
            "NavWidget(index)."
        )
    if not roots:
        return [], []
    files = Files([_existing(Path(root).expanduser()) for root in roots], chunker)
    return files, files.notes


def _kind(what: Any) -> str:
    odd = [item for item in what if not isinstance(item, str | Path)] if isinstance(what, list | tuple) else []
    return f"{type(what).__name__} of {type(odd[0]).__name__}" if odd else type(what).__name__


def _existing(path: Path) -> Path:
    if not path.exists():
        place = "" if path.is_absolute() else f" in {str(Path.cwd())!r}"
        raise FileNotFoundError(f"No file or folder {str(path)!r}{place}; a text must have more than one line.")
    return path
