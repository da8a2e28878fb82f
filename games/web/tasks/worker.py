"""A process that runs tasks: one thread for each queue, and one thread that reports signs of
life.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from threading import Event, Thread
from time import monotonic, sleep

from django.conf import settings
from django.db import InterfaceError, OperationalError, close_old_connections
from django.dispatch import Signal
from django.urls import set_script_prefix
from django_tasks import TaskResultStatus

from games.models import TaskWorker
from games.models.base.tables import is_outdated
from games.web.tasks.claims import Signs, TaskRow, claim, hand_back, postpone, settle, take_back
from games.web.tasks.recurring import enqueue_due

# Seconds between two looks at an empty queue; the looks take 0.1% of a processor.
PAUSE_BETWEEN_LOOKS = 2.0
TICK = 1.0  # most seconds until a thread notices that the worker has to stop
BEAT = 15.0  # seconds between two signs of life

# Errors that mean that the database is unreachable at the moment.
UNREACHABLE = (OperationalError, InterfaceError)

# Sent with the task's path, queue and outcome, and for how many seconds it ran and waited.
finished = Signal()

logger = logging.getLogger(__name__)


class Worker:
    """A worker, which runs the tasks of some queues until it is stopped.

    When it stops, the worker hands back unfinished tasks.
    """

    def __init__(self, name: str, queues: Iterable[str]) -> None:
        self.name = name
        self.signs = Signs()
        self.is_over = Event()
        # daemon threads, so that a thread with a running task cannot keep the process alive
        self.threads = [Thread(target=self.work, args=(queue,), daemon=True) for queue in queues]

    def run(self, is_over: Callable[[], bool]) -> None:
        """Work until ``is_over`` is true or a thread dies; after that, the process must be
        restarted.
        """
        try_step(self.begin)
        for thread in self.threads:
            thread.start()
        next_beat = monotonic() + BEAT
        while not is_over() and all(thread.is_alive() for thread in self.threads):
            sleep(TICK)
            if monotonic() >= next_beat:
                try_step(self.beat)
                next_beat = monotonic() + BEAT
        self.is_over.set()
        try_step(lambda: hand_back(self.name))

    def leave(self) -> None:
        """Delete the row of this worker, so that other workers stop watching it."""
        try_step(lambda: bool(TaskWorker.objects.filter(name=self.name).delete()))

    def begin(self) -> None:
        """Start by making the unfinished tasks of an earlier worker with this name ready again."""
        report(take_back({self.name}))
        self.beat()

    def beat(self) -> None:
        """Give a sign of life, take back the tasks of dead workers, and enqueue the tasks that are
        due.
        """
        TaskWorker.objects.see(self.name)
        report(take_back(self.signs.dead() - {self.name}))
        enqueue_due()

    def work(self, queue: str) -> None:
        """Run the tasks of a queue as they arrive."""
        # Django sets the prefix only in its first thread, and links in emails need the prefix.
        set_script_prefix(settings.FORCE_SCRIPT_NAME or "/")
        while not self.is_over.is_set():
            if not try_step(lambda: do_next(queue, self.name)):
                sleep(PAUSE_BETWEEN_LOOKS)


def try_step(step: Callable[[], bool | None]) -> bool | None:
    """Take a step and return its result; if it fails, log the error.

    The next call retries the step.
    """
    try:
        return step()
    except Exception as error:
        if is_outdated(error):  # is_outdated logs this error, but only once
            return None
        if isinstance(error, UNREACHABLE):
            logger.warning("Long work has to wait: %s", str(error).partition("\n")[0])
        else:
            logger.exception("Long work has to wait.")
    finally:
        close_old_connections()
    return None


def report(lost: Iterable[TaskRow]) -> None:
    """Log which tasks were taken back from dead workers."""
    for row in lost:
        logger.warning("%s was left by a worker that is gone: %s.", row.task_path, row.pk)


def do_next(queue: str, worker: str) -> bool:
    """Run the next task of a queue; return whether there was a task."""
    row = claim(queue, worker)
    if row is not None:
        do(row)
    return row is not None


def do(row: TaskRow) -> None:
    """Run a task and save how the task ended.

    The text of an error is only logged, because a database can quote the refused row in it.
    """
    start = monotonic()
    begun_at = row.started_at or row.enqueued_at
    waited = max(0.0, (begun_at - row.enqueued_at).total_seconds())
    about = {"task": row.task_path, "queue": row.queue_name, "waited": waited}

    def end(outcome: str) -> float:
        seconds = monotonic() - start
        finished.send(None, **about, outcome=outcome, seconds=seconds)
        return seconds

    try:
        given = row.args_kwargs
        returned = row.task.call(*given["args"], **given["kwargs"])
    except Exception as error:
        if may_pass(error):
            end("postponed")
            logger.warning("%s has to wait: %s", row.task_path, str(error).partition("\n")[0])
            return retry_forever(lambda: postpone(row))
        end("failed")
        logger.exception("%s failed: %s.", row.task_path, row.pk)
        path = f"{type(error).__module__}.{type(error).__qualname__}"
        retry_forever(lambda: settle(row, TaskResultStatus.FAILED, exception_class_path=path))
    else:
        logger.info("%s is done in %.3f s.", row.task_path, end("done"))
        retry_forever(lambda: settle(row, TaskResultStatus.SUCCESSFUL, return_value=returned))


def may_pass(error: Exception) -> bool:
    """Return whether a task may succeed later.

    This is so if the database was unreachable, or if the task or its tables belong to another
    version.
    """
    return isinstance(error, (*UNREACHABLE, ImportError)) or is_outdated(error)


def retry_forever(keep: Callable[[], None]) -> None:
    """Save how a task ended; retry while the database is unavailable.

    This is necessary because no other worker takes the task.
    """
    while True:
        try:
            return keep()
        except UNREACHABLE:
            close_old_connections()
            sleep(PAUSE_BETWEEN_LOOKS)
