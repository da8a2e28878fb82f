"""Processes that share work and end with their parent."""

import multiprocessing
import os
import pickle
import signal
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent import futures
from concurrent.futures import Executor
from contextlib import contextmanager
from itertools import islice
from multiprocessing import resource_tracker
from multiprocessing.connection import wait
from os import _exit  # a strategy of the user can replace os._exit
from typing import Any, TypeVar

Task = TypeVar("Task")
Result = TypeVar("Result")


def available_cores() -> int:
    """Return the number of cores that this process is allowed to use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def results_of(
    executor: Executor,
    workers: int,
    work: Callable[[Task], Result],
    tasks: Iterable[Task],
    check: Callable[[], None] = lambda: None,
) -> Iterator[Result]:
    """Yield ``work(task)`` for every task, as the workers of an executor finish.

    ``work`` must be a module-level function. A task is taken when a worker is free, so a task
    can depend on earlier results. ``check`` is called every second and can raise an error.
    """

    def submit(task: Task) -> futures.Future[Result]:
        # If pickling a task failed in the executor's own thread, the executor would hang. Here it
        # raises an error.
        pickle.dumps((work, task))
        return executor.submit(work, task)

    waiting = iter(tasks)
    running = set(map(submit, islice(waiting, workers)))
    try:
        while running:
            done, running = futures.wait(running, 1.0, return_when=futures.FIRST_COMPLETED)
            check()
            for future in done:
                yield future.result()
            running |= set(map(submit, islice(waiting, len(done))))
    finally:
        for future in running:
            future.cancel()


@contextmanager
def processes(workers: int) -> Iterator[Executor]:
    """Yield an executor with this many processes; all end with the context, even after an error."""
    before = set(multiprocessing.active_children())
    # Workers start in a new interpreter, because a fork of a process with threads can hang.
    context = multiprocessing.get_context("spawn")
    executor = _Processes(workers, mp_context=context, initializer=_end_with_parent)
    # A tracker that a worker starts would get Ctrl-C twice, so it is started here.
    resource_tracker.ensure_running()
    try:
        yield executor
    except BaseException:
        for child in set(multiprocessing.active_children()) - before:
            child.terminate()
        raise
    finally:
        executor.shutdown(cancel_futures=True)


def patient_process(prepare: Callable[[], None]) -> Executor:
    """Return a process of the lowest priority that ends with this process.

    The new process first calls ``prepare``, a module-level function. If this process has no threads
    yet, the new process is a fork, which shares the memory of everything loaded.
    """
    is_alone = threading.active_count() == 1 and sys.platform == "linux"
    if not is_alone:  # a fork of a process with threads can hang
        resource_tracker.ensure_running()
    context = multiprocessing.get_context("fork" if is_alone else "spawn")
    return _Processes(1, mp_context=context, initializer=_be_patient, initargs=(prepare,))


class _Processes(futures.ProcessPoolExecutor):
    """A pool whose processes never get Ctrl-C, which their parent handles.

    The first tasks start the processes. An interrupt during this start would leave a child that
    prints a traceback.
    """

    def submit(self, *args: Any, **options: Any) -> futures.Future[Any]:
        """Submit a task while Ctrl-C is blocked; new processes inherit this block."""
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            return super().submit(*args, **options)
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _be_patient(prepare: Callable[[], None]) -> None:
    signal.set_wakeup_fd(-1)
    for number in signal.valid_signals():
        # This process inherits the handler from its parent.
        if callable(signal.getsignal(number)):
            signal.signal(number, signal.SIG_DFL)
    os.nice(19)
    _end_with_parent()
    prepare()


def _end_with_parent() -> None:
    """End this process when its parent ends for any reason."""
    threading.Thread(target=_exit_after_parent, daemon=True).start()


def _exit_after_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        _exit(1)
