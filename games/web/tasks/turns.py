"""Tasks for visitors; each visitor's first task runs before the second task of any visitor."""

from collections.abc import Container
from typing import Any, NamedTuple

from django_tasks import TaskResultStatus
from django_tasks.base import Task
from django_tasks_db.models import DBTaskResult

LAST = -50  # lowest priority, for results that no visitor waits for
READY_ROWS = DBTaskResult.objects.filter(status=TaskResultStatus.READY)


class Waiting(NamedTuple):
    """A waiting task: its key, and the visitor who asked for it."""

    key: int
    asker: str


def waiting_for(task: Task[..., Any]) -> list[Waiting]:
    """Return the waiting tasks of a function that takes a key and an ``asker``."""
    rows = READY_ROWS.filter(task_path=task.module_path).values_list("args_kwargs", flat=True)
    return [Waiting(row["args"][0], row["kwargs"].get("asker", "")) for row in rows]


def enqueue_in_turn(task: Task[..., Any], key: int, asker: str, own: int) -> None:
    """Enqueue a task, with a lower priority if more tasks of the visitor (``own``) wait."""
    task.using(priority=task.priority - own).enqueue(key, asker=asker)


def put_last(task: Task[..., Any], keys: Container[int]) -> None:
    """Move the tasks with these keys to the end of the queue."""
    rows = READY_ROWS.filter(task_path=task.module_path, priority__gt=LAST)
    late = [row.pk for row in rows if row.args_kwargs["args"][0] in keys]
    if late:
        READY_ROWS.filter(pk__in=late).update(priority=LAST)
