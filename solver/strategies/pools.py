"""Pools: the guesses that a strategy compares, ordered so that the first guess wins a tie."""

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
    encode_texts,
    feedback_numbers,
    join,
    mirror,
    sample,
)

MOST_WORK = 2**26  # in words of bits; comparing this many takes about 0.2 s

_SAMPLED = 2**13  # size of a sample of guesses, if weighing all would take too long
_SAMPLED_ON_LARGE_BOARDS = 2**12

# Openings that did better in whole games than the cheapest opening. On 8x12, no other opening did
# better (docs/records.md). On 5x8, `entropy` takes 179,704 guesses for all codes after this
# opening, but 179,863 after 11234. On 6x9, `entropy` chooses 112234 by itself; after three guesses,
# it is 0.01 ahead of 112345 and 112233.
_TRIED_OPENINGS = {
    Variant(pegs=8, colors=12): "11223456",
    Variant(pegs=5, colors=8): "11223",
    Variant(pegs=6, colors=9): "112234",
}

# with fewer words of bits, weighing equivalent guesses is faster than finding them
_WORTH_SORTING_OUT = 2**17


def work(guesses: Codes, candidates: Codes) -> int:
    """Return how many words of bits are compared to weigh guesses against candidates."""
    return len(guesses) * len(candidates) * guesses.sets.shape[1]


def only_candidates(position: Position) -> Codes:
    """Return the candidates in ascending order; a sample if there are too many."""
    if work(position.candidates, position.candidates) <= MOST_WORK:
        return position.candidates
    return sample(position.candidates, _SAMPLED)


def every_code(position: Position) -> Codes:
    """Return all codes that can make a difference, in ascending order.

    If a candidate distinguishes all candidates, return only the first such candidate: it is the
    cheapest guess under every cost that grows when parts are merged.
    """
    obvious = obvious_guess(position)
    return differing_codes(position) if obvious is None else obvious


def every_code_but_first(position: Position) -> Codes:
    """Return the best known opening; later, all codes that can make a difference."""
    opening = None if position.history else tried_opening(position.variant)
    return every_code(position) if opening is None else opening


def first_peg_fastest(position: Position) -> Codes:
    """Return all codes that can make a difference; the first peg changes fastest.

    Mirrored codes have the same feedback, so this is the usual order of the mirrored codes.
    """
    history = tuple(turn._replace(guess=turn.guess[::-1]) for turn in position.history)
    candidates = mirror(position.candidates, position.variant.colors)
    in_mirror = replace(position, history=history, candidates=candidates)
    return mirror(differing_codes(in_mirror), position.variant.colors)


def mix_codes(candidates: Codes, variant: Variant, count: int) -> Codes:
    """Return ``count`` codes mixed from pegs of candidates.

    Mixtures are rarely possible codes, but split well. Without repeats there are fewer than
    ``count``.
    """
    repeated = np.resize(candidates.digits, (count, variant.pegs))
    digits = np.random.default_rng(seed=0).permuted(repeated, axis=0)
    if not variant.repeats:
        digits = digits[[len(set(row)) == variant.pegs for row in digits.tolist()]]
    return encode(digits, variant.colors)


def differing_codes(position: Position) -> Codes:
    """Return all codes that are not equivalent to an earlier code, or a sample if too many."""
    if position.variant.size > MOST_ENUMERATED:
        return _on_large_board(position)
    codes = all_codes(position.variant)
    if work(codes, position.candidates) < _WORTH_SORTING_OUT:
        return codes
    codes = distinct_guesses(position)
    if work(codes, position.candidates) <= MOST_WORK:
        return codes
    half = _SAMPLED // 2
    return join(sample(position.candidates, half), sample(codes, half))


def _on_large_board(position: Position) -> Codes:
    """Return candidates and mixtures; as first guess, a code for each pattern of repeats."""
    if not position.history:
        return tried_opening(position.variant) or openings(position.variant)
    half = sample(position.candidates, _SAMPLED_ON_LARGE_BOARDS // 2)
    return join(half, mix_codes(half, position.variant, _SAMPLED_ON_LARGE_BOARDS // 2))


def tried_opening(variant: Variant) -> Codes | None:
    """Return the opening that did better in games than the cheapest opening, or None."""
    opening = _TRIED_OPENINGS.get(variant)
    return encode_texts(variant, opening) if opening else None


def obvious_guess(position: Position) -> Codes | None:
    """Return the first candidate that distinguishes all candidates, or None."""
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
