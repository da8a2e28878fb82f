"""A walk through a tree needs as many guesses for each code as the results say."""

import pytest

from solver.positions.candidates import position_after
from solver.rule.codes import Variant
from solver.rule.feedback import Feedback, feedback
from solver.strategies.roster import strategy_named
from solver.study.results import codes_played, kept_lengths, kept_results
from solver.study.walk import NoSuchNode, visit
from solver.trees.tree import grow_tree

CLASSIC, MINI, SUPER = Variant(), Variant(3, 6), Variant(5, 8)


def count_guesses(variant, strategy, secret):
    """Return how many guesses a walk with the true feedback needs to reach a secret."""
    answers = []
    while True:
        node = visit(variant, strategy, answers)
        if node.suggestion.guess == secret:
            return len(answers) + 1
        answers.append(feedback(node.suggestion.guess, secret))


@pytest.mark.parametrize("strategy", sorted(kept_results(CLASSIC).strategies))
def test_a_walk_needs_as_many_guesses_for_each_code_as_the_results_say(strategy):
    codes = CLASSIC.texts(codes_played(CLASSIC, None).digits)
    lengths = kept_lengths(CLASSIC, strategy).tolist()
    for place in range(0, len(codes), 131):
        assert count_guesses(CLASSIC, strategy, codes[place]) == lengths[place]


def test_the_longest_game_ahead_agrees_with_the_tree_below_each_answer():
    node = visit(MINI, "entropy", [])
    whole = grow_tree(strategy_named("entropy"), position_after(MINI, ()))
    assert node.suggestion.guess == whole.guess
    for answer, below in whole.answers.items():
        assert node.ahead[answer].longest == 1 + height(below)
    assert node.ahead[Feedback(3, 0)] == (1, 1.0)


def height(node):
    return 1 + max(map(height, node.answers.values()), default=0)


@pytest.mark.parametrize(
    ("answers", "depth"),
    [
        ([Feedback(3, 1)], 0),  # the second feedback is impossible
        ([Feedback(5, 0)], 0),
        ([Feedback(4, 0)], 0),  # the game is over
        ([Feedback(4, 0), Feedback(0, 0)], 0),
        ([Feedback(0, 0), Feedback(0, 0), Feedback(0, 0)], 2),
    ],
)
def test_visit_refuses_a_node_that_does_not_exist(answers, depth):
    with pytest.raises(NoSuchNode) as refused:
        visit(CLASSIC, "knuth", answers)
    assert refused.value.depth == depth


def test_the_optimal_strategy_marks_which_of_its_guesses_are_proven():
    assert visit(CLASSIC, "optimal", []).suggestion.proven is True
    assert visit(CLASSIC, "knuth", []).suggestion.proven is None
    board = Variant(3, 7)
    begun = visit(board, "optimal", [])
    assert begun.suggestion.proven is False
    weighted = visit(board, "weighted", []).suggestion.guess
    assert begun.suggestion.guess == weighted
    assert visit(board, "optimal", [Feedback(1, 0)]).suggestion.proven is True


def test_an_optimal_strategy_without_a_book_shows_no_lengths_of_games():
    """The strategy can follow another tree than the tree in the results, with the same total."""
    board = Variant(3, 7)
    assert "optimal" in kept_results(board).strategies
    assert visit(board, "optimal", []).ahead == {}
    assert visit(board, "weighted", []).ahead != {}
