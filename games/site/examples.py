"""The games that the first page and the rules show. They are played, not written down."""

from dataclasses import dataclass
from functools import cache

from games.catalog.rules import CLASSIC
from solver.candidates import position_after
from solver.codes import Code
from solver.feedback import Feedback, Turn, feedback
from solver.play import play
from solver.strategies import strategy_named

SAMPLE_SECRET = "3632"  # the game that Knuth's article shows


@dataclass(frozen=True)
class Example:
    """A secret and guesses at it."""

    secret: Code
    turns: tuple[Turn, ...]


@dataclass(frozen=True)
class RepeatedColor:
    """The case that is misunderstood most: both codes have the colors twice or once."""

    secret: Code = "1325"
    guess: Code = "1142"

    @property
    def feedback(self) -> Feedback:
        return feedback(self.guess, self.secret)


@cache
def knuth_breaks(secret: Code) -> Example:
    """Return the whole game of Knuth's strategy against ``secret``, on the Classic board."""
    start = position_after(CLASSIC.variant, [])
    return Example(secret, tuple(play(strategy_named("knuth"), secret, start)))
