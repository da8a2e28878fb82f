"""Pegs that are dragged with the mouse or a finger."""

from playwright.sync_api import Page, expect

from tests.browser.moves import (
    Finger,
    color,
    drag,
    earlier_peg,
    guess,
    hole,
    middle,
    one_after_the_other,
    row,
    scroll_position,
    stored_guesses,
)


def test_the_mouse_drags_pegs_and_drops_them_only_in_holes(board):
    page = board()
    # On a busy machine, the time between two moves of the mouse can be that of a long press.
    page.evaluate("""() => {
        const later = setTimeout;
        setTimeout = (act, ms) => ms === 600 || later(act, ms);
    }""")
    one_after_the_other(
        page,
        a_color_is_dragged_into_a_hole,
        pegs_are_dragged_between_holes_and_off_the_row,
        a_drop_only_counts_on_a_hole,
        a_trembling_click_is_a_click,
        escape_ends_a_drag,
        a_drag_that_ends_on_the_guess_button_does_not_guess,
    )


def a_color_is_dragged_into_a_hole(page: Page) -> None:
    drag(page, color(page, "Green"), hole(page, 3))
    assert row(page) == "..3."
    drag(page, color(page, "Rose"), hole(page, 3))
    assert row(page) == "..6."
    assert page.locator(".ghost").count() == 0


def pegs_are_dragged_between_holes_and_off_the_row(page: Page) -> None:
    page.keyboard.type("12")
    drag(page, hole(page, 1), hole(page, 4))
    assert row(page) == ".2.1"
    drag(page, hole(page, 2), hole(page, 4))
    assert row(page) == ".1.2"
    drag(page, hole(page, 2), page.locator("h1"))
    assert row(page) == "...2"


def a_drop_only_counts_on_a_hole(page: Page) -> None:
    drag(page, color(page, "Red"), page.locator("h1"))
    drag(page, color(page, "Red"), page.locator(".row.now .number"))
    assert row(page) == "...."
    page.keyboard.type("1")
    drag(page, hole(page, 1), page.locator(".row.now .number"))
    assert row(page) == "1..."


def a_drag_that_ends_on_the_guess_button_does_not_guess(page: Page) -> None:
    page.keyboard.type("1234")
    drag(page, hole(page, 2), page.locator("#submit"))
    drag(page, color(page, "Red"), page.locator("#submit"))
    assert row(page) == "1234"
    page.locator("#submit").click()
    expect(page.locator("h1")).to_have_text("Guess 2 of 10")
    assert len(stored_guesses()) == 1


def a_trembling_click_is_a_click(page: Page) -> None:
    for target in (color(page, "Red"), hole(page, 1), hole(page, 3)):
        x, y = middle(target)
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x + 10, y + 4)
        page.mouse.up()
    assert row(page) == "1..."
    page.keyboard.type("3")
    assert row(page) == "1.3."


def escape_ends_a_drag(page: Page) -> None:
    page.mouse.move(*middle(color(page, "Red")))
    page.mouse.down()
    page.mouse.move(*middle(hole(page, 2)))
    page.keyboard.press("Escape")
    page.mouse.up()
    assert row(page) == "...."


def test_pegs_of_earlier_rows_are_copied_by_dragging(board):
    page = board()
    guess(page, "1234")
    drag(page, earlier_peg(page, 1, 2), hole(page, 4))
    assert row(page) == "...2"
    earlier_peg(page, 1, 3).click()
    assert row(page) == "..32"


def test_a_finger_drags_a_peg_without_scrolling_the_page(board, phone):
    page = board(context=phone)
    finger = Finger(page)
    finger.slide(middle(color(page, "Green")), middle(hole(page, 2)))
    assert (row(page), scroll_position(page)) == (".3..", 0)
    finger.slide(middle(hole(page, 2)), middle(hole(page, 4)))
    assert (row(page), scroll_position(page)) == ("...3", 0)
    finger.slide(middle(hole(page, 4)), middle(page.locator("h1")))
    assert (row(page), scroll_position(page)) == ("....", 0)


def test_a_finger_can_scroll_the_board_or_pick_up_a_peg(board, phone):
    page = board(context=phone)
    guess(page, "1234")
    page.wait_for_load_state()
    finger = Finger(page)
    x, y = middle(earlier_peg(page, 1, 3))
    finger.slide((x, y), middle(hole(page, 1)), wait=350)
    assert (row(page), scroll_position(page)) == ("3...", 0)
    page.touchscreen.tap(x, y)
    assert row(page) == "3.3."
    finger.slide((x, y), (x, y - 150))
    assert scroll_position(page) > 50
    assert row(page) == "3.3."


def test_taps_and_a_long_press_fill_the_row(board, phone):
    page = board(context=phone)
    color(page, "Green").tap()
    hole(page, 3).tap()
    assert row(page) == "..3."
    finger, target = Finger(page), middle(color(page, "Red"))
    finger.slide(target, target, wait=750)
    assert row(page) == "1131"
    page.locator("#submit").tap()
    expect(page.locator("h1")).to_have_text("Guess 2 of 10")
