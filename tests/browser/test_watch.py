"""Watching the computer in a browser: with the mouse, by keyboard, without JavaScript."""

from urllib.parse import urljoin

import pytest
from playwright.sync_api import Page, expect

from games.models import Step, Watch
from tests.browser.looks import is_too_wide, violations

pytestmark = pytest.mark.django_db(transaction=True)


def headline(page: Page):
    return page.locator("h1")


@pytest.fixture
def watched(page: Page, live_server):
    """A page on which Knuth breaks 3632, at its start."""
    page.goto(f"{live_server.url}/watch/")
    page.get_by_label("Or type it").fill("3632")
    page.get_by_role("button", name="Watch", exact=True).click()
    expect(headline(page)).to_have_text("Knuth: the code is set")
    page.wait_for_load_state()
    return page


def test_a_code_is_set_by_clicking_pegs(page: Page, live_server):
    page.goto(f"{live_server.url}/watch/")
    for name in ("Green", "Rose", "Green", "Sky"):
        page.locator(".swatch", has_text=name).click()
    page.locator("#hole-4").click()
    page.keyboard.press("2")
    expect(page.get_by_label("Or type it")).to_have_value("3632")
    page.get_by_label("In a race against").select_option("most-parts")
    page.get_by_role("button", name="Watch", exact=True).click()
    expect(headline(page)).to_have_text("Knuth against Kooi: the code is set")
    assert Watch.objects.get().secret == "3632"


def test_steps_come_without_a_reload_have_addresses_and_are_announced(watched: Page):
    watched.evaluate("window.isTheSamePage = true")
    watched.get_by_role("link", name="Next").click()
    expect(headline(watched)).to_have_text("Knuth, guess 1")
    expect(watched.get_by_role("status")).to_contain_text("256 codes are left")
    assert "step=1" in watched.url
    watched.get_by_role("link", name="Step 4").click()
    expect(headline(watched)).to_have_text("Knuth, guess 4")
    watched.get_by_role("link", name="Back").click()
    expect(headline(watched)).to_have_text("Knuth, guess 3")
    assert watched.evaluate("window.isTheSamePage")
    watched.go_back()
    expect(headline(watched)).to_have_text("Knuth, guess 4")


def test_all_of_it_by_keyboard(watched: Page):
    watched.keyboard.press("ArrowRight")
    expect(headline(watched)).to_have_text("Knuth, guess 1")
    watched.keyboard.press("ArrowRight")
    expect(headline(watched)).to_have_text("Knuth, guess 2")
    watched.keyboard.press("ArrowLeft")
    expect(headline(watched)).to_have_text("Knuth, guess 1")
    watched.keyboard.press("End")
    expect(headline(watched)).to_have_text("Knuth broke the code in 5 guesses")
    watched.keyboard.press("Home")
    expect(headline(watched)).to_have_text("Knuth: the code is set")


def test_it_plays_by_itself_and_pauses(watched: Page):
    watched.get_by_role("link", name="Fast").click()
    expect(watched.locator("#speed-fast")).to_have_attribute("aria-current", "true")
    watched.keyboard.press(" ")
    expect(watched.locator("#step-play")).to_have_text("Pause")
    expect(headline(watched)).to_have_text("Knuth, guess 2", timeout=8000)
    watched.keyboard.press(" ")
    expect(watched.locator("#step-play")).to_have_text("Play")
    assert "play" not in watched.url


def test_the_end_sums_up_and_never_loses_the_focus(watched: Page):
    watched.get_by_role("link", name="Step 4").click()
    expect(headline(watched)).to_have_text("Knuth, guess 4")
    watched.locator("#step-next").click()
    expect(watched.get_by_text("never more than 5")).to_be_visible()
    expect(headline(watched)).to_be_focused()
    expect(watched.get_by_role("button", name="Copy")).to_be_visible()


def test_all_of_it_without_javascript(without_script, live_server):
    page = without_script.new_page()
    page.goto(f"{live_server.url}/watch/")
    for place, name in enumerate(("Green", "Rose", "Green", "Amber"), start=1):
        page.locator(".swatch", has_text=name).click()
        page.locator(f"#hole-{place}").click()
    page.get_by_role("button", name="Watch", exact=True).click()
    page.get_by_role("link", name="Next").click()
    expect(headline(page)).to_have_text("Knuth, guess 1")
    page.get_by_role("link", name="Fast").click()
    page.locator("#step-play").click()
    expect(headline(page)).to_have_text("Knuth, guess 2", timeout=8000)
    page.get_by_role("link", name="End").click()
    expect(headline(page)).to_have_text("Knuth broke the code in 5 guesses")


def test_a_large_board_is_thought_out_while_one_watches(page: Page, live_server, monkeypatch):
    monkeypatch.setattr("games.watch.views.THINKING_TIME", 0)
    page.goto(f"{live_server.url}/watch/?pegs=5&colors=8")
    page.get_by_label("Or type it").fill("12345")
    page.get_by_label("Strategy").select_option("random")
    page.get_by_role("button", name="Watch", exact=True).click()
    expect(page.get_by_text("still thinking")).to_have_count(0, timeout=10_000)
    assert Step.objects.latest("number").code == "12345"


def test_no_rule_of_axe_is_broken(watched: Page):
    found = []
    game = watched.url
    for address in (game, f"{game}?step=2", f"{game}?step=5", "/watch/", "/watch/?pegs=99"):
        watched.goto(urljoin(game, address))
        found += violations(watched)
    assert found == []


@pytest.mark.parametrize("width", [320, 360, 768, 1280])
def test_nothing_is_wider_than_the_screen(page: Page, live_server, width):
    page.set_viewport_size({"width": width, "height": 740})
    page.goto(f"{live_server.url}/watch/?pegs=8&colors=12")
    assert not is_too_wide(page)
    page.get_by_label("Or type it").fill("16B37A48")
    page.get_by_label("Strategy").select_option("random")
    page.get_by_label("In a race against").select_option("simple")
    page.get_by_role("button", name="Watch", exact=True).click()
    page.get_by_role("link", name="Next").click()
    expect(headline(page)).to_have_text("Random against Simple, guess 1")
    assert not is_too_wide(page)
