"""How probable results are for a strategy whose game lengths over every code are known."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np


def chance_of_total(lengths: Sequence[int], games: int, total: int) -> float:
    """Return how probable it is that this many games take no more than ``total`` guesses together.

    ``lengths[n - 1]`` codes are broken in n guesses, and every code is as likely as any other.
    The chances of a sum are those of its parts convolved with each other; a convolution is a
    product of Fourier transforms, exact to some 1e-12 for thousands of games.

    >>> round(chance_of_total((1, 1), games=2, total=3), 12)
    0.75
    """
    size = games * len(lengths) + 1
    chances = np.array([0, *lengths]) / sum(lengths)
    of_sum = np.fft.irfft(np.fft.rfft(chances, size) ** games, size)
    return float(of_sum[: total + 1].sum())
