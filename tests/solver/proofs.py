"""Proofs and complete enumerations that take minutes, run by ``make proofs``.

Only these tests compile the kernels of the exact search; the other tests run the kernels as Python.
"""

import lzma
import random
from itertools import permutations
from pathlib import Path

import pytest

from tests.extras import LAB

pytest.importorskip("numba", reason=LAB)

import numba

from solver.exact.bounds import Bounds
from solver.exact.compiled import CompiledSpace
from solver.exact.proof import Means, prove
from solver.exact.search import Search
from solver.exact.tables import TABLES, kept_table, write_table
from solver.positions.candidates import position_after
from solver.rule.codes import Variant
from solver.rule.feedback import Feedback, Turn
from solver.running.executors import run_on
from solver.sets.arrays import all_codes
from solver.study.evaluate import evaluate
from solver.study.evil import enough, worst_answer
from solver.trees.books import proven_book
from solver.trees.check_bound import NEVER, verify
from solver.trees.verify import lengths_of, read_tree
from tests.solver.exact.test_worst_cases import CELLS
from tests.solver.positions.test_diagnosis import CODES, check_all_answers
from tests.solver.study.test_analysis import (
    check_optimal_play_has_no_loss,
    choice_of,
    fair_skill,
    wasteful,
)
from tests.solver.study.test_exact_boards import compare_with_search
from tests.solver.trees.test_check_bound import text_of
from tools.tables import BOARDS

MINI, CLASSIC, BULLS_AND_COWS = Variant(3, 6), Variant(), Variant(4, 10, repeats=False)

# Only the second checker is fast enough for these.
LONG = {(4, 9), (4, 10), (4, 11), (4, 12), (5, 6), (5, 7), (6, 5)}

pytestmark = pytest.mark.timeout(4 * 3600)  # the certificate of 4×10 takes two hours to check


@pytest.fixture(scope="module", autouse=True)
def _kernels_are_compiled():
    assert not numba.config.DISABLE_JIT, "only make proofs compiles the kernels"


@pytest.mark.parametrize(
    ("variant", "total"),
    [
        (Variant(4, 5), 2463),
        (Variant(4, 7), 11228),
        (Variant(4, 8), 20471),
        (Variant(4, 9), 34666),
        (Variant(4, 10), 55632),
        (Variant(5, 5), 13496),
        (Variant(5, 6), 36721),
        (BULLS_AND_COWS, 26274),
    ],
)
def test_proving_a_board_again_gives_the_same_optimum(variant, total):
    with run_on(None, workers=2) as run:
        assert prove(variant, means=Means(run)).book.total == total


@pytest.mark.parametrize(
    ("board", "total"),
    [
        ("4x7", 11228),
        ("5x5", 13496),
        ("4x8", 20471),
        ("4x8-6", 20473),
        ("4x9", 34666),
        ("5x6", 36721),
        ("4x10", 55632),
        ("4x10n", 26274),
    ],
)
def test_certificates_of_large_boards_are_accepted(board, total):
    assert verify(text_of(board)) == (board.replace("-", " within "), total)


@pytest.mark.parametrize(("pegs", "colors"), [board for board in CELLS if board not in LONG])
def test_one_guess_fewer_than_the_smallest_worst_case_is_too_few(pegs, colors):
    board, most = f"{pegs}x{colors}", CELLS[pegs, colors] - 1
    text = lzma.decompress(Path(f"records/too-few/{board}-{most}.json.xz").read_bytes()).decode()
    assert verify(text) == (f"{board} within {most}", NEVER)


@pytest.mark.parametrize(
    ("variant", "max_guesses"),
    [(MINI, None), (MINI, 5), (CLASSIC, None), (CLASSIC, 5), (BULLS_AND_COWS, None)],
)
def test_proving_the_books_again_gives_the_same_trees(variant, max_guesses):
    assert prove(variant, max_guesses).book == proven_book(variant, max_guesses)


def test_a_limit_of_six_guesses_raises_the_total_by_two_on_4x8():
    assert prove(Variant(4, 8), 6).book.total == 20473


@pytest.mark.parametrize(("pegs", "colors"), [(4, 9), (4, 10), (4, 11), (4, 12), (5, 7), (6, 5)])
def test_a_tree_has_the_smallest_worst_case_of_the_table(pegs, colors):
    variant, worst = Variant(pegs, colors), CELLS[pegs, colors]
    tree = Path(f"records/within/{variant.name}-{worst}.txt.xz")
    shortest = read_tree(tree) if tree.exists() else None
    lengths = lengths_of(shortest) if shortest else evaluate(variant, "knuth").distribution
    assert max(lengths) == worst


