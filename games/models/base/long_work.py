"""Limits on long work, signs of life of workers, and times of recurring tasks.

All times are from the clock of the database. On SQLite this is the clock of each process, which can
be wrong: do not trust times of other processes. The tasks themselves are rows of django-tasks-db.
"""

from __future__ import annotations

from datetime import timedelta
from typing import NamedTuple

from django.db import models
from django.db.models import DateTimeField, Expression, ExpressionWrapper, Value
from django.db.models.functions import Now

from games.models.base.columns import LookupField
from games.models.base.refusals import EnoughAsked, QueueFull

LOST_AFTER = timedelta(seconds=60)  # a worker that was not seen for so long counts as lost


class QueueBounds(NamedTuple):
    """How much work can wait: ``most`` of all visitors together, ``of_one`` of each visitor.

    Half of the places are reserved for visitors without waiting work.
    """

    most: int
    of_one: int

    def require(self, waiting: int, own: int) -> None:
        """Raise QueueFull if too much work waits, or EnoughAsked if one visitor has too much."""
        if own and (own >= self.of_one or waiting >= self.most // 2):
            raise EnoughAsked(own)
        if waiting >= self.most:
            raise QueueFull


def in_a(period: timedelta) -> Expression:
    """Return the end of a period that starts now, by the database's clock."""
    return ExpressionWrapper(Now() + Value(period), output_field=DateTimeField())


class TaskWorkerManager(models.Manager["TaskWorker"]):
    def see(self, name: str) -> None:
        """Store a sign of life of a worker."""
        if not self.filter(name=name).update(seen_at=Now()):
            self.bulk_create([TaskWorker(name=name, seen_at=Now())], ignore_conflicts=True)


class TaskWorker(models.Model):
    name = LookupField(max_length=64, primary_key=True)
    seen_at = models.DateTimeField()

    objects = TaskWorkerManager()

    def __str__(self) -> str:
        return self.name


class Recurrence(models.Model):
    """The time at which a recurring task is enqueued again."""

    name = LookupField(
        max_length=200, primary_key=True, help_text="The module and name of the task."
    )
    due_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.name
