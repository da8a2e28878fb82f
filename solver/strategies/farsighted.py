"""The strategy that looks further than one step."""

from __future__ import annotations

from dataclasses import dataclass

from solver.positions.candidates import Position
from solver.positions.equivalence import openings
from solver.positions.strategy import Strategy
from solver.sets.arrays import Codes
from solver.strategies.climb import further_guesses, promising
from solver.strategies.lookahead import LookAhead
from solver.strategies.pools import obvious_guess, tried_opening

MOST_LOOKED_AHEAD = 2500  # more would take too long to look at all that may follow


@dataclass(frozen=True)
class Farsighted(Strategy):
    """Takes the guess from which all games that may follow are shortest, as far as it looks.

    It tries promising guesses to the end where few candidates are left. Before, it goes by the
    further guesses that parts of such sizes take.
    """

    def choose(self, position: Position) -> Codes:
        """Return the best guess found."""
        known = obvious_guess(position) if position.history else _opening(position)
        if known is not None:
            return known
        if position.is_exact and position.count <= MOST_LOOKED_AHEAD:
            return LookAhead(position).best()
        return promising(position)[:1]


def _opening(position: Position) -> Codes:
    """The first guess that games have shown to be best, or else the one that seems to be."""
    guesses = tried_opening(position.variant) or openings(position.variant)
    place = int(further_guesses(guesses, position).round(6).argmin())
    return guesses[place : place + 1]
