"""The first visit: few controls until the first win, and every page within two presses."""

import re

import pytest
from django.test import Client
from django.urls import reverse
from playwright.sync_api import expect

from tests.browser.looks import further

FROM_EVERYWHERE = (
    *("start", "archive", "puzzles", "friends", "learn", "you"),
    *("duels", "rooms", "here", "new-challenge", "new-watch", "new-assist", "explore"),
    *("strategies", "rules", "leaderboard", "evil", "fair-play", "privacy"),
)
SEEN = """() => [...document.querySelectorAll("a, button, select, summary, input")]
    .filter((each) => !each.matches(".hole, .visually-hidden, [type=hidden]"))
    .map((each) => [each, (each.closest("label") ?? each).getBoundingClientRect()])
    .filter(([each, box]) => each.checkVisibility({ visibilityProperty: true }) &&
        box.width > 2 && box.bottom > 0 && box.top < innerHeight)
    .map(([each]) => each.textContent.trim() || each.value)"""


def test_a_newcomer_sees_only_colors_undo_hint_and_guess_until_the_first_win(board):
    page = board(is_new=True)
    page.locator(".scripted").wait_for()
    for width, height in (*further((768, 1024), (1920, 1080)), (390, 844), (1366, 650)):
        page.set_viewport_size({"width": width, "height": height})
        seen = page.evaluate(SEEN)
        assert {"Undo", "Hint", "Guess", "Menu"} <= set(seen)
        assert len(seen) <= 12
    assert not page.get_by_role("link", name="Puzzles").is_visible()
    page.keyboard.type("3632")
    page.keyboard.press("Enter")
    page.locator("#again").click()
    page.wait_for_url("**/games/*/")
    assert page.get_by_role("link", name="Puzzles").is_visible()
    assert page.get_by_role("button", name="Clear").is_visible()


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["start", "learn", "privacy"])
def test_every_page_links_to_all_others_in_its_menu_or_footer(name):
    """Where a button opens the menu, a link of the menu takes two presses."""
    links = set(re.findall(r'href="([^"]+)"', Client().get(reverse(name)).text))
    assert {reverse(one) for one in FROM_EVERYWHERE} - links == set()


def test_on_an_upright_tablet_all_parts_share_one_edge_and_pegs_are_large(board):
    page = board()
    page.set_viewport_size({"width": 768, "height": 1024})
    edges = page.evaluate(
        """() => [".menu", ".rows .board", ".desk"].map(
            (part) => Math.round(document.querySelector(part).getBoundingClientRect().right))"""
    )
    assert len(set(edges)) == 1
    assert page.locator(".swatch .peg").first.bounding_box()["width"] >= 60


def test_the_next_lesson_becomes_the_main_button_after_a_right_choice(page, live_server):
    looks = []
    for picked in "AB":
        page.goto(f"{live_server.url}/rules/lesson/2/?pick={picked}")
        looks.append(page.locator("#submit").get_attribute("class"))
    assert looks == ["button", "button main"]


def test_recovery_codes_can_be_saved_as_a_file(page, live_server):
    page.goto(f"{live_server.url}/you/sign-up/")
    page.get_by_label("Name").fill("Ada")
    page.get_by_label("Password").fill("correct horse 7 staple")
    page.locator("main form .button.main").click()
    page.wait_for_url("**/you/recovery/**")
    page.get_by_role("button", name="Show my codes").click()
    codes = page.locator(".recovery-codes code")
    # All codes come in one response, so waiting for one is enough.
    expect(codes).not_to_have_count(0)
    shown = codes.all_inner_texts()
    with page.expect_download() as saved:
        page.get_by_role("link", name="Save as a file").click()
    assert saved.value.path().read_text().splitlines() == shown
    assert page.locator("#codes").text_content().split() == shown
