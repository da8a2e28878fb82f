"""A progress bar for work that is done code by code."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TextIO

from solver.study.evaluate import LengthTally

_WIDTH = 40


class ProgressBar:
    """What is done, drawn on a terminal whenever it shows; on nothing else."""

    def __init__(self, codes: int, things: str, terminal: TextIO) -> None:
        self._codes = codes
        self._things = things
        self._terminal = terminal
        self._done = self._drawn = 0

    def add(self, codes: int) -> None:
        """Draw this many more."""
        self._done += codes
        is_worth_it = self._done == self._codes or self._done - self._drawn > self._codes // 1000
        if is_worth_it and self._terminal.isatty():
            self._drawn = self._done
            bar = "█" * (_WIDTH * self._done // self._codes)
            told = f"{self._done:,} of {self._codes:,} {self._things}"
            self._terminal.write(f"\r{bar:░<{_WIDTH}} {told}")
            self._terminal.flush()

    def clear(self) -> None:
        """Leave the terminal as it was."""
        if self._drawn:
            self._terminal.write("\r\033[K")
            self._terminal.flush()


@contextmanager
def bar(codes: int, things: str, terminal: TextIO) -> Iterator[ProgressBar]:
    """Yield a bar that is gone afterwards."""
    drawn = ProgressBar(codes, things, terminal)
    try:
        yield drawn
    finally:
        drawn.clear()


def shown(found: Iterable[LengthTally], games: int, terminal: TextIO) -> Iterator[LengthTally]:
    """Yield what is found and draw a bar of the games done."""
    with bar(games, "games", terminal) as drawn:
        for tally in found:
            yield tally
            drawn.add(tally.total())
