"""Long work: what a room declares as a task is done beside the server, on whatever machine.

A room declares its tasks in a module ``tasks``::

    @task(queue_name=LONG)
    def evaluate(evaluation: int) -> None: ...

and asks for one in the transaction that needs it, ``evaluate.enqueue(row.pk)``: both are kept, or
neither. A task may be done twice, after a worker was killed: it looks first at what is left to do.
"""

from collections.abc import Iterable, Iterator
from time import monotonic
from typing import TypeVar

from django_tasks import task

Piece = TypeVar("Piece")

SHORT = "short"  # what is done in seconds, and never waits for what is not
LONG = "long"  # whatever else; it does piece after piece for a while, and asks for the next while
QUEUES = (SHORT, LONG)

WHILE = 20.0  # seconds

__all__ = ["LONG", "QUEUES", "SHORT", "WHILE", "for_a_while", "task"]


def for_a_while(pieces: Iterable[Piece], seconds: float = WHILE) -> Iterator[Piece]:
    """Yield pieces of work until this many seconds have passed; the first one in any case."""
    end = monotonic() + seconds
    for piece in pieces:
        yield piece
        if monotonic() >= end:
            return
