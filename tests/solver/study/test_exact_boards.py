"""A plain search confirms losses, ranks and best guesses on the most popular boards.

``make proofs`` compares 3,000 positions.
"""

import random
import time
from itertools import count
from unittest.mock import Mock

import pytest

from solver.exact import endgame, plain, solved
from solver.exact.endgame import Endgame
from solver.exact.solved import Solved
from solver.positions import diagnosis
from solver.positions.candidates import position_after
from solver.rule.codes import Variant
from solver.rule.feedback import Feedback, Turn, feedback
from solver.rule.history import parse_history
from solver.sets.arrays import all_codes, encode_texts
from solver.study import analysis, ranking, suggest
from solver.study.analysis import analyze, appraise
from tests.solver.plain_search import plain_search

MINI, CLASSIC = Variant(3, 6), Variant()
FIVES, BULLS_AND_COWS = Variant(5, 5), Variant(4, 10, repeats=False)
BOARDS = [MINI, CLASSIC, FIVES, BULLS_AND_COWS]


def games(variant, seed):
    """Yield positions of a random game: turns, candidates and a guess, all as indices of codes."""
    search, dice = plain_search(variant), random.Random(seed)
    secret, turns = dice.randrange(variant.size), []
    for _ in range(6):
        turns.append((guess := dice.randrange(variant.size), search.answers[guess, secret]))
        yield turns, search.codes_left(turns), dice.randrange(variant.size)


def position_of(variant, turns):
    search = plain_search(variant)
    return position_after(
        variant,
        [
            Turn(variant.texts(search.codes[[guess]])[0], Feedback(*divmod(search.names[name], 10)))
            for guess, name in turns
        ],
    )


def is_right(variant, turns, left, guess):
    """Return whether the appraisal of a guess agrees with the plain search.

    On ``FIVES`` and ``BULLS_AND_COWS``, values that are marked as estimates can differ.
    """
    search = plain_search(variant)
    totals = search.totals(left)
    found = appraise(position_of(variant, turns), variant.texts(search.codes[[guess]])[0])
    [best] = (search.codes == variant.digits([found.best.guess])).all(axis=1).nonzero()[0]
    costs = round(found.loss * len(left)), totals[best]
    is_cost_right = costs == (totals[guess] - totals.min(), totals.min())
    is_rank_right = found.rank == 1 + (totals < totals[guess]).sum()
    may_estimate = variant in (FIVES, BULLS_AND_COWS)
    return bool(
        (is_cost_right if found.is_proven else may_estimate)
        and (is_rank_right if found.is_rank_proven else may_estimate)
    )


def compare_with_search(variant, most, fewest, largest, seeds):
    """Yield whether the appraisal is right, for each position of a limited size."""
    found = 0
    for seed in seeds:
        for turns, left, guess in games(variant, seed):
            if found < most and fewest <= len(left) <= largest:
                found += 1
                yield is_right(variant, list(turns), left, guess)


@pytest.mark.parametrize("variant", [MINI, CLASSIC])
def test_appraisals_agree_with_a_plain_search(variant):
    assert list(compare_with_search(variant, 6, 3, 14, range(20))) == [True] * 6


@pytest.mark.parametrize(
    ("guess", "total", "rank"),
    [("1123", 5625, 1), ("1234", 5673, 721), ("1122", 5702, 1081), ("1112", 5791, 1171)],
)
def test_first_guesses_have_their_proven_total_and_rank(guess, total, rank):
    found = appraise(position_after(CLASSIC, []), guess)
    assert round(found.option.further * 1296) == total
    assert (found.rank, found.is_rank_proven, found.is_proven) == (rank, True, True)


@pytest.mark.parametrize(
    ("guess", "rank", "lost"),
    [("5566", 833, 38), ("2355", 1, 0), ("6634", 325, 14), ("5351", 121, 4), ("4416", 457, 22)],
)
def test_the_table_has_ranks_and_losses_after_one_guess(guess, rank, lost):
    found = appraise(position_after(CLASSIC, "1234:0,1"), guess)
    assert (found.rank, round(found.loss * 152, 6), found.best.guess) == (rank, lost, "2355")


def test_the_table_has_ranks_for_a_position_that_is_too_large_to_search():
    found = appraise(position_after(FIVES, "15155:1,1 51144:1,2"), "22531")
    assert (round(found.best.further * 87), round(found.loss * 87)) == (247, 12)
    assert (found.rank, found.is_proven, found.is_rank_proven) == (543, True, True)


