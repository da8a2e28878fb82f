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

# Each queue has its own thread, so a slow task delays no other queue.
URGENT = "urgent"  # emails, and duels with a late player
THOUGHTS = "thoughts"  # grades, and moves of computers: half a second each
UPKEEP = "upkeep"  # tasks that no player waits for
LAB = "lab"  # play-outs of strategies, which take minutes
PUSH = "push"  # notifications, whose push services can be slow
QUEUES = (URGENT, THOUGHTS, UPKEEP, LAB, PUSH)

WHILE = 20.0  # after this many seconds, a task stops and enqueues the rest of its work

__all__ = ["LAB", "PUSH", "QUEUES", "THOUGHTS", "UPKEEP", "URGENT", "WHILE", "for_a_while", "task"]


def for_a_while(pieces: Iterable[Piece], seconds: float = WHILE) -> Iterator[Piece]:
    """Yield pieces of work until ``seconds`` have passed, but at least one piece."""
    end = monotonic() + seconds
    for piece in pieces:
        yield piece
        if monotonic() >= end:
            return
