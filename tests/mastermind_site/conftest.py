"""Fixtures with players for the tests of the site."""

from tests.games.conftest import account, game  # noqa: F401
