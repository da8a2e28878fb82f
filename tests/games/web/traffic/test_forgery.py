"""Forms that another site sends, and forms on cached pages without a token."""

import re

import pytest
from django.test import Client

from games.models import Game
from tests.addresses import ADDRESSES, GUEST, OWNER, path_of
from tests.cast import PASSWORD

OURS = {"origin": "http://testserver"}
OF_OTHERS = (
    "http://testserver.example.org",
    "https://testserver",
    "http://testserver:8000",
    "null",
)


def strict() -> Client:
    return Client(enforce_csrf_checks=True)


@pytest.mark.parametrize("is_known", [False, True], ids=["a stranger", "an account"])
def test_a_browser_that_sends_an_origin_starts_a_game_at_the_first_press(is_known):
    browser = strict()
    if is_known:
        browser.post("/you/sign-up/", {"name": "Ada", "password": PASSWORD}, headers=OURS)
    assert b"csrfmiddlewaretoken" not in Client().get("/").content
    assert browser.post("/", headers=OURS).status_code == 302
    assert Game.objects.count() == 1


@pytest.mark.parametrize("origin", OF_OTHERS)
def test_a_form_of_another_site_is_refused_with_or_without_the_token(origin):
    browser = strict()
    page = browser.get("/you/log-in/").text
    token = re.findall(r'csrfmiddlewaretoken" value="(\w+)"', page)[0]
    for sent in ({}, {"csrfmiddlewaretoken": token}):
        answer = browser.post("/", sent, headers={"origin": origin})
        assert (answer.status_code, "Continue" in answer.text) == (403, False)
        assert "This form came from another site" in answer.text
        assert f"names {origin} as its site, but this is http://testserver." in answer.text
    assert not Game.objects.exists()


def test_a_browser_that_sends_no_origin_starts_a_game_at_the_second_press():
    browser = strict()
    asked = browser.post("/", {"pegs": "3"})
    assert (asked.status_code, 'name="pegs" value="3"' in asked.text) == (403, True)
    assert not Game.objects.exists()
    token = re.findall(r'csrfmiddlewaretoken" value="(\w+)"', asked.text)[0]
    assert browser.post("/", {"csrfmiddlewaretoken": token, "pegs": "3"}).status_code == 302


def test_every_url_checks_the_origin_of_a_form(world):
    """The API is an exception, because it needs a key and no browser sends a key by itself."""
    people, its = world
    for who in (OWNER, GUEST):
        browser = strict()
        browser.cookies = people[who].cookies
        answers = {name: browser.post(path_of(name, its)) for name in ADDRESSES}
        taken = {name for name, answer in answers.items() if answer.status_code != 403}
        assert taken == {name for name in ADDRESSES if name.startswith(("api-", "openapi"))}
        assert ("Continue" in answers["start"].text) == (who == GUEST)
        assert "Please try again" in answers["hint"].text


def test_a_refused_form_never_repeats_a_password():
    sent = {"name": "Ada", "password": PASSWORD}
    assert PASSWORD not in strict().post("/you/log-in/", sent).text