@pytest.mark.parametrize(
    ("history", "guess", "total", "lost", "rank"),
    [
        ("5A49:0,2 149A:0,1 4597:0,2", "4163", 243, 25, 2429),
        ("714A:0,2 8435:0,1 317A:0,1", "A592", 217, 13, 664),
    ],
)
def test_the_table_of_bulls_and_cows_has_ranks_after_three_guesses(
    history, guess, total, lost, rank
):
    """80 and 72 codes are left; a plain search of one minute found the same values."""
    position = position_after(BULLS_AND_COWS, history)
    found = appraise(position, guess)
    count = position.count
    assert (round(found.best.further * count), round(found.loss * count)) == (total, lost)
    assert (found.rank, found.is_rank_proven) == (rank, True)


def test_a_loss_is_exact_even_if_too_many_codes_are_left_to_rank_guesses():
    """For these 72 codes the table stores only the smallest total and a best guess."""
    turns = parse_history(FIVES, "44434:1,0 55555:2,0 43344:0,1")
    found = appraise(position_after(FIVES, turns), "41235")
    assert (round(found.best.further * 72), round(found.loss * 72)) == (210, 14)
    assert (found.is_proven, found.is_rank_proven) == (True, False)


@pytest.mark.parametrize("history", ["1122:1,0 3345:1,0", "1112:0,0 3345:1,0"])
def test_an_endgame_without_ranks_finds_the_same_smallest_total(history):
    """In the second history, the first of all codes (1111) gives no information."""
    position = position_after(CLASSIC, history)
    codes = all_codes(CLASSIC)
    everything = Endgame(codes, position.candidates).further
    least = Endgame(codes, position.candidates, with_rank=False).least
    assert least == round(everything.min() * position.count)
    for mine in range(0, len(codes), 100):
        limited = Endgame(codes, position.candidates, mine).further
        assert limited[mine] == everything[mine]
        assert limited.min() == everything.min()
        assert ((limited < limited[mine]) == (everything < everything[mine])).all()


def test_an_endgame_finds_the_same_totals_as_the_search(monkeypatch):
    """An endgame replaces the search if the search takes too long; here a budget of 0 forces
    this.
    """
    position = position_after(FIVES, "11223:1,1 12314:0,2")
    guess = encode_texts(FIVES, "55555")
    totals = Solved(position, budget=10 * solved.BUDGET).totals_after(guess)
    monkeypatch.setattr(solved, "_SOON", 0)
    asked = Mock(wraps=Endgame)
    monkeypatch.setattr(solved, "Endgame", asked)
    assert Solved(position).totals_after(guess) == totals
    assert asked.call_count > 3


def test_an_appraisal_beyond_the_budget_is_not_marked_as_exact(monkeypatch):
    """A smaller budget loses the exact rank first and then the exact loss; the other values stay
    the same.
    """
    position = position_after(CLASSIC, "1122:1,0 3345:1,0")
    whole = appraise(position, "4235")
    assert whole.is_rank_proven
    for budget, is_proven in [(96_000, True), (16_000, False)]:
        endgame.endgame.cache_clear()
        monkeypatch.setattr(endgame, "BUDGET", budget)
        monkeypatch.setattr(solved, "BUDGET", 0)
        found = appraise(position, "4235")
        assert (found.is_proven, found.is_rank_proven) == (is_proven, False)
        if found.is_proven:
            assert (found.loss, found.best) == (whole.loss, whole.best)


@pytest.mark.parametrize("variant", [CLASSIC, Variant(6, 9)])
def test_a_slow_clock_changes_no_answer(monkeypatch, variant):
    """Budgets count work, not time, so answers do not depend on the load of the machine."""
    history = [
        Turn(guess, feedback(guess, "12341234"[: variant.pegs]))
        for guess in ("56781234"[: variant.pegs], "43215678"[: variant.pegs])
        if set(guess) <= set(variant.symbols)
    ]
    wrong = [*history, Turn(variant.symbols[: variant.pegs], Feedback(variant.pegs, 0))] * 2
    expected = answers(variant, history, wrong)
    hours = count(step=3600)
    for clock in ("monotonic", "perf_counter", "process_time", "time"):
        monkeypatch.setattr(time, clock, lambda: float(next(hours)))
        for module in (diagnosis, analysis, ranking, solved, plain):
            monkeypatch.setattr(module, clock, lambda: float(next(hours)), raising=False)
    assert answers(variant, history, wrong) == expected


def answers(variant, history, wrong):
    """Return the analysis, suggestion and diagnosis of a game, computed without caches."""
    for kept in (analysis._analyze, endgame.endgame, suggest._suggest):
        kept.cache_clear()
    return (
        analyze(variant, history),
        suggest.suggest(variant, history, "optimal"),
        diagnosis.diagnose(variant, wrong),
    )
