"""Move a task from ready to done; each step is one conditional UPDATE of its row.

The worker of django-tasks-db looks for work in a transaction that locks out all writers of SQLite,
stops when the database is locked, and never retries the tasks of a killed worker.
"""

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

LOOKS = 4  # a worker without a sign of life for this many beats is dead
DEATHS = 5  # a task during which this many workers died is not retried
RETRY_AFTER = timedelta(minutes=1)
# a worker's row is deleted after this time without a sign of life
FORGOTTEN_AFTER = timedelta(days=1)

READY, RUNNING = TaskResultStatus.READY, TaskResultStatus.RUNNING


def claim(queue: str, worker: str) -> TaskRow | None:
    """Claim the first ready task of a queue for this worker; return None if no task is ready."""
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
    """Return the ready tasks of a queue.

    The upkeep queue also gets the tasks of queues that no longer exist.
    """
    ready = DBTaskResult.objects.ready()
    if queue == UPKEEP:
        return ready.exclude(queue_name__in={*QUEUES} - {UPKEEP})
    return ready.filter(queue_name=queue)


def waiting() -> dict[str, tuple[int, float]]:
    """Return, per queue, the number of waiting tasks and the age of the oldest in seconds."""
    rows = DBTaskResult.objects.ready().order_by().values_list("queue_name")
    found = rows.annotate(Count("pk"), Min("enqueued_at"), now=Now())
    ages = {queue: (count, (now - then).total_seconds()) for queue, count, then, now in found}
    return dict.fromkeys(QUEUES, (0, 0.0)) | ages


def settle(row: TaskRow, status: TaskResultStatus, **outcome: Any) -> None:
    """Save how a task ended, unless another worker has claimed it."""
    row_if_claimed(row).update(status=status, finished_at=timezone.now(), **outcome)


def postpone(row: TaskRow) -> None:
    """Make a task ready for a later retry, because its failure has an outside cause."""
    back = {"status": READY, "worker_ids": row.worker_ids[:-1]}
    row_if_claimed(row).update(run_after=timezone.now() + RETRY_AFTER, **back)


def hand_back(worker: str) -> None:
    """Make the unfinished tasks of a stopping worker ready again."""
    for row in running():
        if row.worker_ids[-1] == worker:
            row_if_claimed(row).update(status=READY, worker_ids=row.worker_ids[:-1])


class Signs:
    """The workers' signs of life, as this worker sees them.

    A sign is any change of a worker's row. The time in the row is not compared with this worker's
    clock, because another clock can be wrong by hours.
    """

    def __init__(self) -> None:
        # For each worker: the last sign, and the number of looks since then.
        self.unchanged: dict[str, tuple[datetime, int]] = {}

    def dead(self) -> set[str]:
        """Look once more; return the workers without a sign during the last LOOKS looks."""
        before, self.unchanged = self.unchanged, {}
        for name, seen_at in TaskWorker.objects.values_list("name", "seen_at"):
            last, looks = before.get(name, (None, 0))
            self.unchanged[name] = seen_at, looks + 1 if seen_at == last else 0
        return {name for name, (_, looks) in self.unchanged.items() if looks >= LOOKS}


def take_back(dead: Container[str]) -> Iterator[TaskRow]:
    """Make tasks of dead or unknown workers ready again; yield them.

    A task that has killed several workers is given up, because it would kill more.
    """
    for row in running():
        if row.worker_ids[-1] in dead or is_forgotten(row):
            given_up = {"status": TaskResultStatus.FAILED, "finished_at": timezone.now()}
            is_deadly = len(row.worker_ids) >= DEATHS
            if row_if_claimed(row).update(**given_up if is_deadly else {"status": READY}):
                yield row


def is_forgotten(row: TaskRow) -> bool:
    """Return whether a task is old and its worker no longer has a row."""
    if TaskWorker.objects.filter(name=row.worker_ids[-1]).exists():
        return False
    return running().filter(pk=row.pk, started_at__lt=timezone.now() - FORGOTTEN_AFTER).exists()


def running() -> QuerySet[TaskRow]:
    return DBTaskResult.objects.running()


def row_if_claimed(row: TaskRow) -> QuerySet[TaskRow]:
    """Return the row of a task, if this worker's claim is still valid."""
    return running().filter(pk=row.pk, started_at=row.started_at)
