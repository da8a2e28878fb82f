"""An analysis agrees with a plain search, and skill and luck have the promised properties."""

from collections import Counter
from statistics import fmean

import pytest
from hypothesis import given, settings, strategies as st

from solver.positions.candidates import position_after
from solver.positions.estimates import guesses_to_expect
from solver.rule.codes import Variant
from solver.rule.errors import Contradiction
from solver.rule.feedback import Feedback, Turn, feedback, numbered_feedbacks
from solver.strategies.roster import strategy_named
from solver.study import analysis
from solver.study.analysis import AnswerPart, analyze, appraise
from solver.study.play import play, random_secrets
from solver.study.skill import EVEN, luck, luck_after, skill, skill_and_luck
from tests.solver import reference
from tests.solver.drawing import codes, games, variants
from tests.solver.plain_search import PlainSearch

SMALL, MIDDLING = Variant(pegs=3, colors=3), Variant(pegs=3, colors=6)
SEARCH = PlainSearch(SMALL.pegs, SMALL.colors)
SMALL_CODES = SMALL.texts(SEARCH.codes)


@given(games(st.just(SMALL)), codes(SMALL))
def test_proven_appraisals_agree_with_a_plain_search(game, guess):
    position = position_after(SMALL, game[2])
    appraisal = appraise(position, guess)
    if not appraisal.is_proven:
        return
    candidates = SMALL.texts(position.candidates.digits)
    totals = SEARCH.totals(tuple(map(SMALL_CODES.index, candidates)))
    mine = totals[SMALL_CODES.index(guess)]
    assert appraisal.option.further == pytest.approx(mine / len(candidates))
    assert appraisal.best.further == pytest.approx(totals.min() / len(candidates))
    assert appraisal.rank == 1 + (totals < mine).sum()
    sizes = {answer: part.size for answer, part in appraisal.option.parts.items()}
    assert sizes == Counter(reference.answer(guess, code) for code in candidates)


@given(games(variants(most_pegs=4, most_colors=6), most_turns=6))
def test_an_analysis_is_consistent(game):
    variant, secret, history = game
    for number, step in enumerate(analyze(variant, history)):
        appraisal, option = step.appraisal, step.appraisal.option
        assert sum(part.size for part in option.parts.values()) == appraisal.candidates
        assert option.parts[step.answer].size == step.left
        assert step.left == position_after(variant, history[: number + 1]).count
        assert 0 <= appraisal.loss <= 1
        assert 1 <= appraisal.rank <= variant.size
        if appraisal.rank == 1:
            assert (appraisal.loss, appraisal.best) == (0, option)
        assert option.parts[step.answer].further >= (option.guess != secret)


@given(games(variants(most_pegs=4, most_colors=6), most_turns=6))
def test_repeating_a_guess_loses_a_whole_guess(game):
    variant, secret, history = game
    history = [turn for turn in history if turn.guess != secret]
    for turn in history:
        again = appraise(position_after(variant, history), turn.guess)
        assert again.loss == pytest.approx(1)
        assert again.option.tells_nothing


def walk(variant, choose, position, losses=(), luck=EVEN):
    """Yield the losses and the luck of the game against each code."""
    guess = choose(position)
    appraisal = appraise(position, guess)
    losses = (*losses, appraisal.loss)
    for answer, part in position.outcomes(guess):
        then = luck_after(luck, appraisal.option.parts, answer)
        if answer.black == variant.pegs:
            yield losses, then
        else:
            yield from walk(variant, choose, part, losses, then)


def choice_of(name):
    strategy = strategy_named(name)
    return lambda position: position.variant.texts(strategy.choose(position).digits)[0]


def wasteful(position):
    """Repeat the first guess once; after that, return the lowest candidate."""
    history = position.history
    return history[0].guess if len(history) == 1 else choice_of("simple")(position)


@pytest.mark.parametrize(
    ("choose", "skill"), [(choice_of("weighted"), 98), (choice_of("simple"), 81), (wasteful, 65)]
)
def test_luck_averages_50_over_all_codes_and_better_strategies_have_more_skill(choose, skill):
    """This test uses a small board; ``make proofs`` tests the Classic board."""
    assert fair_skill(MIDDLING, choose) == skill


def fair_skill(variant, choose):
    """Return the mean skill of a player over all codes, once the luck is found to be fair."""
    losses, lucks = zip(*walk(variant, choose, position_after(variant, ())), strict=True)
    assert len(lucks) == variant.size
    assert fmean(lucks) == pytest.approx(50)
    assert 0 <= min(lucks) <= max(lucks) <= 100
    return round(99 * (1 - fmean(fmean(game[1:] or [0]) for game in losses)))


@given(
    st.floats(0, 100),
    st.lists(st.builds(AnswerPart, st.integers(1, 50), st.floats(0, 9)), min_size=1, max_size=45),
)
def test_better_answers_give_more_luck_and_the_average_change_of_luck_is_zero(before, parts):
    by_answer = dict(zip(numbered_feedbacks(8), parts, strict=False))
    after = {answer: luck_after(before, by_answer, answer) for answer in by_answer}
    luckiest_first = sorted(after, key=lambda answer: by_answer[answer].further)
    lucks = [round(after[answer], 6) for answer in luckiest_first]
    assert lucks == sorted(lucks, reverse=True)
    assert 0 <= lucks[-1] <= lucks[0] <= 100
    sizes = [by_answer[answer].size for answer in after]
    assert fmean(after.values(), weights=sizes) == pytest.approx(before)


