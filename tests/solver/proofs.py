"""Proofs and whole enumerations, that take minutes: ``make proofs`` runs them.

The kernels of the exact search are compiled here, as they are for everybody but the other tests.
"""

import random
from itertools import permutations
from pathlib import Path

import numba
import numpy as np
import pytest

from records.check_bound import NEVER, verify
from solver.exact.bounds import Bounds
from solver.exact.compiled import CompiledSpace
from solver.exact.proof import Means, NoTree, prove
from solver.exact.search import Search
from solver.exact.tables import TABLES, kept_table, write_table
from solver.positions.candidates import position_after
from solver.rule.codes import Variant
from solver.rule.feedback import Feedback, Turn
from solver.running.executors import run_on
from solver.sets.arrays import all_codes, sampled
from solver.sets.counting import count
from solver.sets.partitions import partition_sizes
from solver.study.evaluate import evaluate
from solver.study.evil import enough, worst_answer
from solver.trees.books import proven_book
from tests.solver.exact.test_certificates import text_of
from tests.solver.exact.test_worst_cases import BETWEEN, CELLS
from tests.solver.positions.test_diagnosis import CODES, check_all_answers
from tests.solver.second_search import board_of, least_total, main
from tests.solver.study.test_analysis import check_luck_is_fair, chosen_by, mean_skill, wasteful
from tests.solver.study.test_exact_boards import compare_with_search
from tools.tables import BOARDS

CLASSIC, BULLS_AND_COWS = Variant(), Variant(4, 10, repeats=False)

pytestmark = pytest.mark.timeout(4 * 3600)  # the certificate of 4×10 takes half of it


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
def test_the_optimum_is_found_again(variant, total):
    with run_on(None, workers=2) as run:
        assert prove(variant, means=Means(run)).book.total == total


@pytest.mark.parametrize(
    ("board", "total"),
    [((4, 5), 2463), ((4, 6), 5625), ((4, 7), 11228), ((5, 4), 3954)],
)
def test_a_search_that_shares_nothing_finds_the_same(board, total):
    assert least_total(board_of(*board)) == total


@pytest.mark.parametrize(("board", "total"), [("4x9", 34666), ("5x6", 36721)])
def test_what_it_has_found_of_large_boards_is_whole(board, total, tmp_path, capsys):
    found = Path("records/second", f"{board}.txt").read_text()
    journal = tmp_path / "journal.txt"
    journal.write_text(found)
    main(board, journal)
    assert capsys.readouterr().out == f"total: {total}\n"
    assert journal.read_text() == found


@pytest.mark.parametrize(
    ("board", "total"),
    [
        ("4x7", 11228),
        ("4x7-5", NEVER),
        ("5x5", 13496),
        ("4x8", 20471),
        ("4x9", 34666),
        ("5x6", 36721),
        ("4x10", 55632),
        ("4x10n", 26274),
    ],
)
def test_the_certificates_of_large_boards_are_accepted(board, total):
    assert verify(text_of(board)) == (board.replace("-", " within "), total)


@pytest.mark.parametrize(
    ("variant", "max_guesses"), [(CLASSIC, None), (CLASSIC, 5), (BULLS_AND_COWS, None)]
)
def test_the_books_are_proven_again(variant, max_guesses):
    assert prove(variant, max_guesses).book == proven_book(variant, max_guesses)


def test_eight_colors_take_two_guesses_more_if_no_game_may_take_seven():
    assert prove(Variant(4, 8), 6).book.total == 20473


@pytest.mark.parametrize(("pegs", "colors"), [*BETWEEN, (4, 9), (4, 10)])
def test_a_least_worst_case_lies_where_the_table_says(pegs, colors):
    variant, numbers = Variant(pegs, colors), CELLS[pegs, colors]
    least, most = numbers[0], numbers[-1]
    assert max(evaluate(variant, "knuth").distribution) == most
    with pytest.raises(NoTree):
        prove(variant, least - 1)


@pytest.mark.parametrize(("most", "total", "at_the_limit"), [(5, 5626, 540), (6, 5625, 1)])
def test_within_a_limit_the_fewest_codes_need_it(most, total, at_the_limit):
    search = Search(CompiledSpace(CLASSIC), Bounds(CLASSIC, most))
    assert divmod(search.cost(search.start()), search.bounds.unit) == (total, at_the_limit)


