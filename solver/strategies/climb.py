"""A search for good guesses on boards with too many codes to weigh.

It starts with candidates, and with codes mixed from pegs of candidates. Then it varies the best
codes, by changing a peg or exchanging two pegs, as long as that helps.
"""

from itertools import combinations
from typing import NamedTuple

import numpy as np

from solver.positions.candidates import Position
from solver.positions.estimates import guesses_of_parts
from solver.rule.codes import Digits, Variant
from solver.sets.arrays import Codes, Floats, encode, join, sample
from solver.sets.partitions import partition_sizes
from solver.strategies.pools import mix_codes

_START = 512  # the search starts with this many candidates and as many mixtures
_GLANCED = 1024  # number of candidates in the first, rough weighing
_WEIGHED = 4096  # number of candidates in the final weighing
_KEPT = 100
_FEW = 1024  # with at most this many candidates, there is time for a wider search
# how many of the best guesses each round varies, and the number of rounds
_WIDE, _NARROW = (24, 12), (8, 6)


class WeighedGuesses(NamedTuple):
    """Guesses and their costs, the cheapest first."""

    guesses: Codes
    costs: Floats


def promising(position: Position) -> Codes:
    """Return the best guesses, judged by the sizes of their parts, the best first."""
    width, rounds = _WIDE if len(position.candidates) <= _FEW else _NARROW
    variant, best, varied = position.variant, _start(position), set[bytes]()
    for _ in range(rounds):
        top = best.guesses.digits[:width]
        new = top[[row.tobytes() not in varied for row in top]]
        varied.update(row.tobytes() for row in new)
        known, found = best.guesses.digits, _variations(new, variant)
        _, first = np.unique(np.concatenate([known, found]), axis=0, return_index=True)
        found = found[first[first >= len(known)] - len(known)]
        if not len(found):
            break
        best = _cheapest(best, _weigh(encode(found, variant.colors), position, _WEIGHED))
    return best.guesses


def further_guesses(guesses: Codes, position: Position, most: int = _WEIGHED) -> Floats:
    """Return, for each guess, the estimated total of further guesses after it.

    At most ``most`` candidates are used.
    """
    candidates = sample(position.candidates, most)
    sizes = partition_sizes(guesses, candidates)[:, :-1]
    weight = position.count / len(candidates)
    return guesses_of_parts(sizes, weight, position.variant).sum(axis=1)


def _start(position: Position) -> WeighedGuesses:
    """Return guesses to start with; if there are many candidates, weigh the guesses twice."""
    half = sample(position.candidates, _START)
    guesses = join(half, mix_codes(half, position.variant, _START))
    glanced = _weigh(guesses, position, _GLANCED)
    if len(position.candidates) <= _GLANCED:
        return glanced
    return _weigh(glanced.guesses, position, _WEIGHED)


def _weigh(guesses: Codes, position: Position, most: int) -> WeighedGuesses:
    """Return the cheapest of some guesses, weighed with at most ``most`` candidates."""
    costs = further_guesses(guesses, position, most)
    order = np.round(costs, 6).argsort(kind="stable")[:_KEPT]
    return WeighedGuesses(guesses[order], costs[order])


def _cheapest(one: WeighedGuesses, other: WeighedGuesses) -> WeighedGuesses:
    """Return the cheapest guesses of two lists together."""
    costs = np.concatenate([one.costs, other.costs])
    order = np.round(costs, 6).argsort(kind="stable")[:_KEPT]
    return WeighedGuesses(join(one.guesses, other.guesses)[order], costs[order])


def _variations(digits: Digits, variant: Variant) -> Digits:
    """Return the codes with one peg changed or two pegs exchanged."""
    varied = []
    for peg in range(variant.pegs):
        for step in range(1, variant.colors):
            varied.append(digits.copy())
            varied[-1][:, peg] = (digits[:, peg] + step) % variant.colors
    for left, right in combinations(range(variant.pegs), 2):
        varied.append(digits.copy())
        varied[-1][:, [left, right]] = digits[:, [right, left]]
    codes = np.concatenate(varied)
    if variant.repeats:
        return codes
    in_order = np.sort(codes, axis=1)
    return codes[(in_order[:, 1:] != in_order[:, :-1]).all(axis=1)]
