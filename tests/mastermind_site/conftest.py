"""Who plays while the house is looked at."""

from tests.games.conftest import account, game  # noqa: F401
