"""Run calculations in a low-priority process beside each worker.

In the worker, a calculation would delay all pages: threads share Python's lock and have no
priorities. gunicorn.conf.py starts the process. In tests, in commands and in the process itself,
calculations run where they are called.
"""

import copyreg
import ctypes
import multiprocessing
import os
import time
from collections.abc import Callable
from concurrent.futures import Executor, Future
from concurrent.futures.process import BrokenProcessPool
from functools import lru_cache, wraps
from importlib import import_module
from inspect import unwrap
from threading import Lock
from types import MappingProxyType
from typing import Any, Concatenate, NamedTuple, ParamSpec, TypeVar

import django
from django.dispatch import Signal

from games.web.traffic.gate import Busy, solving
from solver.rule.codes import Variant
from solver.running.workers import patient_process

P = ParamSpec("P")
R = TypeVar("R")

calculated = Signal()  # sent with the work, its outcome and the seconds that it took

LONGEST_CALCULATION = 3.0  # a request waits for a result for this many seconds
# After this many seconds, a calculation is stopped if no request waits for its result.
LONGEST_LATE = 20.0


def unchangeable(items: dict[Any, Any]) -> MappingProxyType[Any, Any]:
    """Return a read-only copy of a mapping, because cached results must not change."""
    return MappingProxyType(items)


copyreg.pickle(MappingProxyType, lambda mapping: (unchangeable, (dict(mapping),)))


class LateAnswer(NamedTuple):
    """A calculation too long for its request; a later request can ask for the result."""

    work: tuple[object, ...]
    answer: Future[Any]
    until: float


class Calculator:
    """Runs expensive functions in the other process."""

    def __init__(self) -> None:
        self.process: Executor | None = None
        self.late: LateAnswer | None = None
        self._beginning = Lock()

    def start(self) -> Executor:
        process = patient_process(django.setup)
        process.submit(os.getpid)
        # The process is stored last, because until then calculations run in this process.
        self.process = process
        return process

    def restart(self, dead: Executor) -> Executor:
        """Replace a dead process; return the new process, which is the same for all callers."""
        with self._beginning:
            return self.start() if self.process in (dead, None) else self.process

    def stop(self) -> None:
        """Stop the process at once; its results are not needed."""
        for child in multiprocessing.active_children():
            child.terminate()

    def run(self, module: str, name: str, *args: Any, **kwargs: Any) -> Any:
        """Return the result of a module's function; raise Busy if it takes too long.

        A late calculation goes on, for the next request with the same work. Until it ends, other
        work is refused.
        """
        if self.process is None:
            return call(module, name, *args, **kwargs)
        process, work = self.process, (module, name, args, kwargs)
        start, outcome = time.monotonic(), "turned away"
        try:
            answer = self.late_answer(work) or self.submit(process, *work)
            found = answer.result(LONGEST_CALCULATION)
            outcome = "done"
            return found
        # The process was killed, perhaps because this calculation needs too much memory.
        except BrokenProcessPool:
            outcome = "killed"
            self.restart(process)
            raise Busy() from None
        except TimeoutError:
            outcome = "late"
            if self.late is None or self.late.answer is not answer:
                self.late = LateAnswer(work, answer, time.monotonic() + LONGEST_LATE)
            raise Busy() from None
        finally:
            seconds = time.monotonic() - start
            calculated.send(None, calculation=name, outcome=outcome, seconds=seconds)

    def submit(
        self, process: Executor, module: str, name: str, args: Any, kwargs: Any
    ) -> Future[Any]:
        """Start a calculation in the process; restart the process if it was killed."""
        try:
            return process.submit(call_beside, module, name, *args, **kwargs)
        except BrokenProcessPool:
            again = self.restart(process)
            return again.submit(call_beside, module, name, *args, **kwargs)

    def late_answer(self, work: tuple[object, ...]) -> Future[Any] | None:
        """Return the answer to work that took too long for an earlier request, or None.

        Raise Busy if the process still calculates the answer to other work.
        """
        late = self.late
        if late is None:
            return None
        if late.work == work:
            self.late = None if late.answer.done() else late
            return late.answer
        if late.answer.done():
            return None
        if time.monotonic() > late.until:
            self.stop()
        raise Busy


def call(module: str, name: str, *args: Any, **kwargs: Any) -> Any:
    """Call a module's function without its decorator, which would pass the gate."""
    return unwrap(getattr(import_module(module), name))(*args, **kwargs)


def call_beside(module: str, name: str, *args: Any, **kwargs: Any) -> Any:
    """Call a module's function, then free the 20 MB of memory that glibc would keep."""
    try:
        return call(module, name, *args, **kwargs)
    finally:
        if trim := getattr(ctypes.CDLL(None), "malloc_trim", None):
            trim(0)


calculator = Calculator()


def expensive(
    keep: int, beyond: int = 0
) -> Callable[[Callable[Concatenate[Variant, P], R]], Callable[Concatenate[Variant, P], R]]:
    """Let a function pass the gate for large game sizes, and cache its results."""

    def decorate(
        work: Callable[Concatenate[Variant, P], R],
    ) -> Callable[Concatenate[Variant, P], R]:
        @lru_cache(maxsize=keep)
        @wraps(work)
        def passing(variant: Variant, *args: P.args, **kwargs: P.kwargs) -> R:
            if variant.size <= beyond:
                return work(variant, *args, **kwargs)
            with solving(variant, beyond):
                found: R = calculator.run(
                    work.__module__, work.__qualname__, variant, *args, **kwargs
                )
            return found

        return passing  # type: ignore[return-value]

    return decorate
