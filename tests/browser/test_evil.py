"""A game in evil mode, from its page to a friend's challenge."""

from collections.abc import Callable

from playwright.sync_api import BrowserContext, Page, expect

from games.catalog.rules import CLASSIC
from solver.strategies.roster import strategy_named
from solver.study.evil import against
from tests.browser.looks import misfits_on, violations
from tests.browser.moves import follow

FORCED = [one.turn.guess for one in against(strategy_named("knuth"), CLASSIC.variant)]


def win_evil_game(page: Page, root: str, look: Callable[[Page], None]) -> None:
    """Play an evil game: waste a guess and corner the computer.

    Check the computer's codes on the board and in the analysis.
    """
    page.goto(root)
    page.get_by_role("link", name="Evil mode").click()
    page.get_by_role("button", name="Play Classic in evil mode").click()
    page.wait_for_load_state("networkidle")  # the page ignores keys before its scripts are loaded
    for number, code in enumerate(["1111", *FORCED], start=1):
        expect(page.locator("h1")).to_have_text(f"Guess {number} of 10")
        # A new player sees this field only without a script.
        field = page.get_by_label("Or type it")
        if field.is_visible():
            field.focus()
        page.keyboard.type(code)
        page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text("You cornered the computer in 6 guesses")
    said = "5 guesses are always enough. You needed 6. Guess 1 gave away 1 guess."
    expect(page.locator(".verdict")).to_have_text(said)
    page.locator("summary", has_text="Codes the computer could still choose").click()
    expect(page.get_by_role("row", name="1 625 5 lost 1 guess")).to_be_visible()
    look(page)
    follow(page, page.get_by_role("link", name="Review your game"))
    expect(page.locator(".judgment")).to_have_text(said)
    page.locator(".move summary").first.click()
    expect(page.locator(".move").first).to_contain_text("A better guess")
    page.locator("#paths-heading").click()
    page.get_by_role("button", name="Knuth", exact=True).click()
    expect(page.locator("#paths")).to_contain_text("5 guesses")
    look(page)


def check_looks(page: Page) -> None:
    """Assert that the page is not cut off and breaks no rule of axe."""
    assert (list(misfits_on(page)), violations(page)) == ([], [])


def test_an_evil_game_is_won_and_a_friend_is_challenged_to_do_better(
    page: Page, without_script: BrowserContext, live_server
):
    win_evil_game(page, live_server.url, check_looks)
    result = page.url.partition("analysis/")[0] + "result/"
    friend = without_script.new_page()
    friend.goto(result)
    friend.get_by_role("button", name="Beat this score").click()
    expect(friend.locator("h1")).to_have_text("Guess 1 of 10")
    win_evil_game(
        friend, live_server.url, lambda page: None
    )  # without axe, because axe is a script
