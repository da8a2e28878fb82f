"""Whole games in a browser: with the mouse, with the keyboard alone, and without JavaScript."""

from playwright.sync_api import BrowserContext, Page, expect

from games.models import Game
from tests.browser.moves import (
    GIANT,
    ask,
    color,
    earlier_peg,
    expect_row,
    fill_hole_by_hole,
    hole,
    one_after_the_other,
    row,
    stored_guesses,
)

# This script acts like a browser's translation: it replaces each text by a new element.
TRANSLATED = """
    const kept = "head, font, script, template, [translate=no]";
    new MutationObserver(() => {
        const texts = document.createTreeWalker(document, NodeFilter.SHOW_TEXT), found = [];
        while (texts.nextNode()) found.push(texts.currentNode);
        for (const text of found.filter((one) => !one.parentElement.closest(kept))) {
            const font = document.createElement("font");
            font.textContent = text.data.replaceAll(/\\w/g, "ж");
            text.replaceWith(font);
        }
    }).observe(document, { childList: true, subtree: true });
"""


def test_a_game_is_played_with_the_mouse(start):
    page = start()
    for name in ("Red", "Red", "Amber", "Amber"):
        color(page, name).click()
    assert row(page) == "1122"
    page.get_by_role("button", name="Guess", exact=True).click()
    expect(page.locator("h1")).to_have_text("Guess 2 of 10")
    expect(page.locator(".row .keys").first).to_have_attribute("aria-label", "1 black, 0 white")
    for place, name in ((4, "Amber"), (1, "Green"), (3, "Green"), (2, "Rose")):
        color(page, name).click()
        hole(page, place).click()
    assert row(page) == "3632"
    page.get_by_role("button", name="Guess", exact=True).click()
    expect(page.locator("h1")).to_have_text("You broke the code in 2 guesses")
    assert stored_guesses() == ["1: 1122 1,0", "2: 3632 4,0"]


def test_enter_on_a_color_sends_a_full_row_unless_a_hole_is_chosen(board):
    page = board()
    page.keyboard.type("1122")
    hole(page, 3).click()
    page.get_by_role("radio", name="Indigo").focus()
    page.keyboard.press("Enter")
    assert row(page) == "1152"
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text("Guess 2 of 10")
    expect(hole(page, 1)).to_be_focused()


def test_a_color_and_a_hole_can_be_chosen_in_any_order(board):
    one_after_the_other(
        board(),
        a_color_is_clicked_without_a_pointer,
        color_then_hole_and_hole_then_color_do_the_same,
        a_full_row_is_changed_by_color_then_hole,
    )


def a_color_is_clicked_without_a_pointer(page: Page) -> None:
    """Click a color as screen readers do, without a pointer: `detail` is 0.

    Labels in WebKit send such clicks, too.
    """
    page.get_by_role("radio", name="Green").evaluate("radio => radio.click()")
    assert row(page) == "3..."


def color_then_hole_and_hole_then_color_do_the_same(page: Page) -> None:
    color(page, "Sky").click()
    hole(page, 3).click()
    assert row(page) == "..4."
    hole(page, 2).click()
    color(page, "Rose").click()
    assert row(page) == ".64."


def a_full_row_is_changed_by_color_then_hole(page: Page) -> None:
    page.keyboard.type("1122")
    color(page, "Indigo").click()
    hole(page, 2).click()
    assert row(page) == "1522"


def test_a_game_is_played_with_tab_and_arrows(board):
    """Only Tab, arrows, Space and Enter are used, as with a switch or a screen reader."""
    page = board("1112")
    hole(page, 1).focus()
    page.keyboard.press("1")
    expect(hole(page, 2)).to_be_focused()
    page.keyboard.type("11")
    expect(hole(page, 4)).to_be_focused()
    page.get_by_role("radio", name="Amber").focus()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    assert row(page) == "1112"
    page.locator("#submit").focus()
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text("You broke the code in 1 guess")
    expect(page.locator("h1")).to_be_focused()


def test_guesses_hints_and_giving_up_work_without_javascript(start, without_script: BrowserContext):
    page = start(context=without_script)
    page.get_by_label("Or type it").fill("1122")
    page.get_by_label("Or type it").press("Enter")
    expect(page.locator("h1")).to_have_text("Guess 2 of 10")
    fill_hole_by_hole(page, "3632")
    page.get_by_role("button", name="Guess", exact=True).click()
    expect(page.locator("h1")).to_have_text("You broke the code in 2 guesses")
    page.reload()
    expect(page.locator("h1")).to_have_text("You broke the code in 2 guesses")
    assert stored_guesses() == ["1: 1122 1,0", "2: 3632 4,0"]
    page = start(context=without_script)
    ask(page, "Suggest a guess")
    page.get_by_role("link", name="Fill my row").click()
    expect_row(page, "1122")
    page.get_by_text("Give up this game").click()
    page.get_by_role("button", name="Give up and show the code").click()
    expect(page.locator(".row.secret .pegs")).to_have_attribute(
        "aria-label", "3632: Green, Rose, Green, Amber"
    )


