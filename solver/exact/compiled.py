"""Code spaces for the exact search, with kernels compiled by numba (extra ``lab``)."""

from itertools import permutations

import numpy as np

from solver.arrays import all_codes, feedback_numbers
from solver.codes import Digits, Variant
from solver.exact import kernels, symmetries
from solver.exact.bounds import Costs
from solver.exact.space import Counts, Partition, Places


class CompiledSpace:
    """Knows all symmetries, and the feedback of every code to every other."""

    def __init__(self, variant: Variant) -> None:
        codes = all_codes(variant)
        self.variant = variant
        self.digits = np.array(codes.digits)
        self._table = np.ascontiguousarray(feedback_numbers(codes, codes))
        self._width = (variant.pegs + 1) * (variant.pegs + 2) // 2
        self._permutations = np.array(list(permutations(range(variant.pegs))), dtype=np.int64)

    def distinct_guesses(self, past: Digits, candidates: Places) -> Places:
        """Return one guess of each kind."""
        is_present = symmetries.named_colors(self.digits[candidates], self.variant.colors)
        return symmetries.first_of_each_kind(
            self.digits, self._permutations, past, is_present, self.variant.repeats
        )

    def partition_sizes(self, guesses: Places, candidates: Places) -> Counts:
        """Return ``sizes[g, f]``: how many candidates answer guess g with feedback number f."""
        return kernels.count_parts(self._table, guesses, candidates, self._width)

    def most_parts(self, sizes: Counts) -> int:
        """Return the most feedbacks that a guess can earn besides the win."""
        return kernels.most_parts(sizes)

    def sum_least(self, sizes: Counts, least: Costs) -> Costs:
        """Return what the parts of each guess cost at least together."""
        return kernels.sum_least(sizes, least)

    def split(self, guess: int, candidates: Places) -> Partition:
        """Return the parts into which a guess splits the candidates."""
        return Partition(*kernels.split(self._table[guess], candidates, self._width))

    def signature(self, guess: int, candidates: Places) -> bytes:
        """Return what two guesses share if and only if they split the candidates alike."""
        return kernels.label_parts(self._table[guess], candidates, self._width).tobytes()

    def told_apart(self, partition: Partition) -> Counts:
        """Return how many different answers a code of each part can get from the part."""
        return kernels.told_apart(self._table, partition.places, partition.sizes, self._width)

    def form(self, candidates: Places) -> bytes:
        """Return a form that two sets of codes share only if a symmetry maps one to the other."""
        codes = self.digits[candidates]
        return symmetries.canonical_form(codes, self._permutations, self.variant.colors).tobytes()
