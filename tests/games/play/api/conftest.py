"""Fixtures: a program with an API key, and a program without a key."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from games.models import ApiKey, Player
from tests.games.play.api.program import Program


@pytest.fixture
def account(db) -> User:
    """The account Ada, which no browser is logged in to."""
    Player().open_account("Ada", password_hash="!")
    return User.objects.get()


@pytest.fixture
def program(account) -> Program:
    """A program that uses an API key of the account Ada."""
    return Program(ApiKey.objects.make(account, "A bot"), Client())


@pytest.fixture
def stranger(db) -> Program:
    """A program without an API key."""
    return Program("", Client())
