"""Count the parts of partitions with the library made from ``counting.c``, if there is one.

``make`` and ``pip install`` build it if they find a C compiler.
"""

from collections.abc import Callable
from contextlib import suppress
from ctypes import CDLL, c_int, c_int64, c_void_p
from pathlib import Path

import numpy as np

from solver.rule.codes import PEGS
from solver.rule.feedback import feedback_count
from solver.sets.arrays import Codes, Sizes


def compiled_count() -> Callable[[Codes, Codes], Sizes] | None:
    """Return ``count``, or None if this machine has no library."""
    for library in sorted(Path(__file__).parent.glob("libcounting*.so")):
        with suppress(OSError, AttributeError):
            return _count_with(CDLL(str(library)))
    return None


def _count_with(library: CDLL) -> Callable[[Codes, Codes], Sizes]:
    """Return a function that does the same as ``partition_sizes``."""
    count_parts = library.count_parts_1
    count_parts.argtypes = (c_void_p, c_int64, c_void_p, c_int64, c_int, c_void_p)
    count_parts.restype = None

    def count(guesses: Codes, candidates: Codes) -> Sizes:
        rows, columns = (
            np.ascontiguousarray(codes.digits, dtype=np.uint8) for codes in (guesses, candidates)
        )
        pegs = rows.shape[1]
        if pegs not in PEGS or columns.shape[1] != pegs:  # C would read outside of the arrays
            raise ValueError("codes have 2 to 8 pegs, all of them as many")
        sizes = np.zeros((feedback_count(pegs), len(rows)), dtype=np.int64)
        count_parts(
            rows.ctypes.data, len(rows), columns.ctypes.data, len(columns), pegs, sizes.ctypes.data
        )
        return sizes.T  # In memory the feedbacks come first, which makes sums fast.

    return count
