"""Pegs as text: with color where the terminal has it, and told apart without."""

import os
from typing import Protocol

from solver.codes import Code
from solver.feedback import Feedback

BLACK, WHITE, NONE = "●", "○", "·"
_INKS = {  # background and ink of each color, from the 256 of a terminal
    "1": (160, 231),
    "2": (214, 16),
    "3": (29, 231),
    "4": (74, 16),
    "5": (61, 231),
    "6": (168, 16),
    "7": (30, 231),
    "8": (94, 231),
    "9": (149, 16),
    "A": (60, 231),
    "B": (90, 231),
    "C": (230, 16),
}


class Terminal(Protocol):
    """Where text is written, perhaps a file."""

    def isatty(self) -> bool:
        """Return whether somebody is looking."""
        ...


def has_color(terminal: Terminal) -> bool:
    """Return whether a terminal shows colors and its user wants them."""
    is_wanted = not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return is_wanted and terminal.isatty()


def pegs(code: Code, in_color: bool) -> str:
    """Return a code as pegs.

    >>> pegs("1122", in_color=False)
    '1 1 2 2'
    """
    if not in_color:
        return " ".join(code)
    return " ".join(_painted(symbol, *_INKS[symbol]) for symbol in code)


def key_pegs(answer: Feedback, count: int) -> str:
    """Return an answer as key pegs.

    >>> key_pegs(Feedback(1, 2), 4)
    '●○○·'
    """
    return (BLACK * answer.black + WHITE * answer.white).ljust(count, NONE)


def _painted(symbol: str, background: int, ink: int) -> str:
    return f"\033[48;5;{background};38;5;{ink};1m {symbol} \033[0m"
