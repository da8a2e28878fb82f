"""Prospects share work between strategies, but list the guess that each strategy makes."""

import pytest

from solver.positions.candidates import position_after
from solver.rule.codes import Variant
from solver.rule.feedback import Feedback, Turn
from solver.sets.partitions import partition_sizes
from solver.strategies.optimal import Optimal
from solver.strategies.roster import STRATEGIES, strategy_named
from solver.study.prospects import prospects

FIRST = Turn("1122", Feedback(1, 1))
POSITIONS = [
    (Variant(), ()),
    (Variant(), (FIRST,)),
    (Variant(), (FIRST, Turn("1344", Feedback(1, 2)))),
    (Variant(2, 3), (Turn("12", Feedback(0, 2)),)),
    (Variant(3, 6), (Turn("123", Feedback(2, 0)),)),
    (Variant(8, 12), (Turn("11223344", Feedback(6, 0)), Turn("11225566", Feedback(4, 0)))),
]


@pytest.mark.parametrize(("variant", "history"), POSITIONS)
def test_each_strategy_is_listed_with_the_guess_that_it_makes(variant, history):
    position = position_after(variant, history)
    listed = {name: one.guess for one in prospects(position, STRATEGIES) for name in one.strategies}
    for name, strategy in STRATEGIES.items():
        if isinstance(strategy, Optimal) and not strategy.advise(position).is_proven:
            assert name not in listed
            continue
        assert [listed[name]] == variant.texts(strategy_named(name).choose(position).digits)


def test_strategies_with_the_same_guesses_share_their_partitions(monkeypatch):
    seen = []

    def count(guesses, candidates):
        seen.append(len(guesses))
        return partition_sizes(guesses, candidates)

    monkeypatch.setattr("solver.strategies.one_step.partition_sizes", count)
    position = position_after(Variant(), (FIRST,))
    prospects(position, ["knuth", "entropy", "expected-size", "most-parts", "weighted"])
    together = sum(seen)
    seen.clear()
    prospects(position, ["knuth"])
    assert sum(seen) == together > 0


@pytest.mark.parametrize("strategies", [("random", "knuth"), ("knuth", "random")])
def test_among_prospects_with_equal_loss_a_candidate_comes_first(strategies):
    position = position_after(Variant(3, 4), [Turn("211", Feedback(0, 2))])
    first, second = prospects(position, strategies)
    assert (first.guess, second.guess) == ("123", "223")
    assert first.appraisal.loss == second.appraisal.loss
    assert first.suggestion.is_candidate
    assert not second.suggestion.is_candidate
    assert first.suggestion.expected_left > second.suggestion.expected_left


@pytest.mark.parametrize(
    "strategies", [("minimax-plain", "most-parts"), ("most-parts", "minimax-plain")]
)
def test_among_prospects_with_equal_loss_the_guess_that_leaves_fewer_codes_comes_first(strategies):
    history = [Turn("345", Feedback(1, 0)), Turn("634", Feedback(0, 0))]
    first, second = prospects(position_after(Variant(3, 6), history), strategies)
    assert (first.guess, second.guess) == ("511", "121")
    assert first.appraisal.loss == second.appraisal.loss
    assert first.suggestion.is_candidate == second.suggestion.is_candidate
    assert first.suggestion.expected_left < second.suggestion.expected_left
