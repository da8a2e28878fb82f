"""Signing up, logging in and out, and everything that belongs to a player."""

import csv
import io
import json
import re
from datetime import UTC, datetime

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.db import IntegrityError, transaction
from django.test import Client

from games.catalog.rules import CLASSIC
from games.models import Game, Player
from games.people.exports.downloads import GAME_COLUMNS, GUESS_COLUMNS
from games.web.responses import files
from tests.cast import PASSWORD, ask, log_in, play, sign_up, start


class TestSigningUp:
    def test_a_new_account_gets_the_games_of_the_guest_in_this_browser(self, client, game):
        play(client, game, "1122")
        sign_up(client)
        elsewhere = Client()
        assert elsewhere.get(game.get_absolute_url()).status_code == 404
        log_in(elsewhere)
        assert f"Guess 2 of {CLASSIC.limit}" in elsewhere.get(game.get_absolute_url()).text
        assert not Game.objects.get().is_ranked  # because it was started as a guest
        assert [str(player) for player in Player.objects.all()] == ["Ada"]

    def test_a_weak_password_is_refused(self, client):
        for password in ("", "short", "password", "12345678901", "x" * 129, "ada lovelace"):
            assert sign_up(client, "Ada Lovelace", password).status_code == 422, password
        assert not User.objects.exists()

    def test_an_account_cannot_take_the_name_of_a_guest(self, client, game):
        client.post("/you/name/", {"name": "Ada"})
        assert sign_up(Client()).status_code == 422
        assert sign_up(client).status_code == 302


class TestLoggingIn:
    def test_a_wrong_password_and_an_unknown_name_get_the_same_response(self, client, account):
        answers = [log_in(Client(), "Ada", "wrong"), log_in(Client(), "Bob", "wrong")]
        assert [answer.status_code for answer in answers] == [422, 422]
        texts = [a.text.replace("Ada", "NAME").replace("Bob", "NAME") for a in answers]
        assert "Name or password is wrong." in texts[0]
        masked = [re.sub(r'token" value="\w+"', "", text) for text in texts]
        assert masked[0] == masked[1]

    @pytest.mark.parametrize("enter", [sign_up, log_in])
    def test_each_session_key_becomes_invalid_at_the_next_log_in_or_log_out(self, client, enter):
        if enter is log_in:
            sign_up(Client())
        address, thief = start(client, "1111").get_absolute_url(), Client()
        for act, status in (
            (lambda: enter(client), 200),
            (lambda: client.post("/you/log-out/"), 404),
        ):
            thief.cookies["session"] = client.cookies["session"].value
            assert thief.get(address).status_code == 200
            assert act().status_code == 302
            assert thief.get(address).status_code == 404
            assert client.get(address).status_code == status

    def test_log_in_never_redirects_to_another_site(self, client, account):
        evil = ("//evil.example", "///evil.example", "\\\\evil.example", "https:evil.example")
        evil += ("https://evil.example/", "javascript:alert(1)", "http://testserver@evil.example/")
        evil += ("/\\evil.example", "\x00//evil.example", "", "\0", "foo", "?x", "#", " /x\n")
        for number, target in enumerate(evil):
            assert log_in(Client(), next=target)["Location"] == "/you/", target
            new = sign_up(Client(), f"Bob {number}", next=target)
            assert "next=%2Fyou%2F" in new["Location"], target

    def test_log_in_redirects_to_the_requested_page_of_this_site(self, client, account):
        page = Client().get("/you/password/", follow=True)
        assert 'name="next" value="/you/password/"' in page.text
        assert log_in(Client(), next="/leaderboard/")["Location"] == "/leaderboard/"


class TestGamesThatComeAlong:
    """Logging in moves the guest's games to the account; the moved games do not count for its
    rank.
    """

    def test_the_games_of_a_guest_move_to_the_account_without_a_rank(self, client):
        sign_up(Client())
        game = start(client, "3632")
        play(client, game, "1122", "3632")
        log_in(client)
        game.refresh_from_db()
        assert (str(game.player), game.is_ranked) == ("Ada", False)
        assert "1 game from this browser joined your statistics" in client.get("/you/").text
        assert "This was practice" in client.get(game.get_absolute_url()).text
        assert Player.objects.count() == 1

    def test_games_do_not_move_between_accounts(self, client, account):
        game = start(client, "1111")
        other = Client()
        sign_up(other, "Grace")
        log_in(client, "Grace")
        game.refresh_from_db()
        assert str(game.player) == "Ada"


