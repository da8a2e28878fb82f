"""Pools: the guesses that a strategy weighs against each other, in the order of its ties."""

from dataclasses import replace

import numpy as np

from solver.positions.candidates import Position
from solver.positions.equivalence import distinct_guesses, openings
from solver.rule.codes import MOST_ENUMERATED, Variant
from solver.rule.feedback import feedback_count
from solver.sets.arrays import (
    Codes,
    all_codes,
    encode,
    encoded,
    feedback_numbers,
    joined,
    mirrored,
    sampled,
)
from solver.sets.partitions import is_compiled

MOST_WORK = 2**26  # words of bits to compare for one choice: about 0.2 s

_SAMPLED = 2**13  # guesses, where all of them would be too much work
_SAMPLED_ON_LARGE_BOARDS = 2**12

# First guesses that did better in whole games than what one step ahead sees: on 8x12 no other one
# that was tried did better (docs/records.md); on 5x8 `entropy` takes 179,704 guesses for all codes,
# and 179,863 after 11234. On 6x9 `entropy` sees for itself that 112234 is best; after three guesses
# it is 0.01 ahead of 112345 and 112233.
_TRIED_OPENINGS = {
    Variant(pegs=8, colors=12): "11223456",
    Variant(pegs=5, colors=8): "11223",
    Variant(pegs=6, colors=9): "112234",
}

_WORTH_SORTING_OUT = 2**17  # words; below, it is quicker to weigh guesses of one kind
_WORTH_SORTING_OUT_COMPILED = 2**20


def work(guesses: Codes, candidates: Codes) -> int:
    """Return how many words of bits it takes to weigh guesses against candidates."""
    return len(guesses) * len(candidates) * len(guesses.places)


def only_candidates(position: Position) -> Codes:
    """Return the candidates, the least first; a sample where they are too many."""
    if work(position.candidates, position.candidates) <= MOST_WORK:
        return position.candidates
    return sampled(position.candidates, _SAMPLED)


def every_code(position: Position) -> Codes:
    """Return all codes that may make a difference, the least first.

    A candidate that tells all candidates apart costs least under every cost that grows where
    parts are merged, so where there is one the least of them stands for the whole pool.
    """
    obvious = obvious_guess(position)
    return differing_codes(position) if obvious is None else obvious


def every_code_but_first(position: Position) -> Codes:
    """Return all codes that may make a difference, but at first the best opening known."""
    opening = None if position.history else tried_opening(position.variant)
    return every_code(position) if opening is None else opening


def first_peg_fastest(position: Position) -> Codes:
    """Return all codes that may make a difference, counted with the first peg running fastest.

    The game is the same in a mirror, where this is the order in which the least comes first.
    """
    history = tuple(turn._replace(guess=turn.guess[::-1]) for turn in position.history)
    candidates = mirrored(position.candidates, position.variant.colors)
    in_mirror = replace(position, history=history, candidates=candidates)
    return mirrored(differing_codes(in_mirror), position.variant.colors)


def mixed(candidates: Codes, variant: Variant, count: int) -> Codes:
    """Return this many codes, every peg of them from some candidate: not possible, but telling.

    On a board without repeats they are fewer.
    """
    repeated = np.resize(candidates.digits, (count, variant.pegs))
    digits = np.random.default_rng(seed=0).permuted(repeated, axis=0)
    if not variant.repeats:
        digits = digits[[len(set(row)) == variant.pegs for row in digits.tolist()]]
    return encode(digits, variant.colors)


def differing_codes(position: Position) -> Codes:
    """All codes but for those that equal a lesser one, or a sample where they are too many."""
    if position.variant.size > MOST_ENUMERATED:
        return _on_large_board(position)
    codes = all_codes(position.variant)
    enough = _WORTH_SORTING_OUT_COMPILED if is_compiled() else _WORTH_SORTING_OUT
    if work(codes, position.candidates) < enough:
        return codes
    codes = distinct_guesses(codes, position)
    if work(codes, position.candidates) <= MOST_WORK:
        return codes
    half = _SAMPLED // 2
    return joined(sampled(position.candidates, half), sampled(codes, half))


def _on_large_board(position: Position) -> Codes:
    """At the start one code for every way to repeat colors, later candidates and mixtures."""
    if not position.history:
        return tried_opening(position.variant) or openings(position.variant)
    half = sampled(position.candidates, _SAMPLED_ON_LARGE_BOARDS // 2)
    return joined(half, mixed(half, position.variant, _SAMPLED_ON_LARGE_BOARDS // 2))


def tried_opening(variant: Variant) -> Codes | None:
    """The first guess that games have shown to be better than the cheapest one, if any."""
    opening = _TRIED_OPENINGS.get(variant)
    return encoded(variant, opening) if opening else None


def obvious_guess(position: Position) -> Codes | None:
    """The least candidate that tells all candidates apart, if there is one."""
    candidates = position.candidates
    if len(candidates) <= 2:
        return candidates[:1]
    answers = feedback_count(position.variant.pegs) - 1
    if len(candidates) > answers:
        return None
    for place, answered in enumerate(feedback_numbers(candidates, candidates).tolist()):
        if len(set(answered)) == len(answered):
            return candidates[place : place + 1]
    return None
