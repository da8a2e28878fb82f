"""Strategies of other programs, named ``package.module:name``, with checks of their guesses.

The name refers to a function, or to an object or class with a method ``choose``. It gets the
position and returns the next guess as text, such as ``"1122"``: always the same one in the same
position.
"""

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from threading import current_thread, main_thread
from typing import Any

from solver.positions.candidates import Position
from solver.positions.strategy import Strategy
from solver.rule.errors import LONGEST_ECHO, InvalidCode
from solver.rule.history import format_history
from solver.sets.arrays import Codes, encoded
from solver.strategies.roster import STRATEGIES

LONGEST_THOUGHT = 60.0  # seconds per guess


class StrategyFailed(ValueError):
    """A strategy of another program cannot be loaded, or failed; the message says how."""


class Foreign(Strategy):
    """A strategy of another program."""

    def __init__(self, name: str, choose: Callable[[Position], object]) -> None:
        self._name = name
        self._choose = choose

    def choose(self, position: Position) -> Codes:
        """Return its guess. Raises ``StrategyFailed`` if it fails, hangs or is invalid."""
        try:
            with _time_limit(LONGEST_THOUGHT):
                guess = self._choose(position)
        except TimeoutError:
            raise self._failed(position, f"made no guess in {LONGEST_THOUGHT:g} seconds") from None
        except (Exception, SystemExit) as problem:
            raise self._failed(position, f"raised {type(problem).__name__}: {problem}") from problem
        return self._check(position, guess)

    def _check(self, position: Position, guess: object) -> Codes:
        if not isinstance(guess, str):
            shown = repr(guess)[:LONGEST_ECHO]
            raise self._failed(position, f'returned {shown}, not a code such as "1122"')
        try:
            code = position.variant.parse(guess)
        except InvalidCode as problem:
            raise self._failed(position, f"returned an invalid code: {problem}") from None
        if any(turn.guess == code for turn in position.history):
            raise self._failed(position, f"guessed {code} again, which gives no information")
        return encoded(position.variant, code)

    def _failed(self, position: Position, what: str) -> StrategyFailed:
        after = format_history(position.history)
        return StrategyFailed(f"{self._name} {what}; {f'after {after}' if after else 'at first'}")


def register(name: str) -> str:
    """Return the name of a strategy, after loading it if another program defines it."""
    if ":" in name and name not in STRATEGIES:
        STRATEGIES[name] = Foreign(name, _load(name))
    return name


def _load(name: str) -> Callable[[Position], object]:
    module, _, attribute = name.partition(":")
    if (here := str(Path.cwd())) not in sys.path:
        sys.path.append(here)
    try:
        found: Any = getattr(import_module(module), attribute)
        found = found() if isinstance(found, type) else found
    except (Exception, SystemExit) as problem:  # importing a script may exit
        what = str(problem) or type(problem).__name__
        raise StrategyFailed(f"{name} cannot be loaded: {what}") from problem
    choose = getattr(found, "choose", found)
    if not callable(choose):
        raise StrategyFailed(f"{name} is not a function and has no method choose")
    return choose  # type: ignore[no-any-return]


@contextmanager
def _time_limit(seconds: float) -> Iterator[None]:
    """Raise ``TimeoutError`` after this time, if the system has timer signals."""
    if current_thread() is not main_thread() or not hasattr(signal, "setitimer"):
        yield
        return
    before = signal.signal(signal.SIGALRM, _give_up)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _give_up(*_: object) -> None:
    raise TimeoutError
