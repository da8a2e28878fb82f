"""Who is there before a test begins; ``tests.cast`` says what they can do."""

import pytest
from django.contrib.auth.models import User

from games.models import Player
from tests.cast import sign_up, start


@pytest.fixture
def player(db):
    return Player.objects.create()


@pytest.fixture
def game(client):
    """A running Classic game of the client's player, whose secret is 3632."""
    return start(client, secret="3632")


@pytest.fixture
def account(client):
    """The account Ada, logged in in the client."""
    assert sign_up(client)["Location"] == "/you/"
    return User.objects.get()
