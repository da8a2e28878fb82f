"""Every page on which a code is entered accepts the same mouse, keyboard and text input."""

from functools import partial

import pytest
from playwright.sync_api import BrowserContext, Error, Page, expect

from games.models import AssistRow
from tests.browser.looks import further, misfits_on, violations
from tests.browser.moves import (
    color,
    drag,
    earlier_peg,
    fill_hole_by_hole,
    hole,
    one_after_the_other,
    row,
)
from tests.browser.test_analysis import GUESSES, save_won_game


def to_lesson(page: Page, address: str, board: str) -> None:
    page.goto(address + save_won_game("classic", *GUESSES) + board)


def to_challenge(page: Page, address: str, board: str) -> None:
    page.goto(f"{address}/challenges/{board}")


def to_handover(page: Page, address: str, board: str) -> None:
    page.goto(f"{address}/duels/here/{board}")


def to_watch(page: Page, address: str, board: str) -> None:
    page.goto(f"{address}/watch/{board}")


def to_assist(page: Page, address: str, board: str) -> None:
    """Start the Solver, and clear the guess that it suggests."""
    page.goto(f"{address}/assist/{board}")
    page.get_by_role("button", name="Start the Solver").click()
    page.wait_for_url("**/assist/*/")
    page.goto(f"{page.url}?row=.")


def to_puzzle(page: Page, address: str, board: str) -> None:
    page.goto(f"{address}/puzzles/easy/1/")


PLACES = {
    "lesson": to_lesson,
    "challenge": to_challenge,
    "handover": to_handover,
    "watch": to_watch,
    "assist": to_assist,
    "puzzle": to_puzzle,
}
# The instruction that a page announces when the row is full.
NEXT_STEPS = {
    "lesson": "Press Try.",
    "challenge": "Press “Get the link”.",
    "handover": "Press “Save the code”.",
    "watch": "Press Watch.",
    "assist": "Now enter the answer.",
    "puzzle": "Press Check.",
}
UNLIKE = ["lesson", "assist", "puzzle"]  # each of these has another kind of form
OTHERS = further(*(place for place in PLACES if place not in UNLIKE))


@pytest.fixture
def entry(live_server, context: BrowserContext):
    """Return a function that opens a page with an empty row for a code."""

    def open_page(place: str, context: BrowserContext = context, board: str = "") -> Page:
        page = context.new_page()
        PLACES[place](page, live_server.url, board)
        assert set(row(page)) == {"."}
        return page

    return open_page


def text(page: Page):
    return page.get_by_label("Or type it")


def why(page: Page):
    return page.locator("#why")


@pytest.mark.parametrize("place", [*UNLIKE, *OTHERS])
def test_a_row_is_filled_by_mouse_keyboard_or_text_and_stored_only_in_games(entry, place):
    one_after_the_other(
        entry(place),
        colors_are_clicked_and_pegs_are_dragged,
        partial(the_keyboard_fills_changes_and_undoes, next_step=NEXT_STEPS[place]),
        what_is_typed_is_shown,
        a_row_in_progress_is_not_kept,
        the_keys_are_listed_and_speak,
    )


def colors_are_clicked_and_pegs_are_dragged(page: Page) -> None:
    color(page, "Sky").click()
    hole(page, 3).click()
    assert row(page) == "..4."
    drag(page, color(page, "Green"), hole(page, 1))
    assert row(page) == "3.4."
    drag(page, hole(page, 1), hole(page, 2))
    assert row(page) == ".34."
    drag(page, hole(page, 3), page.locator("h1"))
    assert row(page) == ".3.."
    expect(text(page)).to_have_value(".3")


def the_keyboard_fills_changes_and_undoes(page: Page, next_step: str) -> None:
    page.keyboard.type("114")
    expect(why(page)).to_have_text("1 hole to go.")
    page.keyboard.press("Backspace")
    page.keyboard.type("22")
    expect(why(page)).to_have_text(next_step)
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowUp")
    assert row(page) == "1132"
    page.keyboard.press("Control+z")
    assert row(page) == "1122"
    page.keyboard.press("x")
    assert row(page) == "...."
    page.get_by_role("button", name="Undo").click()
    assert row(page) == "1122"
    expect(text(page)).to_have_value("1122")


def what_is_typed_is_shown(page: Page) -> None:
    text(page).fill("1 2")
    assert row(page) == "12.."
    expect(why(page)).to_have_text("2 holes to go.")
    text(page).fill("12 97")
    assert row(page) == "12.."


