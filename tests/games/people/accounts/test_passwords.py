"""Every password attempt is counted before it is hashed, and all wrong passwords get the same
refusal.
"""

import html
from unittest.mock import Mock
from urllib.parse import unquote

import pytest
from django.contrib.auth.models import User
from django.test import Client

from games.models import Bucket
from games.people import limits
from games.people.accounts import hashing
from games.people.sessions import browsers
from games.web.traffic.gate import Busy
from tests.cast import HTMX, PASSWORD, log_in, refuse_use, sign_up

NEW = "staple of another kind"


@pytest.mark.parametrize(
    ("path", "sent"),
    [
        ("/you/log-in/", {"name": "Ada", "password": "wrong"}),
        ("/you/log-in/", {"name": "Nobody", "password": "wrong"}),
        ("/you/password/", {"old_password": "wrong", "new_password1": NEW}),
        ("/you/delete/", {"password": "wrong"}),
    ],
)
def test_attempts_above_the_limit_are_not_hashed(client, account, hashed, path, sent):
    """The limit is ten a minute for an IP address and for a session."""
    statuses = [client.post(path, sent).status_code for _ in range(12)]
    assert statuses == [422] * 10 + [429] * 2
    assert hashed == ["wrong"] * 10


def test_a_right_password_is_not_counted_as_an_attempt(client, account):
    client.post("/you/log-out/")
    for _ in range(22):  # more than the limits of 10 a minute and 20 a day
        assert log_in(Client()).status_code == 302
    assert log_in(Client(), password="wrong").status_code == 422


def test_a_password_is_hashed_even_if_the_calculating_process_is_busy(monkeypatch):
    monkeypatch.setattr(hashing.calculator, "run", Mock(side_effect=Busy))
    hasher = hashing.PBKDF2PasswordHasher()
    assert hasher.verify(PASSWORD, hasher.encode(PASSWORD, "salt", iterations=1))


def test_a_sign_up_counts_against_the_limit_of_new_rows(client, monkeypatch):
    few = limits.Allowance("few rows", 3, limits.DAY)
    monkeypatch.setattr(limits, "ROWS_OF_NEWCOMERS", few)
    answers = [sign_up(Client(), f"Name {number}").status_code for number in range(4)]
    assert answers == [302] * 3 + [429]
    assert User.objects.count() == 3


def test_a_sign_up_with_a_taken_name_does_not_count_as_an_attempt(client, account, hashed):
    buckets = Bucket.objects.count()
    for name in ("Ada", "ADA", "Аdа"):  # noqa: RUF001
        assert sign_up(Client(), name).status_code == 422
    assert (hashed, Bucket.objects.count()) == ([], buckets)


class TestKnownBrowsers:
    """A browser that has logged in before is not locked out by the wrong passwords of other
    people.
    """

    def used_up(self) -> None:
        while log_in(Client(), "Nobody", "wrong").status_code != 429:
            pass

    @pytest.mark.parametrize(("enter", "name"), [(sign_up, "Bob"), (log_in, "Ada")])
    def test_the_owner_can_log_in_after_others_used_up_the_attempts_of_the_ip_address(
        self, client, enter, name
    ):
        sign_up(Client())
        enter(client, name)
        client.post("/you/log-out/")
        self.used_up()
        assert log_in(Client(), name).status_code == 429
        assert log_in(client, name).status_code == 302

    def test_a_browser_is_known_only_for_accounts_that_it_has_logged_in_to(self, client, account):
        sign_up(Client(), "Bob")
        client.post("/you/log-out/")
        self.used_up()
        assert log_in(client, "Bob").status_code == 429
        assert log_in(client, "Nobody").status_code == 429

    def test_a_known_browser_can_try_twenty_passwords_a_day(self, client, account, hashed):
        client.post("/you/log-out/")
        answers = [log_in(client, password="wrong").status_code for _ in range(22)]
        assert answers == [422] * 20 + [429] * 2
        assert len(hashed) == 20

    def test_a_forged_cookie_is_ignored(self, client, account):
        real = client.cookies["known"].value
        stranger = Client()
        self.used_up()
        for cookie in ("", "x", "a:1:2", f"{real}x", f"x{real}", f"{real}:9"):
            stranger.cookies["known"] = cookie
            assert log_in(stranger).status_code == 429, cookie

    def test_a_browser_remembers_several_accounts(self, client):
        for number in range(browsers.MOST_ACCOUNTS + 1):
            sign_up(client, f"Child {number}")
            client.post("/you/log-out/")
        self.used_up()
        names = [f"Child {number}" for number in range(browsers.MOST_ACCOUNTS + 1)]
        assert [log_in(client, name).status_code for name in names[:2]] == [429, 302]

    def test_a_browser_forgets_a_deleted_account(self, client, account):
        client.post("/you/delete/", {"password": PASSWORD})
        assert client.cookies["known"].value == ""

    def test_scripts_and_other_sites_cannot_read_the_cookie(self, client, account):
        cookie = client.cookies["known"]
        assert (cookie["httponly"], cookie["samesite"]) == (True, "Lax")


