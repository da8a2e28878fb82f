"""The budget of a search within a request.

It counts work, not time, so it is the same on every machine.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from math import inf


class OutOfBudget(Exception):
    """The search exceeded its budget."""


class Budget:
    """How many more pairs of codes a search can compare."""

    def __init__(self, pairs: float = inf) -> None:
        self.left = pairs

    def spend(self, pairs: float) -> None:
        """Use some of the budget. Raises ``OutOfBudget``."""
        self.left -= pairs
        if self.left < 0:
            raise OutOfBudget

    @contextmanager
    def keeping(self, pairs: float) -> Iterator[None]:
        """Reserve some of the budget until the end of the ``with`` block."""
        self.left -= pairs
        try:
            yield
        finally:
            self.left += pairs
