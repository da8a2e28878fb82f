"""Expensive pages are refused while the gate is occupied; ordinary moves never wait."""

from unittest.mock import Mock

import pytest
from django.test import Client

from games.catalog.rules import CLASSIC
from games.learn.watch import views
from games.models import Assist, Bucket, Game, Hint, Player, Step, Watch
from games.people.accounts import hashing
from games.web.traffic import gate as gates, turned_away
from games.web.traffic.gate import Busy, ShareSpent
from tests.cast import HTMX, ask, play, start
from tests.games.web.traffic.cast import GIANT, RACE, asked_by


@pytest.fixture(autouse=True)
def _nobody_was_turned_away(monkeypatch):
    monkeypatch.setattr(turned_away.TurnedAwayMiddleware, "remember", lambda *refused: None)


@pytest.fixture
def giant(client):
    game = start(client, "12345678", GIANT)
    play(client, game, "11223344")
    return game


def test_a_race_is_refused_while_the_gate_is_occupied(client, gate, crowded):
    response = client.post("/watch/", RACE, headers=HTMX)
    assert (response.status_code, response["Retry-After"]) == (503, "5")
    assert "Nothing is lost" in response.text
    assert (Watch.objects.count(), Player.objects.count()) == (0, 0)
    assert client.post("/watch/", RACE | dict(CLASSIC.settings)).status_code == 302


def test_a_race_that_takes_too_long_is_saved_and_continues(client, monkeypatch):
    monkeypatch.setattr(views, "run_race", Mock(side_effect=Busy))
    address = client.post("/watch/", RACE)["Location"]
    assert client.post(address).status_code == 503
    monkeypatch.undo()
    assert client.post(address).status_code == 302
    assert Step.objects.exists()


def test_a_hint_is_not_recorded_if_it_cannot_be_shown(client, giant, crowded):
    response = ask(client, giant, "best", 2)
    assert (response.status_code, response["X-Refused"]) == (503, "busy")
    giant.refresh_from_db()
    assert (giant.is_aided, Hint.objects.count()) == (False, 0)


def test_while_the_solver_is_busy_a_board_is_shown_without_the_text_of_its_hints(client, giant):
    giant.take_hint(2, "best", "most-parts")
    giant.take_hint(2, "panel")
    with gates.take_place(gates.gate.turn, 0):
        page = client.get(giant.get_absolute_url())
    assert page.status_code == 200
    assert "The computer is busy" in page.text
    assert "The computer is busy" not in client.get(giant.get_absolute_url()).text


@pytest.mark.parametrize("query", ["code=11111111&guess=1", "beside=most-parts"])
def test_optional_parts_of_an_analysis_are_refused_while_the_gate_is_occupied(
    client, giant, query, request
):
    client.post(f"{giant.get_absolute_url()}resign/")
    address = f"{giant.get_absolute_url()}analysis/"
    assert client.get(address).status_code == 200
    request.getfixturevalue("crowded")
    assert client.get(address).status_code == 200  # the page is now cached
    assert client.get(f"{address}?{query}").status_code == 503


def test_an_answer_is_saved_only_if_its_result_can_be_shown(client, crowded):
    client.post("/assist/", dict(GIANT.settings) | {"strategy": "knuth"})
    assist = Assist.objects.get()
    sent = {"revision": "0", "token": "a", "code": "11223344"}
    sent |= {"black": "1", "white": "1", "said": "yes"}
    assert client.post(assist.get_absolute_url(), sent).status_code == 503
    assert assist.rows.count() == 0


def test_a_picture_is_refused_while_the_gate_is_occupied(client, crowded):
    from games.play.previews.pictures import _draw

    _draw.cache_clear()
    assert client.get("/preview.png").status_code == 503


@pytest.mark.parametrize("path", ["/you/sign-up/", "/you/log-in/", "/admin/login/"])
def test_a_form_with_a_password_is_refused_while_the_gate_is_occupied(
    client, settings, path, crowded
):
    settings.PASSWORD_HASHERS = [f"{hashing.__name__}.PBKDF2PasswordHasher"]
    sent = {"name": "Ada L", "username": "ada l", "password": "correct horse battery"}
    page = client.post(path, sent)
    assert (page.status_code, 1 <= int(page["Retry-After"]) <= 5) == (503, True)
    is_ours = path.startswith("/you/")
    assert ('value="Ada L"' in page.text) == is_ours
    assert "correct horse battery" not in page.text
    assert Bucket.objects.count() == 0
    # The refusal is not stored for the whole IP address, so other visitors keep what they typed.
    assert page.refusal.is_for_all_there is not is_ours


def test_sign_ups_of_a_school_class_use_only_the_share_for_passwords(gate):
    for _ in range(60):
        with asked_by("school"), hashing.passing():
            # On a busy machine, hashing can take a second.
            hashing.shares.charge("school", 5)
    assert gate.shares.used == {}
    hashing.shares.charge("school", 1)
    with pytest.raises(ShareSpent), asked_by("school"), hashing.passing():
        pass


def test_a_password_hashed_by_django_still_works(settings):
    from django.contrib.auth.hashers import PBKDF2PasswordHasher, check_password

    settings.PASSWORD_HASHERS = [f"{hashing.__name__}.PBKDF2PasswordHasher"]
    known = PBKDF2PasswordHasher().encode("battery", "salt", 10)
    assert check_password("battery", known, setter=None)
    assert not check_password("horse", known, setter=None)


def test_playing_never_waits_at_the_gate(client, crowded):
    game = start(client, "3632")
    ask(client, game, "best", 1)
    ask(client, game, "panel", 1)
    assert play(client, game, "1122", "3632").status_code == 302
    assert client.get(f"{game.get_absolute_url()}analysis/?beside=all").status_code == 200
    giant = start(Client(), "12345678", GIANT)
    assert Game.objects.get(pk=giant.pk).is_playing
