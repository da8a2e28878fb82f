"""What somebody may do only so often, and the buckets that count it."""

import re

import pytest
from django.test import Client

from games.catalog.rules import CLASSIC
from games.identity.limits import (
    PASSWORDS_FROM_AN_ADDRESS,
    PASSWORDS_OF_AN_ACCOUNT,
    Allowance,
    TooMany,
    spend,
    spend_password,
)
from games.models import Bucket, Challenge, Game, Player, today
from tests.cast import log_in, sign_up, start

pytestmark = pytest.mark.django_db


class TestLimits:
    @pytest.fixture(autouse=True)
    def _from_many_addresses(self, monkeypatch):
        """Tries come from everywhere, so that only the bound of the account is met."""
        counter = iter(range(10_000))
        monkeypatch.setattr("games.identity.limits.address_of", lambda request: str(next(counter)))

    @pytest.mark.parametrize("name", ["Ada", "Nobody"])
    @pytest.mark.parametrize("path", ["/you/log-in/", "/admin/login/"])
    def test_an_account_is_tried_twenty_times_a_day(self, client, account, name, path, monkeypatch):
        hashed = []
        monkeypatch.setattr(
            "django.contrib.auth.hashers.MD5PasswordHasher.encode",
            lambda hasher, password, salt: hashed.append(password) or "",
        )
        sent = {"name": name, "username": name.casefold(), "password": "wrong"}
        answers = [Client().post(path, sent).status_code for _ in range(25)]
        assert answers[20:] == [429] * 5
        assert 429 not in answers[:19]
        assert len(hashed) <= 20

    def test_who_is_logged_in_plays_on(self, client, account):
        for _ in range(25):
            log_in(Client(), password="wrong")
        assert start(client, "1111").player.user == account

    def test_the_answer_is_a_sentence(self, client):
        for _ in range(21):
            response = log_in(Client(), "Nobody")
        assert response.status_code == 429
        assert "Too many at once" in response.text
        assert int(response["Retry-After"]) > 0


def test_an_address_tries_ten_passwords_a_minute(client, monkeypatch):
    monkeypatch.setattr("games.models.bucket.time.time", lambda: 1000.0)
    answers = [log_in(Client(), f"Name {number}").status_code for number in range(12)]
    assert answers == [422] * 10 + [429] * 2


def ways_to_begin() -> dict[str, str]:
    """Return every address that begins a game."""
    challenge = Challenge.objects.set_by(Player.objects.create(), CLASSIC, "1122")
    return {
        "ranked": "/",
        "daily": f"/daily/{today()}/",
        "challenge": challenge.get_absolute_url(),
    }


@pytest.mark.parametrize("way", ["ranked", "daily", "challenge"])
def test_guests_of_an_address_begin_so_many_games_an_hour(client, monkeypatch, way):
    few = PASSWORDS_OF_AN_ACCOUNT._replace(times=3)
    monkeypatch.setattr("games.identity.limits.NEW_GAMES_FROM_AN_ADDRESS", few)
    addresses = ways_to_begin()
    answers = [Client().post(addresses[way]).status_code for _ in range(5)]
    assert answers == [302, 302, 302, 429, 429]
    assert {Client().post(address).status_code for address in addresses.values()} == {429}
    assert Game.objects.count() == 3
    sign_up(client)
    assert client.post(addresses[way]).status_code == 302


def test_whoever_waits_as_long_as_told_gets_one_more(monkeypatch):
    for allowance in (PASSWORDS_OF_AN_ACCOUNT, PASSWORDS_FROM_AN_ADDRESS):
        monkeypatch.setattr("games.models.bucket.time.time", lambda: 1_000_000.0)
        for _ in range(allowance.times):
            spend(allowance, "ada")
        with pytest.raises(TooMany) as refusal:
            spend(allowance, "ada")
        later = 1_000_000.0 + refusal.value.seconds
        assert refusal.value.headers["Retry-After"] == str(refusal.value.seconds)
        monkeypatch.setattr("games.models.bucket.time.time", lambda later=later: later - 1)
        with pytest.raises(TooMany):
            spend(allowance, "ada")
        monkeypatch.setattr("games.models.bucket.time.time", lambda later=later: later)
        spend(allowance, "ada")


@pytest.mark.parametrize(
    ("seconds", "told", "when"),
    [
        (0.3, "1", "Please try again in a minute."),
        (20, "20", "Please try again in a minute."),
        (21, "21", "Please try again in a few minutes."),
        (120, "120", "Please try again in a few minutes."),
        (121, "121", "Please try again in an hour or two."),
    ],
)
def test_people_are_told_in_words_when_to_try_again_and_programs_in_seconds(seconds, told, when):
    refusal = TooMany(Allowance("tries", 10, 10 * seconds))
    assert (refusal.headers["Retry-After"], refusal.when) == (told, when)
    assert str(refusal).endswith(when)


def test_allowances_are_counted_apart_and_nobody_is_kept_by_name():
    one, other = (Allowance(what, 1, 60) for what in ("tries", "games"))
    for allowance, whose in ((one, "ada"), (other, "ada"), (one, "grace")):
        spend(allowance, whose)
        with pytest.raises(TooMany):
            spend(allowance, whose)
    keys = [bucket.key for bucket in Bucket.objects.all()]
    assert len(keys) == 3
    assert all(re.fullmatch("[0-9a-f]{64}", key) for key in keys)


def test_a_password_without_a_visitor_counts_for_its_account_only():
    for _ in range(PASSWORDS_OF_AN_ACCOUNT.times):
        spend_password(None, "ada")
    spend_password(None, "grace")
    with pytest.raises(TooMany):
        spend_password(None, "ada")
