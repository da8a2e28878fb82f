"""The sentence, the status and the code of refusals from every source."""

import sqlite3

import pytest
from django.db import DatabaseError
from django.test import Client

from games.models import Assist, Challenge, Refused, StalePage
from games.models.learn.assist import MOST_ASSIST_ROWS
from games.web.responses.refusals import concerns_deleted_row
from tests.cast import HTMX, fields_in, form_of, named, play, refuse_use


def refusals(kind: type[Refused] = Refused) -> list[type[Refused]]:
    """Return an instance of every kind of refusal."""
    return [kind, *(found for sub in kind.__subclasses__() for found in refusals(sub))]


def over(client, game, headers):
    address, sent = game.get_absolute_url(), form_of(client, game) | {"code": "1122"}
    client.post(f"{address}resign/")
    return client.post(address, sent, headers=headers)


def stale(client, game, headers):
    sent = form_of(client, game) | {"code": "1122"}
    play(client, game, "3344")
    return client.post(game.get_absolute_url(), sent, headers=headers)


def stale_hint(client, game, headers):
    play(client, game, "3344")
    address = f"{game.get_absolute_url()}hint/"
    return client.post(address, {"kind": "facts", "number": 1}, headers=headers)


def too_many_rows(client, game, headers):
    assist = Assist.objects.begin(game.player, game.variant, "knuth")
    for number in range(MOST_ASSIST_ROWS):
        assist.answer(
            number, str(number), "1122", assist_answer := game.codemaker.answer([], "1111")
        )
    sent = {"revision": MOST_ASSIST_ROWS, "token": "new", "code": "1122", **assist_answer._asdict()}
    sent["said"] = "yes"
    return client.post(assist.get_absolute_url(), sent, headers=headers)


def still_open(client, game, headers):
    play(client, game, "1122")
    return client.post("/", headers=headers)


def name_taken(client, game, headers):
    named("Ada")
    return client.post("/you/name/", {"name": "ADA"}, headers=headers)


def too_many(client, game, headers):
    sent = {"name": "Nobody", "password": "wrong"}
    return [Client().post("/you/log-in/", sent, headers=headers) for _ in range(11)][-1]


@pytest.mark.parametrize(
    ("refused", "status", "code", "sentence"),
    [
        (over, 409, "game-over", "This game is over. Nothing changed."),
        (stale, 409, "stale-page", "This game continued elsewhere"),
        (stale_hint, 409, "stale-page", "This game continued elsewhere"),
        (too_many_rows, 409, "too-many-rows", "You can have at most 40 rows."),
        (still_open, 409, "still-open", "You have a Classic game open"),
        (name_taken, 422, "name-taken", "“ADA” is taken, or too similar"),
        (too_many, 429, "too-many", "Too many tries. This one was ignored. Nothing changed."),
    ],
)
def test_every_refusal_has_a_status_a_code_and_a_sentence(
    client, game, refused, status, code, sentence
):
    response = refused(client, game, HTMX)
    assert (response.status_code, response["X-Refused"]) == (status, code)
    assert sentence in response.text
    assert "no-store" in response["Cache-Control"]
    assert "HX-Request" in response["Vary"]


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["page", "htmx"])
def test_a_stale_page_gets_the_current_board(client, game, headers):
    response = stale(client, game, headers)
    assert 'aria-label="1122' not in response.text
    assert 'aria-label="3344' in response.text
    assert 'name="number" value="2"' in response.text
    assert ("<html" in response.text) == (not headers)


def test_an_unexpected_refusal_has_its_own_page(client, player, game, monkeypatch):
    def refuse(challenge, player):
        raise StalePage

    monkeypatch.setattr(Challenge, "begin", refuse)
    challenge = Challenge.objects.set_code(player, game.rules, "1122")
    response = client.post(challenge.get_absolute_url())
    assert (response.status_code, response["X-Refused"]) == (409, "stale-page")
    assert "<h1>You can’t do that now</h1>" in response.text
    assert "This game continued elsewhere" in response.text


def test_every_refusal_has_its_own_error_code():
    # a subclass of another refusal may keep the error code and have its own sentence
    kinds = [kind for kind in refusals() if "code" in vars(kind) or kind.__base__ is Refused]
    codes = [kind.code for kind in kinds]
    assert len(set(codes)) == len(codes)
    assert {"refused", "stale-page", "too-many"} <= set(codes)


@pytest.fixture
def used_up(monkeypatch):
    monkeypatch.setattr("games.people.limits.Use.take", refuse_use)


@pytest.mark.parametrize(
    ("path", "sent"),
    [
        ("/", {"pegs": "5", "colors": "8", "repeats": "yes", "limit": "12"}),
        ("/challenges/", {"code": "1122", "greeting": '"> <b>&'}),
        ("/watch/", {"code": "3632", "strategy": "knuth"}),
        ("/assist/", {"strategy": "knuth"}),
    ],
)
def test_a_refused_choice_is_sent_again_after_the_wait(path, sent, used_up, monkeypatch):
    page = Client().post(path, sent)
    assert (page.status_code, fields_in(page.text)) == (429, sent)
    assert f'action="{path}" data-seconds="{page["Retry-After"]}"' in page.text
    monkeypatch.undo()
    assert Client().post(path, fields_in(page.text)).status_code == 302


def test_a_refusal_never_repeats_a_password(used_up):
    sent = {"username": "ada", "password": "correct horse battery"}
    page = Client().post("/admin/login/", sent)
    assert page.status_code == 429
    assert "correct horse" not in page.text


def test_a_final_refusal_does_not_offer_to_send_the_form_again(client, game):
    client.post(f"{game.get_absolute_url()}resign/")
    page = client.post(f"{game.get_absolute_url()}challenge/")
    assert "data-seconds" not in page.text


def test_a_damaged_database_is_not_mistaken_for_a_deleted_row():
    damaged = DatabaseError("file is not a database")
    damaged.__cause__ = sqlite3.DatabaseError("file is not a database")
    assert not concerns_deleted_row(damaged)
    assert concerns_deleted_row(DatabaseError("Forced update did not affect any rows."))
