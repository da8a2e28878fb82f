"""A challenge from start to end: a friend reads it, plays it, and compares."""

import pytest
from django.test import Client
from playwright.sync_api import Page, expect

from tests.browser.looks import misfits_on, violations
from tests.browser.moves import guess
from tests.cast import play, start
from tools import screenshots

WIDE_NAME, WIDE_GREETING = "W" * 24, "W" * 80


@pytest.fixture
def challenge(live_server):
    """The URL of a challenge with the code 3632, made from a game with three guesses."""
    setter = Client()
    game = start(setter, "3632")
    play(setter, game, "1122", "1344", "3632")
    setter.post("/you/name/", {"name": WIDE_NAME})
    address = setter.post(f"{game.get_absolute_url()}challenge/")["Location"]
    setter.post(f"{address}greeting/", {"greeting": WIDE_GREETING})
    return live_server.url + address


def take_on(page: Page, *codes: str) -> None:
    page.get_by_role("button", name="Play this challenge").click()
    page.wait_for_url("**/games/*/")
    for code in codes:
        page.keyboard.type(code)
        page.keyboard.press("Enter")
        expect(page.locator(f".row .pegs[aria-label^='{code}']").first).to_be_visible()


def places(page: Page) -> list[tuple[float, float]]:
    boxes = [way.bounding_box() for way in page.locator(".one-way").all()]
    return [(box["x"], box["y"]) for box in boxes]


def test_the_guesses_of_both_players_are_next_to_each_other(page: Page, challenge):
    page.goto(challenge)
    expect(page.locator(".greeting")).to_have_text(WIDE_GREETING)
    expect(page.get_by_text("Score to beat: 3 guesses")).to_be_visible()
    take_on(page, "1123", "3632")
    page.get_by_role("link", name="Compare").click()
    expect(page.get_by_role("heading", name="You won.")).to_be_visible()
    (left, top), (right, beside) = places(page)
    assert top == beside
    assert left < right
    page.set_viewport_size({"width": 360, "height": 740})
    (left, top), (below_left, below) = places(page)
    assert left == below_left
    assert top < below
    assert list(misfits_on(page)) == []
    assert violations(page) == []
    page.goto(challenge)
    names_and_numbers = page.locator(".ruled tr").evaluate_all(
        "rows => rows.map(row => [...row.children].map(cell => getComputedStyle(cell).textAlign))"
    )
    assert names_and_numbers == [["start", "end"]] * len(names_and_numbers) != []


def test_the_pictures_of_the_readme_can_be_taken(page: Page, another, live_server):
    link = screenshots.challenge(another().new_page(), live_server.url)
    assert list(screenshots.visit(page, link)) == ["board", "analysis"]


def test_copying_a_selected_board_gives_words(board, context):
    context.grant_permissions(["clipboard-read"])
    page = board()
    guess(page, "1122")
    page.keyboard.type("3632")
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text("You broke the code in 2 guesses")
    copied = []
    while "Code: 3632" not in copied:  # the script for the end of the game loads late
        page.keyboard.press("Control+a")
        page.keyboard.press("Control+c")
        copied = page.evaluate("navigator.clipboard.readText()").splitlines()
    rows = ["Code: 3632", "1: 1122, 1 black, 0 white", "2: 3632, 4 black, 0 white"]
    assert [line for line in copied if line in rows] == rows
    expect(page.locator(".row .number").first).to_have_text("Code")


@pytest.mark.parametrize("has_script", [True, False])
def test_the_html_for_a_blog_shows_a_picture_that_links_to_the_page(
    another, opened, live_server, settings, has_script
):
    settings.SITE_NAME = "Bob’s 'M' & co"
    player = Client()
    game = start(player, "3632")
    assert "Put the picture on your website" not in player.get(game.get_absolute_url()).text
    play(player, game, "1122", "3632")
    browser, blog = another(java_script_enabled=has_script), another().new_page()
    result = f"{game.get_absolute_url()}result/"
    for address, about in ((result, "Broken in 2 guesses"), ("/puzzles/easy/1/", "Easy puzzle 1")):
        page = opened(player, address, browser)
        page.get_by_text("Put the picture on your website").click()
        html = page.get_by_label("Paste this HTML into your blog")
        expect(html.locator("+ .actions button")).to_be_visible(visible=has_script)
        blog.set_content(html.input_value())
        link = blog.get_by_role("link")
        assert link.get_attribute("href") == live_server.url + address
        expect(link.get_by_role("img")).to_have_js_property("naturalWidth", 1200)
        alt = link.get_by_role("img").get_attribute("alt")
        assert alt.startswith(about)
        assert alt.endswith(f" – {settings.SITE_NAME}")
