"""Files as documents: text, Markdown, reStructuredText, HTML and PDF; what is left out or cannot be read is told."""

from __future__ import annotations

import codecs
import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path
from typing import Any, Final

from navwidget.adapters.html import html_text
from navwidget.errors import IndexingError, MissingDependencyError, NavwidgetError
from navwidget.models import Document

Chunker = Callable[[str], Iterable[tuple[int, int]]]

TEXT: Final = (".txt", ".md", ".rst")
HTML: Final = (".html", ".htm")
PDF: Final = ".pdf"
SUFFIXES: Final = (*TEXT, *HTML, PDF)
"""The kinds of files that are taken from a folder."""

_NAMED = 10  # of the files that are left out
_BETWEEN_PAGES = "\n\n"
_MARKS = {codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}
_CHARSET = re.compile(rb"""<meta[^>]{0,200}?charset\s*=\s*["']?([\w-]{1,40})""", re.IGNORECASE)


@dataclass(frozen=True)
class FileText:
    """What a file says.

    Parameters
    ----------
    text : str
        Its text, line ends and a byte order mark as they are.
    page_starts : sequence of int
        Where each page of a PDF starts in the text, in code points.
    trouble : str
        What could not be read, in a sentence; or nothing.
    """

    text: str
    page_starts: Sequence[int] = ()
    trouble: str = ""


def read_file(path: Path) -> FileText:
    """Read one file by its kind; files of other kinds as text.

    Raises
    ------
    IndexingError
        It is no file of its kind.
    MissingDependencyError
        It is a PDF, and the package that reads them is not installed.
    """
    suffix = path.suffix.lower()
    if suffix == PDF:
        return _read_pdf(path)
    data = path.read_bytes()
    if suffix not in SUFFIXES and b"\0" in data:
        raise IndexingError(f"{path.name} is no text: give one of {', '.join(SUFFIXES)}, or its text.")
    if suffix not in HTML:
        return _decoded(data, path.name)
    page = _decoded(data, path.name, _charset(data))
    return FileText(html_text(page.text), trouble=page.trouble)


def _decoded(data: bytes, name: str, encoding: str = "utf-8") -> FileText:
    encoding = next((found for mark, found in _MARKS.items() if data.startswith(mark)), encoding)
    try:
        return FileText(data.decode(encoding))
    except UnicodeDecodeError as error:
        text = data.decode(encoding, "replace")
        wrong = f"{name} is not all {encoding.upper()}: byte {error.start} and perhaps others stand as U+FFFD."
        return FileText(text, trouble=f"{wrong} Convert it, or pass its text.")


def _charset(data: bytes) -> str:
    """Give the encoding that a page says it has, if Python knows it."""
    declared = _CHARSET.search(data[:2048])
    try:
        return codecs.lookup(declared[1].decode("ascii")).name if declared else "utf-8"
    except LookupError:
        return "utf-8"


def _read_pdf(path: Path) -> FileText:
    try:
        import pypdf
        from pypdf.errors import DependencyError, PyPdfError
    except ImportError as error:
        raise MissingDependencyError("pypdf", "pdf") from error
    try:
        pages = [page.extract_text() for page in pypdf.PdfReader(path).pages]
    except (
        PyPdfError,
        DependencyError,
        ValueError,
        LookupError,
        TypeError,
        AttributeError,
    ) as error:  # what broken files make it raise
        raise IndexingError(f"{path.name} cannot be read as a PDF: {error or type(error).__name__}.") from error
    lengths = (len(page) + len(_BETWEEN_PAGES) for page in pages[:-1])
    return FileText(_BETWEEN_PAGES.join(pages), tuple(accumulate(lengths, initial=0)))


def document_of(read: FileText, source_id: str, chunker: Chunker) -> Document:
    """Chunk what a file says; chunks of a PDF say on which page they start, by ``page_number`` in their metadata."""
    document = Document.from_text(read.text, source_id, chunker)
    if not read.page_starts:
        return document
    pages = (bisect_right(read.page_starts, chunk.start_offset) for chunk in document.chunks)
    chunks = tuple(
        chunk.model_copy(update={"metadata": {"page_number": page}})
        for chunk, page in zip(document.chunks, pages, strict=True)
    )
    return document.model_copy(update={"chunks": chunks})


class Files(Iterable[Document]):
    """The documents of a file, or of a folder and all of its folders; read one by one, when they are asked for.

    Parameters
    ----------
    path : Path
        A file of any kind that can be read, or a folder, of which files of `SUFFIXES` are taken.
    chunker : callable
        Takes a text and gives spans.

    Attributes
    ----------
    notes : list of str
        What was left out, and why, in sentences; complete when all documents were given.

    Raises
    ------
    IndexingError, MissingDependencyError
        The file cannot be read. In a folder that is a note.
    """

    def __init__(self, path: Path, chunker: Any) -> None:
        self._root = path
        self._chunker = chunker
        self.notes: list[str] = []
        self.paths = [path] if path.is_file() else self._find()

    def __len__(self) -> int:
        return len(self.paths)

    def __iter__(self) -> Iterator[Document]:
        empty = []
        for path in self.paths:
            read = self._read(path)
            if read is None:
                continue
            if read.trouble:
                self.notes.append(read.trouble)
            if read.text.strip("\ufeff \t\r\n\f"):
                yield document_of(read, self._name(path), self._chunker)
            else:
                empty.append(self._name(path))
        self._note("because they have no text", empty)

    def _read(self, path: Path) -> FileText | None:
        try:
            return read_file(path)
        except (NavwidgetError, OSError) as error:
            if path == self._root:
                raise
            self.notes.append(f"{self._name(path)} was left out: {error}")
            return None

    def _find(self) -> list[Path]:
        hidden, other, taken = [], [], []
        for path in sorted(path for path in self._root.rglob("*") if path.is_file()):
            if any(part.startswith(".") for part in path.relative_to(self._root).parts):
                hidden.append(self._name(path))
            elif path.suffix.lower() not in SUFFIXES:
                other.append(self._name(path))
            else:
                taken.append(path)
        self._note("because they are hidden", hidden)
        self._note("because they are of other kinds", other)
        return taken

    def _name(self, path: Path) -> str:
        return path.relative_to(self._root if self._root.is_dir() else self._root.parent).as_posix()

    def _note(self, why: str, names: list[str]) -> None:
        if names:
            more = f" and {len(names) - _NAMED:,} more" if len(names) > _NAMED else ""
            self.notes.append(f"Left out {why}: {', '.join(names[:_NAMED])}{more}.")
