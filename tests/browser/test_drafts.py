"""The browser stores the row that a player is filling; without storage the board still works."""

import pytest
from playwright.sync_api import expect

from tests.browser.moves import (
    ask,
    color,
    expect_row,
    guess,
    held_places,
    hole,
    row,
    stored_guesses,
)


def test_a_row_in_progress_with_held_pegs_survives_a_reload(board):
    page = board()
    page.keyboard.type("12")
    hole(page, 1).focus()
    page.keyboard.press(" ")
    page.reload()
    assert (row(page), held_places(page)) == ("12..", [1])
    expect(page.locator("#why")).to_have_text("2 holes to go.")
    page.keyboard.type("34")
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text("Guess 2 of 10")
    page.reload()
    assert (row(page), held_places(page)) == ("1...", [1])
    page.get_by_text("Give up this game").click()
    page.get_by_role("button", name="Give up and show the code").click()
    expect(page.locator("h1")).to_have_text("You gave up")
    expect(page.locator("h1")).to_be_focused()
    assert page.evaluate("localStorage.length") == 0


def test_a_tap_before_the_scripts_load_adds_a_peg_to_the_stored_row(board):
    page = board()
    page.keyboard.type("12")
    waiting = []
    page.route("**/js/board*.js", lambda route: waiting.append(route))
    page.reload(wait_until="commit")
    color(page, "Green").click()
    expect(hole(page, 1)).to_have_text("3")
    while not waiting:
        page.wait_for_timeout(20)
    waiting[0].continue_()
    expect_row(page, ["1", "2", "3", ""])


def test_pegs_that_are_placed_while_a_hint_loads_are_kept(board):
    page = board()
    guess(page, "1122")
    held = []
    page.route("**/hint/", lambda route: held.append(route))
    page.keyboard.type("13")
    ask(page, "Rule out colors")
    page.keyboard.type("45")
    # no guess is sent while a hint loads, because the hint can change the player's mind
    page.keyboard.press("Enter")
    while not held:
        page.wait_for_timeout(20)
    held[0].continue_()
    expect(page.locator(".advice-slot")).to_be_visible()
    assert row(page) == "1345"
    expect(page.locator("h1")).to_have_text("Guess 2 of 10")
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text("Guess 3 of 10")
    assert stored_guesses() == ["1: 1122 1,0", "2: 1345 0,1"]


@pytest.mark.parametrize(
    "script",
    [
        "Object.defineProperty(window, 'localStorage', { get() { throw new Error('no'); } })",
        "localStorage.setItem(`row:${location.pathname}`, '{\"symbols\": [1, 2, 3')",
        "localStorage.setItem(`row:${location.pathname}`,"
        ' \'{"number": 1, "symbols": ["1", "x", "<", "7"], "held": [true, true, true, true]}\')',
    ],
    ids=["blocked", "broken", "nonsense"],
)
def test_the_board_works_without_browser_storage(board, script):
    page = board()
    page.add_init_script(script)
    page.reload()
    assert row(page) == "...."
    page.keyboard.type("12")
    hole(page, 1).focus()
    page.keyboard.press(" ")
    hole(page, 3).focus()
    page.keyboard.type("34")
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text("Guess 2 of 10")
    assert (row(page), held_places(page)) == ("1...", [1])
