"""Checks of what a caller passes: each failure names the argument, what it was, and what is allowed."""

from __future__ import annotations

import operator
from collections.abc import Collection, Iterable
from enum import StrEnum
from typing import Any, TypeVar

from pydantic import BaseModel

from navwidget.errors import IndexingError, SearchError
from navwidget.models import ChunkPatch, DocumentPatch
from navwidget.wording import shortly

OFFSET_LIMIT = 2**62
"""Offsets of chunks lie below this, so that any int can be compared with them after clamping it."""

Member = TypeVar("Member", bound=StrEnum)
Patch = TypeVar("Patch", ChunkPatch, DocumentPatch)


def member(enum: type[Member], name: str, value: Any) -> Member:
    """Take an enum member, or the plain string of one.

    Examples
    --------
    >>> from navwidget.models import GrepMode
    >>> member(GrepMode, "mode", "regex")
    Traceback (most recent call last):
    navwidget.errors.SearchError: mode is 'regex', but must be 'phrase' or 'term'.
    """
    if type(value) is enum:
        return value
    try:
        return enum(value)
    except ValueError:
        allowed = [repr(known.value) for known in enum]
        choices = " or ".join(filter(None, [", ".join(allowed[:-1]), allowed[-1]]))
        raise SearchError(f"{name} is {shortly(value)}, but must be {choices}.") from None


def integer(name: str, value: Any, at_least: int | None = None) -> int:
    """Take a whole number of any size; a bool is none, and neither is a float.

    Examples
    --------
    >>> integer("top_k", 0, at_least=1)
    Traceback (most recent call last):
    navwidget.errors.SearchError: top_k is 0, but must be a whole number of at least 1.
    """
    if type(value) is not int:
        value = _index(name, value, at_least)
    if at_least is not None and value < at_least:
        raise SearchError(_wanted(name, value, at_least))
    return int(value)


def _index(name: str, value: Any, at_least: int | None) -> int:
    if not isinstance(value, bool):
        try:
            return operator.index(value)
        except TypeError:
            pass
    raise SearchError(_wanted(name, value, at_least))


def _wanted(name: str, value: Any, at_least: int | None) -> str:
    least = "" if at_least is None else f" of at least {at_least}"
    return f"{name} is {shortly(value)}, but must be a whole number{least}."


def offset(name: str, value: Any) -> int:
    """Take an offset of any size, brought into 64 bits without changing how it compares with chunks."""
    return min(max(integer(name, value), -1), OFFSET_LIMIT)


def text(name: str, value: Any) -> str:
    """Take a string."""
    if not isinstance(value, str):
        raise SearchError(f"{name} is {shortly(value)}, but must be a string.")
    return value


def no_model(name: str, value: Any) -> Any:
    """Take an id, which may be anything that no chunk has, but not a result or document for its id."""
    return text(name, value) if isinstance(value, BaseModel) else value


def ids(name: str, value: Any) -> Collection[str]:
    """Take ids of any kind of collection; one string is none, though it could be taken apart into letters.

    Examples
    --------
    >>> ids("exclude_ids", "a1")
    Traceback (most recent call last):
    navwidget.errors.SearchError: exclude_ids is 'a1', but must be a set of strings.
    """
    if isinstance(value, frozenset):  # what a query of ours has checked
        return value
    if isinstance(value, str) or not isinstance(value, Iterable):
        raise SearchError(f"{name} is {shortly(value)}, but must be a set of strings.")
    return frozenset(text(f"an item of {name}", each) for each in value)


def patch(kind: type[Patch], value: Any) -> Patch:
    """Take a patch of one kind: another kind would be applied in part, or not at all."""
    if not isinstance(value, kind):
        raise IndexingError(f"patch is {shortly(value)}, but must be a {kind.__name__}.")
    return value