def a_row_in_progress_is_not_kept(page: Page) -> None:
    page.keyboard.type("12")
    assert page.evaluate("localStorage.length") == 0
    page.reload()
    assert row(page) == "...."


@pytest.mark.parametrize(
    ("place", "answer"),
    [
        ("lesson", "1122 is no better: it costs a whole guess."),
        ("challenge", "Send this link to your friends."),
        ("handover", "Pass the screen on"),
        ("watch", "Knuth: the code is set"),
    ],
)
def test_the_enter_key_sends_the_code(entry, place, answer):
    page = entry(place)
    page.keyboard.type("1122")
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_contain_text(answer)


@pytest.mark.parametrize("where", ["the page", "the text", "the text, without a script"])
def test_enter_does_not_press_an_answer_button(entry, without_script, context, where):
    """On Enter, browsers press the first button of a form, which here is an answer."""
    page = entry("assist", without_script if "script" in where else context)
    if where == "the page":
        page.keyboard.type("6122")
        page.keyboard.press("Enter")
        expect(page.locator("#answer-problem")).to_contain_text("Say how many black")
    else:
        text(page).fill("6122")
        text(page).press("Enter")
    expect(text(page)).to_have_value("6122")
    page.locator("#white").fill("2")
    page.get_by_role("button", name="Answer").click()
    expect(page.locator("h1")).to_contain_text("Guess 2")
    assert str(AssistRow.objects.get()) == "6122 0,2"


@pytest.mark.parametrize("place", ["lesson", "assist"])
def test_pegs_are_copied_from_the_rows_above(entry, place):
    page = entry(place)
    if place == "assist":
        page.keyboard.type("1122")
        page.locator("#black").fill("1")
        page.get_by_role("button", name="Answer").click()
        expect(page.locator("h1")).to_contain_text("Guess 2")
        page.keyboard.press("x")
    drag(page, earlier_peg(page, 1, 3), hole(page, 1))
    assert row(page) == "2..."
    page.keyboard.press("x")
    earlier_peg(page, 1, 1).click()
    assert row(page) == "1..."
    page.keyboard.press("u")
    assert row(page)[:2] == {"lesson": "52", "assist": "11"}[place]


def the_keys_are_listed_and_speak(page: Page) -> None:
    page.keyboard.type("12")
    page.keyboard.press("r")
    expect(page.get_by_role("status")).to_contain_text(": Red; Amber; empty; empty.")
    hole(page, 1).focus()
    page.keyboard.press(" ")
    expect(hole(page, 1)).to_have_accessible_name("Hole 1: Red")
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog", name="Keys")
    expect(dialog).to_contain_text("lear the row")
    expect(dialog).not_to_contain_text("Hold this peg")


@pytest.mark.parametrize("is_scripted", [True, False])
def test_a_code_for_the_next_player_cannot_be_seen_after_it_is_set(
    entry, context, without_script, is_scripted
):
    """The code is neither in the history nor in the browser's storage, and is covered while it is
    typed.
    """
    page = entry("handover", context if is_scripted else without_script)
    page.get_by_label("Hide the pegs").check()
    if is_scripted:
        page.keyboard.type("6165")
    else:
        fill_hole_by_hole(page, "6165")
    looks = page.locator("[data-row] > .peg").evaluate_all(
        "pegs => pegs.map(peg => [peg, '::before'].map((it, at) =>"
        " getComputedStyle(peg, at ? it : null)[at ? 'content' : 'backgroundColor']).join())"
    )
    assert looks == [looks[0]] * 4
    page.get_by_role("button", name="Save the code").click()
    expect(page.locator("h1")).to_have_text("Pass the screen on")
    assert "6165" not in page.url + page.content()
    if is_scripted:
        page.go_back()
        assert (row(page), text(page).input_value()) == ("....", "")
    else:  # without JavaScript each peg has loaded a page, and each page was the response to a POST
        with pytest.raises(Error, match="ERR_CACHE_MISS"):
            page.go_back()


@pytest.mark.parametrize("place", ["assist", *OTHERS])
def test_the_largest_game_size_is_accessible(entry, place):
    page = entry(place, board="?pegs=8&colors=12&limit=20")
    page.keyboard.type("ABC")
    expect(why(page)).to_have_text("5 holes to go.")
    assert violations(page) == []
    assert list(misfits_on(page)) == []
