"""A race of three players, each with another kind of browser.

One uses the accessibility tree and the keyboard, one has no JavaScript, and one plays on a phone
with taps, whose connection breaks and comes back.
"""

import re
import time
from datetime import timedelta

from django.db.models import F
from django.test import Client
from django.utils import timezone
from playwright.sync_api import Page, expect

from games.models import Duel, Game, Player, Side
from games.models.duels.kinds import RaceRules
from tests.browser.moves import row, until
from tests.browser.test_speech import LISTEN
from tests.cast import player_of, race_of, start

PHONE = {"viewport": {"width": 360, "height": 640}, "has_touch": True}
HEARD = [
    "Go!",
    "Hole 1: Red. 3 to go.",
    "Hole 2: Red. 2 to go.",
    "Good luck!",
    "Hole 3: Amber. One to go.",
    "Hole 4: Amber. Press Guess.",
    "Guess 1: 1 black, 1 white.",
    "Hole 1: Red. 3 to go.",
    "Hole 2: Amber. 2 to go.",
    "Hole 3: Green. One to go.",
    "Hole 4: Sky. Press Guess.",
]


def others(page: Page):
    return page.locator("#others .seat")


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name).click()


def guess(page: Page, code: str) -> None:
    page.keyboard.type(code)
    page.keyboard.press("Enter")


def tap(page: Page, code: str) -> None:
    for symbol in code:
        page.locator(f".swatch .c{symbol}").tap()
    page.locator("#submit").tap()


def test_three_players_race_from_the_invitation_link_to_the_rematch(
    live_server, context, without_script, contexts, monkeypatch
):
    # wait until the page shows the change
    monkeypatch.setattr(RaceRules, "countdown", timedelta(hours=1))
    with contexts(**PHONE) as elsewhere:
        ada, bob, eve = (one.new_page() for one in (context, without_script, elsewhere))
        ada.goto(f"{live_server.url}/duels/")
        press(ada, "Create the duel")
        ada.wait_for_url("**/duels/*/")
        bob.goto(ada.url)
        eve.goto(f"{live_server.url}/friends/")
        eve.get_by_label("Have a code?").fill(Duel.objects.get().code.lower())
        eve.get_by_role("button", name="Join", exact=True).click()
        eve.wait_for_url(ada.url)
        for page in (bob, eve):
            press(page, "Take a seat")
        expect(others(ada)).to_have_count(4)  # three players and an empty seat
        press(ada, "I’m ready")
        expect(ada.get_by_role("timer")).to_be_visible()
        ada.evaluate(LISTEN)
        expect(eve.locator(".countdown")).to_be_visible()
        Side.objects.update(secret="1234")
        Game.objects.update(secret="1234")
        Duel.objects.update(starts_at=timezone.now(), revision=F("revision") + 1)
        for page in (ada, eve):
            expect(page.locator("#submit")).to_be_visible()
            expect(page.locator(".countdown")).to_have_count(0)

        ada.keyboard.type("11")
        tap(eve, "1243")
        answers = ada.get_by_role("region", name="Players").get_by_role("img")
        expect(answers).to_have_accessible_name("2 black, 2 white")
        row = ada.get_by_role("group", name="Your row").get_by_role("button")
        expect(row.nth(1)).to_have_accessible_name("Hole 2: Red")
        expect(row.nth(2)).to_have_accessible_name("Hole 3: empty")
        press(ada, "Good luck!")
        expect(others(eve).locator(".says")).to_have_text("Good luck!")
        assert "1243" not in ada.content()

        elsewhere.set_offline(True)
        tap(eve, "4321")
        expect(eve.locator("#trouble")).to_be_visible()
        note, button = (eve.locator(one).bounding_box() for one in ("#trouble", "#submit"))
        assert note["y"] + note["height"] <= button["y"], "the button can be pressed again"
        guess(ada, "22")
        expect(ada.locator("#headline")).to_have_text("Guess 2 of 10")
        elsewhere.set_offline(False)
        expect(others(eve).locator(".track li")).to_have_count(1)
        expect(eve.locator("#trouble")).to_be_hidden()
        # The row in progress stays.
        expect(eve.locator("[data-row] > button")).to_have_text([*"4321"])

        bob.goto(ada.url)
        bob.get_by_label("Or type it").fill("5566")
        bob.locator("#submit").click()
        expect(bob.locator("#headline")).to_have_text("Guess 2 of 10")
        ada.keyboard.type("1234")
        # Each sentence is announced once, while other players guess.
        assert ada.evaluate("window.heard") == HEARD
        ada.keyboard.press("Enter")
        expect(ada.locator("#headline")).to_have_text("You won")
        expect(ada.get_by_role("list", name="Board").get_by_role("listitem")).to_have_count(2)
        expect(eve.locator(".seat.through")).to_have_count(1)
        expect(eve.locator(".decided")).to_contain_text("won. You can play on for a place.")
        expect(eve.locator("#status")).to_contain_text("broke it in 2 guesses")

        bob.goto(ada.url)
        bob.get_by_label("Or type it").fill("1234")
        bob.locator("#submit").click()
        expect(others(bob).nth(1)).to_contain_text("2. Guest")
        press(eve, "Stop playing")
        for page in (ada, eve):
            expect(page.locator("#headline")).to_contain_text("won")
        expect(ada.locator("#headline")).to_have_text("You won")
        rematch = Duel.again
        # Ada's page polls during these seconds, and the response tells it to open the rematch.
        monkeypatch.setattr(Duel, "again", lambda *who: (rematch(*who), time.sleep(3))[0])
        press(ada, "Rematch")
        ada.wait_for_url(lambda url: url != eve.url)
        press(eve, "Join the rematch")
        eve.wait_for_url(ada.url)
        expect(ada.locator(".series span").first).to_have_text("You 1")
    assert Duel.objects.latest("pk").seats.count() == 2


