from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given

from solver.deduction import rules
from solver.deduction.deduce import deduce
from solver.deduction.facts import Placed, claims
from solver.deduction.rules import Limit, Rule, limits
from solver.rule.codes import Variant
from solver.rule.errors import Contradiction
from solver.rule.feedback import Feedback, Turn, feedback
from solver.rule.history import parse_history
from tests.solver.deduction.verifier import codes_of, faults, fitting, is_so
from tests.solver.drawing import games, variants

small_games = games(variants(most_pegs=4, most_colors=4))


def random_game(variant, turns, seed):
    random = Random(seed)
    codes = codes_of(variant)
    secret, *guesses = random.choices(codes, k=turns + 1)
    return [Turn(guess, feedback(guess, secret)) for guess in guesses]


def claims_of(variant, code):
    """Return the claims that are true of a code, derived from the rules of the game."""
    known = claims(variant)
    pegs = [known.at(place, variant.symbols.index(color)) for place, color in enumerate(code)]
    often = [
        known.in_code(color, code.count(symbol)) for color, symbol in enumerate(variant.symbols)
    ]
    true = sum(pegs) + sum(often)
    return true | known.opposite((known.places | known.amounts) & ~true)


def find_broken_limits(variant, history):
    codes = {code: claims_of(variant, code) for code in codes_of(variant)}
    found = limits(variant, history)
    left = {rows: fitting(codes, history, rows) for rows in {limit.rows for limit in found}}
    return [
        limit
        for limit in found
        for code in left[limit.rows]
        if (codes[code] & limit.members).bit_count() > limit.most
    ]


@given(small_games)
def test_each_limit_from_rows_holds_for_every_code_that_fits_these_rows(game):
    variant, _, history = game
    assert find_broken_limits(variant, history) == []


@given(small_games)
def test_every_argument_is_valid(game):
    variant, _, history = game
    assert faults(variant, history, list(deduce(variant, history))) == []


@pytest.mark.parametrize(
    "variant", [Variant(3, 6), Variant(4, 6), Variant(4, 6, repeats=False), Variant(5, 3)], ids=str
)
def test_every_argument_is_valid_on_popular_boards(variant):
    for seed in range(2):
        history = random_game(variant, turns=2 + 2 * seed, seed=seed)
        assert faults(variant, history, list(deduce(variant, history))) == []


@given(games(variants()))
def test_every_deduced_fact_is_true_of_the_secret(game):
    variant, secret, history = game
    assert all(is_so(step.fact, secret) for step in deduce(variant, history, work=3000))


@given(games(variants(most_pegs=3, most_colors=6)))
def test_deduce_finds_every_fact_that_follows_on_small_boards(game):
    variant, _, history = game
    left = fitting(codes_of(variant), history, range(1, len(history) + 1))
    follows = {
        Placed(place, color, holds=False)
        for place in range(1, variant.pegs + 1)
        for color in variant.symbols
        if all(code[place - 1] != color for code in left)
    }
    steps = deduce(variant, history, work=10**7)
    found = {step.fact for step in steps if isinstance(step.fact, Placed) and not step.fact.holds}
    assert found == follows


def one_white_too_few(known, clue):
    """Yield the limits of a wrong rule, which forgets that a white peg can belong to this color."""
    for pegs, amounts in clue.by_color:
        yield Limit(Rule.NO_WHITE, amounts | known.opposite(pegs), pegs.bit_count(), (clue.number,))


def test_an_unsound_rule_is_detected(monkeypatch):
    """The control for the tests above: they detect a wrong rule that is often right."""
    monkeypatch.setattr(rules, "whites", one_white_too_few)
    history = parse_history(Variant(3, 4), "123:1,1 214:0,1")
    assert {limit.rule for limit in find_broken_limits(Variant(3, 4), history)} == {Rule.NO_WHITE}
    found = faults(Variant(3, 4), history, list(deduce(Variant(3, 4), history)))
    assert "step 9 does not follow from its rows" in found


def test_the_verifier_detects_that_a_row_a_step_or_a_premise_is_missing():
    """The control for the verifier: an argument with a missing part is not valid."""
    variant = Variant(3, 6)
    history = parse_history(variant, "112:0,1 134:0,2 561:1,1")
    steps = list(deduce(variant, history))
    assert faults(variant, history, steps) == []
    wide = [number for number, step in enumerate(steps) if len(step.rows) == 3]
    last = max(number for number in wide if isinstance(steps[number].fact, Placed))
    for spoiled in (
        replace(steps[last], rows=steps[last].rows[:1]),
        replace(steps[last], premises=steps[last].premises[1:]),
        replace(steps[last], rests_on=(*steps[last].rests_on, last + 1)),
        replace(steps[last], fact=replace(steps[last].fact, holds=not steps[last].fact.holds)),
    ):
        assert faults(variant, history, [*steps[:last], spoiled, *steps[last + 1 :]]) != []


def test_every_rule_is_used():
    """A rule that no game needs would be dead code."""
    used = Counter()
    for variant in (Variant(4, 6), Variant(4, 6, repeats=False), Variant(5, 4)):
        for seed in range(30):
            history = random_game(variant, turns=1 + seed % 6, seed=seed)
            used.update(step.rule for step in deduce(variant, history))
    assert used.keys() == set(Rule)


def test_deduce_yields_only_the_first_steps_if_less_work_is_allowed():
    history = random_game(Variant(5, 8), turns=4, seed=5)
    everything = list(deduce(Variant(5, 8), history))
    some = list(deduce(Variant(5, 8), history, work=1))
    assert 0 < len(some) < len(everything)
    assert everything[: len(some)] == some


def test_deduce_refuses_contradictory_answers():
    with pytest.raises(Contradiction):
        list(deduce(Variant(), [Turn("1111", Feedback(4, 0)), Turn("2222", Feedback(4, 0))]))
