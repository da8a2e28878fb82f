"""The list of browsers in which an account is logged in, and logging them out."""

import re
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.test import Client

from games.models import ApiKey, PushSubscription, RecoveryCode, today
from games.models.people.push import PUSH_HERE
from games.people.sessions import store as sessions
from games.people.sessions.store import family_of, mark_of
from tests.cast import PASSWORD, log_in, player_of, sign_up, start

FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0"
SAFARI = "Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Safari/604.1"
LISTED = re.compile(r'<li>\s*<span><b>([^<]*)</b> <span class="quiet">([^<]*)</span>')
NUMBER = re.compile(r'name="session" value="(\w+)"')


def with_browser(sign: str) -> Client:
    return Client(headers={"User-Agent": sign})


@pytest.fixture
def three():
    """Three browsers in which the same account is logged in; the first created the account."""
    browsers = [with_browser(sign) for sign in (FIREFOX, SAFARI, "curl/8")]
    sign_up(browsers[0])
    for browser in browsers[1:]:
        log_in(browser)
    return browsers


def is_in(browser: Client) -> bool:
    return "Log out" in browser.get("/you/").text


def test_another_log_in_ends_the_oldest_of_many_sessions(three, monkeypatch):
    monkeypatch.setattr(sessions, "MOST_SESSIONS", 3)
    for number, browser in enumerate(three):
        kept = PushSubscription.objects.keep(player_of(browser), f"{number}", p256dh="", auth="")
        (session := browser.session)[PUSH_HERE] = kept.pk
        session.save()
    log_in(newest := Client())
    assert [is_in(browser) for browser in (*three, newest)] == [False, True, True, True]
    notified = PushSubscription.objects.order_by("pk").values_list("endpoint", flat=True)
    assert list(notified) == ["1", "2"]


def test_the_owner_sees_each_browser_and_no_session_key(three, monkeypatch):
    yesterday = today() - timedelta(days=1)
    monkeypatch.setattr(sessions, "today", lambda: yesterday)
    start(three[1], "1111")  # on a later day than its log-in
    page = three[0].get("/you/").text
    listed = LISTED.findall(page)
    assert listed[0] == ("Firefox", "this one")
    assert [browser for browser, _when in listed[1:]] == ["Another browser", "Safari"]
    assert not any(row.session_key in page for row in Session.objects.all())
    assert len(NUMBER.findall(page)) == 2


@pytest.mark.both_databases
def test_one_browser_or_all_others_are_logged_out(three):
    other = three[1]
    number = NUMBER.findall(other.get("/you/").text)
    assert len(number) == 2
    safari = [one for one in NUMBER.findall(three[0].get("/you/").text) if one not in number]
    three[0].post("/you/log-out/elsewhere/", {"session": safari[0]})
    assert [is_in(browser) for browser in three] == [True, False, True]
    log_in(other)
    response = other.post("/you/log-out/elsewhere/", follow=True)
    assert "Logged out in 2 other browsers." in response.text
    assert [is_in(browser) for browser in three] == [False, True, False]
    assert (
        Session.objects.filter(session_key__startswith=mark_of(User.objects.get().pk)).count() == 1
    )


def test_a_player_cannot_end_the_session_of_another_player(three):
    stranger, guest = Client(), Client()
    sign_up(stranger, "Grace")
    start(guest, "1111")
    numbers = NUMBER.findall(three[0].get("/you/").text)
    for browser in (stranger, guest, Client()):
        for sent in [{}, *({"session": number} for number in numbers)]:
            browser.post("/you/log-out/elsewhere/", sent)
    assert all(map(is_in, three))


@pytest.mark.parametrize("way", ["password", "recovery", "deletion"])
def test_a_new_password_logs_out_all_other_browsers_and_revokes_the_keys(three, way):
    account = User.objects.get()
    mark = mark_of(account.pk)
    [code, *_others] = RecoveryCode.objects.renew(account)
    ApiKey.objects.make(account, "a thief")
    match way:
        case "password":
            sent = {"old_password": PASSWORD, "new_password1": "another horse 8"}
            three[0].post("/you/password/", sent)
        case "recovery":
            sent = {"username": "Ada", "code": code, "password": "another horse 8"}
            Client().post("/you/recover/", sent)
        case "deletion":
            three[0].post("/you/delete/", {"password": PASSWORD})
    left = 0 if way == "deletion" else 1
    assert Session.objects.filter(session_key__startswith=mark).count() == left
    assert not ApiKey.objects.exists()
    assert [is_in(browser) for browser in three] == [way == "password", False, False]
    answers = [log_in(Client(), password=one).status_code for one in (PASSWORD, "another horse 8")]
    assert answers == [422, 422 if way == "deletion" else 302]


def test_a_session_of_the_admin_is_listed_after_it_plays(client, admin_user):
    client.force_login(admin_user)  # logs in as the admin site does
    assert not client.session.session_key.startswith(mark_of(admin_user.pk))
    client.post("/you/log-out/elsewhere/")
    assert client.session.session_key.startswith(mark_of(admin_user.pk))
    assert "this one" in client.get("/you/").text


def test_a_guest_has_no_list_of_browsers(client, game):
    assert "Logged in on" not in client.get("/you/").text
    assert client.post("/you/log-out/elsewhere/")["Location"].startswith("/you/log-in/")


FAMILIES = {
    FIREFOX: "Firefox",
    SAFARI: "Safari",
    "Mozilla/5.0 AppleWebKit/537.36 Chrome/141.0.0.0 Safari/537.36": "Chrome",
    "Mozilla/5.0 AppleWebKit/537.36 Chrome/141.0.0.0 Safari/537.36 Edg/141.0": "Edge",
    "Mozilla/5.0 (iPhone) CriOS/141.0 Mobile Safari/604.1": "Chrome",
    "": "",
    "<b>Firefo": "",
}


def test_only_the_family_of_a_browser_is_stored(rf):
    requests = {sign: rf.get("/", headers={"User-Agent": sign}) for sign in FAMILIES}
    assert {sign: family_of(request) for sign, request in requests.items()} == FAMILIES
