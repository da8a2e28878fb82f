"""Costs that weigh every part of a partition by its size, found by searches over whole games."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from solver.sets.arrays import Sizes
from solver.strategies.costs import GuessCosts


@dataclass(frozen=True)
class PartWeights:
    """A cost: every part weighed by its size, less a bonus for a candidate.

    Each code of a part of ``sizes[i]`` codes weighs ``weights[i]``; in between that is linear in
    the logarithm.
    """

    sizes: tuple[int, ...]
    weights: tuple[float, ...]
    bonus: float

    def __call__(self, sizes: Sizes) -> GuessCosts:
        table = _weights_of_parts(int(sizes[0].sum()).bit_length(), self)
        costs: GuessCosts = table.take(sizes.T).sum(axis=0) - self.bonus * sizes[:, -1]
        return costs


WEIGHTED = PartWeights(
    sizes=(1, 2, 3, 4, 6, 8, 12, 16, 32, 64, 128, 256, 1300, 2**20),
    weights=(1, 2.83, 3.39, 3.99, 4.02, 5.16, 5.59, 6.78, 6.78, 7.34, 10.38, 11.44, 13.17, 17),
    bonus=1.51,
)
# For the second and the third guess on 4x6 alone: the second has a dozen positions, and suits them.
SECOND = PartWeights(
    sizes=(1, 2, 3, 4, 5, 6, 8, 12, 16, 20, 24, 32, 44, 64),
    weights=(1, -10.36, -1.35, 3.16, 4.18, 4.01, 6.18, 6.18, 11.02, 11.58, 12.82, 11.85, 11.83, 14),
    bonus=-4.32,
)
THIRD = PartWeights(
    sizes=(1, 2, 3, 4, 5, 6, 7, 8, 10),
    weights=(1, 4.54, 5.53, 6.46, 6.79, 6.79, 7.50, 7.66, 7.67),
    bonus=2.97,
)


def weighted(sizes: Sizes) -> GuessCosts:
    """Every part weighed by its size, and a bonus for a candidate. Found by a search on 4x6."""
    return WEIGHTED(sizes)


@lru_cache(maxsize=128)
def _weights_of_parts(bits: int, cost: PartWeights) -> npt.NDArray[np.float64]:
    """The weight of a part of each size of this many bits."""
    numbers = np.arange(2**bits)
    logarithms = np.log2(np.maximum(numbers, 1))
    return numbers * np.interp(logarithms, np.log2(cost.sizes), cost.weights)
