"""Long work: tasks are rows in the database, and a worker beside the server does them.

A package declares its tasks in a module ``tasks``::

    @task(queue_name=LAB)
    def evaluate(evaluation: int) -> None: ...

Enqueue one in the transaction that needs it, ``evaluate.enqueue(row.pk)``, so that both are kept
or neither. A task may run twice if a worker was killed: it looks first at what is left to do.
"""

from collections.abc import Iterable, Iterator
from time import monotonic
from typing import TypeVar

from django_tasks import task

Piece = TypeVar("Piece")

# Each queue has a thread, so that no queue waits for another.
URGENT = "urgent"  # email, and duels in which a player is late
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
