"""Compiled kernels that choose the guesses worth a search, by the sizes of their parts.

A guess is weighed only if its cost would be below the limit with the most even parts that its
number of feedbacks allows.
"""

import numpy as np

from solver.exact.bounds import IMPOSSIBLE, Costs, Terms
from solver.exact.kernels import count_bits, count_parts, earn
from solver.exact.space import Counts, Places
from solver.sets.arrays import Flags, Numbers
from solver.sets.compiling import compiled

_MOST_COUNTED = 2**12  # costs that differ by less than this are sorted by counting


@compiled
def count_feedbacks(table: Numbers, candidates: Places, width: int) -> tuple[Numbers, Flags, int]:
    """Return each guess's number of feedbacks, which guesses can win, and the maximum number.

    The win is not counted.
    """
    words = np.empty(len(table), dtype=np.uint64)
    parts = np.empty(len(table), dtype=np.uint8)
    wins = np.empty(len(table), dtype=np.bool_)
    earn(table, candidates, words)
    win = np.uint64(width - 1)
    for guess in range(len(words)):
        wins[guess] = (words[guess] >> win) & np.uint64(1)
        parts[guess] = count_bits(words[guess] & ((np.uint64(1) << win) - np.uint64(1)))
    return parts, wins, int(parts.max())


@compiled
def promising(
    parts: Numbers, wins: Flags, terms: Terms, size: int, limit: int
) -> tuple[Places, int]:
    """Return the guesses below the limit, and a lower bound for the other guesses."""
    least = least_by_parts(terms, size, int(parts.max()) + 1)
    guesses = np.empty(len(parts), dtype=np.uint32)
    count, rest = 0, IMPOSSIBLE
    for guess in range(len(parts)):
        cost = least[int(wins[guess]), parts[guess]]
        if cost < limit:
            guesses[count] = guess
            count += 1
        else:
            rest = min(rest, cost)
    return guesses[:count], rest


@compiled
def least_by_parts(terms: Terms, size: int, width: int) -> Costs:
    """Return ``least[win, parts]``: a bound for a guess with ``parts`` feedbacks.

    Parts cost least together if they are as even as possible. A guess without information costs
    more than any other guess.
    """
    least = np.full((2, width), IMPOSSIBLE, dtype=np.int64)
    for win in range(2):
        for parts in range(2 - win, min(width, size - win + 1)):
            each, more = divmod(size - win, parts)
            least[win, parts] = size * terms.unit + (parts - more) * terms.least[each]
            if more:
                least[win, parts] += more * terms.least[each + 1]
    return least


@compiled
def weigh(
    table: Numbers, guesses: Places, candidates: Places, width: int, terms: Terms, limit: int
) -> tuple[Places, Costs, int]:
    """Return the guesses below the limit, the cheapest first, and a bound for other guesses."""
    sizes = count_parts(table, guesses, candidates, width)
    costs = sum_least(sizes, len(candidates), terms)
    below, rest = costs < limit, IMPOSSIBLE
    for guess, cost in enumerate(costs):
        if not below[guess]:
            rest = min(rest, cost)
    guesses, costs = guesses[below], costs[below]
    order = in_order(costs)
    return guesses[order], costs[order], rest


@compiled
def in_order(costs: Costs) -> Places:
    """Return the indexes of costs, the least first; ties keep their order."""
    if len(costs) == 0 or costs.max() - costs.min() >= _MOST_COUNTED:
        return np.argsort(costs, kind="mergesort").astype(np.uint32)
    above = costs - costs.min()
    counts = np.bincount(above)
    fill = np.cumsum(counts) - counts
    order = np.empty(len(costs), dtype=np.uint32)
    for place, cost in enumerate(above):
        order[fill[cost]] = place
        fill[cost] += 1
    return order


@compiled
def sum_least(sizes: Counts, codes: int, terms: Terms) -> Costs:
    """Return a lower bound for trees that begin with each guess, by the sizes of its parts."""
    least = terms.least[: codes + 1].copy()
    least[codes] = IMPOSSIBLE
    costs = np.full(len(sizes), codes * terms.unit, dtype=np.int64)
    for guess in range(len(sizes)):
        for size in sizes[guess, :-1]:
            costs[guess] += least[size]
    return costs
