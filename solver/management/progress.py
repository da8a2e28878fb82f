"""A progress bar for work that is done game by game."""

from collections.abc import Iterable, Iterator
from typing import TextIO

from solver.evaluate import Lengths

_WIDTH = 40


def shown(found: Iterable[Lengths], games: int, terminal: TextIO) -> Iterator[Lengths]:
    """Yield what is found and draw a bar of the games done; only a terminal is drawn upon."""
    if not terminal.isatty():
        yield from found
        return
    done = 0
    try:
        for lengths in found:
            yield lengths
            done += lengths.total()
            bar = "█" * (_WIDTH * done // games)
            terminal.write(f"\r{bar:░<{_WIDTH}} {done:,} of {games:,} games")
            terminal.flush()
    finally:
        terminal.write("\r\033[K")
        terminal.flush()
