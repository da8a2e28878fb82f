"""The dailies: the countdown, the calendar, and sharing a result."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from playwright.sync_api import expect

from games.models import Daily, Game, today
from tests.browser.looks import further
from tests.browser.moves import until
from tests.browser.test_sight import parts_out_of_sight
from tests.cast import play, start_daily


class TestTheCountdown:
    @pytest.mark.parametrize(("path", "hours", "shown"), [("/", 23, "23 h "), ("/daily/", 0, "")])
    def test_the_countdown_runs_while_the_page_is_open(
        self, page, live_server, monkeypatch, path, hours, shown
    ):
        """The countdown follows the server's clock, whatever the machine's clock says."""
        monkeypatch.setattr(Daily, "time_left", timedelta(hours=hours, minutes=10))
        page.clock.install(time=Daily(day=today()).ends_at - timedelta(days=2))
        page.goto(live_server.url + path)
        time = page.locator("time[data-countdown]").first
        page.clock.run_for(61_000)
        expect(time).to_have_text(f"{shown}9 min")  # the script is there
        page.clock.run_for(6 * 60_000)
        expect(time).to_have_text(f"{shown}3 min")
        page.clock.run_for((hours * 60 + 4) * 60_000)
        expect(time).to_have_text("a moment")


def test_the_calendar_is_a_table_with_large_links_and_marks_of_different_shapes(page, live_server):
    """A screen reader reads a table, a thumb hits each day, and each result has its own shape."""
    page.goto(f"{live_server.url}/daily/")
    for width in (360, 1366):
        page.set_viewport_size({"width": width, "height": 740})
        sizes = page.locator("a.day").evaluate_all(
            "all => all.map(e => e.getBoundingClientRect()).map(box => [box.width, box.height])"
        )
        assert min(map(min, sizes)) >= 44
    page.emulate_media(forced_colors="active")
    looks = page.locator(".marks .mark").evaluate_all(
        """all => all.map(e => [e, getComputedStyle(e)]).map(([e, s]) =>
            [e.innerText, s.borderStyle, s.borderRadius, s.width].join(" "))"""
    )
    assert len(looks) == len(set(looks)) == 5
    table = page.get_by_role("table", name=f"{today():%B %Y}")
    expect(table.get_by_role("columnheader")).to_have_count(7)
    day = table.get_by_role("link", name=f"Daily {Daily(day=today()).number}, ")
    expect(day).to_have_attribute("aria-current", "date")
    day.click()
    page.wait_for_url(f"**/daily/{today()}/")


def test_the_bar_of_the_player_is_marked_without_color(page, live_server):
    """The label of the bar is in bold, and screen readers announce the player's bar."""
    page.goto(live_server.url)
    page.get_by_role("button", name="Play the daily").click()
    page.wait_for_url("**/games/*/")
    game = Game.objects.with_secret().get()
    game.play(game.secret, 1, "a")
    page.emulate_media(forced_colors="active")
    page.goto(live_server.url)
    weights = page.locator(".spread .needed").evaluate_all(
        "all => all.map(e => getComputedStyle(e).fontWeight)"
    )
    assert (weights[0], set(weights[1:])) == ("600", {"400"})
    expect(page.get_by_text("1 guess: 1 player, and you are one of them")).to_be_attached()


@pytest.mark.parametrize(
    "size", [(360, 640), (1366, 650), *further((360, 740), (768, 1024))], ids=str
)
def test_result_and_time_of_the_next_code_are_visible_after_a_daily(another, live_server, size):
    """The page shows the headline, the streak, Share, and the time of the next code in the reader's
    time zone.
    """
    width, height = size
    window = {"width": width, "height": height}
    page = another(viewport=window, timezone_id="America/Bogota").new_page()
    page.goto(live_server.url)
    page.get_by_role("button", name="Play the daily").click()
    page.wait_for_url("**/games/*/")
    page.keyboard.type(Game.objects.with_secret().get().secret)
    page.keyboard.press("Enter")
    expect(page.locator("[data-clock]")).to_have_text("19:00 your time")
    assert (
        parts_out_of_sight(
            page, ".secret", ".word", "h1", ".streak", "[data-result]", "[data-clock]"
        )
        == []
    )
    expect(page.locator("#again")).to_have_text("Play Classic")


class TestSharing:
    @pytest.fixture
    def page(self, opened):
        """The page of a game in which today's code was solved in one guess."""
        player = Client()
        game = start_daily(player)
        play(player, game, game.secret)
        return opened(player, game.get_absolute_url())

    @pytest.fixture
    def day(self, page, live_server):
        return f"{live_server.url}/daily/{today()}/"

    TEXT = re.compile(r"^Mastermind Daily \d+, .*: 1/10\n🟢🟢🟢🟢\nhttp://.*/result/$", re.DOTALL)

    def test_a_result_is_shared_with_the_share_dialog_of_the_device(self, page, day):
        result = f"{page.url.partition('?')[0]}result/"
        page.add_init_script("""navigator.share = async ({ text }) => { window.shared = text; }""")
        page.goto(day)
        page.get_by_role("link", name="Share the result").click()
        until(page, "window.shared")
        assert self.TEXT.match(page.evaluate("window.shared"))
        assert page.url == day
        page.goto(result)
        page.get_by_role("button", name="Share").click()
        until(page, "window.shared")
        assert self.TEXT.match(page.evaluate("window.shared"))
        expect(page.get_by_role("button", name="Copy")).to_be_visible()

    def test_share_copies_the_result_if_the_device_has_no_share_dialog(self, page, context, day):
        context.grant_permissions(["clipboard-read", "clipboard-write"])
        page.goto(day)
        page.get_by_role("link", name="Share the result").click()
        expect(page.get_by_role("link", name="Copied")).to_be_visible()
        assert self.TEXT.match(page.evaluate("navigator.clipboard.readText()"))

    def test_a_canceled_share_does_nothing_and_a_failed_share_opens_the_result(self, page, day):
        page.add_init_script(
            """navigator.share = () => Promise.reject(new DOMException("", "AbortError"));"""
        )
        page.goto(day)
        link = page.get_by_role("link", name="Share the result")
        with page.expect_response("**/result/"):
            link.click()
        page.wait_for_timeout(200)
        expect(link).to_be_visible()
        assert page.url == day
        page.route("**/result/", lambda route: route.fulfill(status=404), times=1)
        link.click()
        page.wait_for_url("**/result/")
