"""The page of a win: the code is largest, and the win is animated at most once."""

import pytest

from games.catalog.rules import CLASSIC
from tests.browser.moves import GIANT, until

SCREENS = [(360, 640), (390, 844), (740, 360), (768, 1024), (1366, 650), (1920, 1080)]
WIDTHS = """() => [".secret .peg", ".row.won .peg"].map(
    (which) => document.querySelector(which).getBoundingClientRect().width)"""
MOVING = "document.getAnimations().map((each) => each.animationName)"
NOTE_MOVES = """() => {
    window.moved = [];
    window.onanimationstart = (one) => window.moved.push(one.animationName);
}"""


def win(page, code: str) -> None:
    page.keyboard.type(code)
    page.keyboard.press("Enter")
    page.locator(".result").wait_for()


@pytest.mark.parametrize(("rules", "code"), [(CLASSIC, "3632"), (GIANT, "12345678")])
def test_after_a_win_the_code_is_the_largest_thing_on_the_board(board, rules, code):
    page = board(code, rules)
    win(page, code)
    ratios = {}
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        secret, guessed = page.evaluate(WIDTHS)
        ratios[width] = round(secret / guessed, 2)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert [ratio for ratio in ratios.items() if ratio[1] < 1.25] == []


def test_a_win_is_animated_once_if_motion_is_allowed(board):
    page = board()
    win(page, "3632")
    assert page.evaluate(MOVING) == []
    opacities = page.locator(".falling i").evaluate_all(
        "all => all.map(e => getComputedStyle(e).opacity)"
    )
    assert set(opacities) == {"0"}
    assert page.locator(".word").inner_text() == "Your first win!"
    page = board()
    page.emulate_media(reduced_motion="no-preference")
    page.evaluate(NOTE_MOVES)
    win(page, "3632")
    until(page, "moved.filter((name) => /reveal|bounce|tumble/.test(name)).length === 20")
    assert [page.evaluate("moved").count(name) for name in ("reveal", "bounce")] == [4, 4]
    page.reload()
    assert not {"reveal", "bounce", "tumble"} & set(page.evaluate(MOVING))
