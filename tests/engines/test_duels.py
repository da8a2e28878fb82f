"""A race against a player without JavaScript, from the link to the rematch, in every engine."""

from datetime import timedelta

import pytest
from django.test import Client

from games.models import Duel, Game, Side
from games.models.duels.kinds import RaceRules

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.parametrize("player", ["mouse", "touch"], indirect=True),
]


@pytest.fixture(autouse=True)
def _soon(monkeypatch):
    """Shorten the countdown to three seconds, long enough to be seen."""
    monkeypatch.setattr(RaceRules, "countdown", timedelta(seconds=3))


def test_a_race_can_be_played_from_the_link_to_the_rematch(player):
    player.open("/friends/")
    player.tap(".actions .button.large")
    player.wait_for("h1", "Waiting for players")
    friend, path = Client(), Duel.objects.get().get_absolute_url()
    friend.post(f"{path}sit/")
    friend.post(f"{path}ready/")
    Side.objects.update(secret="3632")
    Game.objects.update(secret="3632")
    player.find(".countdown")
    player.find("#submit")
    friend.post(path, {"code": "3635", "number": 1, "token": "a"})
    player.until(lambda: len(player.texts("#others .key.black")) == 3, "keys of the other one")
    player.fill("1122")
    player.wait_for("h1", "Guess 2 of 10")
    player.fill("3632")
    player.wait_for("h1", "You won")
    friend.post(f"{path}leave/")
    player.tap("#again")
    player.wait_for("h1", "Waiting for Guest")
    friend.post(f"{path}again/")
    assert Duel.objects.latest("pk").seats.count() == 2
