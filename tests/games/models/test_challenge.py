"""A code that one player sets for others."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.models import Challenge, Player
from tests.games.drawing import rules
from tests.solver.drawing import codes

pytestmark = pytest.mark.django_db


@settings(max_examples=40)
@given(st.data(), rules(), rules())
def test_the_same_code_set_again_is_the_same_challenge(data, one, other):
    ada, grace = Player.objects.create(), Player.objects.create()
    secret = data.draw(codes(one.variant))
    challenge = Challenge.objects.set_by(ada, one, secret)
    kept = Challenge.objects.get(pk=challenge.pk)
    assert (kept.setter, kept.secret, kept.rules) == (ada, secret, one)
    assert Challenge.objects.set_by(ada, one, secret) == challenge
    assert Challenge.objects.set_by(grace, one, secret) != challenge
    secret = data.draw(codes(other.variant))
    assert (Challenge.objects.set_by(ada, other, secret) == challenge) == (
        (other, secret) == (one, challenge.secret)
    )


@settings(max_examples=40)
@given(st.data(), rules())
def test_everybody_has_one_attempt_at_it(data, rules):
    setter, ada, grace = (Player.objects.create() for _ in range(3))
    challenge = Challenge.objects.set_by(setter, rules, data.draw(codes(rules.variant)))
    game = challenge.begin(ada)
    game.refresh_from_db()
    assert (game.player, game.challenge, game.rules) == (ada, challenge, rules)
    assert (game.secret, game.is_ranked) == (challenge.secret, False)
    game.resign()
    assert challenge.begin(ada) == game
    assert challenge.begin(grace) != game


def test_it_is_told_by_its_setter(player):
    player.rename("Ada")
    challenge = Challenge(setter=player)
    assert str(challenge) == "Challenge of Ada"
    assert challenge.get_absolute_url() == f"/challenges/{challenge.public_id}/"