@pytest.mark.parametrize("variant", [Variant(2, 3), CLASSIC, Variant(5, 8), Variant(8, 3)])
@pytest.mark.parametrize(("guesses", "candidates"), [(1, 1), (127, 9), (1000, 300)])
def test_a_compiled_kernel_counts_the_same_partitions(variant, guesses, candidates):
    codes = all_codes(variant)
    some, others = sampled(codes, guesses), sampled(codes, candidates)
    assert np.array_equal(count(some, others), partition_sizes(some, others))


@pytest.mark.parametrize("piece", range(10))
@pytest.mark.parametrize("variant", [Variant(3, 6), CLASSIC, Variant(5, 5), BULLS_AND_COWS])
def test_a_plain_search_finds_the_same_in_3000_positions(variant, piece):
    """In pieces of 75, so that it can be stopped and gone on with."""
    seeds = range(1000 * piece, 1000 * (piece + 1))
    assert list(compare_with_search(variant, 75, 3, 20, seeds)) == [True] * 75


@pytest.mark.parametrize("board", BOARDS)
def test_no_two_sets_that_a_table_tells_apart_share_a_name(board):
    """Each is held against the first of its name by trying all exchanges."""
    tabling = BOARDS[board]()
    assert sorted(tabling.names()) == kept_table(tabling.variant).names.tolist()


def test_the_table_of_the_mini_board_is_made_again(tmp_path):
    path = write_table(BOARDS["3x6"]().table(), tmp_path)
    assert path.read_bytes() == (TABLES / path.name).read_bytes()


def test_a_cluster_proves_the_same_optimum(cluster):
    with run_on(cluster.scheduler_address, workers=1) as run:
        assert prove(CLASSIC, means=Means(run)).book.total == 5625


def renamed(pair):
    """Two guesses with their colors named in the order in which they come."""
    names = {}
    return tuple(names.setdefault(color, len(names)) for color in "".join(pair))


def kind(first, second):
    """The same for all pairs of guesses that differ in the names of colors and places only."""
    orders = permutations(zip(first, second, strict=True))
    return min(renamed(map("".join, zip(*order, strict=True))) for order in orders)


@pytest.mark.parametrize("first", ["1111", "1112", "1122", "1123", "1234"])
def test_every_two_answers_are_told_right_from_wrong_and_put_right(first):
    """One pair of guesses of every kind there is, with all answers."""
    for second in {kind(first, second): second for second in CODES}.values():
        check_all_answers(first, second)


def test_better_strategies_have_more_skill():
    """They find all codes with 5,646, 6,001 and 7,471 guesses."""
    assert [mean_skill(CLASSIC, name) for name in ("weighted", "random", "simple")] == [99, 92, 83]


@pytest.mark.parametrize("choose", [chosen_by("weighted"), chosen_by("random"), wasteful])
def test_luck_averages_50_over_all_codes(choose):
    check_luck_is_fair(CLASSIC, choose)


def forced(variant, history, guesses):
    """Return whether anybody forces the codemaker who changes its mind in so few, by trying all.

    Three pegs have eight answers beside the win, so n guesses tell 1 + 8 + … codes apart at most.
    """
    left = position_after(variant, history)
    if left.count > sum(8**number for number in range(guesses)):
        return False
    for guess in variant.texts(all_codes(variant).digits):
        turn = Turn(guess, worst_answer(left, guess).feedback)
        if turn.feedback.black == variant.pegs:
            return True
        if guesses > 1 and forced(variant, (*history, turn), guesses - 1):
            return True
    return False


def test_nobody_forces_the_evil_codemaker_in_fewer_guesses_than_is_proven():
    mini = Variant(3, 6)
    assert enough(mini) == (5, True)
    assert not forced(mini, (), 4)
    assert forced(mini, (Turn("123", Feedback(0, 1)),), 4)


@pytest.mark.parametrize("variant", [Variant(3, 6), CLASSIC])
def test_the_evil_codemaker_is_true_to_a_code_on_a_thousand_random_ways(variant):
    chance, lengths = random.Random(1), []
    for _ in range(1000):
        history = ()
        while not history or (history[-1].feedback.black < variant.pegs and len(history) < 20):
            left = position_after(variant, history)
            some = left.candidates if history and chance.random() < 0.7 else all_codes(variant)
            [guess] = variant.texts(some.digits[[chance.randrange(len(some))]])
            history = (*history, Turn(guess, worst_answer(left, guess).feedback))
        assert position_after(variant, history).count >= 1  # else it is a contradiction
        lengths.append(len(history))
    assert min(lengths) >= 5
