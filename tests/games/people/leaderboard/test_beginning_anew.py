"""Dropping accounts until luck strikes does not pay, with any rule.

``python -m bench margin`` checks the same for 10,000 games.
"""

from functools import cache
from math import sqrt

import numpy as np
import pytest

from bench.margin import ALL, BestRule, Player, ordinary, perfect, worth
from games.models import margin_for_luck

ONE_IN_EIGHT = 1 / 8


def margin_before(games: int) -> float:
    """The margin of the first release, which was too narrow."""
    return 2 / sqrt(games)


@pytest.mark.parametrize(
    ("player", "least", "games"),
    [
        (perfect("classic"), 30, 100),
        (ordinary(1.2), 30, 100),
        (ordinary(1.2), 10, 60),
        (ordinary(1.2), 5, 40),
    ],
    ids=["perfect", "ordinary", "ordinary, week", "ordinary, today"],
)
def test_the_best_rule_is_worth_less_than_one_game_in_eight_more(player, least, games):
    gains = BestRule(player, games, margin_for_luck, least).gains()
    assert max(worth(gain, games) for games, gain in gains.items()) < ONE_IN_EIGHT


def test_a_narrower_margin_does_not_hold():
    """The control."""
    gains = BestRule(perfect("classic"), 100, margin_before, 30).gains()
    assert any(
        gain > margin_before(games) - margin_before(games * 9 // 8) for games, gain in gains.items()
    )


@pytest.mark.parametrize("margin", [margin_for_luck, margin_before])
@pytest.mark.parametrize("worked_out", [ALL, 3], ids=["each number", "some between others"])
def test_the_best_rule_is_the_one_found_by_trying_everything(margin, worked_out, monkeypatch):
    """Every choice after every game, with accounts that are final once dropped."""
    monkeypatch.setattr("bench.margin.ALL", worked_out)
    chances = {1: 0.25, 2: 0.25, 3: 0.5}
    mean = sum(guesses * chance for guesses, chance in chances.items())
    player, least, games = Player("any", np.array(list(chances.values()))), 2, 9

    @cache
    def expected(left: int, best: float, played: int, guesses: int) -> float:
        score = guesses / played + margin(played) if played >= least else float("inf")
        ways = [min(best, score)]
        if left:
            ways.append(after_a_game(left, best, played, guesses))
            ways.append(after_a_game(left, min(best, score), 0, 0))
        return min(ways)

    def after_a_game(left: int, best: float, played: int, guesses: int) -> float:
        return sum(
            chance * expected(left - 1, best, played + 1, guesses + taken)
            for taken, chance in chances.items()
        )

    found = BestRule(player, games, margin, least).gains()
    for number, gain in found.items():
        worst = mean + margin(least) + 10
        assert gain == pytest.approx(
            mean + margin(number) - expected(number, worst, 0, 0), abs=2e-3
        )