@pytest.mark.parametrize("secret", ["3632", "1555"])
def test_a_player_who_always_makes_the_best_guess_has_skill_99(secret):
    assert skill_and_luck(Variant(), [*play("optimal", secret)])[0] == 99


def test_the_guesses_of_the_optimal_strategy_have_no_loss():
    """This test uses a small board; ``make proofs`` checks the Classic board."""
    check_optimal_play_has_no_loss(MIDDLING)


def check_optimal_play_has_no_loss(variant):
    games = walk(variant, choice_of("optimal"), position_after(variant, ()))
    assert {max(losses[1:], default=0) for losses, _ in games} == {0}


def test_a_player_who_repeats_one_guess_has_skill_0(monkeypatch):
    """Repetitions are appraised once: appraising forty of them would take a second."""
    asked, same = [], Turn("1111", Feedback(0, 0))
    monkeypatch.setattr(analysis, "appraise", lambda *some: asked.append(some) or appraise(*some))
    turns = analyze(Variant(), [same] * 90)
    assert skill(turns) == 0
    assert len(asked) <= 2
    assert turns[-1].appraisal == appraise(position_after(Variant(), [same] * 89), "1111")


def test_there_is_no_skill_before_the_second_guess():
    assert skill_and_luck(Variant(), [Turn("1122", Feedback(4, 0))]) == (None, 99)
    assert skill_and_luck(Variant(), []) == (None, 50)


@pytest.mark.parametrize("variant", [Variant(5, 8), Variant(6, 9), Variant(8, 12)])
def test_appraisals_on_large_boards_are_marked_as_estimates(variant):
    [secret] = random_secrets(variant, 1)
    guesses = [*random_secrets(variant, 9, seed=1), secret]
    steps = analyze(variant, [Turn(guess, feedback(guess, secret)) for guess in guesses])
    first = steps[0].appraisal
    assert (first.is_proven, first.is_rank_proven) == (False, False)
    assert first.is_listed == steps[0].is_counted == (variant.size < 10**6)
    assert all(0 <= step.appraisal.loss <= 1 for step in steps)
    assert all(step.answer in step.appraisal.option.parts for step in steps)
    assert 0 <= skill(steps) <= 99
    assert 0 <= luck(steps) <= 99


@given(games(st.just(Variant(8, 12)), most_turns=4))
@settings(max_examples=2)
def test_an_analysis_thins_its_sample_only_if_the_sample_stays_fair(game):
    variant, _, history = game
    for number, step in enumerate(analyze(variant, history), start=1):
        fitting = position_after(variant, history[:number])
        if step.is_counted:
            assert (step.left, fitting.is_exact) == (fitting.count, True)
        else:
            assert step.left == pytest.approx(fitting.count, rel=0.2)


def test_guessing_a_code_that_the_sample_lacks_is_lucky():
    giant = Variant(8, 12)
    [secret] = random_secrets(giant, 1)
    assert skill_and_luck(giant, [Turn(secret, Feedback(8, 0))]) == (None, 99)


@pytest.mark.parametrize("variant", [Variant(), Variant(5, 8)])
def test_more_candidates_are_expected_to_take_more_guesses(variant):
    guesses = guesses_to_expect(range(1, variant.size + 1), variant)
    assert guesses[0] == 1
    assert (guesses[1:] > guesses[:-1]).all()


@pytest.mark.parametrize("variant", [Variant(3, 6), Variant(), Variant(4, 6, repeats=False)])
def test_a_guess_that_is_proven_best_has_no_loss(variant):
    proven = 0
    for secret, first in zip(*[iter(random_secrets(variant, 12, seed=2))] * 2, strict=True):
        position = position_after(variant, [Turn(first, feedback(first, secret))])
        advice = strategy_named("optimal").advise(position)
        [guess] = variant.texts(advice.guess.digits)
        appraisal = appraise(position, guess)
        if advice.is_proven:
            proven += 1
            assert (appraisal.loss, appraisal.rank) == (0, 1)
            assert appraisal.best.further == appraisal.option.further
    assert proven >= 3


def test_a_loss_stays_an_estimate_if_the_proof_takes_too_long(monkeypatch):
    monkeypatch.setattr("solver.exact.solved.BUDGET", 1000)
    appraisal = appraise(position_after(Variant(3, 8), [Turn("313", Feedback(0, 1))]), "124")
    assert (appraisal.is_proven, appraisal.is_rank_proven) == (False, False)


@pytest.mark.parametrize("history", ["1122:3,0 3344:2,2", "1122:3,0 3344:2,2 1234:1,1"])
def test_analyze_refuses_answers_that_no_code_gives(history):
    with pytest.raises(Contradiction, match="turn 2: no code fits this answer"):
        analyze(Variant(), history)


@pytest.mark.parametrize("code", ["11223", "44566"])
def test_the_first_guess_that_did_best_in_whole_games_has_no_loss(code):
    start = position_after(Variant(5, 8), ())
    assert appraise(start, code).loss == 0
    assert appraise(start, "11111").loss > 0
