"""The example games on pages, played by the solver."""

from functools import cache

from games.catalog.rules import CLASSIC
from solver.positions.candidates import position_after
from solver.rule.feedback import Turn
from solver.strategies.roster import strategy_named
from solver.study.play import play

SAMPLE_SECRET = "3632"  # the code of the game in Knuth's article


@cache
def sample_turns() -> tuple[Turn, ...]:
    """Return the game in which Knuth's strategy breaks the sample code of Classic."""
    start = position_after(CLASSIC.variant, [])
    return tuple(play(strategy_named("knuth"), SAMPLE_SECRET, start))
