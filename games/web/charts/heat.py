"""Numbers in a table as warmth: the style sheet colors eleven degrees of it."""

from __future__ import annotations

from typing import NamedTuple

DEGREES = 10


class Cell(NamedTuple):
    """A number as text with its degree of warmth; zero is left empty."""

    text: str
    degree: int


def degree_of(share: float) -> int:
    """Return how warm a share of the largest number is: what is there at all is never cold.

    >>> degree_of(0), degree_of(0.001), degree_of(0.5), degree_of(1)
    (0, 1, 5, 10)
    """
    return 0 if share <= 0 else max(1, round(DEGREES * share))
