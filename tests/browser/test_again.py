"""A refused account form is sent again after the wait, so the user types nothing twice."""

import re
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.test import Client
from playwright.sync_api import Page, expect

from games.catalog.rules import CLASSIC
from games.models import Duel, Player
from games.people import limits
from games.web.traffic import turned_away
from tests.cast import PASSWORD, refuse_use, sign_up

WAITING = re.compile(r"Please wait\. Nothing is lost: your form is sent again in \d+ s\.")
INSIDE = re.compile(r"/you/(recovery/.*)?$")  # the URL after a log-in


@pytest.fixture
def used_up(monkeypatch):
    """Make all limits refuse requests; return a function that lifts the limits again."""
    take = limits.Use.take
    monkeypatch.setattr(limits.Use, "take", refuse_use)
    return lambda: monkeypatch.setattr(limits.Use, "take", take)


@pytest.fixture(autouse=True)
def _a_refusal_is_an_answer(_browser_is_content, complaints):
    yield
    complaints[:] = [line for line in complaints if "429" not in line]


def fill(page: Page, name: str = "Ada") -> None:
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.locator("form.account button").click()


@pytest.mark.parametrize("path", ["sign-up", "log-in"])
def test_a_refused_form_is_sent_again_automatically(page: Page, live_server, used_up, path):
    page.clock.install()
    if path == "log-in":
        User.objects.create_user("ada", password=PASSWORD)
    page.goto(f"{live_server.url}/you/{path}/")
    fill(page)
    expect(page.locator("#refused")).to_have_text(WAITING)
    said = page.locator("#status").text_content()
    page.clock.fast_forward(2000)
    expect(page.locator("#refused")).not_to_have_text(said)
    assert page.locator("#status").text_content() == said  # the refusal is announced only once
    assert page.get_by_label("Password").input_value() == PASSWORD
    used_up()
    page.clock.run_for(60_000)
    page.wait_for_url(INSIDE)


def test_pressing_the_button_sends_the_form_before_the_wait_ends(page: Page, live_server, used_up):
    page.clock.install()
    page.goto(f"{live_server.url}/you/sign-up/")
    fill(page)
    expect(page.locator("#refused")).to_have_text(WAITING)
    used_up()
    page.locator("form.account button").click()
    page.wait_for_url(INSIDE)
    assert User.objects.count() == 1


def test_a_form_shows_each_problem_next_to_its_field(page: Page, live_server):
    sign_up(Client())
    page.goto(f"{live_server.url}/you/sign-up/")
    fill(page)
    expect(page.locator("#id_name_error")).to_contain_text("“Ada” is taken, or too similar")
    expect(page.get_by_label("Name")).to_be_focused()
    page.get_by_label("Name").fill("Grace")
    page.get_by_label("Password").fill(PASSWORD)
    page.keyboard.press("Enter")
    page.wait_for_url(INSIDE)


def test_a_refused_game_starts_automatically_after_the_wait(page: Page, live_server, used_up):
    page.clock.install()
    page.goto(live_server.url)
    page.get_by_role("button", name="Play Classic").first.click()
    expect(page.locator("#refused")).to_have_text(re.compile(r"your form is sent again in \d+ s"))
    used_up()
    page.clock.run_for(60_000)
    page.wait_for_url("**/games/*/")


def test_a_newcomer_on_a_busy_site_need_not_type_a_form_again(page: Page, live_server, monkeypatch):
    """If the reserve is used up, the site serves newcomers one at a time, so they have to wait."""
    for share in (turned_away.shares, turned_away.reserve):
        monkeypatch.setattr(share, "wait", lambda one: 1)
    opener = Player.objects.create()
    room = Duel.objects.open(opener, Duel.Kind.ROOM, CLASSIC, timedelta(hours=1))
    page.goto(f"{live_server.url}/rooms/{room.code}/")
    page.get_by_label("Your first name").fill("Zoë")
    with turned_away.turns.turn:
        page.get_by_role("button", name="Join").click()
        expect(page.locator("#refused")).to_contain_text("your form is sent again in 1 s")
    page.wait_for_url("**/duels/*/")
    assert room.seats.get().name == "Zoë"
