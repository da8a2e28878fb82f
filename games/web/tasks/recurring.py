"""What recurs is asked for by whichever worker is the first to see that it is due."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models.functions import Now
from django_tasks import TaskResultStatus
from django_tasks.base import Task
from django_tasks_db.models import DBTaskResult

from games.models import Recurrence
from games.models.base.long_work import in_a

AnyTask = Task[[], Any]

schedule: dict[str, tuple[AnyTask, timedelta]] = {}


def recurring(every: timedelta) -> Callable[[AnyTask], AnyTask]:
    """Have a task done again and again: ``@recurring(every=…)`` stands above its ``@task``."""

    def enter(task: AnyTask) -> AnyTask:
        schedule[task.module_path] = task, every
        return task

    return enter


def enqueue_due() -> None:
    """Ask for every task that is due, once however many workers look at the same moment."""
    known = set(Recurrence.objects.values_list("name", flat=True))
    if new := schedule.keys() - known:
        rows = [Recurrence(name=name, due_at=Now()) for name in new]
        Recurrence.objects.bulk_create(rows, ignore_conflicts=True)
    for name, (_, every) in schedule.items():
        if Recurrence.objects.due(name, every).exists():
            enqueue_if_due(name)


def enqueue_if_due(name: str) -> None:
    """Ask for a task, unless another worker was quicker or nobody has done the last one yet."""
    task, every = schedule[name]
    waiting = DBTaskResult.objects.filter(task_path=name, status=TaskResultStatus.READY)
    with transaction.atomic():
        is_first = Recurrence.objects.due(name, every).update(due_at=in_a(every))
        if is_first and not waiting.exists():
            task.enqueue()