class TestOnesOwnData:
    def test_after_a_change_of_name_the_new_name_is_used_to_log_in(self, client, account):
        client.post("/you/name/", {"name": "Augusta"})
        assert log_in(Client(), "Ada").status_code == 422
        assert log_in(Client(), "augusta").status_code == 302

    def test_the_export_has_everything_except_the_codes_of_running_games(self, client, account):
        game = start(client, "6165")
        play(client, game, "1122")
        ask(client, game, "best", 2)
        files = ("export.json", "export.csv", "guesses.csv")
        exports = [client.get(f"/you/{name}").text for name in files]
        assert not any(re.search(r"\b6165\b", export) for export in exports)
        play(client, game, "6165")
        client.post("/challenges/", {"code": "3344"})
        client.post("/watch/", {"code": "5566", "strategy": "knuth"})
        held = client.post("/assist/", {"strategy": "entropy"})["Location"]
        sent = {"revision": 0, "token": "t", "code": "1122", "black": 1, "white": 0, "said": "yes"}
        assert client.post(held, sent).status_code == 302
        everything = json.loads(client.get("/you/export.json").text)
        [kept] = everything["games"]
        assert everything["name"] == "Ada"
        assert [challenge["secret"] for challenge in everything["challenges"]] == ["3344"]
        [watched], [assisted] = everything["watched"], everything["assisted"]
        assert (watched["secret"], list(watched["strategies"])) == ("5566", ["knuth"])
        assert assisted["guesses"] == [{"code": "1122", "black": 1, "white": 0}]
        assert (kept["secret"], kept["status"], kept["is_aided"]) == ("6165", "won", True)
        assert [guess["code"] for guess in kept["guesses"]] == ["1122", "6165"]
        assert [hint["kind"] for hint in kept["hints"]] == ["best"]
        assert (everything["version"], everything["streak"]["now"]) == (2, 0)

    def test_a_long_download_is_sent_from_the_disk(self, client, game, monkeypatch):
        for path in ("/you/export.json", "/you/export.csv"):
            whole = client.get(path)
            with monkeypatch.context() as patch:
                patch.setattr(files, "IN_MEMORY", 10)
                sent = client.get(path)
            assert (sent.streaming, sent.getvalue()) == (True, whole.content)
            for name in ("Content-Disposition", "Content-Type"):
                assert sent[name] == whole[name]

    def rows(self, client, name: str, zone: str = "") -> list[dict[str, str]]:
        asked = {"zone": zone} if zone else {}
        return list(csv.DictReader(io.StringIO(client.get(f"/you/{name}.csv", asked).text)))

    def test_the_exported_tables_match_their_description(self, client, account):
        game = start(client, "6165")
        play(client, game, "1122")
        ask(client, game, "best", 2)
        play(client, game, "6165")
        [row], guesses = self.rows(client, "export"), self.rows(client, "guesses")
        assert (list(row), list(guesses[0])) == (list(GAME_COLUMNS), list(GUESS_COLUMNS))
        page = client.get("/you/data/").text
        assert all(f">{name}</code>" in page for name in (*GAME_COLUMNS, *GUESS_COLUMNS))
        told = [row[column] for column in ("kind", "helped", "hints", "code")]
        assert told == ["own", "yes", "1", "6165"]
        assert [(one["code"], one["black"]) for one in guesses] == [("1122", "1"), ("6165", "4")]
        assert all(one["game"] == game.get_absolute_url() for one in (row, *guesses))

    def test_the_exported_tables_have_local_dates_and_no_spreadsheet_formula(self, client, account):
        game = start(client, "6165")
        when = datetime(2026, 11, 22, 23, 30, tzinfo=UTC)
        Game.objects.update(started_at=when, public_id="-1" + game.public_id[2:])
        # a browser or an attacker can send names that the server does not know
        zones = ("", "Asia/Tokyo", "Etc/Unknown", "../etc/passwd", "\0")
        rows = [self.rows(client, "export", zone)[0] for zone in zones]
        assert [row["begun_date"][-2:] for row in rows] == ["22", "23", "22", "22", "22"]
        assert {row["begun_time"] for row in rows} == {"23:30:00", "08:30:00"}
        assert not any(cell.startswith(("-", "=", "+", "@")) for cell in rows[0].values())

    def test_the_exported_table_of_games_names_the_setter_of_each_code(self, client):
        client.post("/daily/2026-11-02/")
        address = Client().post("/challenges/", {"code": "3344"})["Location"]
        client.post(address)
        play(client, start(client, "3632"), "3632")
        sign_up(client, "Grace")
        rows = {row["kind"]: row for row in self.rows(client, "export")}
        assert sorted(rows) == ["before", "challenge", "daily"]
        assert (rows["daily"]["daily"], rows["challenge"]["challenge"]) == ("2026-11-02", address)

    def test_deleting_an_account_deletes_its_games(self, client, account):
        start(client, "1111")
        address = client.post("/challenges/", {"code": "3344"})["Location"]
        friend = Client()
        friend.post(address)
        assert client.post("/you/delete/", {"password": "wrong"}).status_code == 422
        assert User.objects.exists()
        goodbye = client.post("/you/delete/", {"password": PASSWORD}, follow=True)
        told = "Deleted: 1 game, 1 challenge, the name Ada and your account."
        assert told in goodbye.text
        assert told not in client.get("/you/deleted/").text  # a message is shown once
        assert not User.objects.exists()
        assert Game.objects.get().challenge is None
        assert Player.objects.count() == 1
        assert "Sign up" in client.get("/you/").text

    def test_a_guest_is_deleted_with_one_click(self, client, game):
        assert "<li>1 game</li>" in client.get("/you/delete/").text
        assert Game.objects.exists()
        assert "Deleted: 1 game." in client.post("/you/delete/", follow=True).text
        assert not Player.objects.exists()
        assert not Game.objects.exists()


@pytest.mark.parametrize(
    ("page", "typed"),
    [("/admin/login/", " ROOT "), ("/admin/login/", "Root"), ("/you/log-in/", "root")],
)
def test_an_administrator_can_type_the_name_in_capital_or_small_letters(client, page, typed):
    call_command("createsuperuser", "--noinput", username="Root", email="a@example.org")
    account = User.objects.get()
    account.set_password(PASSWORD)
    account.save()
    name = "username" if "admin" in page else "name"
    assert client.post(page, {name: typed, "password": PASSWORD}).status_code == 302


@pytest.mark.both_databases
def test_a_player_and_an_administrator_cannot_have_the_same_name(client):
    sign_up(client, "Ada")
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.create_user("ADA", password=PASSWORD)


@pytest.mark.parametrize("name", ["ADA", "ªda"])
def test_an_administrator_with_a_taken_name_gets_a_sentence(client, name):
    sign_up(client, "Ada")
    with pytest.raises(CommandError, match="is taken"):
        call_command("createsuperuser", "--noinput", username=name, email="a@example.org")
    assert User.objects.count() == 1
