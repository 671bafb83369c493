"""JSON values that cannot be changed: what a result hands out stays what the store holds."""

from __future__ import annotations

from typing import Any, NoReturn


def _refuse(self: object, *_args: object, **_kwargs: object) -> NoReturn:
    raise TypeError(f"{type(self).__name__} cannot be changed: change a copy.deepcopy of it")


class FrozenDict(dict[str, Any]):
    """A dict that refuses every change; equal to a plain dict of the same items.

    Examples
    --------
    >>> FrozenDict(page=3) == {"page": 3}
    True
    """

    __setitem__ = __delitem__ = __ior__ = _refuse
    clear = pop = popitem = setdefault = update = _refuse

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (dict(self),)

    def __deepcopy__(self, _memo: dict[int, Any]) -> dict[str, Any]:
        return {key: thaw(value) for key, value in self.items()}


class FrozenList(list[Any]):
    """A list that refuses every change; equal to a plain list of the same items.

    Examples
    --------
    >>> FrozenList([1, 2]) == [1, 2]
    True
    """

    __setitem__ = __delitem__ = __iadd__ = __imul__ = _refuse
    append = clear = extend = insert = pop = remove = reverse = sort = _refuse

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (list(self),)

    def __deepcopy__(self, _memo: dict[int, Any]) -> list[Any]:
        return [thaw(value) for value in self]


class FrozenSet(set[str]):
    """A set that refuses every change; its copies are plain sets.

    pydantic wants a model's ``model_fields_set`` to be a set, and a frozenset is none.

    Examples
    --------
    >>> FrozenSet({"page"}) == {"page"}
    True
    """

    __iand__ = __ior__ = __isub__ = __ixor__ = _refuse
    add = clear = difference_update = discard = intersection_update = pop = remove = _refuse
    symmetric_difference_update = update = _refuse

    def __reduce__(self) -> tuple[Any, ...]:
        return set, (list(self),)


def freeze(value: Any) -> Any:
    """Make a JSON value immutable all the way down."""
    if isinstance(value, dict):
        return FrozenDict({key: freeze(item) for key, item in value.items()})
    if isinstance(value, list | tuple):
        return FrozenList(freeze(item) for item in value)
    return value


def thaw(value: Any) -> Any:
    """Give back plain dicts and lists, free to change."""
    if isinstance(value, dict):
        return {key: thaw(item) for key, item in value.items()}
    if isinstance(value, list):
        return [thaw(item) for item in value]
    return value
