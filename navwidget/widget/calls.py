"""The Python call behind a click: made, timed, and written as code that can be copied into a cell."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

from pydantic import BaseModel

import navwidget
from navwidget.widget.naming import NOTE
from navwidget.widget.protocol import Call

_NAME = re.compile(r"\b[A-Z]\w*(?=[.(])")
_MANY = 16
_LINES = 3
_SUBJECT = 80
_LAST = ("top_k", "filter")  # a reader looks for the words first
_INDEX = "index."
_EXPLORER = "explorer."
_PLACING = {"navigate": 3, "read": 3, "grep": 1}  # how many arguments say where: the source, and a span of it


@dataclass(frozen=True)
class _Named:
    """A value that code can name, but not spell."""

    name: str

    def __repr__(self) -> str:
        return self.name


@dataclass(frozen=True)
class Asked:
    """A call of a method, as it is made and as it is shown.

    Examples
    --------
    >>> from navwidget.models import NavigationDirection
    >>> Asked("navigate", ("agreement.md", 8624, 9136, NavigationDirection.NEXT), {"top_k": 1}).code
    "await index.navigate('agreement.md', 8624, 9136, NavigationDirection.NEXT, top_k=1)"
    """

    method: str
    args: tuple[Any, ...]
    kwargs: dict[str, Any]
    owner: str = _INDEX
    awaited: bool = True

    @classmethod
    def shown(cls, label: str, query: str) -> Asked:
        """Hits that Python handed over, of whatever kind they are.

        >>> Asked.shown("of mine", "").code
        "explorer.show_hits(hits, label='of mine')"
        """
        words = {"label": label, "query": query} if query else {"label": label}
        return cls("show_hits", (_Named("hits"),), words, owner=_EXPLORER, awaited=False)

    @property
    def is_repeatable(self) -> bool:
        """Whether code can make it again: not where hits came from nobody knows where."""
        return self.owner != _EXPLORER

    @property
    def code(self) -> str:
        """The call as Python; collections of more than 16 values are named, not listed: nobody reads a vector."""
        return self._spelled(_MANY)

    @property
    def place(self) -> tuple[str, int | None, int | None]:
        """The source that it asks, and the span of it; nothing where it asks the whole index.

        >>> Asked("read", ("agreement.md", None, 500), {"top_k": 9}).place
        ('agreement.md', None, 500)
        """
        said = self.args[: self._placing]
        start, end = said[1:] or (None, None)
        return said[0] if said else "", start, end

    @property
    def _placing(self) -> int:
        return _PLACING.get(self.method, 0) if self.owner == _INDEX else 0

    @property
    def subject(self) -> str:
        """What it was asked for, short: a label, the words of a query, or all arguments but where.

        >>> from navwidget import KeywordRetriever, RRFRetriever
        >>> Asked("retrieve", (RRFRetriever(retrievers=[KeywordRetriever(query="notice")]),), {}).subject
        'notice'
        """
        given = (self.kwargs.get("label"), *self.args[self._placing :])
        words = (_words(value) for value in given if not isinstance(value, set | frozenset))
        told = [str(word) for word in words if isinstance(word, str | int)]
        return ", ".join(told if len(told) < 2 or self._placing or self.owner == "" else told[1:])[:_SUBJECT]

    @property
    def whole_code(self) -> str:
        """The call as Python that runs as it stands, however long."""
        return self._spelled(None)

    def _spelled(self, most: int | None) -> str:
        return f"{'await ' * self.awaited}{self.owner}{self.method}({_arguments(self.args, self.kwargs.items(), most)})"


@dataclass
class Made:
    """A call that was made; ``ids`` is None while there is no answer."""

    asked: Asked
    milliseconds: float = 0.0
    ids: tuple[str, ...] | None = None


def call_line(made: Sequence[Made], failed: bool = False) -> Call:
    """Sum up the calls of one request: their code, line by line, and what they gave together."""
    lines = [call.asked.code for call in made[:_LINES]]
    if len(made) > _LINES:
        lines.append(f"# and {len(made) - _LINES} more")
    return Call(
        code="\n".join(lines),
        count=sum(len(call.ids or ()) for call in made),
        milliseconds=sum(call.milliseconds for call in made),
        failed=failed,
    )


def told_line(made: Sequence[Made], failed: bool = False, index_lines: Iterable[str] = (NOTE,)) -> Call:
    """Sum up the calls of one request, with the cell that makes them again: it spells thousands of ids.

    Where they ask the index, the cell says what ``index`` is, in the lines that are given.
    """
    known = index_lines if any(call.asked.owner == _INDEX for call in made) else ()
    cell = [*imports(call.asked.code for call in made), *known, *(call.asked.whole_code for call in made)]
    return call_line(made, failed).model_copy(update={"cell": "\n".join(cell)})


def imports(codes: Iterable[str]) -> list[str]:
    """Give the import that code needs, as one line and a blank one; a name that only stands in a text does no harm.

    Examples
    --------
    >>> imports(["await index.grep('a.md', 'fish', mode=GrepMode.TERM)"])
    ['from navwidget import GrepMode', '']
    """
    named = {name for code in codes for name in _NAME.findall(code)}
    public = sorted(named.intersection(navwidget.__all__))
    return [f"from navwidget import {', '.join(public)}", ""] if public else []


def _words(value: Any) -> Any:
    """Give the words of a query; all children of a fusion look for the same."""
    children = getattr(value, "retrievers", ())
    return _words(children[0]) if children else getattr(value, "query", value)


def _arguments(args: Iterable[Any], kwargs: Iterable[tuple[str, Any]], most: int | None) -> str:
    named = (f"{name}={_code(value, most, name)}" for name, value in kwargs)
    return ", ".join([*(_code(value, most) for value in args), *named])


def _code(value: Any, most: int | None, name: str = "values") -> str:
    if isinstance(value, Enum):
        return f"{type(value).__name__}.{value.name}"
    if isinstance(value, BaseModel):
        fields = sorted(type(value).model_fields, key=_LAST.__contains__)
        given = ((field, getattr(value, field)) for field in fields if _was_given(value, field))
        return f"{type(value).__name__}({_arguments((), given, most)})"
    if isinstance(value, list | tuple | set | frozenset):
        return _collection(value, most, name)
    return repr(value)  # escapes whatever is not printable


def _was_given(model: BaseModel, field: str) -> bool:
    default = type(model).model_fields[field].get_default(call_default_factory=True, validated_data={})
    return field != "type" and getattr(model, field) != default


def _collection(values: Collection[Any], most: int | None, name: str) -> str:
    if most is not None and len(values) > most:
        return "ids_already_read" if name in ("values", "exclude_ids") else name
    items = [_code(value, most) for value in values]
    if isinstance(values, set | frozenset):
        return "{" + ", ".join(sorted(items)) + "}" if items else "set()"
    return "[" + ", ".join(items) + "]"
