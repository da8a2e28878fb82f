import pytest
from hypothesis import given

from solver.deduction.deduce import deduce
from solver.deduction.explain import explain_contradiction, explain_fact
from solver.deduction.facts import Amount, Placed
from solver.deduction.rules import Rule
from solver.rule.codes import Variant
from solver.rule.errors import Contradiction
from solver.rule.feedback import Feedback, Turn
from solver.rule.history import parse_history
from tests.solver.deduction.test_soundness import random_game
from tests.solver.deduction.verifier import codes_of, faults, fitting, is_so
from tests.solver.drawing import games, variants


def chain_to(steps, number):
    """Return a step and all steps on which it rests."""
    wanted = {number}
    for other in range(number, 0, -1):
        if other in wanted:
            wanted.update(steps[other - 1].rests_on)
    return [steps[other - 1] for other in sorted(wanted)]


def cost(chain):
    return sum(step.suppositions for step in chain), len(chain[-1].rows)


def lies(variant, history):
    """Return whether no code fits the history, found by trying every code."""
    return not fitting(codes_of(variant), history, range(1, len(history) + 1))


@given(games(variants(most_pegs=4, most_colors=4)))
def test_every_fact_that_follows_has_a_valid_argument(game):
    variant, _, history = game
    steps = list(deduce(variant, history))
    for step in steps[::5]:
        chain = explain_fact(variant, history, step.fact)
        assert faults(variant, history, chain) == []
        assert chain[-1].fact == step.fact or isinstance(step.fact, Amount)


@pytest.mark.parametrize("variant", [Variant(), Variant(4, 6, repeats=False)], ids=str)
def test_every_step_of_an_argument_is_needed(variant):
    for seed in range(4):
        history = random_game(variant, turns=2 + seed % 3, seed=seed)
        for step in list(deduce(variant, history))[::7]:
            chain = explain_fact(variant, history, step.fact)
            assert faults(variant, history, chain) == []
            assert len(chain_to(chain, len(chain))) == len(chain)


def test_explain_fact_uses_no_more_suppositions_and_rows_than_deduce():
    compared = [
        (cost(explain_fact(Variant(), history, step.fact)), cost(chain_to(steps, number)))
        for seed in range(5)
        for history in [random_game(Variant(), turns=2 + seed % 4, seed=seed)]
        for steps in [list(deduce(Variant(), history))]
        for number, step in list(enumerate(steps, start=1))[::4]
    ]
    assert all(short <= found for short, found in compared)
    assert any(short < found for short, found in compared)


def test_a_fact_that_does_not_follow_from_the_rows_has_no_proof():
    history = parse_history(Variant(), "1122:1,1")
    assert explain_fact(Variant(), history, Placed(1, "1", holds=False)) == ()
    assert explain_fact(Variant(), history, Placed(1, "1", holds=True)) == ()


def test_both_bounds_of_an_amount_have_an_argument():
    history = parse_history(Variant(), "1111:2,0")
    steps = explain_fact(Variant(), history, Amount("1", least=2, most=2))
    assert [step.fact for step in steps] == [Amount("1", 2, 4), Amount("1", 0, 2)]


def test_explain_fact_refuses_contradictory_answers():
    with pytest.raises(Contradiction):
        explain_fact(Variant(), "1111:4,0 2222:4,0", Placed(1, "1", True))


@given(games(variants(most_pegs=3, most_colors=4)))
def test_contradictory_answers_lead_to_a_valid_dead_end(game):
    """The test adds an answer with all black pegs, or an answer without pegs, to a true game."""
    variant, _, history = game
    for wrong in (Feedback(variant.pegs, 0), Feedback(0, 0)):
        spoiled = [*history, Turn(codes_of(variant)[0], wrong)]
        clash = explain_contradiction(variant, spoiled)
        assert (clash is not None) == lies(variant, spoiled)
        if clash:
            assert faults(variant, spoiled, clash.steps) == []
            left = fitting(codes_of(variant), spoiled, clash.end.looks_at)
            assert not any(all(is_so(fact, code) for fact in clash.end.premises) for code in left)


def test_a_step_names_the_rule_that_was_used():
    history = parse_history(Variant(), "1122:0,0")
    [step] = explain_fact(Variant(), history, Amount("2", 0, 0))
    assert (step.rule, step.rows, step.rests_on) == (Rule.EMPTY_ROW, (1,), ())
