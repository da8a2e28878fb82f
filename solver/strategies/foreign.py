"""Your own strategies, with checks of their guesses.

Such a strategy is a function, or an object or class with a method ``choose``. It gets the position
and returns the next guess as text, such as ``"1122"``, always the same for a position. Commands
name it ``package.module:name``.
"""

import os
import pickle
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, redirect_stdout
from functools import partial
from importlib import import_module
from pathlib import Path
from threading import Thread, current_thread, get_ident, main_thread
from typing import Any, NoReturn

from solver.positions.candidates import Position
from solver.positions.strategy import ArrayStrategy, StrategyLike
from solver.rule.errors import LONGEST_ECHO, InvalidCode
from solver.rule.history import MOST_TURNS, format_history
from solver.sets.arrays import Codes, encode_texts
from solver.strategies.roster import strategy_named

LONGEST_THOUGHT = 60.0  # seconds that a strategy can take for a guess

_ENGINE = str(Path(__file__).parents[1])
_FRAMES = 8  # this many innermost lines of a traceback are shown
_LONGEST_MESSAGE = 200  # this many characters of an error are shown
_leave = os._exit


class StrategyFailed(ValueError):
    """Your strategy cannot be loaded or has failed; the message and a note say how and where."""


class Foreign(ArrayStrategy):
    """A strategy from outside the engine; it has a ``name`` if a command has loaded it."""

    def __init__(self, given: Any, name: str = "", folder: str = "") -> None:
        self._given, self._name, self._folder = given, name, folder
        player = given() if isinstance(given, type) else given
        self._choose: Callable[[Position], object] = getattr(player, "choose", player)
        if not callable(self._choose):
            raise StrategyFailed(f"{self} is not a function and has no method choose")

    def __str__(self) -> str:
        return self._name or getattr(self._given, "__qualname__", type(self._given).__qualname__)

    def __reduce__(self) -> tuple[Callable[..., object], tuple[object, ...]]:
        """Pickle the strategy by its name, for other processes. Raises ``StrategyFailed``."""
        if self._name:
            return load_strategy, (self._name, self._folder)
        main = vars(sys.modules["__main__"])
        module = getattr(self._given, "__module__", type(self._given).__module__)
        try:
            if module == "__main__" and "__file__" not in main:
                # A strategy from a prompt or a notebook cannot be imported by other processes.
                raise LookupError
            pickle.dumps(self._given)
        except Exception as problem:
            raise StrategyFailed(
                f"{self} cannot be sent to other processes; define it in a file, at the top level"
            ) from problem
        return Foreign, (self._given,)

    def choose(self, position: Position) -> Codes:
        """Return the guess of the strategy.

        Raises ``StrategyFailed`` if the strategy fails or hangs, or if its guess is invalid.
        """
        self._asked = position
        try:
            with _apart() if self._name else nullcontext():
                guess = _within(LONGEST_THOUGHT, partial(self._ask, position))
        except _OutOfTime:
            raise self.late() from None
        except _Left as problem:
            what = f"ended its process with exit code {problem}"
            raise self._failure(position, what) from None
        except (Exception, SystemExit) as problem:
            raise _add_note(
                self._failure(position, f"raised {_describe(problem)}"), problem
            ) from problem
        return self._check(position, guess)

    def late(self) -> StrategyFailed:
        """Return the error for a guess that takes too long."""
        return self._failure(self._asked, f"ran out of time ({LONGEST_THOUGHT:g} seconds)")

    def _ask(self, position: Position) -> object:
        process, thread = os.getpid(), get_ident()

        def refuse_to_leave(status: int) -> NoReturn:
            if os.getpid() != process:
                _leave(status)
            if get_ident() == thread:
                raise _Left(status)
            what = f"ended its process with exit code {status}, from a separate thread"
            os.write(2, f"{self._failure(position, what)}\n".encode())
            _leave(2)

        os._exit = refuse_to_leave
        try:
            return self._choose(position)
        finally:
            os._exit = _leave
            # A child that the strategy forks would play all games, too, and fork again and again.
            if os.getpid() != process:
                os.write(2, f"{self} forked a process, which ends with its guess\n".encode())
                _leave(1)

    def _check(self, position: Position, guess: object) -> Codes:
        if isinstance(guess, Codes) and len(guess) == 1:  # as the engine's strategies return it
            [guess] = position.variant.texts(guess.digits)
        if not isinstance(guess, str):
            shown = _shorten(repr(guess), LONGEST_ECHO)
            raise self._failure(position, f'returned {shown}, not a code such as "1122"')
        try:
            code = position.variant.parse(guess)
        except InvalidCode as problem:
            raise self._failure(position, f"returned an invalid code: {problem}") from None
        if any(turn.guess == code for turn in position.history):
            raise self._failure(position, f"guessed {code} again, which gives no information")
        if len(position.history) >= MOST_TURNS:
            raise self._failure(position, f"needs more than {MOST_TURNS} guesses")
        return encode_texts(position.variant, code)

    def _failure(self, position: Position, what: str) -> StrategyFailed:
        after = format_history(position.history)
        return StrategyFailed(f"{self} {what}; {f'after {after}' if after else 'at first'}")


