"""What the administrator sees, clears away and fills in."""

import os
import subprocess
import sys
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection
from django.test import Client
from django.utils import timezone

from games.catalog.rules import PRESETS
from games.management.commands.tend import stop
from games.models import Assist, Bucket, Challenge, Game, Guess, Player, Standing
from games.upkeep.loop import keep_house
from games.upkeep.pruning import REST, at_leisure
from solver.feedback import feedback
from tests.games.conftest import finished, named, play, start

pytestmark = pytest.mark.django_db


@pytest.fixture
def chief(admin_user):
    browser = Client()
    browser.force_login(admin_user)
    return browser


class TestAdmin:
    def test_the_secret_of_a_running_game_is_nowhere(self, chief, client):
        game = start(client, "6165")
        play(client, game, "1122")
        pages = ["/admin/", "/admin/games/game/", f"/admin/games/game/{game.pk}/change/"]
        assert not any("6165" in chief.get(page).text for page in pages)
        play(client, game, "6165")
        assert "6165" in chief.get(f"/admin/games/game/{game.pk}/change/").text

    def test_a_challenge_keeps_its_code(self, chief, client):
        client.post("/challenges/", {"code": "6165"})
        challenge = Challenge.objects.get()
        page = chief.get(f"/admin/games/challenge/{challenge.pk}/change/")
        assert page.status_code == 200
        assert "6165" not in page.text

    @pytest.mark.parametrize("kind", ["game", "player", "standing", "challenge"])
    def test_rows_are_looked_at_and_not_touched(self, chief, game, kind):
        assert chief.get(f"/admin/games/{kind}/").status_code == 200
        assert chief.get(f"/admin/games/{kind}/add/").status_code == 403
        assert chief.get(f"/admin/games/{kind}/?q=Ada").status_code == 200

    def test_boards_are_named(self, chief, game):
        named("Ada", 5)
        for kind in ("game", "standing"):
            assert "Classic · 4 pegs, 6 colors" in chief.get(f"/admin/games/{kind}/").text

    def test_games_are_found_by_their_player(self, chief, client, game):
        client.post("/you/name/", {"name": "Ada"})
        assert game.public_id in chief.get("/admin/games/game/?q=ada").text
        assert game.public_id not in chief.get("/admin/games/game/?q=grace").text

    def test_means_beyond_the_optimum_are_listed(self, chief):
        finished(named("Cheat"), *[3] * 30)
        named("Ada", *[5] * 30)
        page = chief.get("/admin/games/standing/?mean=too-good&period=all").text
        assert "Cheat" in page
        assert "Ada" not in page

    def test_a_name_is_taken_away(self, chief):
        ada = named("Ada")
        sent = {"action": "take_name_away", "_selected_action": [ada.pk]}
        chief.post("/admin/games/player/", sent)
        ada.refresh_from_db()
        assert (ada.name, ada.name_key) == ("", "")

    def test_players_do_not_get_in(self, client):
        sent = {"name": "Ada", "password": "correct horse battery"}
        client.post("/you/sign-up/", sent)
        assert client.get("/admin/").status_code == 302
        assert User.objects.get().is_staff is False


