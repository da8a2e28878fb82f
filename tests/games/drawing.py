"""Draws boards and finished games for Hypothesis."""

from datetime import UTC, date, datetime, time, timedelta
from typing import NamedTuple

from hypothesis import strategies as st

from games.catalog.rules import CLASSIC, Rules
from games.models import Game, Player
from tests import cast
from tests.solver.drawing import variants

LAST_DAY = date(2026, 11, 20)


def rules(most_pegs=3, most_colors=4, most_guesses=4):
    """Draw the rules for a small board; the guess limit can be a single guess."""
    return st.builds(Rules, variants(most_pegs, most_colors), st.integers(1, most_guesses))


class Ended(NamedTuple):
    """A finished game: its number of guesses, how it ended, and whether it is graded later."""

    counted: int
    day: date
    is_aided: bool
    is_ranked: bool
    skill: int | None
    is_graded_later: bool

    def of(self, player: Player) -> Game:
        """Return the game after its last guess, with its grade unless it is graded later."""
        return cast.ended(
            player,
            self.counted,
            is_aided=self.is_aided,
            is_ranked=self.is_ranked,
            skill=None if self.is_graded_later else self.skill,
            luck=None if self.is_graded_later else 50,
            finished_at=datetime.combine(self.day, time(12), UTC),
        )


def ended():
    """Draw a Classic game that ended within the last days."""
    return st.builds(
        Ended,
        counted=st.integers(1, CLASSIC.limit + 1),
        day=st.integers(0, 9).map(lambda days: LAST_DAY - timedelta(days)),
        is_aided=st.booleans(),
        is_ranked=st.booleans(),
        skill=st.none() | st.just(0) | st.integers(0, 99),
        is_graded_later=st.booleans(),
    )
