"""The constraints of the database, and concurrent requests."""

from collections import Counter
from math import sqrt
from statistics import fmean

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone
from hypothesis import given, strategies as st

from games.catalog.rules import CLASSIC, PRESETS
from games.models import FIRST_DAY, Challenge, Daily, Game, Guess, Player, new_secret
from solver.sets.arrays import all_codes
from tests import cast
from tests.cast import leave, side_by_side
from tests.games.drawing import ended
from tests.solver.drawing import variants


def refuses(change) -> bool:
    try:
        with transaction.atomic():
            change()
    except IntegrityError:
        return True
    return False


def test_the_database_refuses_impossible_rows(player):
    game = Game.objects.start(player)
    row = Game.objects.filter(pk=game.pk)
    now = timezone.now()
    impossible = [
        {"guess_count": 11},
        {"guess_count": 10},
        {"status": "won"},
        {"status": "won", "guess_count": 3, "counted_guesses": 2, "finished_at": now},
        {"status": "lost", "guess_count": 9, "counted_guesses": 11, "finished_at": now},
        {"status": "resigned", "counted_guesses": 5, "finished_at": now},
        {"counted_guesses": 4},
        {"status": "asleep"},
        {"pegs": 9},
        {"colors": 1},
        {"limit": 0},
    ]
    assert [change for change in impossible if not refuses(lambda: row.update(**change))] == []  # noqa: B023


def test_each_guess_number_can_be_used_only_once_per_game(player):
    game = Game.objects.start(player)
    guess = {"game": game, "code": "1122", "black": 0, "white": 0}
    Guess.objects.create(number=1, token="a", **guess)
    assert refuses(lambda: Guess.objects.create(number=1, token="b", **guess))


def is_even(counts: list[int]) -> bool:
    """Return whether counts differ only by chance, with a chi-square test.

    The test is wrong once in 10⁹ times.
    """
    freedom, expected = len(counts) - 1, fmean(counts)
    chi_square = sum((count - expected) ** 2 / expected for count in counts)
    return chi_square < freedom * (1 - 2 / (9 * freedom) + 6 * sqrt(2 / (9 * freedom))) ** 3


@given(variants(most_pegs=4, most_colors=6).filter(lambda variant: variant.size <= 360))
def test_every_code_of_a_board_is_drawn_equally_often(variant):
    drawn = Counter(new_secret(variant) for _ in range(50 * variant.size))
    assert is_even([drawn.pop(code, 0) for code in variant.texts(all_codes(variant).digits)])
    assert not drawn


LEFT = st.integers(0, 72).filter(lambda hours: hours != 48)


@given(st.sampled_from(["ranked", "practice", "daily", "challenge"]), st.booleans(), LEFT)
def test_only_ranked_games_without_a_guess_for_two_days_are_given_up(kind, is_over, hours):
    """Dailies, challenges, practice games and games without a guess never expire."""
    ada, grace = Player.objects.create(), Player.objects.create()
    begin = {
        "ranked": lambda: Game.objects.start(ada),
        "practice": lambda: Game.objects.create(player=ada, secret="1122", **CLASSIC.fields()),
        "daily": lambda: Daily(day=FIRST_DAY).begin(ada),
        "challenge": lambda: Challenge.objects.set_code(grace, CLASSIC, "1122").begin(ada),
    }
    game = begin[kind]()
    leave(game)
    assert game not in Game.objects.overdue()
    game.take_hint(1, "facts")
    if is_over:
        game.resign()
    leave(game, hours)
    game.refresh_from_db()
    expected = kind == "ranked" and hours > 48 and not is_over
    assert game.is_overdue == expected
    assert (game in Game.objects.overdue()) == expected


@pytest.mark.django_db(transaction=True)
def test_only_one_of_several_concurrent_guesses_with_one_number_counts(player):
    """For each number, six threads send a guess, each from its own page."""
    last = 3
    game = Game.objects.start(player, CLASSIC._replace(limit=last))
    Game.objects.filter(pk=game.pk).update(secret="6666")
    for number in range(1, last + 1):

        def send(place: int, number: int = number) -> object:
            return Game.objects.get(pk=game.pk).play("1122", number, f"{place}-{number}")

        refused = "stale-page" if number < last else "game-over"
        assert side_by_side(send) == [f"{number}: 1122 0,0"] + [refused] * 5
    game.refresh_from_db()
    assert (game.status, game.guess_count, game.guesses.count()) == ("lost", last, last)


@given(st.lists(ended(), max_size=8))
def test_finished_ranked_games_are_counted_and_the_oldest_is_graded_first(games):
    Game.objects.all().delete()
    ada = Player.objects.create()
    rows = [(one, one.of(ada)) for one in games]
    begun = Game.objects.create(player=ada, secret="1111", is_ranked=True, **CLASSIC.fields())
    running = cast.guessed(begun, "6666")
    mini = cast.ended(ada, 4, PRESETS["mini"], luck=50)
    cast.ended(ada, 11, status="resigned", guess_count=0, is_ranked=False)
    ranked = {game for one, game in rows if one.is_ranked}
    assert set(Game.objects.counted()) == {*ranked, mini}
    waiting = [game.finished_at for one, game in rows if one.is_graded_later]
    assert [game.finished_at for game in Game.objects.to_grade()] == sorted(waiting)
    assert (list(Game.objects.unfinished()), running in Game.objects.finished()) == (
        [running],
        False,
    )
    assert Game.objects.finished().count() == len(rows) + 2
