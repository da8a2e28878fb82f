"""A process that runs tasks, with a thread for each queue and one for signs of life."""

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

# in seconds, between two checks of an empty queue; checking takes 0.1% of a processor
PAUSE_BETWEEN_LOOKS = 2.0
TICK = 1.0  # a thread notices within this many seconds that the worker has to stop
BEAT = 15.0  # in seconds, between two signs of life

# These errors mean that the database is unreachable.
UNREACHABLE = (OperationalError, InterfaceError)

# sent with a task's path, queue and outcome, how long it ran and how long it waited (in seconds)
finished = Signal()

logger = logging.getLogger(__name__)


class Worker:
    """A worker that runs the tasks of some queues; at its end, it hands back unfinished tasks."""

    def __init__(self, name: str, queues: Iterable[str]) -> None:
        self.name = name
        self.signs = Signs()
        self.is_over = Event()
        # The threads are daemons, because a running task must not keep the process alive.
        self.threads = [Thread(target=self.work, args=(queue,), daemon=True) for queue in queues]

    def run(self, is_over: Callable[[], bool]) -> None:
        """Work until ``is_over`` is true or a thread dies; then the process must be restarted."""
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
        """Delete this worker's row, so that others stop watching it."""
        try_step(lambda: bool(TaskWorker.objects.filter(name=self.name).delete()))

    def begin(self) -> None:
        """Make unfinished tasks of an earlier worker with this name ready again."""
        report(take_back({self.name}))
        self.beat()

    def beat(self) -> None:
        """Give a sign of life, take back tasks of dead workers, and enqueue due tasks."""
        TaskWorker.objects.see(self.name)
        report(take_back(self.signs.dead() - {self.name}))
        enqueue_due()

    def work(self, queue: str) -> None:
        """Run the tasks of a queue."""
        # Links in emails need the prefix, which Django sets only in its first thread.
        set_script_prefix(settings.FORCE_SCRIPT_NAME or "/")
        while not self.is_over.is_set():
            if not try_step(lambda: do_next(queue, self.name)):
                sleep(PAUSE_BETWEEN_LOOKS)


def try_step(step: Callable[[], bool | None]) -> bool | None:
    """Take a step and return its result; log an error, after which the caller retries."""
    try:
        return step()
    except Exception as error:
        if is_outdated(error):  # already logged by is_outdated
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
    """Run a task and save how it ended.

    The text of an error is only logged, because it can quote a row of the database.
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
    """Return whether a retry of the task can succeed.

    This is so if the database was unreachable, or if the task or its tables belong to another
    version.
    """
    return isinstance(error, (*UNREACHABLE, ImportError)) or is_outdated(error)


def retry_forever(keep: Callable[[], None]) -> None:
    """Retry until the end of a task is saved, because only this worker knows how it ended."""
    while True:
        try:
            return keep()
        except UNREACHABLE:
            close_old_connections()
            sleep(PAUSE_BETWEEN_LOOKS)
