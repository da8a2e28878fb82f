import pytest

from solver.codes import Variant
from solver.evaluate import evaluate
from solver.strategies import STRATEGIES, UnknownStrategy, strategy_named

PUBLISHED = [
    "simple",
    "knuth",
    "minimax-plain",
    "minimax-candidates",
    "entropy",
    "expected-size",
    "most-parts",
]


@pytest.mark.parametrize("name", PUBLISHED)
def test_the_published_games_come_out_to_the_last_one(name, published):
    expected = published["strategies"][name]
    evaluation = evaluate(Variant(), name)
    assert list(evaluation.distribution.values()) == expected["distribution"]
    assert list(evaluation.distribution) == list(range(1, expected["worst"] + 1))
    assert evaluation.total == expected["total"]
    assert evaluation.codes == 1296


def test_an_unknown_strategy_is_refused_with_the_names_there_are():
    with pytest.raises(UnknownStrategy, match=r"^there is no strategy 'kunth', only simple, "):
        strategy_named("kunth")
    assert "knuth" in STRATEGIES
