"""Costs that weigh every part by its size; searches over whole games have found the weights."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from solver.sets.arrays import Sizes
from solver.strategies.costs import GuessCosts


@dataclass(frozen=True)
class PartWeights:
    """A cost: the sum of the weights of all parts, minus a bonus for a candidate.

    In a part of ``sizes[i]`` codes, each code weighs ``weights[i]``. Between two sizes, the weight
    is linear in the logarithm.
    """

    sizes: tuple[int, ...]
    weights: tuple[float, ...]
    bonus: float

    def __call__(self, sizes: Sizes) -> GuessCosts:
        table = _weights_of_parts(int(sizes[0].sum()).bit_length(), self)
        return table.take(sizes.T, mode="clip").sum(axis=0) - self.bonus * sizes[:, -1]


WEIGHTED = PartWeights(
    sizes=(1, 2, 3, 4, 6, 8, 12, 16, 32, 64, 128, 256, 1300, 2**20),
    weights=(1, 2.83, 3.39, 3.99, 4.02, 5.16, 5.59, 6.78, 6.78, 7.34, 10.38, 11.44, 13.17, 17),
    bonus=1.51,
)
# These weights were fitted to the second and third guess on 4x6 only. The second guess has only a
# dozen positions, so its weights fit no other positions.
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


@lru_cache(maxsize=128)
def _weights_of_parts(bits: int, cost: PartWeights) -> npt.NDArray[np.float64]:
    """Return the weight of a part of each size up to this many bits."""
    numbers = np.arange(2**bits)
    logarithms = np.log2(np.maximum(numbers, 1))
    return numbers * np.interp(logarithms, np.log2(cost.sizes), cost.weights)
