"""The work that nobody waits for, done again and again while the site runs.

Several processes may do it at once: each step looks at what is left to do, and writes in short
transactions of its own.
"""

import logging
from collections.abc import Callable
from time import monotonic

from django.core.management import call_command
from django.db import close_old_connections

PAUSE = 60.0  # seconds between two looks at what there is to do
PRUNED_EVERY = 60 * 60.0  # seconds

logger = logging.getLogger(__name__)


def keep_house(is_over: Callable[[float], bool]) -> None:
    """Grade games and prune until ``is_over``, which waits for so many seconds before it tells."""
    next_pruning = monotonic()
    while True:
        attempt("grade")
        if monotonic() >= next_pruning:
            attempt("prune")
            next_pruning = monotonic() + PRUNED_EVERY
        if is_over(PAUSE):
            return


def attempt(command: str) -> None:
    """Run a command. Whatever goes wrong is on record, and is tried again the next time."""
    try:
        call_command(command, verbosity=0)
    except Exception:
        logger.exception("Housekeeping: %s has to wait.", command)
        close_old_connections()
