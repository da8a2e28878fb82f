"""The numbers that the beam search needs about a board."""

import numpy as np

from solver.beam.kernels import BeamBoard
from solver.exact.bounds import UNLIMITED, Bounds
from solver.positions.estimates import guesses_to_expect
from solver.rule.codes import Variant
from solver.rule.feedback import feedback_count
from solver.sets.arrays import all_codes
from solver.sets.partitions import feedback_table

# For sets of these sizes: how far a lucky set's cost per code is below the average.
_SIZES = [1, 8, 30, 100, 1000, 5000]
_LUCK = [0.3, 0.25, 0.2, 0.12, 0.06, 0.04]


def board_of(variant: Variant) -> BeamBoard:
    """Return the numbers about a board; the table has a byte for each pair of codes."""
    codes = all_codes(variant)
    sizes = np.arange(variant.size + 1)
    expected = np.where(sizes, sizes * guesses_to_expect(np.maximum(1, sizes), variant), 0.0)
    luck = np.interp(np.log(np.maximum(1, sizes)), np.log(_SIZES), _LUCK)
    least = Bounds(variant).least(UNLIMITED)
    return BeamBoard(
        digits=np.array(codes.digits),
        table=feedback_table(codes),
        feedbacks=np.arange(feedback_count(variant.pegs), dtype=np.uint8),
        marks=np.random.default_rng(seed=0).integers(2**64 - 1, size=len(codes), dtype=np.uint64),
        least=least,
        hoped=np.maximum(least, np.floor(expected - luck * sizes).astype(np.int64)),
        expected=expected,
    )