class TestNotYet:
    """A form that is refused because of a limit keeps its input."""

    ENTRANCES = ("/you/sign-up/", "/you/log-in/")

    @pytest.mark.parametrize(("path", "headers"), zip(ENTRANCES, [{}, HTMX], strict=True))
    def test_a_refused_form_keeps_its_input_but_no_password(self, monkeypatch, path, headers):
        monkeypatch.setattr(limits.Use, "take", refuse_use)
        sent = {"name": "Ada <3", "password": PASSWORD, "next": "/daily/"}
        if "sign-up" in path:
            sent["name"] = "Ada L"
        page = Client().post(path, sent, headers=headers)
        assert (page.status_code, page["X-Refused"]) == (429, "too-many")
        assert 1 <= int(page["Retry-After"]) <= 60
        assert f'value="{html.escape(sent["name"])}"' in page.text
        assert 'name="next" value="/daily/"' in page.text
        assert "Too many tries. This one was ignored. Nothing changed." in page.text
        assert PASSWORD not in page.text

    @pytest.mark.parametrize(
        ("path", "sent"),
        [
            ("/you/password/", {"old_password": PASSWORD, "new_password1": NEW}),
            ("/you/delete/", {"password": PASSWORD}),
        ],
    )
    def test_a_refusal_asks_for_the_password_again(self, client, account, monkeypatch, path, sent):
        monkeypatch.setattr(limits.Use, "take", refuse_use)
        page = client.post(path, sent)
        assert (page.status_code, page["Retry-After"]) == (429, "6")
        assert f'action="{path}"' in page.text
        assert "Type your password again" in page.text

    @pytest.mark.parametrize("path", ENTRANCES)
    def test_a_script_gets_the_next_url_after_a_log_in(self, client, path):
        sign_up(Client(), "Bob")
        name = "Bob" if "log-in" in path else "Ada"
        sent = {"name": name, "password": PASSWORD, "next": "/daily/"}
        page = client.post(path, sent, headers=HTMX)
        assert page.status_code == 200
        assert unquote(page["HX-Redirect"]).endswith("/daily/")


def test_a_wrong_password_is_reported_beside_its_field(client, account):
    for path, name in (("/you/password/", "old_password"), ("/you/delete/", "password")):
        page = client.post(path, {name: "wrong", "new_password1": NEW})
        assert page.context["form"].errors[name] == ["This is not your password."]
        assert "This is not your password." in page.text
    assert log_in(Client()).status_code == 302  # the old password still works


def test_a_weak_password_is_reported_beside_its_field(client, account):
    for new in ("short", "12345678901", "ada", ""):
        page = client.post("/you/password/", {"old_password": PASSWORD, "new_password1": new})
        assert page.status_code == 422
        assert list(page.context["form"].errors) == ["new_password1"]
        assert 'id="id_new_password1_error" role="alert"><p>' in page.text


def test_the_database_is_not_searched_for_a_name_that_is_too_long(
    client, django_assert_num_queries
):
    with django_assert_num_queries(0):
        assert log_in(client, "x" * 151).status_code == 422