def test_a_hidden_tab_alerts_its_player(live_server, contexts, monkeypatch):
    """The hidden tab still polls, its title counts down, and the phone vibrates if sounds are
    on.
    """
    monkeypatch.setattr(RaceRules, "countdown", timedelta(hours=1))
    hide = """Object.defineProperty(document, "hidden", { get: () => "hide" in localStorage });
        navigator.vibrate = (beats) => (window.beats = beats);"""
    with contexts(**PHONE) as one, contexts() as other:
        one.add_init_script(hide)
        ada, bob = one.new_page(), other.new_page()
        ada.goto(f"{live_server.url}/duels/")
        press(ada, "Create the duel")
        ada.wait_for_url("**/duels/*/")
        press(ada, "I’m ready")
        ada.get_by_role("switch", name="Sound and vibration").check(force=True)
        ada.evaluate("localStorage.hide = 'yes'")
        ada.evaluate("scrollTo(0, 9999)")  # to what stands below the invitation
        bob.goto(ada.url)
        press(bob, "Take a seat")
        expect(ada).to_have_title(re.compile("▶ It starts in"))
        assert ada.evaluate("window.beats") == [120]
        expect(ada.locator("#headline")).to_be_in_viewport()
        ada.evaluate("delete localStorage.hide")
        ada.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        expect(ada).to_have_title(re.compile("^Guess 1 of 10 "))


def test_a_poll_that_replaces_the_board_keeps_the_row(opened):
    ada = Client()
    start(ada, "1111")
    race = race_of(player_of(ada), Player.objects.create())
    page = opened(ada, race.get_absolute_url())
    page.keyboard.type("12")
    old = re.compile("(board|revision)=[^&]*")
    page.route("**/now/**", lambda one: one.continue_(url=old.sub(r"\1=0", one.request.url)))
    page.evaluate("document.getElementById('duel').isOld = true")
    page.evaluate("document.getElementById('others').dispatchEvent(new Event('poll'))")
    until(page, "!document.getElementById('duel').isOld")
    page.keyboard.type("3")
    assert row(page) == "123."


def test_news_that_comes_during_a_poll_is_fetched_after_it(page, live_server):
    """Otherwise a player whose opponent sits down and is ready at once misses the countdown.

    Without news, a page waits before it polls a slow server again.
    """
    page.add_init_script(
        "EventSource = class extends EventTarget { news = (window.stream = this) }"
    )
    page.clock.install()
    page.goto(f"{live_server.url}/duels/")
    press(page, "Create the duel")
    page.wait_for_url("**/duels/*/")
    polls = []
    page.route("**/now/**", lambda route: polls.append(route))
    page.clock.run_for(1600)
    page.clock.run_for(1600)
    with page.expect_event("requestfinished"):
        polls.pop().fulfill(status=204)
    page.clock.run_for(100)
    assert polls == []
    for revision in ("7", "8"):
        page.evaluate(
            f"stream.dispatchEvent(new MessageEvent('message', {{ data: '{revision}' }}))"
        )
        page.wait_for_timeout(100)
    assert len(polls) == 1
    with page.expect_request("**/now/**", timeout=8000):
        polls[0].fulfill(status=204)


def test_a_request_is_canceled_when_its_part_of_the_page_is_replaced(page, live_server):
    """Otherwise the response could change a part that the page no longer has."""
    page.goto(f"{live_server.url}/duels/")
    press(page, "Create the duel")
    page.wait_for_url("**/duels/*/")
    page.route("**/now/**", lambda route: None, times=1)  # no answer
    with page.expect_request("**/now/**"):
        others(page).first.evaluate(
            "one => one.closest('#others').dispatchEvent(new Event('poll'))"
        )
    with page.expect_event("requestfailed", lambda request: "/now/" in request.url):
        page.evaluate(
            """() => htmx.swap("#duel", document.getElementById("duel").outerHTML,
               { swapStyle: "outerHTML", swapDelay: 0, settleDelay: 0 })"""
        )