@pytest.mark.parametrize(("most", "total", "at_the_limit"), [(5, 5626, 540), (6, 5625, 1)])
def test_a_tree_within_a_limit_uses_the_last_guess_as_rarely_as_possible(most, total, at_the_limit):
    search = Search(CompiledSpace(CLASSIC), Bounds(CLASSIC, most))
    assert divmod(search.cost(search.start()), search.bounds.unit) == (total, at_the_limit)


@pytest.mark.parametrize("piece", range(10))
@pytest.mark.parametrize("variant", [Variant(3, 6), CLASSIC, Variant(5, 5), BULLS_AND_COWS])
def test_appraisals_agree_with_a_plain_search_in_3000_positions(variant, piece):
    """The positions come in pieces of 75, so that the test can be stopped and continued."""
    seeds = range(1000 * piece, 1000 * (piece + 1))
    assert list(compare_with_search(variant, 75, 3, 20, seeds)) == [True] * 75


@pytest.mark.parametrize("board", BOARDS)
def test_different_sets_of_a_table_have_different_names(board):
    """Each set is compared with the first set of the same name by trying all exchanges."""
    tabling = BOARDS[board]()
    assert sorted(tabling.names()) == kept_table(tabling.variant).names.tolist()


def test_making_the_table_of_the_mini_board_again_gives_the_same_file(tmp_path):
    path = write_table(BOARDS["3x6"]().table(), tmp_path)
    assert path.read_bytes() == (TABLES / path.name).read_bytes()


def test_a_cluster_proves_the_same_optimum(cluster):
    with run_on(cluster.scheduler_address, workers=1) as run:
        assert prove(CLASSIC, means=Means(run)).book.total == 5625


def rename_in_order(pair):
    """Return two guesses with their colors numbered in order of appearance."""
    names = {}
    return tuple(names.setdefault(color, len(names)) for color in "".join(pair))


def kind(first, second):
    """Return a key that does not depend on the names of colors and places."""
    orders = permutations(zip(first, second, strict=True))
    return min(rename_in_order(map("".join, zip(*order, strict=True))) for order in orders)


@pytest.mark.parametrize("first", ["1111", "1112", "1122", "1123", "1234"])
def test_all_answers_to_two_guesses_are_diagnosed_for_every_kind_of_pair(first):
    """One pair of guesses of every kind is tested with all answers."""
    for second in {kind(first, second): second for second in CODES}.values():
        check_all_answers(first, second)


def test_the_guesses_of_the_optimal_strategy_have_no_loss():
    check_optimal_play_has_no_loss(CLASSIC)


def test_luck_averages_50_over_all_codes_and_better_strategies_have_more_skill():
    """The three strategies take 5,646, 6,001 and 7,471 guesses for all codes."""
    names = ("weighted", "random", "simple")
    assert [fair_skill(CLASSIC, choice_of(name)) for name in names] == [99, 91, 81]
    fair_skill(CLASSIC, wasteful)


def can_be_forced(variant, history, guesses):
    """Return whether this number of guesses always beats the evil codemaker, found by trying all
    guesses.

    Three pegs have eight answers besides the win, so n guesses distinguish at most 1 + 8 + … codes.
    """
    left = position_after(variant, history)
    if left.count > sum(8**number for number in range(guesses)):
        return False
    for guess in variant.texts(all_codes(variant).digits):
        turn = Turn(guess, worst_answer(left, guess).feedback)
        if turn.feedback.black == variant.pegs:
            return True
        if guesses > 1 and can_be_forced(variant, (*history, turn), guesses - 1):
            return True
    return False


def test_the_evil_codemaker_cannot_be_beaten_in_fewer_guesses_than_proven():
    mini = Variant(3, 6)
    assert enough(mini) == (5, True)
    assert not can_be_forced(mini, (), 4)
    assert can_be_forced(mini, (Turn("123", Feedback(0, 1)),), 4)


@pytest.mark.parametrize("variant", [Variant(3, 6), CLASSIC])
def test_the_evil_codemaker_is_consistent_in_a_thousand_random_games(variant):
    chance, lengths = random.Random(1), []
    for _ in range(1000):
        history = ()
        while not history or (history[-1].feedback.black < variant.pegs and len(history) < 20):
            left = position_after(variant, history)
            some = left.candidates if history and chance.random() < 0.7 else all_codes(variant)
            [guess] = variant.texts(some.digits[[chance.randrange(len(some))]])
            history = (*history, Turn(guess, worst_answer(left, guess).feedback))
        # An inconsistent history would raise a Contradiction.
        assert position_after(variant, history).count >= 1
        lengths.append(len(history))
    assert min(lengths) >= 5
