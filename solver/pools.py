"""Pools: the guesses that a strategy weighs against each other, in the order of its ties."""

import numpy as np

from solver.arrays import Codes, all_codes
from solver.candidates import Position
from solver.codes import Variant
from solver.equivalence import distinct_guesses
from solver.partitions import partition_sizes

_WORTH_SORTING_OUT = 2**17  # pairs of codes; below, it is quicker to weigh guesses of one kind


def only_candidates(position: Position) -> Codes:
    """Return the candidates, the least first."""
    return position.candidates


def every_code(position: Position) -> Codes:
    """Return all codes, the least first, or a single one where the choice is obvious.

    A candidate that tells all candidates apart costs least under every cost that grows as
    parts are merged, so where there is one the least of them stands for the whole pool.
    """
    if (obvious := obvious_guess(position)) is not None:
        return obvious
    codes = all_codes(position.variant)
    if len(codes) * len(position.candidates) < _WORTH_SORTING_OUT:
        return codes
    return distinct_guesses(codes, position)


def first_peg_fastest(position: Position) -> Codes:
    """Return all codes in the order in which the first peg runs fastest."""
    return _first_peg_fastest(position.variant)


def obvious_guess(position: Position) -> Codes | None:
    """Return the least candidate that tells all candidates apart, if there is one."""
    candidates = position.candidates
    answers = (position.variant.pegs + 1) * (position.variant.pegs + 2) // 2 - 1
    if len(candidates) > answers:
        return None
    parts = np.count_nonzero(partition_sizes(candidates, candidates), axis=1)
    place = int(parts.argmax())
    return candidates[place : place + 1] if parts[place] == len(candidates) else None


def _first_peg_fastest(variant: Variant) -> Codes:
    backwards = np.lexsort(variant.codes().T)
    return all_codes(variant)[backwards]
