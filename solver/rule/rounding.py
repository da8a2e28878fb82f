"""Rounds estimates, so that they have no more digits than their sample supports."""

from math import floor, log10

MANY = 100  # an estimate from at least this many samples has two certain digits


def round_estimate(estimate: float, seen: int) -> int:
    """Return an estimate from ``seen`` samples, rounded to its certain digits.

    >>> round_estimate(42_743_121, seen=4096), round_estimate(1_872, seen=30)
    (43000000, 2000)
    """
    if estimate < 10:
        return round(estimate)
    digits = 2 if seen >= MANY else 1
    return int(round(estimate, digits - 1 - floor(log10(estimate))))
