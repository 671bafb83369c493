"""A lazy value is computed once, and computing one never keeps another object waiting."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

from navwidget.store.lazy import lazy


class Part:
    """Reads its value from somewhere that may keep it waiting."""

    def __init__(self, released: threading.Event) -> None:
        self.asked = threading.Event()
        self.released = released

    @lazy
    def value(self) -> object:
        """What was read."""
        self.asked.set()
        assert self.released.wait(10)
        return object()


def test_object_that_waits_keeps_no_other_waiting() -> None:
    open_gate, closed_gate = threading.Event(), threading.Event()
    open_gate.set()
    waiting, ready = Part(closed_gate), Part(open_gate)
    with ThreadPoolExecutor(2) as pool:
        first = pool.submit(lambda: waiting.value)
        assert waiting.asked.wait(10)
        try:
            assert pool.submit(lambda: ready.value).result(5) is ready.value
        finally:
            closed_gate.set()
        assert first.result(5) is waiting.value


def test_threads_that_come_together_get_the_same_object() -> None:
    gate = threading.Event()
    part = Part(gate)
    with ThreadPoolExecutor(4) as pool:
        values = [pool.submit(lambda: part.value) for _ in range(4)]
        assert part.asked.wait(10)
        gate.set()
        assert len({id(value.result(5)) for value in values}) == 1


def test_description_of_the_value_is_kept() -> None:
    assert Part.value.__doc__ == "What was read."
