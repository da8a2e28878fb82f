"""How a task gets from ready to done: each step is one conditional UPDATE of its row.

The worker of django-tasks-db looks for work in a transaction that keeps all other writers of SQLite
out. It stops when the database is locked, and never retries the tasks of a killed worker.
"""

from __future__ import annotations

from collections.abc import Container, Iterator
from datetime import datetime, timedelta
from typing import Any, TypeAlias

from django.db.models import Count, Min, QuerySet
from django.db.models.functions import Now
from django.utils import timezone
from django_tasks import TaskResultStatus
from django_tasks_db.models import DBTaskResult

from games.models import TaskWorker
from games.web.tasks import QUEUES, UPKEEP

TaskRow: TypeAlias = DBTaskResult[Any, Any]

LOOKS = 4  # at a worker, a beat apart, that find no new sign of life: it is dead then
DEATHS = 5  # of the workers that had a task, after which it is not tried again
RETRY_AFTER = timedelta(minutes=1)
FORGOTTEN_AFTER = timedelta(days=1)  # workers that do not say that they are alive

READY, RUNNING = TaskResultStatus.READY, TaskResultStatus.RUNNING


def claim(queue: str, worker: str) -> TaskRow | None:
    """Claim the first ready task of a queue for this worker, or return None."""
    while row := ready_in(queue).first():
        taken = {
            "status": RUNNING,
            "started_at": timezone.now(),
            "worker_ids": [*row.worker_ids, worker],
        }
        if DBTaskResult.objects.filter(pk=row.pk, status=READY).update(**taken):
            vars(row).update(taken)
            return row
    return None


def ready_in(queue: str) -> QuerySet[TaskRow]:
    """Return the ready tasks of a queue; upkeep also has those of queues of other versions."""
    ready = DBTaskResult.objects.ready()
    if queue == UPKEEP:
        return ready.exclude(queue_name__in={*QUEUES} - {UPKEEP})
    return ready.filter(queue_name=queue)


def waiting() -> dict[str, tuple[int, float]]:
    """Return for each queue how many tasks wait, and for how many seconds the oldest has."""
    rows = DBTaskResult.objects.ready().order_by().values_list("queue_name")
    found = rows.annotate(Count("pk"), Min("enqueued_at"), now=Now())
    ages = {queue: (count, (now - then).total_seconds()) for queue, count, then, now in found}
    return dict.fromkeys(QUEUES, (0, 0.0)) | ages


def settle(row: TaskRow, status: TaskResultStatus, **outcome: Any) -> None:
    """Keep how a task ended, unless another worker has it now."""
    held(row).update(status=status, finished_at=timezone.now(), **outcome)


def postpone(row: TaskRow) -> None:
    """Retry a task later that did not fail by its own fault."""
    back = {"status": READY, "worker_ids": row.worker_ids[:-1]}
    held(row).update(run_after=timezone.now() + RETRY_AFTER, **back)


def hand_back(worker: str) -> None:
    """Make the unfinished tasks of a stopping worker ready again."""
    for row in running():
        if row.worker_ids[-1] == worker:
            held(row).update(status=READY, worker_ids=row.worker_ids[:-1])


class Signs:
    """The signs of life of all workers, as one of them sees them.

    A sign is any change of a worker's row. The time in it does not matter, because the clock of
    a worker may be wrong by hours, or be set while it works.
    """

    def __init__(self) -> None:
        self.unchanged: dict[str, tuple[datetime, int]] = {}  # at which time, for how many looks

    def dead(self) -> set[str]:
        """Look once more; return the workers that gave no sign for this many looks."""
        before, self.unchanged = self.unchanged, {}
        for name, seen_at in TaskWorker.objects.values_list("name", "seen_at"):
            last, looks = before.get(name, (None, 0))
            self.unchanged[name] = seen_at, looks + 1 if seen_at == last else 0
        return {name for name, (_, looks) in self.unchanged.items() if looks >= LOOKS}


def take_back(dead: Container[str]) -> Iterator[TaskRow]:
    """Make the tasks of these workers ready again, and of those without any sign; yield them.

    A task that killed several workers is given up, or it would kill all others.
    """
    for row in running():
        if row.worker_ids[-1] in dead or is_forgotten(row):
            is_deadly = len(row.worker_ids) >= DEATHS
            if held(row).update(status=TaskResultStatus.FAILED if is_deadly else READY):
                yield row


def is_forgotten(row: TaskRow) -> bool:
    """Return whether a task has been running for long under a worker that gives no signs."""
    if TaskWorker.objects.filter(name=row.worker_ids[-1]).exists():
        return False
    return running().filter(pk=row.pk, started_at__lt=timezone.now() - FORGOTTEN_AFTER).exists()


def running() -> QuerySet[TaskRow]:
    return DBTaskResult.objects.running()


def held(row: TaskRow) -> QuerySet[TaskRow]:
    """Return the row of a task as long as it is the same worker's since the same moment."""
    return running().filter(pk=row.pk, started_at=row.started_at)
