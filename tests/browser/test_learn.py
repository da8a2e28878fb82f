"""The rules and the lesson in a browser."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.looks import further, violations


def keys(page: Page):
    return page.locator("#answer .keys").first


def peg(page: Page, place: int, symbol: str):
    return page.locator(f".swatch:has(#peg{place}-{symbol})")


def test_changing_a_peg_shows_the_answer_and_can_solve_a_hidden_code(page: Page, live_server):
    page.goto(f"{live_server.url}/rules/")
    expect(keys(page)).to_have_attribute("aria-label", "1 black, 1 white")
    peg(page, 2, "2").click()
    expect(keys(page)).to_have_attribute("aria-label", "2 black, 0 white")
    expect(page.get_by_role("status")).to_have_text("2 black, 0 white.")
    expect(page.get_by_text("The second Amber finds no other Amber left")).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#peg2-3")).to_be_focused()
    expect(keys(page)).to_have_attribute("aria-label", "1 black, 2 white")
    page.get_by_role("button", name="Another code").click()
    expect(keys(page)).to_have_attribute("aria-label", "1 black, 1 white")
    page.goto(f"{live_server.url}/rules/")
    page.get_by_label("Hide the code").check()
    expect(page.locator("#answer .secret .hole")).to_have_count(3)
    peg(page, 2, "2").click()
    peg(page, 3, "3").click()
    expect(page.get_by_text("That is the code!").first).to_be_visible()
    expect(page.locator("#answer .secret .hole")).to_have_count(0)


def test_guesses_can_be_tried_in_the_rules_without_javascript(without_script, live_server):
    page = without_script.new_page()
    page.goto(f"{live_server.url}/rules/")
    peg(page, 2, "2").click()
    page.get_by_role("button", name="See the feedback").click()
    expect(keys(page)).to_have_attribute("aria-label", "2 black, 0 white")
    page.get_by_role("button", name="Another code").click()
    expect(keys(page)).to_have_attribute("aria-label", "1 black, 2 white")
    expect(page.locator("#peg2-2")).to_be_checked()


def test_an_unavailable_server_is_shown_and_announced(page: Page, live_server, complaints):
    page.goto(f"{live_server.url}/rules/")
    page.wait_for_load_state()
    page.route("**/rules/?*", lambda route: route.abort())
    peg(page, 1, "4").click()
    expect(page.locator("#trouble")).to_be_in_viewport()
    expect(page.get_by_role("status")).to_contain_text("The server did not answer.")
    assert violations(page) == []
    page.unroute("**/rules/?*")
    peg(page, 1, "3").click()
    expect(page.locator("#trouble")).to_be_hidden()
    complaints.clear()  # forget the errors of the canceled request


def way_on(page: Page):
    return page.locator("#submit")


def in_sight(page: Page, *parts: str) -> None:
    for part in parts:
        expect(page.locator(part).last).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("size", [(360, 640), (1366, 650), *further((740, 360))], ids=str)
def test_the_lesson_fits_one_screen_and_ends_with_a_solved_code(page: Page, live_server, size):
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(live_server.url)
    page.get_by_role("link", name="Learn how to play").click()
    expect(page.locator(".earned li")).to_have_count(4)
    in_sight(page, ".secret", ".row .keys", "#submit")
    way_on(page).click()
    page.wait_for_load_state()
    page.get_by_role("button", name="A could be the code").click()
    expect(page.get_by_role("status")).to_contain_text("Not A. 4422 needs 1 black")
    expect(page.locator("#pick-A")).to_be_focused()
    page.get_by_role("button", name="B could be the code").press("Enter")
    expect(page.get_by_role("status")).to_contain_text("Yes. If B were the code")
    in_sight(page, ".cover", ".picked", "#submit")
    way_on(page).click()
    page.wait_for_load_state()
    page.keyboard.type("2341")
    page.keyboard.press("Enter")
    expect(page.locator("#why")).to_contain_text("needs 0 black and 3 white")
    page.keyboard.press("x")
    page.keyboard.type("2145")
    page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_contain_text("Now only one code fits all three rows.")
    in_sight(page, ".row.now", ".palette", "#submit")
    for name in ("Sky", "Indigo", "Amber", "Red"):
        page.locator(".swatch", has_text=name).click()
    way_on(page).click()
    expect(page.get_by_role("status")).to_contain_text("You broke it!")
    way_on(page).click()
    page.wait_for_url("**/games/*/")


def test_the_printed_page_has_only_the_board(board):
    page = board()
    page.keyboard.type("1122")
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text("Guess 2 of 10")
    page.emulate_media(media="print")
    expect(page.locator(".rest").last).to_be_visible()
    seen = page.locator(".site-header, .desk, .coach, .side, .title, .site-footer")
    assert [part.is_visible() for part in seen.all()] == [False] * seen.count()
