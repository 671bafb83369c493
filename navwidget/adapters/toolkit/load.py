"""The toolkit's own names, imported when they are first needed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

from navwidget.errors import MissingDependencyError
from navwidget.models import IngestContext, RetrievalContext
from navwidget.protocols import implements

METHODS = (
    *("index_document", "delete_document", "search"),
    *("get_chunk", "navigate", "read", "grep"),
    *("retrieve", "patch_chunk", "patch_document", "indexed_version"),
)
"""Every method of the seven protocols."""


@dataclass(frozen=True)
class Toolkit:
    """Modules of the toolkit: its search and document models, its embedding interface, its contexts and errors."""

    search: Any
    document: Any
    embedding: Any
    context: Any
    errors: Any


@cache
def toolkit() -> Toolkit:
    """Import the toolkit.

    Raises
    ------
    MissingDependencyError
        It is not installed, for example because Python is older than 3.12.
    """
    try:
        from mistralai.search.toolkit import context, document, embedding, errors, search
    except ImportError as error:
        raise MissingDependencyError("mistralai-search-toolkit", "toolkit", "Python 3.12 or newer") from error
    return Toolkit(search, document, embedding, context, errors)


def given(context: Any) -> dict[str, Any]:
    """Give the argument for a context that says something; left out where it is nobody's own.

    Both sides have contexts without a field as defaults, and neither must be shown the other's.
    """
    theirs = toolkit().context
    plain = (IngestContext, RetrievalContext, theirs.IngestContext, theirs.RetrievalContext)
    return {} if type(context) in plain else {"context": context}


def methods_of(index: Any, source: type) -> dict[str, Callable[..., Any]]:
    """Take from a class those methods that an index implements itself, of which there must be some."""
    names = [name for name in METHODS if implements(index, name)]
    if not names:
        raise TypeError(f"{index!r} has none of the methods of an index: pass an object of your class, ready for use.")
    return {name: vars(source)[name] for name in names}
