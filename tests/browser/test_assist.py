"""The Solver in a browser: with the mouse, with the keyboard, without JavaScript."""

from urllib.parse import parse_qsl

import pytest
from django.test import Client
from playwright.sync_api import BrowserContext, Page, expect

from games.models import AssistRow
from tests.browser.looks import misfits_on, violations


@pytest.fixture
def begin(opened, context: BrowserContext):
    """Return a function that starts the Solver on a game size and opens its page."""

    def open_page(context: BrowserContext = context, query: str = "") -> Page:
        player = Client()
        board = dict(parse_qsl(query), strategy="knuth")
        return opened(player, player.post("/assist/", board)["Location"], context)

    return open_page


def answer(page: Page, black: int, white: int) -> None:
    number = page.locator(".aid .row .keys").count() + 1
    page.locator("#black").fill(str(black))
    page.locator("#white").fill(str(white))
    page.get_by_role("button", name="Answer", exact=True).click()
    expect(page.locator(".aid .row .keys")).to_have_count(number)


def rows() -> list[str]:
    return [str(row) for row in AssistRow.objects.all()]


@pytest.mark.parametrize("has_script", [True, False])
def test_the_solver_breaks_the_code_of_a_real_board(begin, context, without_script, has_script):
    page = begin(context if has_script else without_script)
    for black, white in ((1, 0), (0, 1), (1, 2), (1, 1), (4, 0)):
        answer(page, black, white)
    expect(page.locator("h1")).to_have_text("The computer broke your code in 5 guesses")
    assert rows() == ["1122 1,0", "1344 0,1", "3526 1,2", "1462 1,1", "3632 4,0"]


def test_a_player_can_correct_answers_that_contradict_each_other(begin):
    page = begin()
    for black, white in ((1, 0), (0, 1), (0, 0)):
        answer(page, black, white)
    expect(page.locator("h1")).to_have_text("No code fits these answers")
    page.get_by_role("button", name="Guess 3 was 1 black, 2 white").click()
    expect(page.get_by_role("heading", name="7 codes are still possible")).to_be_visible()
    page.locator("#amend-1").click()
    page.get_by_label("Answer to guess 1").select_option("2,0")
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".aid .keys").first).to_have_attribute("aria-label", "2 black, 0 white")
    page.locator("#amend-1").click()
    page.get_by_role("button", name="Remove").click()
    expect(page.locator(".aid .row .keys")).to_have_count(2)
    assert rows() == ["1344 0,1", "3526 1,2"]


def test_an_answer_is_entered_with_keys_or_buttons_and_announced(begin):
    page = begin()
    page.evaluate("window.isTheSamePage = true")
    page.locator("#black").focus()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_contain_text("The computer tries 1344.")
    expect(page.locator("#black")).to_be_focused()
    expect(page.locator("#black")).to_have_value("0")
    assert page.evaluate("window.isTheSamePage")
    assert rows() == ["1122 1,0"]
    buttons_never_reach_an_impossible_answer(page)


def buttons_never_reach_an_impossible_answer(page: Page) -> None:
    more_black, more_white = page.locator("#more-black"), page.locator("#more-white")
    for clicks, stepper, told in (
        (3, more_black, "3,0"),
        (1, more_white, "2,1"),
        (5, more_white, "0,4"),
        (1, page.locator("#less-black"), "0,4"),
        (3, more_black, "3,0"),
        (1, more_black, "4,0"),
    ):
        for _ in range(clicks):
            stepper.click()
        values = page.locator("#black, #white").evaluate_all("all => all.map(e => e.value)")
        assert ",".join(values) == told
    page.locator("#answer").click()
    expect(page.locator("h1")).to_have_text("The computer broke your code in 2 guesses")


def test_the_revealed_code_shows_which_answer_was_wrong(begin):
    page = begin()
    answer(page, 1, 0)
    answer(page, 1, 1)
    page.get_by_text("What was the code?").click()
    page.get_by_label("The code", exact=True).fill("3632")
    page.keyboard.press("Enter")
    expect(page.get_by_text("3632 gives another answer to guess 2.")).to_be_visible()
    page.get_by_role("button", name="Fix this answer").click()
    expect(page.get_by_text("All your answers fit 3632.")).to_be_visible()


def test_the_solver_passes_axe(begin):
    page = begin()
    found = violations(page)
    answer(page, 1, 0)
    answer(page, 0, 1)
    page.locator("#amend-1").click()
    found += violations(page)
    answer(page, 0, 0)
    page.get_by_label("The code", exact=True).fill("99")
    page.keyboard.press("Enter")
    expect(page.locator("#told-problem")).to_be_visible()
    assert found + violations(page) == []


def test_no_page_of_the_solver_is_wider_than_the_screen(begin):
    page = begin(query="pegs=8&colors=12")
    answer(page, 1, 2)
    page.locator("#amend-1").click()
    page.get_by_text("Enter a different guess").click()
    assert [*misfits_on(page)] == []
