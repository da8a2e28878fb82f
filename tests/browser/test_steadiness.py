"""Pages stay still: on a phone, when an answer arrives, and during animations."""

from itertools import pairwise

import pytest
from playwright.sync_api import expect

from tests.browser.looks import further, jumps, watch_for_jumps
from tests.browser.moves import GIANT, Finger, color, hole, middle, row


@pytest.mark.parametrize("width", [320, *further(360)])
def test_the_largest_board_can_be_played_on_a_phone(board, phone, width):
    page = board("ABC12345", GIANT, context=phone)
    page.set_viewport_size({"width": width, "height": 640})
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    touched = ".swatch, .tool, #submit, .site-nav a, summary, .field"
    sizes = page.locator(touched).evaluate_all(
        "all => all.filter(e => e.checkVisibility())"
        ".map(e => [e.innerText || e.className, e.getBoundingClientRect().height])"
    )
    assert len(sizes) > 16
    assert [size for size in sizes if size[1] < 44] == []
    tops = page.locator(".swatch").evaluate_all("all => all.map(e => e.offsetTop)")
    assert len(set(tops)) == 2
    for name in ("Ivory", "Orange", "Brown"):
        color(page, name).tap()
    Finger(page).slide(middle(color(page, "Red")), middle(hole(page, 8)))
    page.keyboard.type("1234")
    assert row(page) == "ABC12341"
    page.locator("#submit").tap()
    expect(page.locator("h1")).to_have_text("Guess 2 of 20")
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


@pytest.mark.parametrize("width", [360, 1280])
def test_feedback_that_arrives_does_not_move_the_page(board, width):
    page = board()
    page.set_viewport_size({"width": width, "height": 740})
    page.evaluate(  # wait until the size and the fonts of the page are final
        """async () => {
            await document.fonts.ready;
            for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
        }"""
    )
    watch_for_jumps(page)
    # on a phone, the rows above scroll so that the new row stays near the colors
    still = ".row.now" if width == 360 else ".board"
    names = ["h1", still, ".desk", ".palette", "#submit", ".side", "footer"]
    places = f"""() => {names}.map((name) => {{
        const {{ top, height }} = document.querySelector(name).getBoundingClientRect();
        return [name, top, name === ".side" ? 0 : height];
    }})"""
    page.keyboard.type("1122")
    before = page.evaluate(places)
    page.evaluate(
        "addEventListener('htmx:beforeCleanupElement', () => (window.cleaned ??= 0, cleaned++))"
    )
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text("Guess 2 of 10")
    page.wait_for_timeout(300)
    assert page.evaluate(places) == before
    assert jumps(page) == []
    # Otherwise cleaning each old element would take htmx a third of the time of a guess.
    assert page.evaluate("window.cleaned") <= 2  # only the board and the announcement


def test_animations_are_short(board):
    """A peg drops at once; the key pegs appear one after another, so that they can be counted."""
    page = board("12345678", GIANT)
    page.emulate_media(reduced_motion="no-preference")
    page.keyboard.type("87654321")
    drop = "getComputedStyle(document.getElementById('hole-8')).animation"
    assert page.evaluate(drop).startswith("0.14s")
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text("Guess 2 of 20")
    ends = page.locator(".fresh .key").evaluate_all(
        "all => all.map(e => getComputedStyle(e)).map("
        "s => 1000 * (parseFloat(s.animationDelay) + parseFloat(s.animationDuration)))"
    )
    assert {round(later - one) for one, later in pairwise(ends)} == {100}
    assert ends[-1] <= 900
    page.emulate_media(reduced_motion="reduce")
    still = "getComputedStyle(document.querySelector('.fresh .key')).animationName"
    assert page.evaluate(still) == "none"
