"""A table of numbers as a heat map with eleven degrees of color."""

from typing import NamedTuple

DEGREES = 10


class Cell(NamedTuple):
    """A number as text (empty for zero), with its degree of color."""

    text: str
    degree: int


def degree_of(share: float) -> int:
    """Return the degree for a share of the largest number; only zero has degree 0.

    >>> degree_of(0), degree_of(0.001), degree_of(0.5), degree_of(1)
    (0, 1, 5, 10)
    """
    return 0 if share <= 0 else max(1, round(DEGREES * share))
