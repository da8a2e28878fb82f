"""Lower bounds for the costs of parts at a glance, in compiled kernels.

A guess that gets k answers from n codes, the win counted twice, costs at least 3n - k guesses,
because n codes cost at least 2n - 1. It costs 3n - k if no part has more than two codes.
"""

import numpy as np

from solver.exact.bounds import IMPOSSIBLE, Costs, Terms
from solver.exact.kernels import count_bits, split
from solver.exact.looks import KnownParts, look_around
from solver.exact.space import Counts, Places
from solver.sets.arrays import Flags, Numbers
from solver.sets.compiling import compiled


@compiled
def sift(
    table: Numbers,
    guesses: Places,
    costs: Costs,
    candidates: Places,
    terms: Terms,
    limit: int,
    width: int,
    candidates_only: bool,
    known: KnownParts,
) -> tuple[int, int, int, int]:
    """Glance at guesses, the cheapest first, until one needs a search.

    Return the index of that guess, or -1. Of the earlier guesses, return the index and cost of the
    best one with a known cost (or -1 and the limit), and the least bound of the others.
    """
    best, rest = -1, IMPOSSIBLE
    for place, guess in enumerate(guesses):
        if costs[place] >= limit:
            return -1, best, limit, min(rest, costs[place])
        _, _, _, is_open, total = glance(
            table, guess, candidates, terms, limit, width, candidates_only, known
        )
        if total >= limit:
            rest = min(rest, total)
        elif is_open.any():
            return place, best, limit, rest
        else:
            best, limit = place, total
    return -1, best, limit, rest


@compiled
def glance(
    table: Numbers,
    guess: int,
    candidates: Places,
    terms: Terms,
    limit: int,
    width: int,
    candidates_only: bool,
    known: KnownParts,
) -> tuple[Places, Counts, Costs, Flags, int]:
    """Return the parts of a guess, their bounds, whether each is open, and the total.

    An open part can cost more than its bound.

    If the total reaches the limit, bounds can be incomplete. With ``candidates_only``, guesses from
    outside of a part are ignored.
    """
    # equal to the guess's row, but the rows of the candidates are in the cache
    answers = table[:, guess]
    places, sizes = split(answers, candidates, width)
    costs = terms.least[sizes]
    is_open = sizes > 2
    total = len(candidates) * terms.unit + costs.sum()
    for look in range(1 if candidates_only else 2):
        end = 0
        for part, size in enumerate(sizes):
            start, end = end, end + size
            if is_open[part] and size < (1 + look) * width and total < limit:
                codes = places[start:end]
                if look:
                    most, enough = look_around(table, codes, known, width)
                    cost, is_open[part] = (3 * size - most) * terms.unit, terms.left < enough
                else:
                    cost, is_open[part] = look_inside(table, codes, terms)
                total += max(0, cost - costs[part])
                costs[part] = max(cost, costs[part])
    return places, sizes, costs, is_open, total


@compiled
def look_inside(table: Numbers, part: Places, terms: Terms) -> tuple[int, bool]:
    """Return a bound on the cost of a part, and whether the cost can be higher.

    The bound comes from the codes of the part. It is exact if one code distinguishes all others, or
    all but a pair.
    """
    size, most = len(part), np.uint64(0)
    for guess in part:
        word = np.uint64(0)
        for candidate in part:
            word |= np.uint64(1) << np.uint64(table[guess, candidate])
        most = max(most, count_bits(word))
    is_open = most < size - (terms.left > 3)
    return (2 * size - (most == size)) * terms.unit, bool(is_open)
