"""Long tasks: rows in the database that a worker process does beside the server.

A package declares its tasks in a module ``tasks``::

    @task(queue_name=LAB)
    def evaluate(evaluation: int) -> None: ...

Enqueue a task in the transaction that needs it, ``evaluate.enqueue(row.pk)``, so that either both
are saved or neither. A task can run twice if a worker was killed, so it first checks what is left
to do.
"""

from collections.abc import Iterable, Iterator
from time import monotonic
from typing import TypeVar

from django_tasks import task

Piece = TypeVar("Piece")

# Each queue has a thread, so that no queue waits for another.
URGENT = "urgent"  # emails, and duels in which a player is late
THOUGHTS = "thoughts"  # for moves of computers, and grades: half a second each
UPKEEP = "upkeep"  # tasks that no player waits for
LAB = "lab"  # for strategies that are played out, which takes minutes
QUEUES = (URGENT, THOUGHTS, UPKEEP, LAB)

WHILE = 20.0  # seconds after which a task enqueues itself for the rest of its work

__all__ = ["LAB", "QUEUES", "THOUGHTS", "UPKEEP", "URGENT", "WHILE", "for_a_while", "task"]


def for_a_while(pieces: Iterable[Piece], seconds: float = WHILE) -> Iterator[Piece]:
    """Yield pieces of work until this many seconds have passed, but at least one piece."""
    end = monotonic() + seconds
    for piece in pieces:
        yield piece
        if monotonic() >= end:
            return
