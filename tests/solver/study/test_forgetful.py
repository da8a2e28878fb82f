"""The forgetful computer still breaks the code, and its guesses are hidden from a spectator."""

from collections import Counter
from random import Random

from solver.rule.codes import Variant
from solver.sets.arrays import all_codes
from solver.study.evaluate import evaluate
from solver.study.forgetful import way_to

MINI, CLASSIC = Variant(3, 6), Variant()


class Straight(Random):
    """A source of chance that renames no color and no place."""

    def sample(self, some, count):
        return some[:count]


def first_guesses(kind):
    ways = (way_to(CLASSIC, "3632", "knuth", limit=1, chance=kind(seed)) for seed in range(300))
    return {guess for [(guess, _seconds)] in ways}


def test_a_forgetful_computer_breaks_the_code_without_repeating_a_guess():
    way = way_to(CLASSIC, "3632", "knuth", memory=40, limit=200)
    guesses = [guess for guess, _seconds in way]
    assert guesses[-1] == "3632"
    assert len(set(guesses)) == len(guesses)


def test_the_first_guess_varies_within_its_kind():
    """Two colors, each twice: 15 pairs of colors in 6 orders."""
    found = first_guesses(Random)
    assert len(found) > 80
    assert all(sorted(Counter(guess).values()) == [2, 2] for guess in found)
    assert first_guesses(Straight) == {"1122"}


def test_renaming_colors_makes_the_computer_neither_stronger_nor_weaker():
    codes = MINI.texts(all_codes(MINI).digits)
    lengths = Counter(len(way_to(MINI, code, "simple", chance=Random(7))) for code in codes)
    assert lengths == evaluate(MINI, "simple").distribution
