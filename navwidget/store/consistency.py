"""Consistency without locks: a reader finds what it looked up, or starts again.

A content or a block never changes under its number. So a reader that has looked a number up either finds what it stood
for, or nothing, because somebody has replaced it meanwhile: then it raises `MovedOnError`, and its operation starts
again from the new state.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, Protocol, TypeVar

from navwidget.errors import NavwidgetError, StorageError
from navwidget.store import check
from navwidget.store.database import Database

_ATTEMPTS = 100


class MovedOnError(Exception):
    """What was looked up in a file is gone."""


class OnFile(Protocol):
    """Something that answers from a file."""

    @property
    def database(self) -> Database:
        """The file."""
        ...


P = ParamSpec("P")
R = TypeVar("R")
S = TypeVar("S", bound=OnFile)


def consistent(operation: Callable[Concatenate[S, P], R]) -> Callable[Concatenate[S, P], R]:
    """Start an operation again where somebody has committed in the middle of it: every attempt sees one state."""

    @wraps(operation)
    def attempt(self: S, /, *args: P.args, **kwargs: P.kwargs) -> R:
        # Plain try statements: a context manager would cost as much as a step of navigation itself
        try:
            for _ in range(_ATTEMPTS):
                try:
                    return operation(self, *args, **kwargs)
                except MovedOnError:
                    continue
        except NavwidgetError:
            raise
        except check.UNREADABLE as error:
            blame_damage(self.database, error)
            raise
        raise StorageError(
            self.database.path, "it changes faster than it can be read, or a part of it is missing: open it again."
        )

    return attempt


def blame_damage(database: Database, error: BaseException) -> None:
    """Where something failed that nobody foresaw, look whether the file is damaged, and say so instead.

    So reading pays nothing for damage, which is rare, and no error of a caller's own embedder is taken for it.
    """
    with database.long_snapshot() as connection:
        found = next(check.faults(connection, thorough=False), None)
    if found is not None:
        raise StorageError(database.path, f"it is damaged: {found} Restore it from a copy.") from error
