"""The games that pages show as examples. They are worked out, not written down."""

from dataclasses import dataclass
from functools import cache

from games.catalog.rules import CLASSIC
from solver.candidates import position_after
from solver.codes import Code
from solver.feedback import Feedback, Turn, feedback
from solver.play import play
from solver.strategies import strategy_named

SAMPLE_SECRET = "3632"  # the game that Knuth's article shows


@cache
def sample_turns() -> tuple[Turn, ...]:
    """Return the whole game of Knuth's strategy against the sample, on the Classic board."""
    start = position_after(CLASSIC.variant, [])
    return tuple(play(strategy_named("knuth"), SAMPLE_SECRET, start))


@dataclass(frozen=True)
class RepeatedColor:
    """The case that is misunderstood most: both codes have the colors twice or once."""

    secret: Code = "1325"
    guess: Code = "1142"

    @property
    def feedback(self) -> Feedback:
        return feedback(self.guess, self.secret)
