"""Good guesses where there are far too many to weigh them all.

Candidates, and codes mixed from the pegs of candidates, are weighed first; then whatever differs
in one peg from the best of them, or by an exchange of two pegs, and so on while that helps.
"""

from itertools import combinations
from typing import NamedTuple

import numpy as np

from solver.positions.candidates import Position
from solver.positions.estimates import guesses_of_parts
from solver.rule.codes import Digits, Variant
from solver.sets.arrays import Codes, Floats, encode, joined, sampled
from solver.sets.partitions import partition_sizes
from solver.strategies.pools import mixed

_START = 512  # candidates, and as many mixtures
_GLANCED = 1024  # candidates that tell which of them are good
_WEIGHED = 4096  # candidates that tell which are best
_KEPT = 100
_FEW = 1024  # candidates: so few leave time to look around more widely


class Climb(NamedTuple):
    """How far to look around."""

    width: int  # the best this many guesses are varied at a time
    rounds: int


_WIDE, _NARROW = Climb(width=24, rounds=12), Climb(width=8, rounds=6)


class WeighedGuesses(NamedTuple):
    """Guesses and what each of them costs, the cheapest first."""

    guesses: Codes
    costs: Floats


def promising(position: Position) -> Codes:
    """Return the best guesses found by the sizes of their parts, the best first."""
    climb = _WIDE if len(position.candidates) <= _FEW else _NARROW
    variant, best, varied = position.variant, _start(position), set[bytes]()
    for _ in range(climb.rounds):
        top = best.guesses.digits[: climb.width]
        new = top[[row.tobytes() not in varied for row in top]]
        varied.update(row.tobytes() for row in new)
        found = _unknown(_variations(new, variant), best.guesses.digits)
        if not len(found):
            break
        best = _cheapest(best, _weighed(encode(found, variant.colors), position, _WEIGHED))
    return best.guesses


def further_guesses(guesses: Codes, position: Position, most: int = _WEIGHED) -> Floats:
    """Return what the candidates take after each guess, in all, as far as sizes of parts tell.

    The guesses are held against at most this many of the candidates.
    """
    candidates = sampled(position.candidates, most)
    sizes = partition_sizes(guesses, candidates)[:, :-1]
    weight = position.count / len(candidates)
    costs: Floats = guesses_of_parts(sizes, weight, position.variant).sum(axis=1)
    return costs


def _start(position: Position) -> WeighedGuesses:
    """Some candidates and mixtures, weighed twice where there are many candidates."""
    half = sampled(position.candidates, _START)
    guesses = joined(half, mixed(half, position.variant, _START))
    glanced = _weighed(guesses, position, _GLANCED)
    if len(position.candidates) <= _GLANCED:
        return glanced
    return _weighed(glanced.guesses, position, _WEIGHED)


def _weighed(guesses: Codes, position: Position, most: int) -> WeighedGuesses:
    """The best of some guesses."""
    costs = further_guesses(guesses, position, most)
    order = np.round(costs, 6).argsort(kind="stable")[:_KEPT]
    return WeighedGuesses(guesses[order], costs[order])


def _cheapest(one: WeighedGuesses, other: WeighedGuesses) -> WeighedGuesses:
    """The best of both."""
    costs = np.concatenate([one.costs, other.costs])
    order = np.round(costs, 6).argsort(kind="stable")[:_KEPT]
    return WeighedGuesses(joined(one.guesses, other.guesses)[order], costs[order])


def _variations(digits: Digits, variant: Variant) -> Digits:
    """The codes that differ from given ones in a peg, or by an exchange of two."""
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
    without_repeats: Digits = codes[(in_order[:, 1:] != in_order[:, :-1]).all(axis=1)]
    return without_repeats


def _unknown(digits: Digits, known: Digits) -> Digits:
    """Those of some codes, each once, that are not known yet."""
    _, first = np.unique(np.concatenate([known, digits]), axis=0, return_index=True)
    unknown: Digits = digits[first[first >= len(known)] - len(known)]
    return unknown
