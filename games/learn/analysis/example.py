"""The example that shows what skill and luck are: a good and a poor guess in one position."""

from functools import cache

from games.catalog.rules import CLASSIC
from games.catalog.sample_game import SAMPLE_SECRET, sample_turns
from games.insight.fairness.position import FairPosition
from games.learn.analysis.page import AnalyzedGuess, appraisal_of
from games.web.charts.partition import PartitionColumns
from solver.rule.feedback import Turn, feedback

POOR = "1222"  # only one peg differs from the first guess, so the answer says little


@cache
def second_guesses() -> tuple[tuple[AnalyzedGuess, PartitionColumns], ...]:
    """Return a good and a poor second guess, with charts of the same scale."""
    first, good = sample_turns()[:2]
    poor = Turn(POOR, feedback(POOR, SAMPLE_SECRET))
    why = "The example is the same for everybody."
    both = [
        FairPosition.without_asking(CLASSIC.variant, (first, turn), why) for turn in (good, poor)
    ]
    moves = [AnalyzedGuess(2, appraisal_of(position)[1]) for position in both]
    largest = max(max(move.chart.sizes.values()) for move in moves)
    return tuple(
        (move, PartitionColumns(move.chart, CLASSIC.variant.pegs, largest)) for move in moves
    )
