"""What strategies would do in a position is what they do, though their work is shared."""

import pytest

from solver.candidates import position_after
from solver.codes import Variant
from solver.exact.play import Optimal
from solver.feedback import Feedback, Turn
from solver.partitions import partition_sizes
from solver.prospects import prospects
from solver.strategies import STRATEGIES, strategy_named

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
def test_each_strategy_is_told_with_the_guess_that_it_makes(variant, history):
    position = position_after(variant, history)
    told = {name: one.guess for one in prospects(position, STRATEGIES) for name in one.strategies}
    for name, strategy in STRATEGIES.items():
        if isinstance(strategy, Optimal) and not strategy.advise(position).is_proven:
            assert name not in told
            continue
        assert [told[name]] == variant.texts(strategy_named(name).choose(position).digits)


def test_guesses_that_several_weigh_are_split_once(monkeypatch):
    seen = []

    def counted(guesses, candidates):
        seen.append(len(guesses))
        return partition_sizes(guesses, candidates)

    monkeypatch.setattr("solver.strategies.partition_sizes", counted)
    position = position_after(Variant(), (FIRST,))
    prospects(position, ["knuth", "entropy", "expected-size", "most-parts", "weighted"])
    together = sum(seen)
    seen.clear()
    prospects(position, ["knuth"])
    assert sum(seen) == together > 0
