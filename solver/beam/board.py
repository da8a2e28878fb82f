"""The numbers that the beam search needs about a board."""

from itertools import permutations

import numpy as np

from solver.beam.kernels import BeamBoard
from solver.exact import symmetries
from solver.exact.bounds import UNLIMITED, Bounds
from solver.exact.space import Places
from solver.positions.estimates import guesses_to_expect
from solver.rule.codes import Digits, Variant
from solver.rule.feedback import feedback_count
from solver.sets.arrays import Codes, Numbers, all_codes, feedback_numbers
from solver.sets.partitions import blocks

_ROWS = 256  # this many rows of the table are computed at once

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
        table=_table(codes),
        feedbacks=np.arange(feedback_count(variant.pegs), dtype=np.uint8),
        marks=np.random.default_rng(seed=0).integers(2**64 - 1, size=len(codes), dtype=np.uint64),
        least=least,
        hoped=np.maximum(least, np.floor(expected - luck * sizes).astype(np.int64)),
        expected=expected,
    )


def distinct_guesses(board: BeamBoard, variant: Variant, past: Digits, codes: Places) -> Places:
    """Return one guess from each group of guesses that are equivalent by symmetry.

    ``past`` are the guesses so far, shape (turns, pegs).
    """
    is_present = symmetries.named_colors(board.digits[codes], variant.colors)
    orders = np.array(list(permutations(range(variant.pegs))), dtype=np.int64)
    guesses = np.arange(len(board.digits), dtype=np.uint32)
    return symmetries.first_of_each_kind(
        board.digits, guesses, orders, past, is_present, variant.repeats
    )


def _table(codes: Codes) -> Numbers:
    table = np.empty((len(codes), len(codes)), dtype=np.uint8)
    for rows in blocks(len(codes), _ROWS):
        table[rows] = feedback_numbers(codes[rows], codes)
    return table
