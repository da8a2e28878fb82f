"""Commands that have to end, by ``kill`` or by a machine that is shut down."""

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

TOLD = (signal.SIGTERM, signal.SIGHUP)


def end(number: int, *frame: Any) -> None:
    """Exit as after an exception, so that all clean-up code runs."""
    sys.exit(128 + number)  # as shells have it


@contextmanager
def ending_in_order() -> Iterator[None]:
    """Clean up what is done inside, should the process have to end."""
    before = [signal.signal(number, end) for number in TOLD]
    try:
        yield
    finally:
        for number, handler in zip(TOLD, before, strict=True):
            signal.signal(number, handler)
