"""What a version before leaves open, which serves beside this one: it is left out or settled."""

import pytest
from django.db import connection
from django.test import Client

from games.management.tasks import settle_what_is_open
from games.models import Game, Player, Standing, today
from games.models.play.standing import UNJUDGED
from games.play.daily.days import placed_on
from tests.cast import finished, log_in, named, play, sign_up, start_daily
from tests.games.people.leaderboard.cast import standings

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def written_without(row, *columns):
    """Have the database fill columns of a row: a version before did not know them."""
    table, names = row._meta.db_table, [field.column for field in row._meta.concrete_fields]
    kept = ", ".join(f'"{name}"' for name in names if name not in columns)
    with connection.cursor() as cursor:
        where = f"FROM {table} WHERE id = {row.pk}"
        for statement in (
            f"CREATE TEMPORARY TABLE old AS SELECT * {where}",
            f"DELETE {where}",
            f"INSERT INTO {table} ({kept}) SELECT {kept} FROM old",  # noqa: S608
            "DROP TABLE old",
        ):
            cursor.execute(statement)


class TestLeaderboard:
    def test_a_line_that_an_older_version_made_is_left_out_until_it_is_judged(self, client):
        for name, took in (("Ada", 5), ("Grace", 11)):
            named(name, *([took] * 31))
        guest = Player.objects.create()
        finished(guest, *([11] * 31))
        before = standings(client)
        assert [(rank, name) for rank, name, *_ in before] == [(1, "Ada"), (2, "Grace")]
        for line in Standing.objects.exclude(player__name="Ada"):
            written_without(line, "score", "has_account", "is_too_good")
        assert standings(client) == before[:1]
        settle_what_is_open.call()
        assert standings(client) == before
        assert not Standing.objects.filter(score=UNJUDGED).exists()

    def test_a_game_that_an_older_version_added_to_one_list_is_added_to_the_other(self, client):
        ada = named("Ada", 4, 5)
        Standing.objects.filter(player=ada, is_aided=True).update(games=1, total=5)
        settle_what_is_open.call()
        lines = Standing.objects.filter(player=ada, period="all")
        assert [(line.games, line.total) for line in lines] == [(2, 9), (2, 9)]


class TestDaily:
    def begun_on_the_older_one(self, browser) -> Game:
        game = start_daily(browser)
        written_without(game, "is_placed")
        return game

    def places(self) -> list[str]:
        settle_what_is_open.call()
        return [str(game.player) for game in placed_on(today())]

    def test_an_attempt_of_an_account_is_placed(self, client):
        sign_up(client)
        game = self.begun_on_the_older_one(client)
        play(client, game, game.secret)
        told = client.get(f"/daily/{today()}/board/").text
        assert "Whether your game is listed is settled within minutes" in told
        assert self.places() == ["Ada"]

    def test_one_that_was_begun_as_a_guest_is_not(self, client):
        game = self.begun_on_the_older_one(client)
        play(client, game, game.secret)
        sign_up(client)
        assert self.places() == []

    def test_nor_one_that_came_to_an_account_by_logging_in(self, client):
        sign_up(Client())
        game = self.begun_on_the_older_one(client)
        play(client, game, game.secret)
        log_in(client)
        assert self.places() == []
