"""The thread the games run in: what people wait for goes first, what computers think of comes in between.

Rulebooks remember what they have worked out, so one thread has them all. A person waits for the piece of work that is
going on and for other people, never for the computers of another table: those think in slices.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Generator
from concurrent.futures import Executor, Future
from typing import Any, ParamSpec, TypeVar

T = TypeVar("T")
P = ParamSpec("P")
Work = tuple[Future[Any], Callable[[], Any]]
SLICE = 0.004  # seconds a computer thinks at a stretch


class Engine(Executor):
    """One thread, two queues."""

    def __init__(self) -> None:
        self._first: deque[Work] = deque()
        self._later: deque[Work] = deque()
        self._news = threading.Condition()
        self._shut = False
        self._thread = threading.Thread(target=self._run, name="engine", daemon=True)
        self._thread.start()

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Work that somebody waits for."""
        return self._put(self._first, lambda: fn(*args, **kwargs))

    def later(self, work: Callable[[], T]) -> Future[T]:
        """Work that nobody waits for: done when there is no other."""
        return self._put(self._later, work)

    def _put(self, lane: deque[Work], work: Callable[[], T]) -> Future[T]:
        made: Future[T] = Future()
        with self._news:
            if self._shut:
                raise RuntimeError("the engine has been shut down")
            lane.append((made, work))
            self._news.notify()
        return made

    def _run(self) -> None:
        while True:
            with self._news:
                while not self._first and not self._later and not self._shut:
                    self._news.wait()
                if not self._first and not self._later:
                    return
                made, work = (self._first or self._later).popleft()
            _do(made, work)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """No more is taken on; what was is done, unless it is to be dropped."""
        with self._news:
            self._shut = True
            dropped = [*self._first, *self._later] if cancel_futures else []
            if cancel_futures:
                self._first.clear()
                self._later.clear()
            self._news.notify()
        for made, _ in dropped:
            made.cancel()
        if wait:
            self._thread.join()


def _do(made: Future[Any], work: Callable[[], Any]) -> None:
    if not made.set_running_or_notify_cancel():
        return
    try:
        found = work()
    except BaseException as fault:  # told to whoever waits; the thread goes on
        made.set_exception(fault)
    else:
        made.set_result(found)


def stretch(thinking: Generator[None, None, T], most: float = SLICE) -> tuple[T] | None:
    """Think for a while; what came of it, if it has come to an end."""
    end = time.monotonic() + most
    while time.monotonic() < end:
        try:
            next(thinking)
        except StopIteration as over:
            return (over.value,)
    return None
