"""A forgetful computer still breaks the code without repeating a guess."""

from collections import Counter
from itertools import pairwise
from random import Random

import pytest

from solver.rule.codes import Variant
from solver.sets.arrays import all_codes
from solver.study.evaluate import evaluate
from solver.study.forgetful import way_to

MINI, CLASSIC = Variant(3, 6), Variant()
TINY, GIANT = Variant(2, 2), Variant(8, 12)


class Straight(Random):
    """A source of randomness that leaves the order of colors and places unchanged."""

    def sample(self, some, count):
        return some[:count]


def mean(variant, strategy, memory, games):
    """Return how many guesses a computer needs on average, always for the same random codes."""
    ways = []
    for seed in range(games):
        chance = Random(seed)
        secret = "".join(chance.choices(variant.symbols, k=variant.pegs))
        ways.append(way_to(variant, secret, strategy, memory, limit=25, chance=chance))
    return sum(map(len, ways)) / games


@pytest.mark.parametrize(
    ("variant", "strategy", "games"), [(MINI, "knuth", 30), (CLASSIC, "random", 20)]
)
def test_a_computer_that_remembers_less_needs_more_guesses(variant, strategy, games):
    means = [mean(variant, strategy, memory, games) for memory in (100, 75, 50, 20)]
    steps = [after - before for before, after in pairwise(means)]
    assert min(steps) >= 0.4, means


@pytest.mark.parametrize(("variant", "least", "most"), [(TINY, 1, 8), (GIANT, 22, 115)])
def test_a_computer_thinks_longer_on_a_larger_board(variant, least, most):
    firsts = [
        way_to(variant, "1" * variant.pegs, "random", limit=1, chance=Random(seed))[0]
        for seed in range(5)
    ]
    assert all(least < seconds < most for _guess, seconds in firsts)


def first_guesses(kind):
    ways = (way_to(CLASSIC, "3632", "knuth", limit=1, chance=kind(seed)) for seed in range(100))
    return {guess for [(guess, _seconds)] in ways}


def test_a_forgetful_computer_breaks_the_code_without_repeating_a_guess():
    way = way_to(CLASSIC, "3632", "knuth", memory=40, limit=200)
    guesses = [guess for guess, _seconds in way]
    assert guesses[-1] == "3632"
    assert len(set(guesses)) == len(guesses)


def test_the_first_guess_varies_but_keeps_its_pattern_of_colors():
    """The guess has two colors, each twice: 15 pairs of colors in 6 orders."""
    found = first_guesses(Random)
    assert len(found) > 50
    assert all(sorted(Counter(guess).values()) == [2, 2] for guess in found)
    assert first_guesses(Straight) == {"1122"}


def test_renaming_colors_makes_the_computer_neither_stronger_nor_weaker():
    codes = MINI.texts(all_codes(MINI).digits)
    lengths = Counter(len(way_to(MINI, code, "simple", chance=Random(7))) for code in codes)
    assert lengths == evaluate(MINI, "simple").distribution
