"""The farsighted strategy looks several steps ahead and plays better on large boards."""

import numpy as np
import pytest
from hypothesis import given

from solver.exact.solved import solve
from solver.positions.candidates import position_after
from solver.rule.codes import Variant
from solver.rule.feedback import Turn, feedback
from solver.sets.arrays import all_codes
from solver.strategies.climb import further_guesses, promising
from solver.strategies.pools import every_code
from solver.strategies.roster import STRATEGIES
from solver.trees.tree import game_lengths, grow_tree
from tests.solver.drawing import games, variants

GIANT = Variant(8, 12)
MOST_WEIGHED = 4096  # with more candidates, a sample is weighed
FARSIGHTED = STRATEGIES["farsighted"]
NEAR_THE_END = {  # secrets on 8x12, with guesses that leave a few dozen candidates
    "AC316B23": "11223456 6556711B 94638635 274B5782 33144BC1 B61CA34A C3B46CB4",
    "57ABAC18": "11223456 9C9477C3 B9AA55AC 7559BBA5 86C5958A 5BA8AC71",
    "678982B1": "11223456 7C7C5365 93A4469A 2739BB2B 2259CB88 2995BC1B",
    "4ABA9799": "11223456 7CBBB7CC 99BAA9CA 86AAB9AC 79914A9A",
}


def position_of(variant, secret, guesses):
    turns = [Turn(guess, feedback(guess, secret)) for guess in guesses.split()]
    return position_after(variant, turns)


def guesses_in_all(strategy, position):
    """Return the total number of guesses that a strategy needs for all candidates of a position."""
    lengths = game_lengths(grow_tree(strategy, position))
    return sum(guesses * codes for guesses, codes in lengths.items())


def test_farsighted_takes_fewer_guesses_than_entropy_near_the_end():
    positions = [position_of(GIANT, *game) for game in NEAR_THE_END.items()]
    ours = [guesses_in_all(FARSIGHTED, position) for position in positions]
    entropy = [guesses_in_all(STRATEGIES["entropy"], position) for position in positions]
    assert all(one <= other for one, other in zip(ours, entropy, strict=True))
    assert sum(ours) < 0.99 * sum(entropy)


@pytest.mark.parametrize(("secret", "guesses"), [("6421", "1123 4561"), ("5555", "1123")])
def test_farsighted_is_within_two_percent_of_the_optimum_for_few_candidates(secret, guesses):
    """The strategy weighs a hundred guesses; the proof weighs all guesses that can make a
    difference.
    """
    position = position_of(Variant(), secret, guesses)
    fewest = solve(position).total
    assert fewest <= guesses_in_all(FARSIGHTED, position) <= 1.02 * fewest


@given(games(variants(most_pegs=5, most_colors=7)))
def test_promising_guesses_are_codes_of_the_board_sorted_by_cost(game):
    variant, _, history = game
    position = position_after(variant, history)
    found = promising(position)
    codes = variant.texts(found.digits)
    assert set(codes) <= set(variant.texts(all_codes(variant).digits))
    costs = np.round(further_guesses(found, position), 6)
    assert costs.tolist() == sorted(costs)
    # on a sample, equivalent guesses have slightly different costs, so the best can be missed
    slack = 1e-6 if position.count <= MOST_WEIGHED else 0.001 * costs[0]
    assert costs[0] <= further_guesses(position.candidates, position).min() + slack


@pytest.mark.parametrize("secret", NEAR_THE_END)
def test_no_code_is_better_than_the_most_promising_guess_near_the_end(secret):
    position = position_of(GIANT, secret, NEAR_THE_END[secret])
    least = further_guesses(every_code(position), position).min()
    assert further_guesses(promising(position)[:1], position) <= least


@given(games(variants(most_pegs=6, most_colors=6), most_turns=5))
def test_farsighted_guesses_a_candidate_if_at_most_two_are_left(game):
    variant, _, history = game
    position = position_after(variant, history)
    if history and position.count <= 2:
        [guess] = variant.texts(FARSIGHTED.choose(position).digits)
        assert position.may_be(guess)
