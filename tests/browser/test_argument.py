"""A player who is stuck asks what follows, notes it and wins: by thumb and by keys.

Everything is found by its role and name, as a screen reader finds it.
"""

from itertools import product

import pytest
from playwright.sync_api import Page, expect

from games.models import Guess, Hint
from solver.positions.candidates import first_contradicted

COLORS = ("Red", "Amber", "Green", "Sky", "Indigo", "Rose")


def press(page: Page, by_thumb: bool, name: str) -> None:
    button = page.get_by_role("button", name=name, exact=True)
    if by_thumb:
        button.tap()
    else:
        button.focus()
        page.keyboard.press("Enter")


def open_notes(page: Page, by_thumb: bool) -> None:
    if by_thumb:
        press(page, by_thumb, "More tools")
    press(page, by_thumb, "Notes")


def concluded(page: Page) -> str:
    """Return the first code that the notes and the rows leave: what a player makes of them."""
    turns = [guess.turn for guess in Guess.objects.order_by("number")]
    crossed, circled = (
        {cell.get_attribute("data-at") for cell in page.locator(f"[data-mark={mark}]").all()}
        for mark in "xo"
    )
    for symbols in product("123456", repeat=4):
        code = "".join(symbols)
        pegs = {f"{place}{color}" for place, color in enumerate(code, start=1)}
        if pegs.isdisjoint(crossed) and circled <= pegs and not first_contradicted(turns, code):
            return code
    raise AssertionError("the notes contradict the rows")


def enter(page: Page, by_thumb: bool, code: str) -> None:
    number = Guess.objects.count() + 1
    if by_thumb:
        for symbol in code:
            page.get_by_role("radio", name=f"{symbol} {COLORS[int(symbol) - 1]}").locator(
                ".."
            ).tap()
    else:
        page.locator("h1").focus()
        page.keyboard.type(code)
    press(page, by_thumb, "Guess")
    expect(page.get_by_role("img", name=f"{code}: ").nth(0)).to_be_visible()
    expect(page.locator(".board .row > .keys")).to_have_count(number)


def ask_all(page: Page, by_thumb: bool) -> None:
    """Ask what follows until nothing more does; each step is said by the live region."""
    press(page, by_thumb, "Mark what follows")
    said = page.locator(".advice").first.get_by_role("paragraph").first
    for step in range(1, 40):
        expect(page.locator(".advice")).to_have_count(step)
        expect(page.get_by_role("status")).to_have_text(said.inner_text())
        if not page.get_by_role("button", name="Continue").is_visible():
            return
        press(page, by_thumb, "Continue")


@pytest.mark.parametrize("by_thumb", [True, False], ids=["thumb", "keys"])
def test_a_game_is_won_with_what_follows_and_ones_own_notes(another, start, by_thumb):
    small = {"width": 360, "height": 640}
    page = start("3632", another(viewport=small if by_thumb else None, has_touch=by_thumb))
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.post_data or ""))
    enter(page, by_thumb, "1122")
    open_notes(page, by_thumb)
    expect(page.get_by_role("button", name="Red, place 1: blank")).to_be_focused()
    page.keyboard.press("o")
    expect(page.get_by_role("status")).to_have_text("Red, place 1: circled")
    page.keyboard.press("Delete")
    press(page, by_thumb, "Cross out Red everywhere")
    expect(page.get_by_role("status")).to_have_text("Red, every place: crossed out")
    page.reload()
    expect(page.get_by_role("button", name="Red, place 4: crossed out")).to_be_visible()
    press(page, by_thumb, "Cross out Red everywhere")
    expect(page.get_by_role("status")).to_have_text("Red, every place: blank")
    assert not Hint.objects.exists()  # one's own notes are no help
    for _ in range(8):
        ask_all(page, by_thumb)
        enter(page, by_thumb, concluded(page))
        if page.get_by_role("heading", name="You broke the code").is_visible():
            break
    expect(page.get_by_role("heading", name="You broke the code")).to_be_visible()
    assert not any("mark" in body or "notes" in body for body in sent)
    assert page.evaluate("Object.keys(localStorage)") == ["notes"]  # only that they are wanted
