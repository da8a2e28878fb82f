"""The inner loops of the exact search, compiled by numba (extra ``lab``).

Codes are given by their places in the list of all. ``table[g, s]`` is the number of the
feedback of code g to code s, the win being the highest. A symmetry is a permutation of the
positions with a renaming of the colors; ``permutations`` lists all of the former.

Compiling them takes a while, so most tests run them as plain Python; ``make proofs`` does not.
"""

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numpy as np
from numba import njit

from solver.arrays import Numbers
from solver.exact.bounds import IMPOSSIBLE, Costs
from solver.exact.space import Counts, Places

Kernel = TypeVar("Kernel", bound=Callable[..., Any])

_BLOCK = 256  # guesses counted together, so that their counts stay in the cache of a core
_NONE = 255  # no color


def compiled(kernel: Kernel) -> Kernel:
    """Compile a kernel at its first call and keep it for the next process."""
    return cast(Kernel, njit(cache=True)(kernel))


@compiled
def count_parts(table: Numbers, guesses: Places, candidates: Places, width: int) -> Counts:
    """Return ``sizes[g, f]``, of shape (guesses, width)."""
    sizes = np.zeros((len(guesses), width), dtype=np.int32)
    for start in range(0, len(guesses), _BLOCK):
        block = guesses[start : start + _BLOCK]
        counts = sizes[start : start + _BLOCK]
        for candidate in candidates:
            answers = table[candidate]
            for place, guess in enumerate(block):
                counts[place, answers[guess]] += 1
    return sizes


@compiled
def most_parts(sizes: Counts) -> int:
    """Return the most feedbacks that a guess can earn besides the win."""
    most = 0
    for row in sizes:
        parts = 0
        for size in row[:-1]:
            parts += size > 0
        most = max(most, parts)
    return most


@compiled
def sum_least(sizes: Counts, least: Costs) -> Costs:
    """Return what the parts of each guess must cost together, by their sizes."""
    costs = np.zeros(len(sizes), dtype=np.int64)
    for guess, row in enumerate(sizes):
        codes = row.sum()
        for size in row[:-1]:
            costs[guess] += least[size] if size < codes else IMPOSSIBLE
    return costs


@compiled
def split(answers: Numbers, candidates: Places, width: int) -> tuple[Places, Counts]:
    """Return the candidates sorted by their answer, the win left out, and the sizes of parts."""
    sizes = np.zeros(width, dtype=np.int32)
    for candidate in candidates:
        sizes[answers[candidate]] += 1
    fill = np.cumsum(sizes) - sizes
    places = np.empty_like(candidates)
    for candidate in candidates:
        answer = answers[candidate]
        places[fill[answer]] = candidate
        fill[answer] += 1
    sizes = sizes[:-1]
    return places[: sizes.sum()], sizes[sizes > 0]


@compiled
def label_parts(answers: Numbers, candidates: Places, width: int) -> Numbers:
    """Return the part of each candidate, parts numbered as they appear, the win kept apart."""
    label = np.full(width, _NONE, dtype=np.uint8)
    label[-1] = width
    labels = np.empty(len(candidates), dtype=np.uint8)
    parts = 0
    for place, candidate in enumerate(candidates):
        answer = answers[candidate]
        if label[answer] == _NONE:
            label[answer] = parts
            parts += 1
        labels[place] = label[answer]
    return labels


@compiled
def most_told_apart(table: Numbers, part: Places, width: int) -> int:
    """Return how many different answers a code of ``part`` can get from it, the win too."""
    most = 0
    seen_by = np.full(width, _NONE, dtype=np.uint8)
    for place, guess in enumerate(part):
        answers = table[guess]
        different = 0
        for candidate in part:
            if seen_by[answers[candidate]] != place:
                seen_by[answers[candidate]] = place
                different += 1
        most = max(most, different)
    return most


@compiled
def told_apart(table: Numbers, places: Places, sizes: Counts, width: int) -> Counts:
    """Return ``most_told_apart`` of each part, 0 for those of as many codes as feedbacks."""
    told = np.zeros_like(sizes)
    end = 0
    for part, size in enumerate(sizes):
        start, end = end, end + size
        if size < width:
            told[part] = most_told_apart(table, places[start:end], width)
    return told
