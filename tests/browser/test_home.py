"""The home page: little to load, one click to a game, and a sample game that plays by itself."""

import re

import pytest
from playwright.sync_api import Page, expect

from games.models import Game
from games.play.home.page import sample_game
from tests.browser.looks import further
from tests.browser.moves import until

SIZES = ((360, 640), (1366, 650), *further((360, 740), (740, 360), (768, 1024), (1920, 1080)))


@pytest.fixture
def moving(another):
    """A browser whose user allows motion."""
    return another(reduced_motion="no-preference")


def opacities(page: Page) -> list[float]:
    """Return the opacity of each sentence of the sample game."""
    return page.locator(".said").evaluate_all("all => all.map(e => +getComputedStyle(e).opacity)")


def jump(page: Page, milliseconds: int) -> None:
    """Move all animations to a point in time, measured from their start."""
    page.evaluate(
        "time => document.getAnimations().forEach(step => { step.currentTime = time; })",
        milliseconds,
    )


class TestTheSampleGame:
    def test_the_sample_game_plays_once_in_short_animations(self, moving, live_server):
        page = moving.new_page()
        page.goto(live_server.url)
        button = page.locator("#replay")
        expect(button).to_have_text("Pause")
        lasting = page.evaluate(
            "document.getAnimations().map(step => step.effect.getComputedTiming().duration)"
        )
        assert len(lasting) > 30
        assert max(lasting) <= 200
        assert opacities(page)[-1] == 0
        button.click()
        jump(page, 2600)
        assert opacities(page) == [1, 1, 0, 0, 0]
        page.wait_for_timeout(300)
        assert opacities(page) == [1, 1, 0, 0, 0]
        expect(button).to_have_text("Resume")
        button.click()
        expect(button).to_have_text("Pause")
        jump(page, 6600)
        expect(button).to_have_text("Play again")
        assert opacities(page) == [1] * len(sample_game())
        button.click()
        expect(button).to_have_text("Pause")
        assert opacities(page)[-1] == 0

    @pytest.mark.parametrize("motion", ["reduce", "no-preference"])
    def test_the_sample_game_is_complete_without_motion_or_javascript(
        self, another, live_server, motion
    ):
        has_script = motion == "reduce"
        page = another(reduced_motion=motion, java_script_enabled=has_script).new_page()
        page.goto(live_server.url)
        page.wait_for_load_state()
        assert not has_script or page.evaluate("document.getAnimations().length") == 0
        assert opacities(page) == [1] * len(sample_game())
        expect(page.locator("#replay")).to_be_hidden()


class TestOneClick:
    def test_a_game_is_one_click_away_without_scrolling(self, page, live_server):
        for width, height in SIZES:
            page.context.clear_cookies()  # as a new visitor
            page.set_viewport_size({"width": width, "height": height})
            page.goto(live_server.url)
            button = page.get_by_role("button", name="Play Classic", exact=True).first
            box = button.bounding_box()
            assert box["y"] + box["height"] <= height
            page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
            page.wait_for_url("**/games/*/")

    def test_a_press_anywhere_on_the_card_of_a_game_starts_the_game(self, page, live_server):
        page.goto(live_server.url)
        box = page.locator(".preset", has_text="Super").locator(".well").bounding_box()
        page.mouse.click(box["x"] + 2, box["y"] + 2)
        page.wait_for_url("**/games/*/")
        assert Game.objects.get().rules.name == "Super"


class TestWhatIsLoaded:
    def test_a_first_visit_has_six_requests_two_hundred_words_and_two_screens(
        self, page, live_server
    ):
        """Three more requests load the files of the first game in advance."""
        asked = []
        page.on("request", lambda request: asked.append(request.url))
        page.goto(live_server.url)
        page.wait_for_load_state("networkidle")
        ahead = page.locator("[rel=prefetch]").evaluate_all("all => all.map(e => e.href)")
        packed = ("setup.css", "icon.svg")  # collectstatic packs the sheet into home.css
        at_once = {url for url in asked if not url.endswith(packed)} - set(ahead)
        assert (len(at_once), len(ahead)) == (6, 3), asked
        assert len(page.locator("body").inner_text().split()) <= 200
        assert page.get_by_role("figure").get_attribute("aria-labelledby") == "sample"
        page.set_viewport_size({"width": 360, "height": 740})
        assert page.evaluate("document.documentElement.scrollHeight") <= 2.3 * 740


def test_a_game_size_is_checked_announced_and_kept_at_once(page: Page, live_server):
    """The browser must not block the form because a number is too large."""
    page.goto(live_server.url)
    page.get_by_text("Your own game size").click()
    region, preview = page.get_by_role("status"), page.locator("#preview")
    expect(preview).to_contain_text("1,296 codes")
    expect(region).to_have_text("")
    kept, replaced = region.element_handle(), preview.element_handle()
    until(page, "Boolean(window.htmx)")
    page.get_by_role("spinbutton", name="Pegs").fill("9")
    for part in (region, preview):
        expect(part).to_have_text("A game has 2 to 8 pegs.")
    page.get_by_role("spinbutton", name="Pegs").fill("5")
    expect(region).to_have_text("5×6 · 5 pegs, 6 colors, repeats allowed: 7,776 codes, 10 guesses.")
    expect(preview.locator(".row .peg")).to_have_count(5)
    assert kept.evaluate("region => region.isConnected")
    assert not replaced.evaluate("preview => preview.isConnected")
    assert page.locator("[aria-live]").count() == 0
    expect(page).to_have_url(re.compile("pegs=5"))
    page.reload()
    expect(preview).to_contain_text("7,776 codes")
    expect(preview).to_be_visible()
