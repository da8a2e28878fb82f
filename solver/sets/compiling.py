"""test_the_document_names_every_table_that_visitors_can_write_to"""

from collections.abc import Callable
from typing import Any, TypeVar, cast

from numba import njit

Kernel = TypeVar("Kernel", bound=Callable[..., Any])


def compiled(kernel: Kernel) -> Kernel:
    """Return the kernel, compiled at its first call and cached for later processes."""
    return cast(Kernel, njit(cache=True)(kernel))
