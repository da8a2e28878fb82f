"""Work on several cores at once, that ends when its parent does."""

import multiprocessing
import os
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
from typing import Any, TypeVar

Task = TypeVar("Task")
Result = TypeVar("Result")


def available_cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def results_of(
    executor: Executor,
    workers: int,
    work: Callable[[Task], Result],
    tasks: Iterable[Task],
    check: Callable[[], None] = lambda: None,
) -> Iterator[Result]:
    """Yield ``work(task)`` for every task, as they are done by the workers of an executor.

    ``work`` must be a function of a module. A task is drawn when a worker is free for it, so that
    it may depend on earlier results. Every second ``check`` may raise what is wrong meanwhile.
    """
    waiting = iter(tasks)
    running = {executor.submit(work, task) for task in islice(waiting, workers)}
    try:
        while running:
            done, running = futures.wait(running, 1.0, return_when=futures.FIRST_COMPLETED)
            check()
            for future in done:
                yield future.result()
            running |= {executor.submit(work, task) for task in islice(waiting, len(done))}
    finally:
        for future in running:
            future.cancel()


@contextmanager
def processes(workers: int) -> Iterator[Executor]:
    """Yield an executor of this many processes. If its user fails, none is left behind."""
    before = set(multiprocessing.active_children())
    # A fresh interpreter, since a copy of a process with threads may hang.
    context = multiprocessing.get_context("spawn")
    executor = _Processes(workers, mp_context=context, initializer=_end_with_parent)
    resource_tracker.ensure_running()  # if it began with a worker, it would hear of Ctrl-C again
    try:
        yield executor
    except BaseException:
        for child in set(multiprocessing.active_children()) - before:
            child.terminate()
        raise
    finally:
        executor.shutdown(cancel_futures=True)


def patient_process(prepare: Callable[[], None]) -> Executor:
    """Return one process that takes what others leave of the processor, and ends with this one.

    ``prepare`` is a function of a module that it calls first. Before there are other threads the
    process is a copy, which shares the memory of what is loaded.
    """
    is_alone = threading.active_count() == 1 and sys.platform == "linux"
    if not is_alone:  # a copy may hang
        resource_tracker.ensure_running()
    context = multiprocessing.get_context("fork" if is_alone else "spawn")
    return _Processes(1, mp_context=context, initializer=_be_patient, initargs=(prepare,))


class _Processes(futures.ProcessPoolExecutor):
    """Processes that leave Ctrl-C to their parent from the first moment on.

    A process is begun by the first tasks. Anyone who is interrupted on the way to it, parent or
    child, would leave a child that complains.
    """

    def submit(self, *args: Any, **options: Any) -> futures.Future[Any]:
        """Submit a task; Ctrl-C waits meanwhile, and new processes never hear of it."""
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            return super().submit(*args, **options)
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _be_patient(prepare: Callable[[], None]) -> None:
    signal.set_wakeup_fd(-1)
    for number in signal.valid_signals():
        if callable(signal.getsignal(number)):  # of whom it is a copy
            signal.signal(number, signal.SIG_DFL)
    os.nice(19)
    _end_with_parent()
    prepare()


def _end_with_parent() -> None:
    """End when the parent does, however that comes about."""
    threading.Thread(target=_exit_after_parent, daemon=True).start()


def _exit_after_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)
