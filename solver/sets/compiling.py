"""Kernels: loops over arrays of codes, compiled by numba (extra ``lab``).

Compiling is slow, so most tests run them as plain Python; ``make proofs`` runs them compiled.
"""

from collections.abc import Callable
from typing import Any, TypeVar, cast

from numba import njit

Kernel = TypeVar("Kernel", bound=Callable[..., Any])


def compiled(kernel: Kernel) -> Kernel:
    """Return the kernel, compiled at its first call and cached for later processes."""
    return cast(Kernel, njit(cache=True)(kernel))
