"""Who is told that another chunk was selected."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

from navwidget.models import SearchResult

_Callback = Callable[[SearchResult | None], Any]

_logger = logging.getLogger(__name__)


class Listeners:
    """Functions that take each chunk that is selected, or None where none is."""

    def __init__(self) -> None:
        self._callbacks: dict[object, _Callback] = {}

    def add(self, callback: _Callback) -> Callable[[], None]:
        """Call a function from now on, as often as it was added; gives what stops that."""
        key = object()
        self._callbacks[key] = callback

        def stop() -> None:
            self._callbacks.pop(key, None)

        return stop

    def tell(self, found: SearchResult | None) -> None:
        """Call all of them; what one raises is logged, since in a handler nobody would see it."""
        for callback in list(self._callbacks.values()):
            try:
                callback(found)
            except Exception:
                _logger.exception("A callback of on_select failed")
