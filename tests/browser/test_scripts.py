"""Scripts that are served as bundles, and scripts that arrive late on a slow connection."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from mastermind_site.bundles import bundle
from tests.browser.moves import hole, row, stored_guesses

SCRIPTS = Path(__file__).parents[2] / "static/js"


@pytest.fixture
def asked(context):
    """Serve scripts as bundles, as in production.

    Return the list of the script names that a page requests.
    """
    names: list[str] = []

    def serve(route: Route) -> None:
        names.append(Path(route.request.url).stem)
        text = bundle(SCRIPTS / f"{names[-1]}.js")
        route.fulfill(body=text, content_type="text/javascript")

    context.route("**/static/js/*.js", serve)
    return names


def tap(page: Page, *colors: int) -> None:
    for number in colors:
        page.locator(".swatch").nth(number - 1).click()


def test_a_game_loads_two_bundles_and_one_more_for_each_extra_feature(asked, board):
    page = board("1234")
    page.goto(page.url)
    page.evaluate("localStorage.setItem('sounds', 'on'); localStorage.setItem('notes', 'on')")
    asked.clear()
    page.reload()
    expect(page.locator(".notes table button").first).to_be_attached()
    tap(page, 1, 2, 3, 4)
    with page.expect_response("**/share.js"):
        page.locator("#submit").click()
    expect(page.locator(".result")).to_be_visible()
    assert asked[:2] == ["early", "board"]
    assert {"sound", "notes", "share"} <= set(asked[2:]) <= {"sound", "notes", "share", "countdown"}


@pytest.fixture
def late(board):
    """Return a game whose modules have not loaded yet, and a function that lets them load."""
    page = board("1234")
    waiting: list[Route] = []
    has_come = False

    def hold(route: Route) -> None:
        if has_come or "early" in route.request.url:
            route.continue_()
        else:
            waiting.append(route)

    page.route("**/js/*.js", hold)
    page.goto(page.url, wait_until="commit")
    page.locator("#submit").wait_for()

    def release() -> None:
        nonlocal has_come
        has_come = True
        for route in waiting:
            route.continue_()

    return page, release


def test_colors_chosen_before_the_scripts_load_stay_and_can_be_undone(late):
    page, release = late
    tap(page, 1, 2)
    hole(page, 4).click()
    tap(page, 3)
    assert row(page) == "12.3"
    release()
    page.locator(".scripted").wait_for()
    assert row(page) == "12.3"
    expect(page.locator("#code")).to_have_value("12.3")
    tap(page, 4)
    assert row(page) == "1243"
    page.keyboard.press("Control+z")
    page.keyboard.press("Control+z")
    assert row(page) == "...."


@pytest.mark.parametrize("way", ["Enter", "a press"])
def test_a_guess_that_is_typed_and_sent_before_the_scripts_load_is_played(late, way):
    page, release = late
    page.locator("#code").press("1")
    assert row(page) == "....", "a key in the text field is only text"
    page.locator("#code").press("Backspace")
    page.locator("h1").click()
    page.keyboard.type("1256")
    page.keyboard.press("Backspace")
    page.keyboard.press("Backspace")
    page.keyboard.type("35")
    assert row(page) == "1235"
    expect(page.locator("#code")).to_have_value("1235")
    if way == "Enter":
        page.keyboard.press("Enter")
    else:
        page.locator("#submit").click(no_wait_after=True)
    release()
    expect(page.locator("h1")).to_have_text("Guess 2 of 10")
    assert stored_guesses()[0].startswith("1: 1235 ")
