"""Invariants of a watched game, for any number of requests that compute it."""

from math import inf

import pytest
from hypothesis import given, strategies as st

from games.models import Codebreaker, Player, Step, Watch
from solver.positions.candidates import position_after
from solver.rule.codes import Variant
from solver.rule.feedback import Feedback
from solver.strategies.roster import strategy_named
from solver.study.play import play
from tests.solver import reference
from tests.solver.drawing import codes

SMALL = Variant(pegs=3, colors=5)
STRATEGIES = ("knuth", "entropy", "most-parts", "simple", "random")
lanes = st.lists(st.sampled_from(STRATEGIES), min_size=1, max_size=2, unique=True)


def steps_of(breaker: Codebreaker) -> list[Step]:
    return list(Step.objects.filter(codebreaker=breaker).order_by("number"))


def guesses_of(breaker: Codebreaker) -> list[str]:
    """Return the guesses that the engine makes for the code of the watched game."""
    strategy = strategy_named(breaker.strategy).with_seed(breaker.watch.pk)
    start = position_after(breaker.watch.variant, [])
    return [turn.guess for turn in play(strategy, breaker.watch.secret, start)]


@given(codes(SMALL), lanes, st.lists(st.booleans(), max_size=20))
def test_each_strategy_guesses_as_in_the_engine_and_stores_each_step_once(
    secret, strategies, is_late
):
    """A late request has read the game before other requests wrote the last steps."""
    watch = Watch.objects.begin(Player.objects.create(), SMALL, secret, strategies)
    assert [breaker.strategy for breaker in watch.lanes()] == strategies
    stale = Watch.objects.get(pk=watch.pk)
    seen = stale.lanes()
    stale.lanes = lambda: seen
    for late in is_late:
        before = Step.objects.filter(codebreaker__watch=watch).count()
        (stale if late else Watch.objects.get(pk=watch.pk)).think(0)
        assert Step.objects.filter(codebreaker__watch=watch).count() <= before + 1
    Watch.objects.get(pk=watch.pk).think(inf)
    for breaker in watch.lanes():
        steps = steps_of(breaker)
        assert [step.number for step in steps] == list(range(1, len(steps) + 1))
        assert [step.code for step in steps] == guesses_of(breaker)
        assert breaker.has_broken_it


def test_two_strategies_take_turns_until_the_time_is_up(monkeypatch):
    """The clock of this test moves on whenever it is read."""
    monkeypatch.setattr("solver.study.race.monotonic", iter(range(100)).__next__)
    watch = Watch.objects.begin(Player.objects.create(), SMALL, "555", ["simple", "knuth"])
    watch.think(seconds=3)
    assert [len(steps_of(breaker)) for breaker in watch.lanes()] == [2, 1]
    watch.think(seconds=1)
    assert [len(steps_of(breaker)) for breaker in watch.lanes()] == [3, 1]


def test_a_strategy_stops_after_breaking_the_code():
    watch = Watch.objects.begin(Player.objects.create(), SMALL, "123", ["knuth"])
    watch.think(inf)
    late = Codebreaker.objects.create(watch=watch, lane=2, strategy="simple")
    assert [breaker.has_broken_it for breaker in watch.lanes()] == [True, False]
    watch.think(inf)
    steps = Step.objects.filter(codebreaker__watch=watch)
    assert watch.lanes()[0].has_broken_it
    assert steps.exclude(codebreaker=late).count() == len(guesses_of(watch.lanes()[0]))


@given(codes(SMALL), st.sampled_from(STRATEGIES))
def test_a_step_stores_what_was_expected_and_what_happened(secret, strategy):
    watch = Watch.objects.begin(Player.objects.create(), SMALL, secret, [strategy])
    watch.think(inf)
    board = reference.all_codes(SMALL.symbols, SMALL.pegs, repeats=True)
    for step in steps_of(watch.lanes()[0]):
        answers = [Feedback(*reference.answer(step.code, code)) for code in board]
        sizes = {answer: answers.count(answer) for answer in answers}
        assert (step.candidates, step.is_exact) == (len(board), True)
        assert step.partition == sizes
        assert step.expected == pytest.approx(sum(n * n for n in sizes.values()) / len(board))
        board = [code for code in board if reference.answer(step.code, code) == step.feedback]
        assert (step.left, step.is_left_exact) == (len(board), True)
        assert step.remaining == board[:12]
        is_weighed = strategy not in ("simple", "random")
        assert (step.others_count is not None) == is_weighed
        assert len(step.others) == min(step.others_count or 0, 5)
        assert step.code not in step.others
    assert board == [secret] == [step.code]


def test_a_watched_game_is_labeled_with_its_code_and_size():
    watch = Watch.objects.begin(Player.objects.create(), Variant(5, 8), "12345", ["knuth"])
    assert (str(watch), watch.label) == (f"Watch {watch.public_id}", "12345 · Super")
    assert watch.get_absolute_url() == f"/watch/{watch.public_id}/"
    assert [str(breaker) for breaker in watch.lanes()] == ["knuth in lane 1"]
