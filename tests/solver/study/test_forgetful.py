"""A computer that forgets: it still breaks the code, and nobody knows what it guesses."""

from collections import Counter
from random import Random

from solver.rule.codes import Variant
from solver.sets.arrays import all_codes
from solver.study.evaluate import evaluate
from solver.study.forgetful import way_to

MINI, CLASSIC = Variant(3, 6), Variant()


class Straight(Random):
    """Chance that gives every color and place its own name."""

    def sample(self, some, count):
        return some[:count]


def first_guesses(kind):
    ways = (way_to(CLASSIC, "3632", "knuth", limit=1, chance=kind(seed)) for seed in range(300))
    return {guess for [(guess, _seconds)] in ways}


def test_it_still_breaks_the_code():
    way = way_to(CLASSIC, "3632", "knuth", memory=40, limit=200)
    guesses = [guess for guess, _seconds in way]
    assert guesses[-1] == "3632"
    assert len(set(guesses)) == len(guesses)


def test_its_first_guess_is_any_of_its_kind():
    """Two colors, two of each: 15 pairs of them in 6 orders."""
    found = first_guesses(Random)
    assert len(found) > 80
    assert all(sorted(Counter(guess).values()) == [2, 2] for guess in found)
    assert first_guesses(Straight) == {"1122"}


def test_other_names_make_it_neither_stronger_nor_weaker():
    codes = MINI.texts(all_codes(MINI).digits)
    lengths = Counter(len(way_to(MINI, code, "simple", chance=Random(7))) for code in codes)
    assert lengths == evaluate(MINI, "simple").distribution
