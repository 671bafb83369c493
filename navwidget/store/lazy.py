"""A value that is computed when it is first asked for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, Self, TypeVar, overload

Value = TypeVar("Value")


class lazy(Generic[Value]):  # noqa: N801 - read as a decorator
    """Compute an attribute once, as `functools.cached_property` does, and never under a lock.

    Before Python 3.12 that holds one lock for all objects of a class while it computes. A value that is read from the
    file waits for the file's lock, whose owner may just be asking another object for its value: both would wait for
    ever. Here threads that come together may both compute; they get the same object.

    Examples
    --------
    >>> class Circle:
    ...     @lazy
    ...     def area(self) -> float:
    ...         print("computed")
    ...         return 3.14
    >>> circle = Circle()
    >>> circle.area, circle.area
    computed
    (3.14, 3.14)
    """

    def __init__(self, compute: Callable[[Any], Value]) -> None:
        self._compute = compute
        self._name = compute.__name__
        self.__doc__ = compute.__doc__

    @overload
    def __get__(self, instance: None, owner: type[Any]) -> Self: ...
    @overload
    def __get__(self, instance: object, owner: type[Any]) -> Value: ...
    def __get__(self, instance: object | None, owner: type[Any]) -> Self | Value:
        if instance is None:
            return self
        # Found in the object's dict from now on, before this descriptor is asked
        value: Value = instance.__dict__.setdefault(self._name, self._compute(instance))
        return value
