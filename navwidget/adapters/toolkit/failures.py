"""Errors of the one side as errors of the other, each with its cause."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from pydantic import ValidationError

from navwidget import errors as ours
from navwidget.adapters.toolkit.load import toolkit

_BY_FIELD = {
    "SourceNotFoundError": "source_id",
    "ChunkNotFoundError": "chunk_id",
    "DocumentNotFoundError": "document_id",
}
_BY_SENTENCE = ("IndexingError", "SearchError")


@contextmanager
def own_errors() -> Iterator[None]:
    """Raise our errors where the toolkit raises its own."""
    try:
        yield
    except toolkit().errors.SearchToolkitException as error:
        raise _own(error) from error
    except ValidationError as error:
        raise ours.SearchError(f"The search toolkit cannot say this: {error}") from error


def _own(error: Any) -> ours.NavwidgetError:
    theirs = toolkit().search
    for name, field in _BY_FIELD.items():
        if isinstance(error, getattr(theirs, name)):
            not_found: ours.NavwidgetError = getattr(ours, name)(getattr(error, field))
            return not_found
    for name in _BY_SENTENCE:
        if isinstance(error, getattr(theirs, name)):
            refused: ours.NavwidgetError = getattr(ours, name)(_sentence(error))
            return refused
    return ours.NavwidgetError(_sentence(error))


def _sentence(error: BaseException) -> str:
    """Say what the toolkit says, and the cause, which it keeps out of its message."""
    cause = error.__cause__
    return f"{error}" if cause is None else f"{error}: {type(cause).__name__}: {cause}"


@contextmanager
def foreign_errors() -> Iterator[None]:
    """Raise the toolkit's errors where navwidget raises its own."""
    theirs = toolkit().search
    try:
        yield
    except (ours.SourceNotFoundError, ours.ChunkNotFoundError, ours.DocumentNotFoundError) as error:
        name = type(error).__name__
        raise getattr(theirs, name)(getattr(error, _BY_FIELD[name])) from error
    except (ours.IndexingError, ours.SearchError) as error:
        raise getattr(theirs, type(error).__name__)(str(error)) from error
    except ours.NavwidgetError as error:
        raise toolkit().errors.SearchToolkitException(str(error)) from error
