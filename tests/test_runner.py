"""Where coroutines run, one at a time: on the loop that they belong to as long as it runs, else on one of their own."""

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from navwidget.widget.runner import Runner

_PATIENCE = 10  # seconds, after which a call hangs


def _runner() -> Runner[Any]:
    return Runner(suspends=True, deliver=lambda _: None, after=lambda _: None)


async def _loop_id() -> int:
    await asyncio.sleep(0)
    return id(asyncio.get_running_loop())


async def _make_runner() -> Runner[Any]:
    return _runner()


def test_plain_call_beside_a_loop_that_stands_still() -> None:
    """A terminal stops its loop between two cells, and leaves it open."""
    loop = asyncio.new_event_loop()
    try:
        runner = loop.run_until_complete(_make_runner())
        assert not runner.waits_for_itself
        elsewhere = runner.start(_loop_id).result(_PATIENCE)
        assert elsewhere != id(loop)
        assert loop.run_until_complete(runner.run(_loop_id)) == id(loop), "a loop that runs again has its calls again"
        assert runner.start(_loop_id).result(_PATIENCE) == elsewhere
    finally:
        loop.close()


def test_many_threads_that_call_first_take_turns() -> None:
    """Only one loop is made, and on it one call runs at a time."""
    for _ in range(30):
        runner, all_there = _runner(), threading.Barrier(8)
        running: list[int] = []

        async def alone(running: list[int] = running) -> int:
            running.append(1)
            await asyncio.sleep(0.001)
            together = len(running)
            running.pop()
            return together

        def call(_: int, runner: Runner[Any] = runner, all_there: Any = all_there, alone: Any = alone) -> int:
            all_there.wait()
            return int(runner.run_blocking(alone))

        with ThreadPoolExecutor(8) as pool:
            assert list(pool.map(call, range(8))) == [1] * 8
