"""Filling the row with keys and tools, and the announcements."""

from playwright.sync_api import Page, expect

from tests.browser.moves import (
    color,
    drag,
    expect_row,
    guess,
    held_places,
    hole,
    one_after_the_other,
    row,
    stored_guesses,
)


def press(page: Page, key: str, **more: str | bool) -> None:
    """Press a key that Playwright's keyboard does not have."""
    page.evaluate(
        """event => document.activeElement.dispatchEvent(
            new KeyboardEvent("keydown", { bubbles: true, ...event }))""",
        {"key": key, **more},
    )


def test_a_row_is_filled_changed_and_held_with_keys(board):
    one_after_the_other(
        board(),
        arrows_go_and_change,
        a_color_fills_all_empty_holes,
        undo_and_redo,
        a_cleared_row_begins_at_its_first_hole,
        digits_may_need_shift,
        letters_may_be_cyrillic,
        a_hold_goes_with_its_peg,
    )


def a_color_fills_all_empty_holes(page: Page) -> None:
    page.keyboard.type("12")
    color(page, "Sky").click(modifiers=["Shift"])
    assert row(page) == "1244"
    page.keyboard.press("x")
    color(page, "Rose").click(delay=750)
    assert row(page) == "6666"
    page.keyboard.press("x")
    page.keyboard.press("Shift+Digit3")
    assert row(page) == "3333"


def a_cleared_row_begins_at_its_first_hole(page: Page) -> None:
    page.keyboard.type("1234")
    expect(hole(page, 4)).to_be_focused()
    page.keyboard.type("x5566")
    assert row(page) == "5566"


def digits_may_need_shift(page: Page) -> None:
    """Check a French keyboard, on which digits need Shift.

    Without Shift the keys of the digits type &, é and so on.
    """
    press(page, "1", code="Digit1", shiftKey=True)
    press(page, "2", code="Digit2", shiftKey=True)
    assert row(page) == "12.."


def letters_may_be_cyrillic(page: Page) -> None:
    """Check a Cyrillic keyboard.

    Undo is Ctrl and я, which is on the key of Z. Clear is ч, which is on the key of X.
    """
    page.keyboard.type("12")
    press(page, "я", code="KeyZ", ctrlKey=True)
    assert row(page) == "1..."
    press(page, "ч", code="KeyX")
    assert row(page) == "...."


def arrows_go_and_change(page: Page) -> None:
    page.keyboard.press("ArrowRight")
    expect(hole(page, 2)).to_be_focused()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    expect(hole(page, 2)).to_have_accessible_name("Hole 2: Amber")
    expect(page.get_by_role("status")).to_have_text("Hole 2: Amber. 3 to go.")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect(hole(page, 4)).to_be_focused()
    page.keyboard.press("ArrowDown")
    assert row(page) == ".2.6"
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowRight")
    page.keyboard.type("55")
    assert row(page) == "5251"
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Delete")
    expect(hole(page, 3)).to_be_focused()
    page.keyboard.press("Backspace")
    expect(hole(page, 2)).to_be_focused()
    assert row(page) == "5..1"


def undo_and_redo(page: Page) -> None:
    page.keyboard.type("12")
    drag(page, hole(page, 1), hole(page, 2))
    assert row(page) == "21.."
    page.keyboard.press("Control+z")
    page.keyboard.press("Control+z")
    assert row(page) == "1..."
    page.keyboard.press("Control+Shift+Z")
    page.keyboard.press("Control+y")
    assert row(page) == "21.."
    page.get_by_role("button", name="Undo").click()
    assert row(page) == "12.."
    page.get_by_role("button", name="Redo").click()
    assert row(page) == "21.."
    page.keyboard.type("3")
    page.get_by_role("button", name="Redo").click()
    expect(page.locator("#why")).to_have_text("There is nothing to redo.")
    assert row(page) == "213."


