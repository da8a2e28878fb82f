"""A process that runs tasks: a thread for each queue, and one that reports that they live."""

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

PAUSE_BETWEEN_LOOKS = 2.0  # seconds without work: 0.1 % of a processor
TICK = 1.0  # seconds after which at the latest it is noticed that all is over
BEAT = 15.0  # seconds between two signs of life

UNREACHABLE = (OperationalError, InterfaceError)  # the database, for now

finished = Signal()  # with the path of a task, its queue, its outcome, and seconds: worked, waited

logger = logging.getLogger(__name__)


class Worker:
    """Runs the tasks of some queues until it is stopped, and hands back unfinished ones."""

    def __init__(self, name: str, queues: Iterable[str]) -> None:
        self.name = name
        self.signs = Signs()
        self.is_over = Event()
        # A thread in the middle of a task does not keep the process from ending.
        self.threads = [Thread(target=self.work, args=(queue,), daemon=True) for queue in queues]

    def run(self, is_over: Callable[[], bool]) -> None:
        """Work until ``is_over``, or until a thread ends: then the process has to start again."""
        tried(self.begin)
        for thread in self.threads:
            thread.start()
        next_beat = monotonic() + BEAT
        while not is_over() and all(thread.is_alive() for thread in self.threads):
            sleep(TICK)
            if monotonic() >= next_beat:
                tried(self.beat)
                next_beat = monotonic() + BEAT
        self.is_over.set()
        tried(lambda: hand_back(self.name))

    def leave(self) -> None:
        """Delete the row of this worker, so that others do not look for it."""
        tried(lambda: bool(TaskWorker.objects.filter(name=self.name).delete()))

    def begin(self) -> None:
        """Make the unfinished tasks of a killed worker with this name ready again."""
        report(take_back({self.name}))
        self.beat()

    def beat(self) -> None:
        """Report that this worker lives, take back tasks of dead ones, and enqueue what is due."""
        TaskWorker.objects.see(self.name)
        report(take_back(self.signs.dead() - {self.name}))
        enqueue_due()

    def work(self, queue: str) -> None:
        """Run the tasks of a queue as they come."""
        # Django sets the prefix in its first thread only, and links in emails need it.
        set_script_prefix(settings.FORCE_SCRIPT_NAME or "/")
        while not self.is_over.is_set():
            if not tried(lambda: do_next(queue, self.name)):
                sleep(PAUSE_BETWEEN_LOOKS)


def tried(step: Callable[[], bool | None]) -> bool | None:
    """Take a step; log an error, because the step is tried again the next time."""
    try:
        return step()
    except Exception as error:
        if is_outdated(error):  # which the log says once
            return None
        if isinstance(error, UNREACHABLE):
            logger.warning("Long work has to wait: %s", str(error).partition("\n")[0])
        else:
            logger.exception("Long work has to wait.")
    finally:
        close_old_connections()
    return None


def report(lost: Iterable[TaskRow]) -> None:
    """Log which tasks were left by workers that died."""
    for row in lost:
        logger.warning("%s was left by a worker that is gone: %s.", row.task_path, row.pk)


def do_next(queue: str, worker: str) -> bool:
    """Run the next task of a queue; return whether there was one."""
    row = claim(queue, worker)
    if row is not None:
        do(row)
    return row is not None


def do(row: TaskRow) -> None:
    """Run a task and keep how it ended.

    An error is only in the log, because a database may quote the row that it refuses.
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
    """Return whether a task may succeed later: it, or its tables, may be of another version."""
    return isinstance(error, (*UNREACHABLE, ImportError)) or is_outdated(error)


def retry_forever(keep: Callable[[], None]) -> None:
    """Keep how a task ended, however long the database is away: no other worker takes it."""
    while True:
        try:
            return keep()
        except UNREACHABLE:
            close_old_connections()
            sleep(PAUSE_BETWEEN_LOOKS)
