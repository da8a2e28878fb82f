"""Challenges: codes that one player sets for others."""

from datetime import timedelta

import pytest
from hypothesis import given, strategies as st

from games.catalog.rules import CLASSIC
from games.models import Challenge, Player
from games.models.play.challenge import scores_between
from tests.cast import ended
from tests.games.drawing import rules
from tests.solver.drawing import codes


@pytest.mark.both_databases
@given(st.data(), rules(), rules())
def test_setting_the_same_code_again_returns_the_same_challenge(data, one, other):
    ada, grace = Player.objects.create(), Player.objects.create()
    secret = data.draw(codes(one.variant))
    challenge = Challenge.objects.set_code(ada, one, secret)
    kept = Challenge.objects.get(pk=challenge.pk)
    assert (kept.setter, kept.secret, kept.rules, kept.greeting) == (ada, secret, one, "")
    assert Challenge.objects.set_code(ada, one, secret) == challenge
    assert Challenge.objects.set_code(grace, one, secret) != challenge
    secret = data.draw(codes(other.variant))
    assert (Challenge.objects.set_code(ada, other, secret) == challenge) == (
        (other, secret) == (one, challenge.secret)
    )


@given(st.data(), rules())
def test_a_player_gets_one_attempt_at_a_challenge(data, rules):
    setter, ada, grace = (Player.objects.create() for _ in range(3))
    challenge = Challenge.objects.set_code(setter, rules, data.draw(codes(rules.variant)))
    game = challenge.begin(ada)
    game.refresh_from_db()
    assert (game.player, game.challenge, game.rules) == (ada, challenge, rules)
    assert (game.secret, game.is_ranked) == (challenge.secret, False)
    game.resign()
    assert challenge.begin(ada) == game
    assert challenge.begin(grace) != game


def test_a_challenge_names_its_setter(player):
    player.rename("Ada")
    challenge = Challenge(setter=player)
    assert str(challenge) == "Challenge of Ada"
    assert challenge.get_absolute_url() == f"/challenges/{challenge.public_id}/"


def test_saving_a_greeting_does_not_undo_other_changes(player):
    page = Challenge.objects.set_code(player, CLASSIC, "1122")
    other = Player.objects.create()
    Challenge.objects.update(setter=other)
    page.greet("Good luck")
    kept = Challenge.objects.get()
    assert (kept.setter, kept.greeting) == (other, "Good luck")


greetings = st.sampled_from(["", "Bet you need five", "Good luck"])


@given(greetings, greetings, greetings)
def test_a_challenge_shows_its_newest_greeting(one, other, last):
    Challenge.objects.all().delete()
    ada = Player.objects.create()
    challenge = Challenge.objects.set_code(ada, CLASSIC, "1122", one)
    assert challenge.greeting == one
    Challenge.objects.set_code(ada, CLASSIC, "1122", other)
    kept = Challenge.objects.get()
    assert kept.greeting == (other or one)
    kept.greet(last)
    assert (kept.greeting, Challenge.objects.get().greeting) == (last, last)


@given(st.integers(1, CLASSIC.limit + 1), st.sampled_from([-1, 0, 1]))
def test_the_result_to_beat_is_the_game_that_the_setter_won_before_the_challenge(counted, hours):
    ada, grace = Player.objects.create(), Player.objects.create()
    challenge = Challenge.objects.set_code(ada, CLASSIC, "1122")
    moment = challenge.set_at + timedelta(hours=hours)
    for player, secret in ((grace, "1122"), (ada, "1123")):
        ended(player, 1, secret=secret, finished_at=moment - timedelta(days=1))
    game = ended(ada, counted, secret="1122", finished_at=moment)
    ended(ada, 1, secret="1122", finished_at=moment + timedelta(minutes=1))
    is_before = hours <= 0
    assert challenge.setters_game == (game if is_before else None)
    is_broken = is_before and counted <= CLASSIC.limit
    assert challenge.game_to_beat == (game if is_broken else None)


def test_two_players_who_break_codes_of_each_other_are_compared():
    """Unfinished games and games with a third player's code do not count."""
    ada, grace, third = (Player.objects.create() for _ in range(3))

    def met(setter, player, *counted):
        for place, guesses in enumerate(counted, start=1):
            challenge = Challenge.objects.set_code(setter, CLASSIC, f"{place}" * 4)
            ended(player, guesses, challenge=challenge, is_ranked=False)

    met(ada, grace, 4, 7)
    met(grace, ada, 5)
    met(third, ada, 9)
    met(third, grace, 9)
    met(ada, third, 9)
    met(ada, ada, 9)
    Challenge.objects.set_code(ada, CLASSIC, "6543").begin(grace)
    assert scores_between(ada, grace) == {grace.pk: (2, 5.5), ada.pk: (1, 5)}
    assert scores_between(grace, ada) == scores_between(ada, grace)
