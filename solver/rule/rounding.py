"""Estimates, with no more digits than they are worth."""

from math import floor, log10

MANY = 100  # of a sample: this many tell a share to a tenth, and fewer to one digit


def rounded(estimate: float, seen: int) -> int:
    """Return an estimate that rests on this many of a sample.

    >>> rounded(42_743_121, seen=4096), rounded(1_872, seen=30), rounded(7, seen=30)
    (43000000, 2000, 7)
    """
    if estimate < 10:
        return round(estimate)
    digits = 2 if seen >= MANY else 1
    return int(round(estimate, digits - 1 - floor(log10(estimate))))
