"""A table of numbers as a heat map: the style sheet has a color for each of eleven degrees."""

from __future__ import annotations

from typing import NamedTuple

DEGREES = 10


class Cell(NamedTuple):
    """A number as text, with its degree of color; the text for zero is empty."""

    text: str
    degree: int


def degree_of(share: float) -> int:
    """Return the degree for a number's share of the largest number; only zero has degree 0.

    >>> degree_of(0), degree_of(0.001), degree_of(0.5), degree_of(1)
    (0, 1, 5, 10)
    """
    return 0 if share <= 0 else max(1, round(DEGREES * share))
