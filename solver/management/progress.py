"""A progress bar for work that advances code by code."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import TextIO

from solver.study.evaluate import GameLengths

_WIDTH = 40


class ProgressBar:
    """A progress bar that is drawn only on a terminal."""

    def __init__(self, codes: int, things: str, terminal: TextIO) -> None:
        self._codes, self._things, self._terminal = codes, things, terminal
        self._done = self._drawn = 0
        self._begin = monotonic()

    def add(self, codes: int) -> None:
        """Count more codes as done, and redraw the bar if it changes."""
        self._done += codes
        is_worth_it = self._done == self._codes or self._done - self._drawn > self._codes // 1000
        if is_worth_it and self._terminal.isatty():
            self._drawn = self._done
            bar = "█" * (_WIDTH * self._done // self._codes)
            passed = monotonic() - self._begin
            text = f"{self._done:,} of {self._codes:,} {self._things}, {passed:,.0f} s"
            self._write(f"\r{bar:░<{_WIDTH}} {text}")

    def clear(self) -> None:
        """Erase the bar."""
        if self._drawn:
            self._write("\r\033[K")

    def _write(self, text: str) -> None:
        self._terminal.write(text)
        self._terminal.flush()


@contextmanager
def bar(codes: int, things: str, terminal: TextIO) -> Iterator[ProgressBar]:
    """Yield a progress bar, and erase it at the end."""
    drawn = ProgressBar(codes, things, terminal)
    try:
        yield drawn
    finally:
        drawn.clear()


def with_progress(
    found: Iterable[GameLengths], games: int, terminal: TextIO
) -> Iterator[GameLengths]:
    """Yield the items unchanged, while a progress bar counts their games."""
    with bar(games, "games", terminal) as drawn:
        for lengths in found:
            yield lengths
            drawn.add(len(lengths))
