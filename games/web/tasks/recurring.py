"""Recurring tasks; when a task is due, the first worker that notices it enqueues the task."""

from collections.abc import Callable, Iterable
from datetime import timedelta
from functools import wraps
from time import monotonic
from typing import Any, TypeAlias

from django.db import transaction
from django.db.models import Q
from django.db.models.functions import Now
from django_tasks import TaskResultStatus
from django_tasks.base import Task
from django_tasks_db.models import DBTaskResult

from games.models import Recurrence
from games.models.base.long_work import LOST_AFTER, in_a
from games.web.tasks import WHILE, task

AnyTask = Task[[], Any]
Pieces: TypeAlias = Callable[[], Iterable[int]]

schedule: dict[str, tuple[AnyTask, timedelta]] = {}


def recurring(queue: str, every: timedelta) -> Callable[[Pieces], AnyTask]:
    """Make a recurring task from a function that works in pieces.

    After each piece, the function yields the amount of work, never 0. After 20 seconds the task
    stops and enqueues itself again, so that other tasks of the queue can run.
    """

    def enter(pieces: Pieces) -> AnyTask:
        @wraps(pieces)
        def work() -> int:
            done, end = 0, monotonic() + WHILE
            for piece in pieces():
                done += piece
                if monotonic() >= end:
                    enqueue_once(made)
                    break
            return done

        made: AnyTask = task(queue_name=queue)(work)
        schedule[made.module_path] = made, every
        return made

    return enter


def enqueue_once(task: AnyTask) -> None:
    """Enqueue a task, unless it is waiting already."""
    waiting = DBTaskResult.objects.filter(status=TaskResultStatus.READY)
    if not waiting.filter(task_path=task.module_path).exists():
        task.enqueue()


def enqueue_due() -> None:
    """Enqueue each due task once, even if several workers do this at the same time."""
    known = set(Recurrence.objects.values_list("name", flat=True))
    if new := schedule.keys() - known:
        rows = [Recurrence(name=name, due_at=Now()) for name in new]
        Recurrence.objects.bulk_create(rows, ignore_conflicts=True)
    for name, (due_task, every) in schedule.items():
        is_postponed = Q(due_at__gt=in_a(every + LOST_AFTER))  # by a wrong clock
        due = Recurrence.objects.filter(Q(due_at__lte=Now()) | is_postponed, name=name)
        if due.exists():
            with transaction.atomic():
                if due.update(due_at=in_a(every)):
                    enqueue_once(due_task)