class TestPrune:
    def test_games_left_alone_count_as_given_up(self, client, game):
        old = timezone.now() - timedelta(hours=49)
        play(client, game, "1122")
        Game.objects.update(moved_at=old)
        young = start(Client(), "1111")
        call_command("prune")
        game.refresh_from_db()
        young.refresh_from_db()
        assert (game.status, game.counted_guesses, young.status) == ("expired", 11, "playing")
        assert Standing.objects.get(period="all").total == 11

    def test_guests_who_do_not_come_back_are_forgotten(self):
        long_ago, longer_ago = (timezone.now() - timedelta(days=days) for days in (31, 366))
        for _ in range(120):
            Game.objects.start(Player.objects.create(created_at=long_ago))
        named("Ada", 4)
        kept = [Player.objects.create(created_at=long_ago) for _ in range(3)]
        Game.objects.all().update(moved_at=long_ago)
        Game.objects.start(kept[0])
        Challenge.objects.create(
            setter=kept[1], pegs=4, colors=6, repeats=True, limit=10, secret="1122"
        )
        Assist.objects.create(player=kept[2], pegs=4, colors=6, repeats=True)
        Player.objects.filter(name="Ada").update(created_at=long_ago)
        call_command("prune")
        assert set(Player.objects.values_list("name", flat=True)) == {"Ada", ""}
        assert Player.objects.count() == 4
        Player.objects.filter(name="Ada").update(created_at=longer_ago)
        Game.objects.filter(player__name="Ada").update(moved_at=longer_ago)
        call_command("prune")
        assert not Player.objects.filter(name="Ada").exists()

    def test_it_rests_after_every_piece_of_work(self, monkeypatch):
        """Else nobody who plays would get to write meanwhile."""
        clock, rests = iter([0.0, 2.0, 10.0, 11.0]), []
        monkeypatch.setattr("games.upkeep.pruning.monotonic", lambda: next(clock))
        monkeypatch.setattr("games.upkeep.pruning.sleep", rests.append)
        assert list(at_leisure(["two seconds", "one"])) == ["two seconds", "one"]
        assert rests == [2.0 * REST, 1.0 * REST]

    def test_accounts_are_kept(self):
        old = timezone.now() - timedelta(days=1000)
        user = User.objects.create(username="ada")
        Player.objects.create(user=user, created_at=old)
        call_command("prune")
        assert Player.objects.count() == 1

    def test_what_is_out_of_date_is_gone(self, client, game):
        named("Ada")
        finished(Player.objects.get(name="Ada"), 5, when=timezone.now() - timedelta(days=30))
        Bucket.objects.create(key="full", full_at=0)
        Session.objects.update(expire_date=timezone.now() - timedelta(days=1))
        call_command("prune")
        assert [line.period for line in Standing.objects.all()] == ["all"]
        assert not Bucket.objects.filter(key="full").exists()
        assert not Session.objects.exists()


class TestHousekeeping:
    def test_it_grades_and_prunes(self, client, game, capsys):
        play(client, game, "1122")
        Game.objects.update(moved_at=timezone.now() - timedelta(hours=49))
        client.post("/", dict(PRESETS["bulls-and-cows"].settings))
        large = Game.objects.get(pegs=4, colors=10)
        play(client, large, "1234", large.secret)
        keep_house(is_over=lambda seconds: True)
        game.refresh_from_db()
        large.refresh_from_db()
        assert game.status == "expired"
        assert large.luck is not None
        assert capsys.readouterr().out == ""

    def test_it_goes_on_when_something_goes_wrong(self, monkeypatch, caplog):
        ran = []

        def run(command, **options):
            ran.append(command)
            if len(ran) == 1:
                raise DatabaseError("database is locked")

        monkeypatch.setattr("games.upkeep.loop.call_command", run)
        monkeypatch.setattr("games.upkeep.loop.close_old_connections", lambda: None)
        rounds = iter([False, False, True])
        keep_house(is_over=lambda seconds: next(rounds))
        assert ran == ["grade", "prune", "grade", "grade"]
        assert "grade has to wait" in caplog.text

    def test_it_ends_in_the_middle_of_the_work(self, monkeypatch):
        """Else the server could not stop before thousands of guests are forgotten."""
        monkeypatch.setattr("games.upkeep.loop.call_command", lambda *args, **options: stop())
        with pytest.raises(SystemExit):
            keep_house(is_over=lambda seconds: True)

    def test_what_is_to_be_graded_is_found_by_an_index(self):
        plan = Game.objects.to_grade().values_list("pk").explain()
        assert "game_to_grade" in plan or connection.vendor == "postgresql"
        assert "TEMP B-TREE" not in plan

    def test_it_is_over_when_it_is_told_so(self):
        """As a process of its own, which the server starts and stops."""
        manage = [sys.executable, "manage.py", "tend"]
        env = os.environ | {"DATABASE_URL": "sqlite://:memory:"}
        process = subprocess.Popen(manage, env=env, stderr=subprocess.PIPE, text=True)
        assert "grade has to wait" in process.stderr.readline()  # there are no tables
        process.terminate()
        _, said = process.communicate(timeout=30)
        assert process.returncode == 0, said


def test_the_demo_is_honest():
    """Every answer follows from the secret, and games end where they have to."""
    call_command("demo", players=3, games=6)
    games = Game.objects.with_secret().prefetch_related("guesses")
    assert games.count() >= 7 * 6
    for game in games:
        guesses = list(game.guesses.all())
        assert all(guess.feedback == feedback(guess.code, game.secret) for guess in guesses)
        assert [guess.code == game.secret for guess in guesses[:-1]] == [False] * (len(guesses) - 1)
    assert Guess.objects.count() > 100
    counted = games.filter(is_ranked=True).count()
    assert sum(line.games for line in Standing.objects.filter(period="all")) == counted
    with pytest.raises(CommandError, match="empty database"):
        call_command("demo")
