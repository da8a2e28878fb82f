"""The games that pages show as examples. They are worked out, not written down."""

from functools import cache

from games.catalog.rules import CLASSIC
from solver.positions.candidates import position_after
from solver.rule.feedback import Turn
from solver.strategies.roster import strategy_named
from solver.study.play import play

SAMPLE_SECRET = "3632"  # the game that Knuth's article shows


@cache
def sample_turns() -> tuple[Turn, ...]:
    """Return the whole game of Knuth's strategy against the sample, on the Classic board."""
    start = position_after(CLASSIC.variant, [])
    return tuple(play(strategy_named("knuth"), SAMPLE_SECRET, start))
