"""Announcements, the keys that request them, and the list of all keys."""

from itertools import pairwise

from playwright.sync_api import Page, expect

from games.catalog.rules import PRESETS
from tests.browser.looks import violations
from tests.browser.moves import GIANT, guess, hole, row

LISTEN = """() => {
    window.heard = [];
    const region = document.getElementById("status");
    const { sending } = document.getElementById("words").dataset; // by a machine that is busy
    const listen = () => region.textContent === sending || window.heard.push(region.textContent);
    new MutationObserver(listen).observe(region, { childList: true });
}"""
TOLD = [
    "Hole 1: Red. 3 to go.",
    "Hole 2: Red. 2 to go.",
    "Hole 3: Amber. One to go.",
    "Hole 4: Amber. Press Guess.",
    "Guess 1: 1 black, 0 white.",
    "Hole 1: Green. 3 to go.",
    "Hole 2: Sky. 2 to go.",
    "Hole 2: empty. 3 to go.",
    "Hole 2: Red. 2 to go.",
    "Hole 3: Green. One to go.",
    "1 hole to go: a code has 4 pegs.",
    "Hole 4: Indigo. Press Guess.",
    "Guess 2: 2 black, 0 white.",
    "The row is empty: a code has 4 pegs.",
    "Guess 2: Green, Red, Green, Indigo: 2 black, 0 white.",
    "Guess 3: Green; Red; Green; Indigo.",
    "Guess 3: empty; empty; empty; empty.",
    "Hole 1: Green. 3 to go.",
    "Hole 2: Rose. 2 to go.",
    "Hole 3: Green. One to go.",
    "Hole 4: Amber. Press Guess.",
    "Guess 3: 4 black, 0 white. You broke the code in 3 guesses. Your first win!",
]


def announcement_after(page: Page, key: str) -> str:
    page.keyboard.press(key)
    return page.get_by_role("status").inner_text().strip()


def test_keys_announce_the_state_of_the_game_on_request(board):
    page = board()
    page.locator(".swatch input").first.focus()
    page.keyboard.press("ArrowRight")
    assert announcement_after(page, " ") == "Hole 1: Amber. 3 to go."
    page.locator(".swatch", has_text="Sky").click()
    assert page.get_by_role("status").inner_text() == "Hole 2: Sky. 2 to go."
    page.keyboard.press("x")
    page.evaluate("window.region = document.getElementById('status')")
    assert announcement_after(page, "l") == "There is no guess yet."
    assert announcement_after(page, "e") == "There is no guess yet."
    assert announcement_after(page, "n") == "You have not asked how many codes are left."
    guess(page, "1122")
    guess(page, "1344")
    page.keyboard.type("35")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press(" ")
    assert announcement_after(page, "r") == "Guess 3: Green; Indigo, held; empty; empty."
    first = "Guess 1: Red, Red, Amber, Amber: 1 black, 0 white."
    last = "Guess 2: Red, Green, Sky, Sky: 0 black, 1 white."
    assert announcement_after(page, "l") == last
    assert announcement_after(page, "e") == f"{first} {last}"
    page.evaluate(
        "document.querySelector('aside').innerHTML += '<p data-remaining>14 codes are left.</p>'"
    )
    assert announcement_after(page, "n") == "14 codes are left."
    assert page.evaluate("window.region === document.getElementById('status')")


def test_a_repeated_sentence_is_announced_again(board):
    page = board()
    page.evaluate(LISTEN)
    for _ in range(3):
        page.keyboard.press("l")
    page.get_by_label("Or type it").fill("1")
    for _ in range(2):
        with page.expect_response("**/games/*/"):
            page.locator("#submit").click()
        expect(page.locator("#why")).to_contain_text("3 holes to go: a code has 4 pegs.")
    page.wait_for_timeout(100)
    heard = page.evaluate("window.heard")
    assert [text.strip() for text in heard][:3] == ["There is no guess yet."] * 3
    assert "3 holes to go: a code has 4 pegs." in heard[-1]
    assert [one for one, other in pairwise(heard) if one == other] == []


def test_every_event_of_a_game_by_keyboard_is_announced(board):
    """The test reads the live region during a whole game."""
    page = board()
    page.evaluate(LISTEN)
    guess(page, "1122")
    page.keyboard.type("34")
    for key in ("Backspace", "ArrowUp", "ArrowRight", "3", "Enter"):
        page.keyboard.press(key)
    expect(page.locator("#why")).to_have_text("1 hole to go: a code has 4 pegs.")
    for key in ("5", "Enter"):
        page.keyboard.press(key)
    expect(page.locator("h1")).to_have_text("Guess 3 of 10")
    page.keyboard.press("Enter")
    expect(page.locator("#why")).to_have_text("The row is empty: a code has 4 pegs.")
    for key in ("l", "u", "x", "3", "6", "3", "2", "Enter"):
        page.keyboard.press(key)
    expect(page.locator("h1")).to_have_text("You broke the code in 3 guesses")
    heard = [text.strip() for text in page.evaluate("window.heard")]
    begun = [
        text[: len(told)] for text, told in zip(heard, TOLD, strict=True)
    ]  # only the start of each sentence, because the coach adds a tip
    assert begun == TOLD
    assert announcement_after(page, "r") == "This game is over."
    assert announcement_after(page, "l") == "Guess 3: Green, Rose, Green, Amber: 4 black, 0 white."


def test_the_key_after_9_chooses_the_tenth_color(board):
    page = board("1234", PRESETS["bulls-and-cows"])
    for key in "910":
        page.keyboard.press(key)
    assert row(page) == "91A."
    assert (
        announcement_after(page, "1")
        == "Hole 4: Red. Red appears more than once. In this game, every color is used once."
    )
    expect(page.locator("#why")).to_have_text(
        "Red appears more than once. In this game, every color is used once."
    )


def test_a_key_opens_the_list_of_keys_where_single_keys_can_be_switched_off(board):
    page = board()
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog", name="Keys")
    expect(dialog).to_be_visible()
    expect(dialog).to_contain_text("Hold this peg for the next row")
    assert violations(page) == []
    page.keyboard.type("1")
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    assert row(page) == "...."
    page.get_by_role("button", name="Keys").click()
    expect(dialog).to_be_visible()
    dialog.get_by_role("button", name="Close").click()
    expect(dialog).to_be_hidden()
    expect(page.get_by_role("button", name="Keys")).to_be_focused()
    page.keyboard.press("?")
    page.get_by_role("switch", name="Single keys work everywhere").uncheck()
    page.keyboard.press("Escape")
    page.reload()
    page.keyboard.type("12?l")
    assert row(page) == "...."
    expect(page.get_by_role("dialog")).to_be_hidden()
    assert page.get_by_role("status").inner_text() == ""
    hole(page, 1).focus()
    page.keyboard.type("12")
    assert row(page) == "12.."
    assert announcement_after(page, "l") == "There is no guess yet."


def test_no_key_means_both_a_command_and_a_color(board):
    """With twelve colors the keys A, B and C choose colors, and the keys of commands still work."""
    page = board("12345678", GIANT)
    page.keyboard.type("abc")
    for key in "relun?":
        page.keyboard.press(key)
    page.keyboard.press("Escape")
    assert row(page) == "ABC....."
