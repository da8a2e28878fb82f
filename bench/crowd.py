"""Write 5,000 players and 100,000 games of the last weeks into the database."""

import random
from datetime import UTC, datetime, timedelta

from django.contrib.auth.models import User
from django.db import transaction

from games.catalog.rules import CLASSIC
from games.models import Game, Player, Standing

PLAYERS, GAMES_OF_A_PLAYER = 5_000, 20


def main() -> None:
    chance, now = random.Random(1), datetime.now(UTC)  # noqa: S311 - nobody plays these
    names = [f"Player {number}" for number in range(PLAYERS)]
    users = User.objects.bulk_create(User(username=name.lower()) for name in names)
    players = Player.objects.bulk_create(
        Player(name=user.username.title(), name_key=user.username, user=user) for user in users
    )
    with transaction.atomic():
        for player in players:
            games = [
                Game(
                    player=player,
                    secret="1122",
                    status="won",
                    guess_count=taken,
                    counted_guesses=taken,
                    is_ranked=True,
                    finished_at=now - timedelta(days=chance.choice((0, 0, 0, 1, 3, 20))),
                    **CLASSIC.fields(),
                )
                for taken in chance.choices(range(2, 9), k=GAMES_OF_A_PLAYER)
            ]
            Standing.objects.add(player, Game.objects.bulk_create(games))
