"""The gain of dropping accounts with the best rule, over one account with as many games.

``python -m bench margin`` takes ten minutes.

A player has this many games in total. They may start a new account after any of them, leave a good
one alone, and in the end show the best. The value of the best rule is computed backwards from the
last game.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from bench.figures import head, row
from games.catalog.references import references_for
from games.catalog.rules import PRESETS
from games.models.play.standing import LEAST_GAMES, margin_for_luck

Values = npt.NDArray[np.float64]
Margin = Callable[[int], float]

ALL = 40  # numbers of games up to which every one is worked out
STEP = 1.15  # from one number of games to the next, beyond
SCORES = 24  # between which the value of the best score so far is interpolated
NONE_YET = 3.0  # guesses that having no score is worse than any score
CLOSE = 1e-6  # guesses
STEEPEST, MOST_TURNS = 0.99, 8  # of the search for a value that depends on itself
FAR_BELOW, FAR_ABOVE = 6, 4  # standard deviations, beyond which a sum of guesses does not matter


class Player(NamedTuple):
    """How likely each number of guesses is: ``chances[n - 1]`` that a game takes n."""

    name: str
    chances: Values

    @property
    def mean(self) -> float:
        return float(self.chances @ np.arange(1, len(self.chances) + 1))

    @property
    def spread(self) -> float:
        """The standard deviation."""
        away = np.arange(1, len(self.chances) + 1) - self.mean
        return float(np.sqrt(self.chances @ away**2))


def perfect(board: str) -> Player:
    """Return the player who follows the best strategy known."""
    lengths = np.array(references_for(PRESETS[board].variant)[0].lengths, dtype=float)
    return Player(f"{board}, best play", lengths / lengths.sum())


def ordinary(spread: float, lost: float = 0.0) -> Player:
    """Return a player of Classic who needs some five guesses, and loses some games."""
    guesses = np.arange(1, 12)
    chances = np.exp(-(((guesses - 5) / spread) ** 2) / 2)
    chances[-1] = 0
    chances *= (1 - lost) / chances.sum()
    chances[-1] = lost
    return Player(f"classic, spread {spread}, {lost:.1%} lost", chances)


class BestRule:
    """The value of the best rule, for totals of up to ``games`` games.

    ``scores[b]`` is a best score so far; the last one means none yet. ``values[i][b]`` is the
    expected final score with ``budgets[i]`` games left, all on future accounts. A budget
    between two others is interpolated. If accounts are dropped soon, the value of a budget thus
    depends on itself, and Steffensen's method solves for it.
    """

    def __init__(self, player: Player, games: int, margin: Margin, least: int) -> None:
        self.player, self.margin, self.least = player, margin, least
        away = 2.5 * player.spread / np.sqrt(least)
        lowest, highest = player.mean + margin(games) - away, player.mean + margin(least) + away
        self.scores = np.append(np.linspace(lowest, highest, SCORES), highest + NONE_YET)
        self.budgets, self.values = [0], [self.scores]
        for budget in range(1, min(games, ALL) + 1):
            self._add(budget)
        while self.budgets[-1] < games:
            self._add(min(games, int(self.budgets[-1] * STEP) + 1))

    def gains(self) -> dict[int, float]:
        """Return how many guesses the best rule is better than one account with all games."""
        return {
            games: float(self.player.mean + self.margin(games) - values[-1])
            for games, values in zip(self.budgets, self.values, strict=True)
            if games >= self.least
        }

    def _add(self, budget: int) -> None:
        """Find the values of the next budget."""
        self.budgets.append(budget)
        self.values.append(self.values[-1])
        if budget < self.least:
            return
        guess = self.values[-2]
        self.values[-1] = once = self._found()
        for _ in range(0 if budget == self.budgets[-2] + 1 else MOST_TURNS):
            twice = self._found()
            if np.abs(twice - once).max() < CLOSE:
                break
            moved = once - guess
            slope = np.divide(twice - once, moved, out=np.zeros_like(once), where=moved != 0)
            guess = once + (twice - once) / (1 - np.clip(slope, 0, STEEPEST))
            self.values[-1] = guess = np.minimum(guess, self.values[-2])
            self.values[-1] = once = self._found()

    def _found(self) -> Values:
        """Return the values of the last budget, given what all of them are taken for."""
        budget, anew = self.budgets[-1], self._anew()
        values, sums = self._dropped(budget, anew[0])
        for games in range(budget - 1, -1, -1):
            after, sums_after = values, sums
            values, sums = self._dropped(games, anew[budget - games])
            first = sums[0] + 1 - sums_after[0]  # the next state after a game of one guess
            lengths = len(self.player.chances)
            places = np.arange(first, first + len(sums) + lengths - 1)
            after = after[:, np.clip(places, 0, len(sums_after) - 1)]
            played_on = sum(
                chance * after[:, guesses : guesses + len(sums)]
                for guesses, chance in enumerate(self.player.chances)
            )
            values = np.minimum(values, played_on)
        return values[:, 0]

    def _dropped(self, games: int, anew: Values) -> tuple[Values, npt.NDArray[np.int64]]:
        """Return ``values[b, s]`` of leaving an account for good, and its likely sums of guesses.

        It has this many games; ``anew[b]`` is the value of those that are left.
        """
        middle, away = games * self.player.mean, self.player.spread * np.sqrt(games)
        least = max(games, int(middle - FAR_BELOW * away) - 1)
        most = min(games * len(self.player.chances), int(middle + FAR_ABOVE * away) + 2)
        sums = np.arange(least, most + 1)
        values = np.repeat(anew[:, None], len(sums), axis=1)
        if games >= self.least:
            with_this = np.interp(sums / games + self.margin(games), self.scores, anew)
            values = np.minimum(values, with_this)
        return values, sums

    def _anew(self) -> Values:
        """Return ``anew[g, b]``: the expected score with g games left, also between the budgets."""
        roots = 1 / np.sqrt(np.maximum(self.budgets, 0.5))
        wanted = 1 / np.sqrt(np.maximum(np.arange(self.budgets[-1] + 1), 0.5))
        columns = np.array(self.values).T
        return np.array([np.interp(-wanted, -roots, column) for column in columns]).T


def worth(gain: float, games: int) -> float:
    """Return the share of more games on one account that would gain as much."""
    margin = margin_for_luck(games)
    return (margin / (margin - gain)) ** 2 - 1


PLAYERS = (
    (perfect("classic"), 10_000, "all"),
    (ordinary(1.2), 10_000, "all"),
    (ordinary(1.2, lost=0.01), 1_000, "all"),
    *((perfect(board), 1_000, "all") for board in ("mini", "bulls-and-cows", "super")),
    (ordinary(1.2), 200, "week"),
    (ordinary(1.2), 100, "day"),
)


def main() -> None:
    """Print a table for each player, with a row for some numbers of games."""
    for player, games, period in PLAYERS:
        least = LEAST_GAMES[period]
        name = f"{player.name}, {period}: {player.mean:.3f}, spread {player.spread:.2f}"
        head(name, "margin", "gained at best", "as by more")
        gains = BestRule(player, games, margin_for_luck, least).gains()
        shown = [budget for budget in gains if budget > ALL or budget in (least, ALL)]
        for budget in shown[:: max(1, len(shown) // 8)] + shown[-1:]:
            gain, more = gains[budget], worth(gains[budget], budget)
            row(f"{budget:,} games", f"{margin_for_luck(budget):.3f}", f"{gain:.4f}", f"{more:.1%}")
