"""Runs calculations in a low-priority process beside each worker.

In the worker itself, a calculation would delay every page, because the threads of a process share
Python's lock, and the operating system cannot give them priorities. gunicorn.conf.py starts the
process. In tests, in commands and in the process itself there is no such process, so the
calculation runs in place.
"""

from __future__ import annotations

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

calculated = Signal()  # sent with the work, its outcome and the seconds that the work took

LONGEST_CALCULATION = 3.0  # seconds that a request waits for a result
# seconds after which a calculation is stopped if no request waits for its result
LONGEST_LATE = 20.0


def unchangeable(items: dict[Any, Any]) -> MappingProxyType[Any, Any]:
    """Return a read-only copy of a mapping, because all results are read-only."""
    return MappingProxyType(items)


copyreg.pickle(MappingProxyType, lambda mapping: (unchangeable, (dict(mapping),)))


class LateAnswer(NamedTuple):
    """A calculation that took too long for its request.

    A later request can ask for the result.
    """

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
        """Start the process."""
        process = patient_process(django.setup)
        process.submit(os.getpid)
        # This is set last, because without a process, calculations run in place.
        self.process = process
        return process

    def restart(self, dead: Executor) -> Executor:
        """Replace a dead process and return the new one; only the first caller starts it."""
        with self._beginning:
            return self.start() if self.process in (dead, None) else self.process

    def stop(self) -> None:
        """Stop the process at once, because its results are no longer needed."""
        for child in multiprocessing.active_children():
            child.terminate()

    def run(self, module: str, name: str, *args: Any, **kwargs: Any) -> Any:
        """Return the result of a module's function, or raise Busy if this takes too long.

        The calculation then continues for the next request for the same result. Requests for other
        results are refused until the calculation ends.
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
        # The process was killed just now, perhaps because this calculation needs too much memory.
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
        """Return the answer to a calculation that was too late for an earlier request, or None.

        Raise Busy if such a calculation of other work is still running.
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
    """Call a module's function; if the function is wrapped to pass the gate, call it without the
    gate.
    """
    return unwrap(getattr(import_module(module), name))(*args, **kwargs)


def call_beside(module: str, name: str, *args: Any, **kwargs: Any) -> Any:
    """Call a module's function and then free its memory.

    Otherwise glibc would keep nearly 20 MB of the memory.
    """
    try:
        return call(module, name, *args, **kwargs)
    finally:
        if trim := getattr(ctypes.CDLL(None), "malloc_trim", None):
            trim(0)


calculator = Calculator()


def expensive(
    keep: int, beyond: int = 0
) -> Callable[[Callable[Concatenate[Variant, P], R]], Callable[Concatenate[Variant, P], R]]:
    """Make a function pass the gate if the game size is large, and cache its results."""

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
