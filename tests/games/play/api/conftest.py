"""Programs with a key, and without."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from games.models import ApiKey, Player
from tests.games.play.api.program import Program


@pytest.fixture
def account(db) -> User:
    """The account Ada, which nobody is logged in to."""
    Player().open_account("Ada", password_hash="!")
    return User.objects.get()


@pytest.fixture
def program(account) -> Program:
    """A program of the account Ada."""
    return Program(ApiKey.objects.make(account, "A bot"), Client())


@pytest.fixture
def stranger(db) -> Program:
    """A program without a key."""
    return Program("", Client())
