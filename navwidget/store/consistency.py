"""Consistency without locks: a reader finds what it looked up, or starts again.

A content or a block never changes under its number. So a reader that has looked a number up either finds what it stood
for, or nothing, because somebody has replaced it meanwhile: then it raises `MovedOnError`, and its operation starts
again from the new state.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from navwidget.errors import StorageError

P = ParamSpec("P")
R = TypeVar("R")

_ATTEMPTS = 100


class MovedOnError(Exception):
    """What was looked up in a file is gone; the path is its argument."""


def consistent(operation: Callable[P, R]) -> Callable[P, R]:
    """Start an operation again where somebody has committed in the middle of it: every attempt sees one state."""

    @wraps(operation)
    def attempt(*args: P.args, **kwargs: P.kwargs) -> R:
        for _ in range(_ATTEMPTS):
            try:
                return operation(*args, **kwargs)
            except MovedOnError as error:
                (path,) = error.args
        raise StorageError(path, "it changes faster than it can be read, or a part of it is missing: open it again.")

    return attempt
