"""The demo fills the database with valid games."""

import pytest

from games.models import Game, Guess, Standing
from solver.rule.feedback import feedback
from tools.demo import fill

pytestmark = pytest.mark.django_db


def test_the_games_of_the_demo_follow_the_rules():
    """Every feedback follows from the secret, and every game ends when the rules say so."""
    fill(players=3, games=6)
    games = Game.objects.with_secret().prefetch_related("guesses")
    assert games.count() >= 7 * 6
    for game in games:
        guesses = list(game.guesses.all())
        assert all(guess.feedback == feedback(guess.code, game.secret) for guess in guesses)
        assert [guess.code == game.secret for guess in guesses[:-1]] == [False] * (len(guesses) - 1)
    assert Guess.objects.count() > 100
    counted = games.filter(is_ranked=True).count()
    assert (
        sum(line.games for line in Standing.objects.filter(period="all", is_aided=True)) == counted
    )
    with pytest.raises(SystemExit, match="empty database"):
        fill(players=1, games=1)