def test_pegs_that_the_player_holds_are_copied_to_the_next_row(board):
    page = board()
    page.keyboard.type("12")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press(" ")
    expect(hole(page, 2)).to_have_accessible_name("Hole 2: Amber, held")
    expect(page.get_by_role("status")).to_have_text("Hole 2: Amber, held.")
    page.keyboard.press("ArrowRight")
    page.keyboard.type("44")
    assert row(page) == "1244"
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text("Guess 2 of 10")
    assert (row(page), held_places(page)) == (".2..", [2])
    looks = page.locator("[data-row] > button").evaluate_all(
        "all => all.map(e => [...e.classList].filter(name => name !== 'dropped').join(' '))"
    )
    assert looks == ["peg hole here", "peg c2", "peg hole", "peg hole"]
    expect(page.locator("#submit")).to_have_class("button main unready")
    expect(page.get_by_label("Or type it")).to_have_value(".2")
    page.keyboard.type("113")
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text("Guess 3 of 10")
    assert stored_guesses()[1].startswith("2: 1213 ")
    page.get_by_role("button", name="Clear").click()
    assert (row(page), held_places(page)) == ("....", [])


def a_hold_goes_with_its_peg(page: Page) -> None:
    page.keyboard.type("12")
    hole(page, 1).click()
    page.get_by_role("button", name="Hold").click()
    expect(page.get_by_role("button", name="Hold")).to_have_attribute("aria-pressed", "true")
    assert held_places(page) == [1]
    drag(page, hole(page, 1), hole(page, 2))
    assert (row(page), held_places(page)) == ("21..", [2])
    drag(page, hole(page, 2), page.locator("h1"))
    assert (row(page), held_places(page)) == ("2...", [])
    hole(page, 3).click()
    page.get_by_role("button", name="Hold").click()
    expect(page.locator("#why")).to_have_text("This hole is empty. You can only hold a peg.")


def test_the_guess_button_and_each_tool_say_why_they_cannot_be_used(board):
    page = board()
    button = page.get_by_role("button", name="Guess", exact=True)
    expect(button).to_have_accessible_description("Choose a color: it drops into the ringed hole.")
    for tool, sentence in {
        "Undo": "There is nothing to undo in this row.",
        "Clear": "The row is empty already.",
        "Copy row": "There is no row above yet.",
    }.items():
        page.get_by_role("button", name=tool).click()
        expect(page.locator("#why")).to_have_text(sentence)
        expect(page.get_by_role("status")).to_have_text(sentence)
    page.keyboard.type("112")
    expect(button).to_have_accessible_description("1 hole to go.")
    expect(button).to_be_enabled()
    expect(button).to_have_class("button main unready")
    page.keyboard.type("2")
    expect(button).to_have_accessible_description("Press Guess.")
    expect(button).to_have_class("button main")
    page.keyboard.press("x")
    guess(page, "1234")
    page.get_by_role("button", name="Copy row").click()
    assert row(page) == "1234"
    page.get_by_role("button", name="Clear").click()
    assert row(page) == "...."


def test_codes_are_typed_in_any_script_and_as_names_of_colors(board):
    page = board()
    field = page.get_by_label("Or type it")
    digits = ("\uff11\uff12\uff13\uff14", "١٢٣٤", "1,2,3,4", "\u200f12\u200b34\ufeff", "1️⃣2️⃣3️⃣4️⃣")
    for typed in (*digits, "red amber green sky", "r a g s"):
        field.fill("")
        field.fill(typed)
        expect_row(page, "1234")
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text("Guess 2 of 10")
    expect(field).to_be_focused()
    expect(field).to_have_value("")
    page.locator("#hole-1").focus()
    for key in "٣٦٣٢":
        press(page, key, code="Digit1")
    expect_row(page, "3632")


def test_sending_a_guess_is_shown_and_announced(board, context):
    # The route is added before the page opens, so that it catches every request of the page.
    context.route(
        "**/games/*/", lambda route: None if route.request.method == "POST" else route.continue_()
    )
    page = board()
    page.clock.install()
    page.keyboard.type("1122")
    page.keyboard.press("Enter")
    page.clock.run_for(200)
    expect(page.locator(".sending .row.now")).to_have_count(1)
    page.clock.run_for(3000)
    expect(page.locator("#why")).to_have_text("Still sending. Nothing is lost.")
    expect(page.get_by_role("status")).to_have_text("Still sending. Nothing is lost.")
