"""Every error that navwidget raises on purpose.

Catch `NavwidgetError` for all of them, or the builtin that fits::

    NavwidgetError
    ├── SourceNotFoundError      LookupError    no chunk of any type has this source_id
    ├── ChunkNotFoundError       LookupError    no chunk has this id
    ├── DocumentNotFoundError    LookupError    no document has this id
    ├── IndexingError            ValueError     a document cannot be stored as it is
    ├── SearchError              ValueError     a question has an argument that cannot be answered
    ├── StorageError             OSError        the store's file cannot be used
    └── MissingDependencyError   ImportError    an optional package is not installed

The arguments of each error are its fields, so that errors survive pickling; the sentence is built when it is read.
"""

from __future__ import annotations

from collections.abc import Sequence

from navwidget.wording import listed, shortly


class NavwidgetError(Exception):
    """Base of every error that navwidget raises on purpose."""


def _no_string(name: str, value: object, instead: str) -> str:
    return f"{name} is {shortly(value)}, but must be a string: pass {instead}."


class SourceNotFoundError(NavwidgetError, LookupError):
    """No chunk of any type belongs to the source.

    Parameters
    ----------
    source_id : str
        The source that was asked for.
    near : str, optional
        A source that may have been meant.
    """

    def __init__(self, source_id: str, near: str = "") -> None:
        super().__init__(source_id, near)
        self.source_id = source_id
        self.near = near

    def __str__(self) -> str:
        if not isinstance(self.source_id, str):
            return _no_string("source_id", self.source_id, "a result's chunk.source_id, or one that sources() lists")
        near = f"did you mean {self.near!r}?" if self.near else "list the known ones with sources(), or index it first."
        return f"No source {self.source_id!r} in this index: {near}"


class ChunkNotFoundError(NavwidgetError, LookupError):
    """No chunk has the id.

    Parameters
    ----------
    chunk_id : str
        The chunk that was asked for.
    was_there : bool, default False
        Whether it was found before, and has been replaced or deleted since.
    """

    def __init__(self, chunk_id: str, was_there: bool = False) -> None:
        super().__init__(chunk_id, was_there)
        self.chunk_id = chunk_id
        self.was_there = was_there

    def __str__(self) -> str:
        if not isinstance(self.chunk_id, str):
            return _no_string("chunk_id", self.chunk_id, "a result's chunk.id")
        if self.was_there:
            return f"Chunk {self.chunk_id!r} is no longer in this index: search again."
        return f"No chunk {self.chunk_id!r} in this index: take the id from a result's chunk.id."


class DocumentNotFoundError(NavwidgetError, LookupError):
    """No document has the id.

    Parameters
    ----------
    document_id : str
        The document that was asked for.
    """

    def __init__(self, document_id: str) -> None:
        super().__init__(document_id)
        self.document_id = document_id

    def __str__(self) -> str:
        if not isinstance(self.document_id, str):
            return _no_string("document_id", self.document_id, "Document.id")
        return (
            f"No document {self.document_id!r} in this index: a document's id is Document.id, by default "
            "compute_id(source_id)."
        )


class IndexingError(NavwidgetError, ValueError):
    """A document cannot be stored; nothing of it was written.

    Parameters
    ----------
    message : str
        What is wrong with which document.
    faults : sequence of str, optional
        One sentence for each offending chunk; the error as text lists the first ten.
    """

    def __init__(self, message: str, faults: Sequence[str] = ()) -> None:
        super().__init__(message, tuple(faults))
        self.message = message
        self.faults = tuple(faults)

    def __str__(self) -> str:
        return listed(self.message, self.faults, rest=": all are in the error's faults")


class SearchError(NavwidgetError, ValueError):
    """A question has an argument that cannot be answered.

    Parameters
    ----------
    message : str
        Which argument, what it was, and what is allowed.
    """

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message

    def __str__(self) -> str:
        return self.message


class StorageError(NavwidgetError, OSError):
    """The store's file cannot be opened, read or written.

    Parameters
    ----------
    path : str
        The file.
    problem : str
        What is wrong and what to do, as a sentence.
    """

    def __init__(self, path: str, problem: str) -> None:
        super().__init__(path, problem)
        self.path = path
        self.problem = problem

    def __str__(self) -> str:
        return f"{self.path}: {self.problem}"


class MissingDependencyError(NavwidgetError, ImportError):
    """An optional package is not installed.

    Parameters
    ----------
    package : str
        The package that is missing.
    extra : str
        The extra of navwidget that brings it.
    needs : str, optional
        What else it takes, for example a newer Python.
    """

    def __init__(self, package: str, extra: str, needs: str = "") -> None:
        super().__init__(package, extra, needs)
        self.package = package
        self.extra = extra
        self.needs = needs

    def __str__(self) -> str:
        needs = f" (it needs {self.needs})" if self.needs else ""
        return f"{self.package} is not installed: pip install '.[{self.extra}]' in the clone of navwidget{needs}"
