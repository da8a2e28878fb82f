"""Every password that is tried goes through one door: counted, hashed, refused alike."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from games.models import Player
from tests.cast import PASSWORD, log_in, sign_up

pytestmark = pytest.mark.django_db

NEW = "staple of another kind"


@pytest.fixture
def hashed(monkeypatch):
    """The passwords that were hashed."""
    seen: list[str] = []
    encode = "django.contrib.auth.hashers.MD5PasswordHasher.encode"
    monkeypatch.setattr(encode, lambda hasher, password, salt: seen.append(password) or "")
    return seen


@pytest.mark.parametrize(
    ("path", "sent"),
    [
        ("/you/log-in/", {"name": "Ada", "password": "wrong"}),
        ("/you/log-in/", {"name": "Nobody", "password": "wrong"}),
        ("/you/password/", {"old_password": "wrong", "new_password1": NEW}),
        ("/you/delete/", {"password": "wrong"}),
    ],
)
def test_what_is_counted_is_not_hashed_beyond_the_bound(client, account, hashed, path, sent):
    """Ten a minute, be it from an address or in a session; signing up was from the address."""
    statuses = [client.post(path, sent).status_code for _ in range(12)]
    is_own = sent.get("name") != "Nobody"
    assert statuses == [422] * (9 + is_own) + [429] * (3 - is_own)
    assert hashed == ["wrong"] * (9 + is_own)


def test_signing_up_is_counted_too(client):
    answers = [sign_up(Client(), f"Name {number}").status_code for number in range(12)]
    assert answers == [302] * 10 + [429] * 2
    assert User.objects.count() == 10


def test_a_wrong_password_is_told_beside_its_field(client, account):
    for path, name in (("/you/password/", "old_password"), ("/you/delete/", "password")):
        page = client.post(path, {name: "wrong", "new_password1": NEW})
        assert page.context["form"].errors[name] == ["This is not your password."]
        assert "This is not your password." in page.text


@pytest.mark.parametrize("new", ["short", "12345678901", "ada", ""])
def test_a_weak_password_is_told_beside_its_field(client, account, new):
    page = client.post("/you/password/", {"old_password": PASSWORD, "new_password1": new})
    assert page.status_code == 422
    assert list(page.context["form"].errors) == ["new_password1"]
    assert 'id="id_new_password1_error"' in page.text


def test_a_name_that_only_an_account_has_is_taken(client, account):
    """The administrator logs in without ever having played."""
    User.objects.create(username="chief")
    for response in (sign_up(Client(), "Chief"), client.post("/you/name/", {"name": "Chief"})):
        assert (response.status_code, response["X-Refused"]) == (422, "name-taken")
        assert "Somebody is already called Chief, or something that looks like it." in response.text
    assert {str(player) for player in Player.objects.all()} == {"Ada"}
    assert sign_up(client, "Bob")["Location"] == "/you/"


def test_a_session_of_an_earlier_version_is_still_logged_in(client):
    user = User.objects.create(username="ada")
    client.force_login(user, backend="games.accounts.BoundedBackend")
    assert "Log out" in client.get("/you/").text


def test_nobody_logs_in_by_the_path_of_earlier_versions(client, account, settings):
    settings.AUTHENTICATION_BACKENDS = ["games.accounts.BoundedBackend"]
    assert log_in(Client()).status_code == 422


def test_a_name_too_long_for_an_account_is_not_looked_for(client, django_assert_num_queries):
    with django_assert_num_queries(0):
        assert log_in(client, "x" * 151).status_code == 422
