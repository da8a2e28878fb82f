"""On the boards most people play, losses, ranks and best guesses are exact: a plain search agrees.

``make proofs`` holds 3,000 positions against it.
"""

import random
import time
from functools import cache
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
from solver.sets.arrays import all_codes, encoded
from solver.study import analysis, ranking, suggest
from solver.study.analysis import analyze, appraise
from tests.solver.plain_search import PlainSearch

MINI, CLASSIC = Variant(3, 6), Variant()
FIVES, BULLS_AND_COWS = Variant(5, 5), Variant(4, 10, repeats=False)
BOARDS = [MINI, CLASSIC, FIVES, BULLS_AND_COWS]


@cache
def plain_search(variant):
    return PlainSearch(variant.pegs, variant.colors, variant.repeats)


def games(variant, seed):
    """Yield positions of a random game and a guess in each, by their places."""
    search, dice = plain_search(variant), random.Random(seed)
    secret, turns = dice.randrange(variant.size), []
    for _ in range(6):
        turns.append((guess := dice.randrange(variant.size), search.answers[guess, secret]))
        yield turns, search.left(turns), dice.randrange(variant.size)


def position_of(variant, turns):
    search = plain_search(variant)
    return position_after(
        variant,
        [
            Turn(variant.texts(search.codes[[guess]])[0], Feedback(*divmod(search.names[told], 10)))
            for guess, told in turns
        ],
    )


def is_right(variant, turns, left, guess):
    """Whether what is told of a guess is what the plain search finds, and all of it is exact.

    Off the boards that are exact throughout what is not called exact may be anything.
    """
    search = plain_search(variant)
    totals = search.totals(left)
    told = appraise(position_of(variant, turns), variant.texts(search.codes[[guess]])[0])
    [best] = (search.codes == variant.digits([told.best.guess])).all(axis=1).nonzero()[0]
    said = round(told.loss * len(left)), totals[best]
    is_cost_right = said == (totals[guess] - totals.min(), totals.min())
    is_rank_right = told.rank == 1 + (totals < totals[guess]).sum()
    may_guess = variant in (FIVES, BULLS_AND_COWS)
    return bool(
        (is_cost_right if told.is_proven else may_guess)
        and (is_rank_right if told.is_rank_proven else may_guess)
    )


def tried(variant, most, fewest, largest, seeds):
    """Yield whether what is told of a guess is right, in positions of some sizes."""
    found = 0
    for seed in seeds:
        for turns, left, guess in games(variant, seed):
            if found < most and fewest <= len(left) <= largest:
                found += 1
                yield is_right(variant, list(turns), left, guess)


@pytest.mark.parametrize("variant", [MINI, CLASSIC])
def test_a_plain_search_finds_the_same(variant):
    assert list(tried(variant, 6, 3, 14, range(20))) == [True] * 6


@pytest.mark.parametrize(
    ("guess", "total", "rank"),
    [("1123", 5625, 1), ("1234", 5673, 721), ("1122", 5702, 1081), ("1112", 5791, 1171)],
)
def test_first_guesses_take_what_is_proven(guess, total, rank):
    told = appraise(position_after(CLASSIC, []), guess)
    assert round(told.option.further * 1296) == total
    assert (told.rank, told.is_rank_proven, told.is_proven) == (rank, True, True)


@pytest.mark.parametrize(
    ("guess", "rank", "lost"),
    [("5566", 833, 38), ("2355", 1, 0), ("6634", 325, 14), ("5351", 121, 4), ("4416", 457, 22)],
)
def test_after_one_guess_the_table_tells(guess, rank, lost):
    told = appraise(position_after(CLASSIC, parse_history(CLASSIC, "1234:0,1")), guess)
    assert (told.rank, round(told.loss * 152, 6), told.best.guess) == (rank, lost, "2355")


def test_after_two_guesses_the_table_ranks_what_no_request_could():
    told = appraise(position_after(FIVES, parse_history(FIVES, "15155:1,1 51144:1,2")), "22531")
    assert (round(told.best.further * 87), round(told.loss * 87)) == (247, 12)
    assert (told.rank, told.is_proven, told.is_rank_proven) == (543, True, True)


@pytest.mark.parametrize(
    ("history", "guess", "total", "lost", "rank"),
    [
        ("5A49:0,2 149A:0,1 4597:0,2", "4163", 243, 25, 2429),
        ("714A:0,2 8435:0,1 317A:0,1", "A592", 217, 13, 664),
    ],
)
def test_after_three_guesses_the_table_of_bulls_and_cows_ranks(history, guess, total, lost, rank):
    """Of 80 and 72 codes; the figures are those of a plain search of a minute."""
    position = position_after(BULLS_AND_COWS, parse_history(BULLS_AND_COWS, history))
    told = appraise(position, guess)
    count = position.count
    assert (round(told.best.further * count), round(told.loss * count)) == (total, lost)
    assert (told.rank, told.is_rank_proven) == (rank, True)


