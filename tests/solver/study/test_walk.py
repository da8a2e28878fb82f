"""Walking down a tree node by node leads to every code when the results say so."""

import pytest

from solver.positions.candidates import position_after
from solver.rule.codes import Variant
from solver.rule.feedback import Feedback, feedback
from solver.strategies.roster import strategy_named
from solver.study.results import codes_played, kept_lengths, kept_results
from solver.study.walk import NoSuchNode, visit
from solver.trees.tree import build_tree

CLASSIC, MINI, SUPER = Variant(), Variant(3, 6), Variant(5, 8)


def walked(variant, strategy, secret):
    """Return the guesses on the way to a secret, as somebody who knows it walks."""
    answers = []
    while True:
        node = visit(variant, strategy, answers)
        if node.suggestion.guess == secret:
            return len(answers) + 1
        answers.append(feedback(node.suggestion.guess, secret))


@pytest.mark.parametrize("strategy", sorted(kept_results(CLASSIC).strategies))
def test_ten_codes_are_reached_with_as_many_guesses_as_the_results_say(strategy):
    codes = CLASSIC.texts(codes_played(CLASSIC, None).digits)
    lengths = kept_lengths(CLASSIC)[strategy].tolist()
    for place in range(0, len(codes), 131):
        assert walked(CLASSIC, strategy, codes[place]) == lengths[place]


def test_what_is_ahead_is_what_the_tree_below_has():
    node = visit(MINI, "entropy", [])
    whole = build_tree(strategy_named("entropy"), position_after(MINI, ()))
    assert node.suggestion.guess == whole.guess
    for answer, below in whole.answers.items():
        assert node.ahead[answer].longest == 1 + height(below)
    assert node.ahead[Feedback(3, 0)] == (1, 1.0)


def height(node):
    return 1 + max(map(height, node.answers.values()), default=0)


@pytest.mark.parametrize(
    ("answers", "depth"),
    [
        ([Feedback(3, 1)], 0),  # which nobody can give
        ([Feedback(5, 0)], 0),
        ([Feedback(4, 0)], 0),  # the end
        ([Feedback(4, 0), Feedback(0, 0)], 0),
        ([Feedback(0, 0), Feedback(0, 0), Feedback(0, 0)], 2),
    ],
)
def test_a_node_that_is_not_there_is_refused(answers, depth):
    with pytest.raises(NoSuchNode) as refused:
        visit(CLASSIC, "knuth", answers)
    assert refused.value.depth == depth


def test_the_optimum_says_what_is_proven_of_its_guesses():
    assert visit(CLASSIC, "optimal", []).suggestion.proven is True
    assert visit(CLASSIC, "knuth", []).suggestion.proven is None
    board = Variant(3, 7)
    begun = visit(board, "optimal", [])
    assert begun.suggestion.proven is False
    weighted = visit(board, "weighted", []).suggestion.guess
    assert begun.suggestion.guess == weighted
    assert visit(board, "optimal", [Feedback(1, 0)]).suggestion.proven is True


def test_nothing_is_told_ahead_of_an_optimum_that_is_searched_anew():
    """It may take another tree than the one of the results, which is as good."""
    board = Variant(3, 7)
    assert "optimal" in kept_results(board).strategies
    assert visit(board, "optimal", []).ahead == {}
    assert visit(board, "weighted", []).ahead != {}
