"""A puzzle from the list to its solution: by touch, with keys, and without JavaScript."""

from playwright.sync_api import Page, expect

from games.models import PuzzleAttempt
from tests.browser.looks import is_too_wide, jumps, open_and_watch
from tests.browser.moves import COLORS, color, fill_hole_by_hole


def fill_by_thumb(page: Page, code: str) -> None:
    """Tap a color for each hole; the color drops into the chosen hole."""
    for symbol in code:
        color(page, COLORS[int(symbol) - 1]).tap()


def in_view(page: Page, *selectors: str) -> None:
    for selector in selectors:
        expect(page.locator(selector).first).to_be_in_viewport(ratio=0.9)


def test_a_puzzle_is_solved_by_touch_by_keys_and_without_javascript(
    another, without_script, live_server
):
    page = another(viewport={"width": 360, "height": 640}, has_touch=True).new_page()
    page.goto(f"{live_server.url}/puzzles/")
    page.locator(".shelf").last.get_by_role("link", name="Tricky").tap()
    page.wait_for_url("**/puzzles/tricky/1/")
    open_and_watch(page, f"{live_server.url}/puzzles/tricky/3/")
    in_view(page, ".puzzle .board", ".palette", "#hint", "#give-up")
    fill_by_thumb(page, "1123")
    assert jumps(page) == []
    page.get_by_role("button", name="Check").tap()
    expect(page.get_by_role("status")).to_contain_text("in row 1. Row 1 has")
    in_view(page, ".contradicted", "#why", ".palette")
    page.locator("#hint").tap()
    expect(page.get_by_role("heading", name="Step 1 of 9")).to_be_visible()
    expect(page.get_by_role("status")).to_contain_text("Row 4 has no black peg")
    assert page.get_by_label("Or type it").input_value() == "1123", "the row stays"
    in_view(page, ".lit", ".hints h2", "#hint", ".palette")
    assert not is_too_wide(page)
    page.get_by_role("button", name="Clear").tap()
    fill_by_thumb(page, "4422")
    page.get_by_role("button", name="Check").tap()
    expect(page.locator("h1")).to_have_text("Solved")
    expect(page.get_by_role("status")).to_have_text("Solved. In 2 tries, with 1 hint.")
    in_view(page, ".row.secret", ".at-hand .main")

    page.goto(f"{live_server.url}/puzzles/tricky/5/")
    page.keyboard.type("11")
    page.keyboard.press("Enter")
    expect(page.locator("#why")).to_have_text("2 holes to go: a code has 4 pegs.")
    page.locator("#time").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#clock")).to_be_visible()
    page.locator("#give-up").focus()
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text("Given up")
    expect(page.locator("h1")).to_be_focused()

    page = without_script.new_page()
    page.goto(f"{live_server.url}/puzzles/tricky/3/")
    fill_hole_by_hole(page, "1123")
    page.get_by_role("button", name="Check").click()
    expect(page.locator("#why")).to_contain_text("in row 1. Row 1 has")
    page.get_by_role("button", name="Hint").click()
    page.get_by_role("button", name="Next step").click()
    expect(page.get_by_role("heading", name="Step 2 of 9")).to_be_visible()
    page.get_by_label("Or type it").fill("4422")
    page.get_by_label("Or type it").press("Enter")
    expect(page.locator("h1")).to_have_text("Solved")
    went = PuzzleAttempt.objects.order_by("pk").values_list("status", "tries", "hints")
    assert list(went) == [("solved", 2, 1), ("given up", 0, 0), ("solved", 2, 2)]


def test_a_press_during_a_request_is_sent_or_reported_as_lost(page, live_server):
    page.goto(f"{live_server.url}/puzzles/tricky/5/")
    page.keyboard.type("11")
    sent = []

    def hold(route):
        sent.append(route.request)
        page.wait_for_timeout(0 if len(sent) == 1 else 300)
        route.continue_()

    page.route("**/tricky/5/", hold)
    page.evaluate("['submit', 'time'].forEach((id) => document.getElementById(id).click())")
    expect(page.locator("#why")).to_have_text("2 holes to go: a code has 4 pegs.")
    for request in sent:
        request.response()
    clocks = page.locator("#clock").count()
    page.unroute_all()
    page.reload()
    assert page.locator("#clock").count() == clocks
