"""Pegs as text, with color and symbols if the terminal has them."""

import codecs
import os
import sys
from io import TextIOWrapper
from typing import TextIO

from solver.rule.codes import Code
from solver.rule.feedback import Feedback

BLACK, WHITE, NONE = "●", "○", "·"
_PLAIN = {BLACK: "x", WHITE: "o", NONE: "."}  # for terminals that lack these characters
_WHITE, _BLACK = 231, 16
_INKS = {  # terminal colors similar to those of the site: background and text
    "1": (124, _WHITE),  # red
    "2": (221, _BLACK),  # amber
    "3": (35, _BLACK),  # green
    "4": (117, _BLACK),  # sky
    "5": (18, _WHITE),  # indigo
    "6": (175, _BLACK),  # rose
    "7": (234, _WHITE),  # coal
    "8": (23, _WHITE),  # teal
    "9": (98, _WHITE),  # violet
    "A": (255, _BLACK),  # ivory
    "B": (166, _BLACK),  # orange
    "C": (52, _WHITE),  # brown
}


def has_color(terminal: TextIO) -> bool:
    """Return whether a terminal shows colors and NO_COLOR is not set."""
    is_wanted = not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return is_wanted and terminal.isatty()


def pegs(code: Code, in_color: bool) -> str:
    """Return a code as pegs.

    >>> pegs("1122", in_color=False)
    '1 1 2 2'
    """
    if not in_color:
        return " ".join(code)
    return " ".join(_paint(symbol, *_INKS[symbol]) for symbol in code)


def key_pegs(answer: Feedback, count: int) -> str:
    """Return an answer as key pegs.

    >>> key_pegs(Feedback(1, 2), 4)
    '●○○·'
    """
    return (BLACK * answer.black + WHITE * answer.white).ljust(count, NONE)


def write_plainly(stream: object) -> None:
    """Make a stream replace the characters that it cannot encode."""
    codecs.register_error("plain", _plain)
    if isinstance(stream, TextIOWrapper):
        stream.reconfigure(errors="plain")


def drop_output() -> None:
    """Send standard output nowhere, because its reader closed the pipe.

    Otherwise flushing it at exit would fail again.
    """
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _plain(error: UnicodeError) -> tuple[str, int]:
    """Return replacements for characters that cannot be encoded.

    >>> codecs.register_error("plain", _plain)
    >>> "●○·×".encode("ascii", "plain")
    b'xo.?'
    """
    if not isinstance(error, UnicodeEncodeError):
        raise error
    unknown = error.object[error.start : error.end]
    return "".join(_PLAIN.get(letter, "?") for letter in unknown), error.end


def _paint(symbol: str, background: int, ink: int) -> str:
    return f"\033[48;5;{background};38;5;{ink};1m {symbol} \033[0m"
