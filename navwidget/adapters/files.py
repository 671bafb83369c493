"""Files as documents: text of every kind, HTML and PDF; what is left out or cannot be read is told."""

from __future__ import annotations

import codecs
import logging
import os
import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path
from typing import Any, Final

from navwidget.adapters.html import html_text
from navwidget.chunking import MarkdownChunker, RecursiveChunker
from navwidget.errors import IndexingError, MissingDependencyError, NavwidgetError
from navwidget.models import Document, DocumentChunk
from navwidget.wording import enumerated

Chunker = Callable[[str], Iterable[tuple[int, int]]]

TEXT: Final = (".txt", ".md", ".rst")
HTML: Final = (".html", ".htm")
PDF: Final = ".pdf"

_HEADED: Final = (".md", ".markdown", *HTML)
_SIZE = 800
_SNIFFED = 8192  # bytes of a file that tell whether it is a text: nobody wants a film read to its end
_BROKEN = 5  # a text in another encoding breaks fewer than one character in so many, other data more
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


def chunker_for(suffix: str) -> Chunker:
    """Choose how to cut a kind of files: where there are headings by sections, else at the text's own borders.

    The chunks do not overlap, so that the next one begins where the one before it ends.
    """
    return MarkdownChunker(_SIZE) if suffix.lower() in _HEADED else RecursiveChunker(_SIZE)


def read_file(path: Path) -> FileText:
    """Read one file by its kind, or as text where its content is one.

    Raises
    ------
    IndexingError
        It is no file of its kind, or no text.
    MissingDependencyError
        It is a PDF, and the package that reads them is not installed.
    """
    suffix = path.suffix.lower()
    if suffix == PDF:
        return _read_pdf(path)
    if suffix not in (*TEXT, *HTML) and not _is_text(path):
        raise NoTextError(f"{path.name} is no text: give a text file, HTML or PDF, or its text.")
    data = path.read_bytes()
    if suffix not in HTML:
        return _decoded(data, path.name)
    page = _decoded(data, path.name, _charset(data))
    return FileText(html_text(page.text), trouble=page.trouble)


@contextmanager
def _without_log_of(package: str) -> Iterator[None]:
    """Keep a package from logging what is told in a sentence of ours."""
    logger = logging.getLogger(package)
    level = logger.level
    logger.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        logger.setLevel(level)


class NoTextError(IndexingError):
    """The content of a file is something else than text."""


def _is_text(path: Path) -> bool:
    """Whether the beginning of a file can be read, but for a few bytes."""
    with path.open("rb") as file:
        start = file.read(_SNIFFED)
    if start.startswith(tuple(_MARKS)):
        return True
    return b"\0" not in start and start.decode("utf-8", "replace").count("\ufffd") * _BROKEN <= len(start)


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
        with _without_log_of("pypdf"):
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
    """Chunk what a file says; the metadata of chunks of a PDF say on which pages they stand.

    ``page_number`` is the page that a chunk starts on, ``page_breaks`` has where others start in it.
    """
    document = Document.from_text(read.text, source_id, chunker)
    if not read.page_starts:
        return document
    chunks = tuple(
        DocumentChunk(**{**dict(chunk), "metadata": _pages(read.page_starts, chunk)}) for chunk in document.chunks
    )
    return document.model_copy(update={"chunks": chunks})


def _pages(starts: Sequence[int], chunk: DocumentChunk) -> dict[str, Any]:
    """Say on which pages a chunk stands; white space at its ends stands nowhere."""
    text = chunk.content
    first = chunk.start_offset + len(text) - len(text.lstrip())
    number = bisect_right(starts, first)
    breaks = starts[number : bisect_left(starts, chunk.start_offset + len(text.rstrip()))]
    return {"page_number": number, **({"page_breaks": list(breaks)} if breaks else {})}


class Files(Iterable[Document]):
    """Files as documents, those of folders and all of their folders; read one by one, when they are asked for.

    Parameters
    ----------
    roots : sequence of Path
        Files and folders. Names begin at the folder that holds them all.
    chunker : callable, optional
        Takes a text and gives spans; by default as `chunker_for` has it.

    Attributes
    ----------
    notes : list of str
        What was left out, and why, in sentences; complete when all documents were given.

    Raises
    ------
    IndexingError, MissingDependencyError
        A root cannot be read. In a folder that is a note.
    """

    def __init__(self, roots: Sequence[Path], chunker: Chunker | None) -> None:
        self._roots = [root.parent.resolve() / root.name for root in roots]
        self._base = os.path.commonpath([root if root.is_dir() else root.parent for root in self._roots])
        self._chunker = chunker
        self.notes: list[str] = []
        self.paths = list(dict.fromkeys(path for root in self._roots for path in self._files(root)))

    def __len__(self) -> int:
        return len(self.paths)

    def __iter__(self) -> Iterator[Document]:
        empty: list[str] = []
        other: list[str] = []
        for path in self.paths:
            read = self._read(path, other)
            if read is None:
                continue
            if read.trouble:
                self.notes.append(read.trouble)
            if read.text.strip("\ufeff \t\r\n\f"):
                yield document_of(read, self._name(path), self._chunker or chunker_for(path.suffix))
            else:
                empty.append(self._name(path))
        self._note("because they are no text", other)
        self._note("because they have no text", empty)

    def _read(self, path: Path, other: list[str]) -> FileText | None:
        try:
            return read_file(path)
        except (NavwidgetError, OSError) as error:
            if path in self._roots:
                raise
            if isinstance(error, NoTextError):
                other.append(self._name(path))
            else:
                self.notes.append(f"{self._name(path)} was left out: {error}")
            return None

    def _files(self, root: Path) -> list[Path]:
        if root.is_file():
            return [root]
        found = sorted(path for path in root.rglob("*") if path.is_file())
        hidden = [path for path in found if any(part.startswith(".") for part in path.relative_to(root).parts)]
        self._note("because they are hidden", [self._name(path) for path in hidden])
        return sorted(set(found).difference(hidden))

    def _name(self, path: Path) -> str:
        return path.relative_to(self._base).as_posix()

    def _note(self, why: str, names: list[str]) -> None:
        if names:
            self.notes.append(f"Left out {why}: {enumerated(names, _NAMED)}.")
