"""What was worked out once, for as long as what it depends on stays the same."""

from __future__ import annotations

from typing import Any


class WhileSame:
    """Values by keys, which are let go when what they are about changes.

    Examples
    --------
    >>> texts = WhileSame()
    >>> texts.of("first state")["a"] = 1
    >>> texts.of("first state"), texts.of("second state")
    ({'a': 1}, {})
    """

    def __init__(self) -> None:
        self._about: tuple[Any, ...] = ()
        self._values: dict[Any, Any] = {}

    def of(self, *about: Any) -> dict[Any, Any]:
        """Give the values that hold for some state of things, to look in and to add to."""
        if about != self._about:
            self._about, self._values = about, {}
        return self._values

    def forget(self, key: Any) -> None:
        """Let one value go, if it is there."""
        self._values.pop(key, None)
