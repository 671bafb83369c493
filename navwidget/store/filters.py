"""Evaluating a filter over the rows of one source.

A field is what a result's chunk shows: one of its own, such as ``source_id`` or ``start_offset``, or a metadata key. A
row that lacks the field never matches a condition on it (and so ``Not`` of the condition does). Values match by kind:
numbers with numbers, text with text, True and False only with themselves, a datetime with text in ISO 8601 (without an
offset it is in UTC). A list matches where one of its items does.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import reduce
from operator import and_, ge, gt, le, lt, or_
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from navwidget.retrievers import And, Equal, Filter, In, Not, Or, Range


@dataclass(frozen=True, slots=True)
class Constant:
    """One value for all rows."""

    value: Any


class Table(Protocol):
    """Rows whose fields can be asked for."""

    def __len__(self) -> int:
        """How many rows there are."""
        ...

    def column(self, field: str) -> Sequence[Any] | Constant:
        """Give the value of a field in every row; None where a row lacks it."""
        ...


def matching(condition: Filter, table: Table) -> NDArray[np.bool_]:
    """Say for which rows a filter holds.

    Parameters
    ----------
    condition : Filter
        The filter.
    table : Table
        The rows.

    Returns
    -------
    numpy.ndarray of bool, shape (rows,)
    """
    match condition:
        case And(matches=parts):
            return reduce(and_, (matching(part, table) for part in parts), np.ones(len(table), bool))
        case Or(matches=parts):
            return reduce(or_, (matching(part, table) for part in parts), np.zeros(len(table), bool))
        case Not(match=part):
            return ~matching(part, table)
    test = _test(condition)
    column = table.column(condition.field)
    if isinstance(column, Constant):
        return np.full(len(table), _any_item(column.value, test))
    return np.fromiter((_any_item(value, test) for value in column), bool, len(table))


def named_sources(condition: Filter) -> frozenset[str] | None:
    """Give the source ids that a filter restricts to; None where a chunk of any source may match.

    Examples
    --------
    >>> sorted(named_sources(And(matches=(In(field="source_id", values=("a", "b")), Equal(field="page", value=3)))))
    ['a', 'b']
    """
    match condition:
        case Equal(field="source_id", value=value):
            return frozenset({value} if isinstance(value, str) else ())
        case In(field="source_id", values=values):
            return frozenset(value for value in values if isinstance(value, str))
        case And(matches=parts):
            named = [names for names in map(named_sources, parts) if names is not None]
            return frozenset.intersection(*named) if named else None
        case Or(matches=parts):
            branches = [named_sources(part) for part in parts]
            given = [names for names in branches if names is not None]
            return frozenset().union(*given) if len(given) == len(branches) else None
    return None


def wanted_fields(condition: Filter) -> set[str]:
    """Give the names of the fields that a row may need to match; one under ``Not`` it may as well lack.

    Examples
    --------
    >>> wanted_fields(And(matches=(Equal(field="page", value=3), Not(match=Equal(field="lang", value="en")))))
    {'page'}
    """
    match condition:
        case And(matches=parts) | Or(matches=parts):
            return set().union(*map(wanted_fields, parts))
        case Not():
            return set()
    return {condition.field}


_Test = Callable[[Any], bool]


def _any_item(value: Any, test: _Test) -> bool:
    return any(map(test, value)) if isinstance(value, list | tuple) else test(value)


def _test(condition: Equal | In | Range) -> _Test:
    match condition:
        case Equal(value=value):
            return _one_of((value,))
        case In(values=values):
            return _one_of(values)
        case Range():
            return _between(condition)


def _one_of(values: Sequence[Any]) -> _Test:
    plain = {_tagged(value) for value in values if not isinstance(value, datetime)}
    times = {_in_utc(value) for value in values if isinstance(value, datetime)}

    def test(value: Any) -> bool:
        return _tagged(value) in plain or (bool(times) and _time(value) in times)

    return test


def _tagged(value: Any) -> tuple[str, Any]:
    """Keep True from being 1, and what cannot be hashed from being looked up."""
    if isinstance(value, bool):
        return "bool", value
    if isinstance(value, int | float):
        return "number", value
    return ("text", value) if isinstance(value, str) else ("nothing", None)


_OPERATORS = {"gt": gt, "gte": ge, "lt": lt, "lte": le}


def _between(condition: Range) -> _Test:
    bounds = [
        (_OPERATORS[name], _in_utc(bound) if isinstance(bound, datetime) else bound)
        for name, bound in condition.bounds.items()
    ]
    comparable = _time if isinstance(bounds[0][1], datetime) else _number

    def test(value: Any) -> bool:
        found = comparable(value)
        return found is not None and all(operator(found, bound) for operator, bound in bounds)

    return test


def _number(value: Any) -> int | float | None:
    return value if isinstance(value, int | float) and not isinstance(value, bool) else None


def _time(value: Any) -> datetime | None:
    try:
        return _in_utc(datetime.fromisoformat(value)) if isinstance(value, str) else None
    except ValueError:
        return None


def _in_utc(time: datetime) -> datetime:
    return time.replace(tzinfo=UTC) if time.tzinfo is None else time
