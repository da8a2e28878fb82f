"""How a task comes from ready to done: each step is one conditional UPDATE of its row.

Why not as the worker of django-tasks-db does it: that one looks for work in a transaction which
keeps all other writers of SQLite out, stops when the database is locked, and leaves for ever what
a killed worker had begun.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any, TypeAlias

from django.db.models import QuerySet
from django.utils import timezone
from django_tasks import TaskResultStatus
from django_tasks_db.models import DBTaskResult

from games.models import TaskWorker

Row: TypeAlias = DBTaskResult[Any, Any]

DEATHS = 5  # of the workers that had a task, after which it is not tried again
LATER = timedelta(minutes=1)
FORGOTTEN_AFTER = timedelta(days=1)  # workers that do not say that they are alive

READY, RUNNING = TaskResultStatus.READY, TaskResultStatus.RUNNING


def claim(queue: str, worker: str) -> Row | None:
    """Return the first task of a queue that is ready, taken for this worker; None at rest."""
    while row := DBTaskResult.objects.ready().filter(queue_name=queue).first():
        taken = {
            "status": RUNNING,
            "started_at": timezone.now(),
            "worker_ids": [*row.worker_ids, worker],
        }
        if DBTaskResult.objects.filter(pk=row.pk, status=READY).update(**taken):
            vars(row).update(taken)
            return row
    return None


def settle(row: Row, status: TaskResultStatus, **outcome: Any) -> None:
    """Keep how a task ended, unless it was taken away from its worker meanwhile."""
    held(row).update(status=status, finished_at=timezone.now(), **outcome)


def postpone(row: Row) -> None:
    """Have a task tried again later, which had no fault in it."""
    back = {"status": READY, "worker_ids": row.worker_ids[:-1]}
    held(row).update(run_after=timezone.now() + LATER, **back)


def hand_back(worker: str) -> None:
    """Make ready for others what a worker has begun that is told to stop."""
    for row in running():
        if row.worker_ids[-1] == worker:
            held(row).update(status=READY, worker_ids=row.worker_ids[:-1])


def take_back(worker: str | None = None) -> Iterator[Row]:
    """Make ready again what dead workers had begun, or the one of this name; yield it.

    A task that was the death of several is given up, or it would be that of all to come.
    """
    for row in running():
        if is_lost(row) or row.worker_ids[-1] == worker:
            is_deadly = len(row.worker_ids) >= DEATHS
            if held(row).update(status=TaskResultStatus.FAILED if is_deadly else READY):
                yield row


def is_lost(row: Row) -> bool:
    """Return whether nobody is at work on a task that is running."""
    worker = TaskWorker.objects.filter(name=row.worker_ids[-1])
    if worker.exists():
        return not TaskWorker.objects.seen().filter(name=row.worker_ids[-1]).exists()
    return running().filter(pk=row.pk, started_at__lt=timezone.now() - FORGOTTEN_AFTER).exists()


def running() -> QuerySet[Row]:
    return DBTaskResult.objects.running()


def held(row: Row) -> QuerySet[Row]:
    """Return the row of a task as long as it is the same worker's since the same moment."""
    return running().filter(pk=row.pk, started_at=row.started_at)
