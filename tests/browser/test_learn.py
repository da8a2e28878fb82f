"""The rules in a browser: three pegs are set, and the answer is there at once."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.looks import violations

pytestmark = pytest.mark.django_db(transaction=True)


def keys(page: Page):
    return page.locator("#answer .keys").first


def peg(page: Page, place: int, symbol: str):
    return page.locator(f".swatch:has(#peg{place}-{symbol})")


def test_a_peg_that_is_set_is_answered_at_once(page: Page, live_server):
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


def test_a_hidden_code_is_found(page: Page, live_server):
    page.goto(f"{live_server.url}/rules/")
    page.get_by_label("Hide the code").check()
    expect(page.locator("#answer .secret .hole")).to_have_count(3)
    peg(page, 2, "2").click()
    peg(page, 3, "3").click()
    expect(page.get_by_text("That is the code!").first).to_be_visible()
    expect(page.locator("#answer .secret .hole")).to_have_count(0)


def test_it_is_tried_without_javascript(without_script, live_server):
    page = without_script.new_page()
    page.goto(f"{live_server.url}/rules/")
    peg(page, 2, "2").click()
    page.get_by_role("button", name="See the answer").click()
    expect(keys(page)).to_have_attribute("aria-label", "2 black, 0 white")
    page.get_by_role("button", name="Another code").click()
    expect(keys(page)).to_have_attribute("aria-label", "1 black, 2 white")
    expect(page.locator("#peg2-2")).to_be_checked()


def test_a_server_that_is_away_is_seen_and_heard(page: Page, live_server, complaints):
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
    complaints.clear()  # the request that was cut off
