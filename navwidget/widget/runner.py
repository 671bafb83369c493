"""Where a session's coroutines run: one at a time, on the thread that asks or on a loop."""

from __future__ import annotations

import asyncio
import threading
import weakref
from collections.abc import Callable, Coroutine
from concurrent.futures import Future
from contextlib import closing
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from navwidget.errors import SearchError

T = TypeVar("T")

_Make = Callable[[], Coroutine[Any, Any, T]]


class BusyError(SearchError):
    """A call came from within another one, on the same thread: it would wait for itself."""


@dataclass(frozen=True)
class _Place:
    """A loop, with the turn of what runs on it."""

    loop: asyncio.AbstractEventLoop
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)

    @property
    def is_here(self) -> bool:
        """Whether this is the loop that runs on this thread."""
        return self.loop is _running_loop()

    def begin(self, coroutine: Coroutine[Any, Any, T]) -> Future[T]:
        """Run a coroutine from any thread."""
        return asyncio.run_coroutine_threadsafe(coroutine, self.loop)


class Runner(Generic[T]):
    """Runs coroutines one after the other, and hands each result on.

    Parameters
    ----------
    suspends : bool
        Whether the coroutines may wait for a loop. If not, they run on the calling thread, also beside a cell that
        keeps the notebook's loop busy. If so, they run on the loop that was running when this was made, since
        connection pools live there; or on a loop of its own, in a daemon thread, where there was none or it stands
        still, as that of a terminal does between its cells.
    deliver : callable
        Takes each result while the next coroutine still waits, so that results leave in order.
    after : callable
        Takes each result when the next one may begin: it may ask for more.
    """

    def __init__(self, *, suspends: bool, deliver: Callable[[T], None], after: Callable[[T], None]) -> None:
        self._suspends = suspends
        self._deliver = deliver
        self._after = after
        self._lock = threading.Lock()
        self._holder: int | None = None
        home = _running_loop()
        self._home = None if home is None else _Place(home)
        self._own: _Place | None = None
        self._alive: set[Future[T]] = set()

    async def run(self, make: _Make[T]) -> T:
        """Run a coroutine, and give its result."""
        if not self._suspends:
            return self._run_here(make)
        place = self._place()
        if place.is_here:
            return await self._run_in_turn(make, place.turn)
        return await asyncio.wrap_future(place.begin(self._run_in_turn(make, place.turn)))

    def start(self, make: _Make[T]) -> Future[T]:
        """Run a coroutine without waiting for it, unless it runs on this thread; its future says when it is done."""
        if not self._suspends:
            done: Future[T] = Future()
            done.set_result(self._run_here(make))
            return done
        place = self._place()
        future = place.begin(self._run_in_turn(make, place.turn))
        self._alive.add(future)  # a loop keeps only weak references to its tasks
        future.add_done_callback(self._alive.discard)
        return future

    @property
    def waits_for_itself(self) -> bool:
        """Whether waiting here for a coroutine would keep its own loop from running it."""
        return self._suspends and self._place().is_here

    def run_blocking(self, make: _Make[T]) -> T:
        """Run a coroutine to its end; not where `waits_for_itself`."""
        return self.start(make).result()

    def _run_here(self, make: _Make[T]) -> T:
        if self._holder == threading.get_ident():
            raise BusyError("The explorer is busy with the call that this one comes from: call it afterwards.")
        with self._lock:
            self._holder = threading.get_ident()
            try:
                result = drive(make())
                self._deliver(result)
            finally:
                self._holder = None
        self._after(result)
        return result

    async def _run_in_turn(self, make: _Make[T], turn: asyncio.Lock) -> T:
        async with turn:
            result = await make()
            self._deliver(result)
        self._after(result)
        return result

    def _place(self) -> _Place:
        """Where the next coroutine runs; a turn belongs to its loop, since one that stands still keeps it."""
        if self._home is not None and self._home.loop.is_running():
            return self._home
        with self._lock:
            if self._own is None:
                loop = asyncio.new_event_loop()
                threading.Thread(target=_run_to_its_end, args=(loop,), name="navwidget", daemon=True).start()
                weakref.finalize(self, loop.call_soon_threadsafe, loop.stop)
                self._own = _Place(loop)
            return self._own


def _run_to_its_end(loop: asyncio.AbstractEventLoop) -> None:
    with closing(loop):
        loop.run_forever()


def _running_loop() -> asyncio.AbstractEventLoop | None:
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None


def drive(coroutine: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine that never waits to its end."""
    try:
        coroutine.send(None)
    except StopIteration as done:
        result: T = done.value
        return result
    coroutine.close()
    raise RuntimeError("A call that should answer at once waited for an event loop.")
