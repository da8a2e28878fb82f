"""A race of three: one with a script, one without, and one whose connection goes and comes back."""

from datetime import timedelta

import pytest
from playwright.sync_api import Page, expect

from games.models import Duel, Game, Side


@pytest.fixture
def _soon(monkeypatch):
    """The countdown takes as long as it has to be seen."""
    monkeypatch.setattr("games.models.duel.COUNTDOWN", timedelta(seconds=3))


def others(page: Page):
    return page.locator("#others .seat")


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name).click()


def guess(page: Page, code: str) -> None:
    page.keyboard.type(code)
    page.keyboard.press("Enter")


@pytest.mark.usefixtures("_soon")
def test_a_race_of_three_from_the_link_to_the_rematch(
    live_server, context, without_script, contexts
):
    with contexts() as elsewhere:
        ada, bob, eve = (one.new_page() for one in (context, without_script, elsewhere))
        ada.goto(f"{live_server.url}/duels/")
        press(ada, "Open the duel")
        ada.wait_for_url("**/duels/*/")
        for page in (bob, eve):
            page.goto(ada.url)
            press(page, "Take a seat")
        expect(others(ada)).to_have_count(4)  # three, and a free seat
        for page in (bob, eve, ada):
            press(page, "I’m ready")
        expect(ada.locator(".countdown")).to_be_visible()
        expect(eve.locator(".countdown")).to_be_visible()
        Side.objects.update(secret="1234")
        Game.objects.update(secret="1234")
        for page in (ada, eve):
            expect(page.locator("#submit")).to_be_visible()
            expect(page.locator(".countdown")).to_have_count(0)

        ada.keyboard.type("11")
        guess(eve, "1243")
        expect(others(ada).locator(".track .key.black")).to_have_count(2)
        expect(ada.locator("[data-row] > button")).to_have_text(["1", "1", "", ""])
        assert "1243" not in ada.content()

        elsewhere.set_offline(True)
        guess(eve, "4321")
        expect(eve.locator("#trouble")).to_be_visible()
        guess(ada, "22")
        expect(ada.locator("#headline")).to_have_text("Guess 2 of 10")
        elsewhere.set_offline(False)
        expect(others(eve).locator(".track li")).to_have_count(1)
        expect(eve.locator("#trouble")).to_be_hidden()
        expect(eve.locator("[data-row] > button")).to_have_text([*"4321"])  # nothing is lost

        bob.goto(ada.url)
        bob.get_by_label("Or type it").fill("5566")
        bob.locator("#submit").click()
        expect(bob.locator("#headline")).to_have_text("Guess 2 of 10")
        guess(ada, "1234")
        expect(ada.locator("#headline")).to_have_text("You broke the code in 2 guesses")
        expect(ada.locator(".cover")).to_be_visible()  # others still break it
        expect(eve.locator(".seat.through")).to_have_count(1)
        expect(eve.locator("#status")).to_contain_text("broke it in 2 guesses")

        for page in (bob, eve):
            page.locator("summary", has_text="Give up").click()
            press(page, "Give up")
        for page in (ada, eve):
            expect(page.locator("#headline")).to_contain_text("won")
        expect(ada.locator("#headline")).to_have_text("You won")
        press(ada, "Rematch")
        ada.wait_for_url(lambda url: url != eve.url)
        press(eve, "Join the rematch")
        eve.wait_for_url(ada.url)
    assert Duel.objects.latest("pk").seats.count() == 2