def test_a_hint_gives_its_reason_and_fills_the_row(board):
    page = board()
    page.keyboard.type("12")
    ask(page, "Suggest a guess")
    expect(page.locator(".advice-slot")).to_contain_text("at most 256 of 1,296 codes are left")
    assert page.locator(".proposed .peg").first.bounding_box()["width"] == 34
    assert row(page) == "12.."
    page.get_by_role("link", name="Fill my row").click()
    assert row(page) == "1122"
    assert Game.objects.get().is_aided


def test_an_invalid_code_stays_in_the_row_with_an_explanation(board):
    page = board()
    page.get_by_label("Or type it").fill("1197")
    page.get_by_label("Or type it").press("Enter")
    expect(page.locator("#why")).to_contain_text("“9” is not a color")
    expect(page.get_by_role("status")).to_contain_text("“9” is not a color")
    expect(page.get_by_label("Or type it")).to_have_value("1197")
    page.get_by_label("Or type it").fill("1")
    expect(page.locator("#why")).to_have_text("3 holes to go.")
    page.locator("#submit").click()
    expect(page.locator("#why")).to_contain_text("3 holes to go: a code has 4 pegs.")
    assert stored_guesses() == []


def test_a_page_that_the_browser_translates_can_be_played(board):
    page = board("ABC12345", GIANT)
    page.add_init_script(TRANSLATED)
    page.reload()
    page.keyboard.type("ABC54321")
    page.locator("#submit").click()
    page.locator(".keys").wait_for()
    earlier_peg(page, 1, 1).click()
    page.locator(".swatch").nth(10).click()
    assert row(page) == "AB......"
    page.keyboard.press("u")
    expect_row(page, "ABC54321")
    page.keyboard.type("xABC12345")
    page.keyboard.press("Enter")
    page.locator(".result").wait_for()
    assert [guess[3:11] for guess in stored_guesses()] == ["ABC54321", "ABC12345"]


def test_two_tabs_do_not_disturb_each_other(board, context: BrowserContext):
    page = board()
    other = context.new_page()
    other.goto(page.url)
    page.keyboard.type("1122")
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text("Guess 2 of 10")
    other.keyboard.type("5566")
    other.keyboard.press("Enter")
    expect(other.locator("h1")).to_have_text("Guess 2 of 10")
    expect(other.locator("#why")).to_contain_text("This game continued elsewhere")
    assert row(other) == "5566"
    other.keyboard.press("Enter")
    expect(other.locator("h1")).to_have_text("Guess 3 of 10")
    assert stored_guesses() == ["1: 1122 1,0", "2: 5566 0,1"]


def test_a_double_click_sends_one_guess(board):
    page = board()
    page.keyboard.type("1122")
    page.locator("#submit").dblclick()
    expect(page.locator("h1")).to_have_text("Guess 2 of 10")
    assert stored_guesses() == ["1: 1122 1,0"]


def test_a_page_whose_player_is_gone_explains_why(board, context, complaints):
    """The player logged out in another tab, or the browser deleted the cookie."""
    page = board()
    context.clear_cookies()
    page.keyboard.type("1122")
    page.keyboard.press("Enter")
    expect(page.locator("#why")).to_contain_text("If it’s yours, log in or allow cookies.")
    assert (row(page), stored_guesses()) == ("1122", [])
    complaints.clear()


def test_a_message_says_that_the_server_does_not_answer_and_the_row_stays(
    board, context, complaints
):
    hangs = False
    # The route is added before the page opens, so that it catches every request of the page.
    context.route("**/games/*/", lambda route: None if hangs else route.continue_())
    page = board()
    # Shorten the page's timeout, because the server of this test never answers.
    page.evaluate("htmx.config.timeout /= 50")
    hangs = True  # the guess arrives, but gets no answer
    page.keyboard.type("1122")
    page.keyboard.press("Enter")
    expect(page.locator("#why")).to_contain_text("The server did not answer")
    expect(page.get_by_role("status")).to_contain_text("The server did not answer")
    assert (row(page), stored_guesses()) == ("1122", [])
    hangs = False
    page.evaluate("htmx.config.timeout *= 50")
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text("Guess 2 of 10")
    assert stored_guesses() == ["1: 1122 1,0"]
    complaints.clear()
