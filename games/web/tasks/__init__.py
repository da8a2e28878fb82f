"""Long tasks: rows in the database that a worker process runs beside the server.

A package declares its tasks in a module ``tasks``::

    @task(queue_name=LAB)
    def evaluate(evaluation: int) -> None: ...

Enqueue a task in the transaction that needs it, ``evaluate.enqueue(row.pk)``, so that either both
are saved or neither. A task can run twice if a worker was killed, so a task first checks how much
work is left.
"""

from collections.abc import Iterable, Iterator
from time import monotonic
from typing import TypeVar

from django_tasks import task

Piece = TypeVar("Piece")

# Each queue has its own thread, so that no queue waits for another queue.
URGENT = "urgent"  # emails, and duels in which a player is late
THOUGHTS = "thoughts"  # for moves of computers, and grades: half a second each
UPKEEP = "upkeep"  # tasks that no player waits for
LAB = "lab"  # for strategies that are played out, which takes minutes
QUEUES = (URGENT, THOUGHTS, UPKEEP, LAB)

WHILE = 20.0  # seconds after which a task stops and enqueues the rest of its work

__all__ = ["LAB", "QUEUES", "THOUGHTS", "UPKEEP", "URGENT", "WHILE", "for_a_while", "task"]


def for_a_while(pieces: Iterable[Piece], seconds: float = WHILE) -> Iterator[Piece]:
    """Yield at least one piece of work, and further pieces until so many seconds have passed."""
    end = monotonic() + seconds
    for piece in pieces:
        yield piece
        if monotonic() >= end:
            return
