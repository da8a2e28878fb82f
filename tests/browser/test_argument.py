"""A player who asks for nudges and wins with them, by touch and with the keyboard.

The test finds every element by its role and name, as a screen reader does.
"""

import re
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


def code_from_notes(page: Page) -> str:
    """Return the first code that fits the player's notes and rows."""
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
    """Ask for nudges until no more nudges are offered; the live region must announce each nudge."""
    press(page, by_thumb, "Hint")
    press(page, by_thumb, "Give me a nudge")
    said = page.locator(".advice-slot")
    for _ in range(40):
        expect(said).to_be_visible()
        idea = said.get_by_role("heading").inner_text()
        expect(page.get_by_role("status")).to_contain_text(idea)
        if not page.get_by_role("button", name="Next idea").is_visible():
            return
        press(page, by_thumb, "Next idea")
        expect(said.get_by_role("heading")).not_to_have_text(idea)


@pytest.mark.parametrize("by_thumb", [True, False], ids=["thumb", "keys"])
def test_a_game_can_be_won_with_nudges_and_notes(another, board, by_thumb):
    small = {"width": 360, "height": 640}
    screen = another(viewport=small if by_thumb else None, has_touch=by_thumb)
    page = board("3632", context=screen)
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
    assert not Hint.objects.exists()  # the player's own notes do not count as hints
    for _ in range(8):
        ask_all(page, by_thumb)
        enter(page, by_thumb, code_from_notes(page))
        if page.get_by_role("heading", name="You broke the code").is_visible():
            break
    expect(page.get_by_role("heading", name="You broke the code")).to_be_visible()
    expect(page.locator(".swatch .crossed")).to_have_count(0)  # the next game starts without notes
    assert not any("mark" in body or "notes" in body for body in sent)
    # the browser stores only that the player wants to see the notes
    assert page.evaluate("Object.keys(localStorage)") == ["notes"]


def test_impossible_colors_are_crossed_out_in_the_palette_and_in_the_row(start):
    """The crossed-out colors depend on the chosen hole, and stay when the hint is gone."""
    page = start("3632")
    enter(page, False, "1144")
    enter(page, False, "1255")
    press(page, False, "Hint")
    press(page, False, "Rule out colors")
    expect(page.locator(".advice-slot")).to_be_visible()
    for hole, crossed in ((1, ["1", "4"]), (2, ["1", "2", "4"])):
        page.locator(f"#hole-{hole}").click()
        assert crossed_colors(page) == crossed
    page.keyboard.type("2")
    expect(page.locator("#hole-2")).to_have_class(re.compile("crossed"))
    page.keyboard.type("x2666")
    press(page, False, "Guess")
    expect(page.locator(".advice-slot")).to_have_count(0)
    assert "4" in crossed_colors(page)


def crossed_colors(page: Page) -> list[str]:
    return page.locator(".swatch:has(.crossed) input").evaluate_all("all => all.map(e => e.value)")