def test_a_loss_is_exact_where_too_many_are_left_to_rank_all():
    """Of 72 codes after three guesses the table keeps the least total and a best guess alone."""
    turns = parse_history(FIVES, "44434:1,0 55555:2,0 43344:0,1")
    told = appraise(position_after(FIVES, turns), "41235")
    assert (round(told.best.further * 72), round(told.loss * 72)) == (210, 14)
    assert (told.is_proven, told.is_rank_proven) == (True, False)


def test_a_position_that_looks_alike_is_told_alike():
    """1234 and 6543 with the same answer are one position but for names and places."""
    told = appraise(position_after(CLASSIC, parse_history(CLASSIC, "6543:0,1")), "1122")
    assert (told.rank, told.is_rank_proven, told.loss) == (833, True, 0.25)


@pytest.mark.parametrize("history", ["1122:1,0 3345:1,0", "1112:0,0 3345:1,0"])
def test_a_guess_is_told_alike_by_a_search_of_those_that_may_be_better_and_of_all(history):
    """After the second history the first guess of all, 1111, tells nothing."""
    position = position_after(CLASSIC, parse_history(CLASSIC, history))
    codes = all_codes(CLASSIC)
    everything = Endgame(codes, position.candidates).further
    least = Endgame(codes, position.candidates, with_rank=False).least
    assert least == round(everything.min() * position.count)
    for mine in range(0, len(codes), 100):
        limited = Endgame(codes, position.candidates, mine).further
        assert limited[mine] == everything[mine]
        assert limited.min() == everything.min()
        assert ((limited < limited[mine]) == (everything < everything[mine])).all()


def test_an_endgame_finds_the_totals_of_parts_that_the_search_finds(monkeypatch):
    """It is asked where the search does not end soon: with no budget everywhere."""
    position = position_after(FIVES, parse_history(FIVES, "11223:1,1 12314:0,2"))
    guess = encoded(FIVES, "55555")
    totals = Solved(position, budget=10 * solved.BUDGET).totals_after(guess)
    monkeypatch.setattr(solved, "_SOON", 0)
    asked = Mock(wraps=Endgame)
    monkeypatch.setattr(solved, "Endgame", asked)
    assert Solved(position).totals_after(guess) == totals
    assert asked.call_count > 3


def test_what_is_too_much_work_is_not_called_exact(monkeypatch):
    """First the rank goes, with less the loss; what is still exact is the same."""
    position = position_after(CLASSIC, parse_history(CLASSIC, "1122:1,0 3345:1,0"))
    whole = appraise(position, "4235")
    assert whole.is_rank_proven
    for budget, is_proven in [(6_000_000, True), (1_000_000, False)]:
        endgame._endgame.cache_clear()
        monkeypatch.setattr(endgame, "ANSWERS_COUNTED", budget)
        monkeypatch.setattr(solved, "BUDGET", 0)
        told = appraise(position, "4235")
        assert (told.is_proven, told.is_rank_proven) == (is_proven, False)
        if told.is_proven:
            assert (told.loss, told.best) == (whole.loss, whole.best)


@pytest.mark.parametrize("variant", [CLASSIC, BULLS_AND_COWS, Variant(6, 9)])
def test_a_slow_clock_changes_no_answer(monkeypatch, variant):
    """Budgets count work: as far as answers go it makes no difference how busy a machine is."""
    history = [
        Turn(guess, feedback(guess, "12341234"[: variant.pegs]))
        for guess in ("56781234"[: variant.pegs], "43215678"[: variant.pegs])
        if set(guess) <= set(variant.symbols)
    ]
    wrong = [*history, Turn(variant.symbols[: variant.pegs], Feedback(variant.pegs, 0))] * 2
    told = answers(variant, history, wrong)
    hours = count(step=3600)
    for clock in ("monotonic", "perf_counter", "process_time", "time"):
        monkeypatch.setattr(time, clock, lambda: float(next(hours)))
        for module in (diagnosis, analysis, ranking, solved, plain):
            monkeypatch.setattr(module, clock, lambda: float(next(hours)), raising=False)
    assert answers(variant, history, wrong) == told


def answers(variant, history, wrong):
    """What is said of a game, found anew."""
    for kept in (analysis._analyze, endgame._endgame, suggest._suggest):
        kept.cache_clear()
    return (
        analyze(variant, history),
        suggest.suggest(variant, history, "optimal"),
        diagnosis.diagnose(variant, wrong),
    )
