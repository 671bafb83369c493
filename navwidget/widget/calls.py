"""The Python call behind a click: made, timed, and written as code that can be copied into a cell."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

from pydantic import BaseModel

from navwidget.widget.protocol import Call

_MANY = 16
_LINES = 3
_LAST = ("top_k", "filter")  # a reader looks for the words first


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
    owner: str = "index."

    @property
    def code(self) -> str:
        """The call as Python; collections of more than 16 values are named, not listed: nobody reads a vector."""
        return f"await {self.owner}{self.method}({_arguments(self.args, self.kwargs.items())})"


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
    count = sum(len(call.ids or ()) for call in made)
    return Call(code="\n".join(lines), count=count, milliseconds=sum(call.milliseconds for call in made), failed=failed)


def _arguments(args: Iterable[Any], kwargs: Iterable[tuple[str, Any]]) -> str:
    return ", ".join([*(_code(value) for value in args), *(f"{name}={_code(value, name)}" for name, value in kwargs)])


def _code(value: Any, name: str = "values") -> str:
    if isinstance(value, Enum):
        return f"{type(value).__name__}.{value.name}"
    if isinstance(value, BaseModel):
        fields = sorted(type(value).model_fields, key=_LAST.__contains__)
        given = ((field, getattr(value, field)) for field in fields if _was_given(value, field))
        return f"{type(value).__name__}({_arguments((), given)})"
    if isinstance(value, list | tuple | set | frozenset):
        return _collection(value, name)
    return repr(value)  # escapes whatever is not printable


def _was_given(model: BaseModel, field: str) -> bool:
    default = type(model).model_fields[field].get_default(call_default_factory=True, validated_data={})
    return field != "type" and getattr(model, field) != default


def _collection(values: Iterable[Any], name: str) -> str:
    items = list(values)
    if len(items) > _MANY:
        return "ids_already_read" if name in ("values", "exclude_ids") else name
    if isinstance(values, set | frozenset):
        return "{" + ", ".join(sorted(map(_code, items))) + "}" if items else "set()"
    return "[" + ", ".join(map(_code, items)) + "]"
