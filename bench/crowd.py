"""Write 5,000 players, 100,000 games of the last weeks and a season into the database."""

import random
from datetime import UTC, datetime, timedelta

from django.contrib.auth.models import User
from django.db import transaction

from games.catalog.rules import CLASSIC
from games.learn.league import judging
from games.models import Game, Player, Season, Standing, today
from solver.positions.candidates import position_after
from solver.strategies.roster import strategy_named
from solver.trees.formats import as_exchange
from solver.trees.tree import grow_tree
from tests.expensive import Things

PLAYERS, GAMES_OF_A_PLAYER = 5_000, 20
ENTRANTS = 60  # each sends the same tree; some entrants join later


def main() -> None:
    chance, now = random.Random(1), datetime.now(UTC)  # noqa: S311 - no one plays these
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
    write_season(players[0])


def write_season(opener: Player) -> None:
    """Write a listed season in which each entrant has sent a tree."""
    days = {"first_day": today(), "last_day": today() + timedelta(days=9)}
    facts = {"title": "Algorithms", "code": Things._field_defaults["season"], "is_listed": True}
    season = Season.objects.all().open(opener, CLASSIC.variant, **facts, **days)
    tree = grow_tree(strategy_named("knuth"), position_after(CLASSIC.variant, ()))
    sent = "".join(as_exchange(tree)).encode()
    for _name, key in season.invite([f"Entrant {number}" for number in range(ENTRANTS)]):
        judging.enter(season, key, sent, "127.0.0.1")
