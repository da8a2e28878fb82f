"""The sentence, the status and the code of refusals from every source."""

import sqlite3
from unittest.mock import Mock

import pytest
from django.db import DatabaseError
from django.test import Client

from games.models import Challenge, Refused, StalePage
from games.web.responses.refusals import concerns_deleted_row
from tests.cast import fields_in, refuse_use


def refusals(kind: type[Refused] = Refused) -> list[type[Refused]]:
    """Return an instance of every kind of refusal."""
    return [kind, *(found for sub in kind.__subclasses__() for found in refusals(sub))]


def test_an_unexpected_refusal_has_its_own_page(client, player, game, monkeypatch):
    monkeypatch.setattr(Challenge, "begin", Mock(side_effect=StalePage))
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
