"""End commands in an orderly way when they are killed or the machine shuts down."""

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

TOLD = (signal.SIGTERM, signal.SIGHUP)


def end(number: int, *frame: Any) -> None:
    """Exit in the same way as after an exception, so that clean-up code runs."""
    sys.exit(128 + number)  # shells use this exit code for a signal


@contextmanager
def ending_in_order() -> Iterator[None]:
    """Let the clean-up code of the body run even if a signal ends the process."""
    before = [signal.signal(number, end) for number in TOLD]
    try:
        yield
    finally:
        for number, handler in zip(TOLD, before, strict=True):
            signal.signal(number, handler)
