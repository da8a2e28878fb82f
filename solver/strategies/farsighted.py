"""The strategy that looks several steps ahead."""

from __future__ import annotations

from dataclasses import dataclass

from solver.positions.candidates import Position
from solver.positions.equivalence import openings
from solver.positions.strategy import ArrayStrategy
from solver.sets.arrays import Codes
from solver.strategies.climb import further_guesses, promising
from solver.strategies.lookahead import LookAhead
from solver.strategies.pools import obvious_guess, tried_opening

# With more candidates, playing guesses to the end takes too long.
MOST_LOOKED_AHEAD = 2500


@dataclass(frozen=True)
class Farsighted(ArrayStrategy):
    """Takes the guess with the fewest expected guesses, looking ahead as far as possible.

    If few candidates are left, it plays promising guesses to the end. Earlier in the game, it
    estimates further guesses from the sizes of the parts.
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
    """Return the opening with the best results in games, or else with the best estimate."""
    guesses = tried_opening(position.variant) or openings(position.variant)
    place = int(further_guesses(guesses, position).round(6).argmin())
    return guesses[place : place + 1]