def resolve(strategy: StrategyLike) -> ArrayStrategy:
    """Return a strategy given by its name, or your own strategy. Raises ``UnknownStrategy``."""
    if isinstance(strategy, ArrayStrategy):
        return strategy
    return strategy_named(strategy) if isinstance(strategy, str) else Foreign(strategy)


def portable(strategy: StrategyLike) -> StrategyLike:
    """Return a strategy in a form that other processes understand."""
    return strategy if isinstance(strategy, str) else resolve(strategy)


def load_strategy(name: str, folder: str = "") -> Foreign:
    """Import the strategy ``package.module:name``. Raises ``StrategyFailed``.

    The module can be in ``folder``, which is the current folder by default.
    """
    module, _, attribute = name.partition(":")
    folder = folder or str(Path.cwd())
    if folder not in sys.path:
        sys.path.append(folder)
    with loading(name):
        found = import_module(module)
        if module == "solver" and not hasattr(found, attribute):
            raise ImportError("solver is the engine itself; rename your file solver.py")
        return Foreign(getattr(found, attribute), name, folder)


@contextmanager
def loading(name: str) -> Iterator[None]:
    """Raise ``StrategyFailed`` if a strategy cannot be imported or made."""
    try:
        with _apart():
            yield
    except StrategyFailed:
        raise
    except (Exception, SystemExit) as problem:  # a script can exit during its import
        what = str(problem) or type(problem).__name__
        raise _add_note(StrategyFailed(f"{name} cannot be loaded: {what}"), problem) from problem


@contextmanager
def _apart() -> Iterator[None]:
    """Redirect the output of a strategy to standard error, so that JSON output stays valid."""
    if current_thread() is not main_thread():  # the threads of a worker share one output
        yield
        return
    kept = os.dup(1)
    os.dup2(2, 1)  # for writers that do not know Python's output
    try:
        with redirect_stdout(sys.stderr):
            yield
    finally:
        os.dup2(kept, 1)
        os.close(kept)


def _describe(problem: BaseException) -> str:
    """Return the class of an error with its message, which is shortened if it is long."""
    message = _shorten(str(problem), _LONGEST_MESSAGE)
    return f"{type(problem).__name__}{f': {message}' if message else ''}"


def _shorten(text: str, longest: int) -> str:
    """Return at most ``longest`` characters of a text, with dots if it has more."""
    return text[:longest] + "…" * (len(text) > longest)


def _add_note(failure: StrategyFailed, problem: BaseException) -> StrategyFailed:
    """Return a failure with a note of the lines of your code that led to it."""
    from traceback import StackSummary, extract_tb  # only errors need this import

    frames = [
        frame
        for frame in extract_tb(problem.__traceback__)
        if not frame.filename.startswith((_ENGINE, "<frozen "))
        and Path(frame.filename).parent.name != "importlib"
    ]
    if frames:
        failure.add_note("".join(StackSummary.from_list(frames[-_FRAMES:]).format()).rstrip())
    return failure


class _OutOfTime(BaseException):
    """The time for a guess is up; a strategy that catches every ``Exception`` cannot catch this."""


class _Left(BaseException):
    """The strategy called ``os._exit``, which would end the command without a word."""


def _within(seconds: float, work: Callable[[], object]) -> object:
    """Return the result of ``work``. Raises ``_OutOfTime`` if ``work`` takes too long."""
    if current_thread() is not main_thread() or not hasattr(signal, "setitimer"):
        return _within_beside(seconds, work)
    before = signal.signal(signal.SIGALRM, _give_up)
    left, _ = signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        return work()
    finally:
        signal.setitimer(signal.ITIMER_REAL, left)
        signal.signal(signal.SIGALRM, before)


def _within_beside(seconds: float, work: Callable[[], object]) -> object:
    """Return the result of ``work`` in a thread; the thread keeps running if it is late."""
    from concurrent.futures import Future

    future: Future[object] = Future()

    def run() -> None:
        try:
            future.set_result(work())
        except BaseException as problem:
            future.set_exception(problem)

    Thread(target=run, daemon=True).start()
    try:
        problem = future.exception(seconds)
    except TimeoutError:
        raise _OutOfTime from None
    if problem:
        raise problem
    return future.result()


def _give_up(*_: object) -> NoReturn:
    raise _OutOfTime
