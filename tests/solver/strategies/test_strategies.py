from math import log2

import pytest

from solver.positions.candidates import position_after
from solver.rule.codes import Variant
from solver.strategies.costs import entropy
from solver.strategies.one_step import OneStep
from solver.strategies.roster import STRATEGIES, default_strategy
from solver.study.evaluate import evaluate, evaluate_games
from solver.study.play import random_secrets
from tests.solver import reference

SUPER = Variant(5, 8)
COSTS = {
    "knuth": max,
    "entropy": lambda sizes: sum(size * log2(size) for size in sizes),
    "expected-size": lambda sizes: sum(size * size for size in sizes),
    "most-parts": lambda sizes: -len(sizes),
}
BOARDS = [Variant(3, 5), Variant(2, 9), Variant(4, 3), Variant(4, 5, repeats=False)]


@pytest.mark.parametrize("name", COSTS)
@pytest.mark.parametrize("variant", BOARDS, ids=str)
def test_strategies_on_other_boards_agree_with_a_plain_reference(variant, name):
    codes = reference.all_codes(variant.symbols, variant.pegs, variant.repeats)
    expected = reference.game_lengths(COSTS[name], codes, codes)
    assert evaluate(variant, name).distribution == dict(sorted(expected.items()))


@pytest.mark.parametrize(
    "name", sorted(STRATEGIES.keys() - {"optimal", "optimal-5", "weighted-by-stage"})
)
def test_every_strategy_plays_a_board_with_too_many_guesses_to_weigh(name, monkeypatch):
    """A lower limit makes 1,296 guesses too many to weigh, so 64 guesses are drawn."""
    monkeypatch.setattr("solver.strategies.pools.MOST_WORK", 2**12)
    monkeypatch.setattr("solver.strategies.pools._SAMPLED", 64)
    games = evaluate_games(Variant(), name, ["1624"])
    assert (games.codes, games.worst < 12) == (1, True)


def test_random_games_have_the_published_mean():
    games = evaluate_games(Variant(), "random", random_secrets(Variant(), 600))
    assert games.mean == pytest.approx(4.64, abs=0.08)
    assert games.codes == 600


def test_a_random_game_depends_only_on_seed_and_history():
    secrets = random_secrets(Variant(pegs=5), 50, seed=7)
    first, second = (evaluate_games(Variant(pegs=5), "random", secrets) for _ in range(2))
    assert first.distribution == second.distribution


def test_entropy_on_5x8_uses_the_opening_that_did_best_in_whole_games():
    [first] = SUPER.texts(STRATEGIES["entropy"].choose(position_after(SUPER, ())).digits)
    [looks_best] = SUPER.texts(OneStep(entropy).choose(position_after(SUPER, ())).digits)
    assert (first, looks_best) == ("11223", "11234")


def test_the_default_strategy_suits_the_board():
    boards = [Variant(3, 6), Variant(), Variant(5, 8), Variant(6, 9), Variant(8, 12)]
    assert [default_strategy(board) for board in boards] == [
        *("knuth", "knuth", "entropy", "farsighted", "farsighted")
    ]
