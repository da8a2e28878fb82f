"""New content and the current row are visible after every guess, hint and refusal."""

import re
from collections.abc import Iterator
from itertools import combinations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.looks import further, text_twice_as_large
from tests.browser.moves import GIANT

PHONE, SMALL, LYING, LAPTOP = (360, 740), (360, 640), (740, 360), (1366, 650)
LARGE = ((768, 1024), (1280, 800), (1920, 1080), (2560, 1440))
ROWS = ("1111", "2222", "3333", "4444", "5555", "1122", "1133", "1144", "1155")
ONES_AND_TWOS = str.maketrans("01", "12")

# Returns the selectors whose last element is partly outside of the window or covered in the middle.
IN_SIGHT = """(selectors) => selectors.filter((selector) => {
    const all = [...document.querySelectorAll(selector)];
    const { left, top, right, bottom } = all.at(-1)?.getBoundingClientRect() ?? {};
    if (left === undefined) return true;
    const seen = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    const isInside = top > -1 && bottom < innerHeight + 1 && left > -1 && right < innerWidth + 1;
    const isOnTop = all.at(-1) === seen || all.at(-1).contains(seen) || seen?.contains(all.at(-1));
    return !(isInside && isOnTop);
})"""


# Measures the height that header, board, coach and palette leave empty.
BARE = """() => {
    const boxes = [".site-header", ".board", ".coach", ".desk"].map((selector) =>
        document.querySelector(selector).getBoundingClientRect());
    const { left, right } = boxes[1];
    const above = boxes.filter((box) => box.left < right - 8 && box.right > left + 8);
    return innerHeight - above.reduce((sum, { height }) => sum + height, 0);
}"""

# words of the coach that are outside of its box or under the tray or the new row
CUT = """() => {
    const box = (selector) => document.querySelector(selector).getBoundingClientRect();
    const { top, bottom, left, right } = box(".coach");
    const apart = ({ top: upper, bottom: lower, left: start, right: end }) =>
        lower <= top + 1 || upper >= bottom - 1 || end <= left + 1 || start >= right - 1;
    const outside = [...document.querySelectorAll(".coach :is(p, a, button)")].filter((part) =>
        [...part.getClientRects()].some((line) =>
            line.top < top || line.bottom > bottom || line.right > right));
    const covered = [".row.now", ".desk"].filter((selector) => !apart(box(selector)));
    return [...outside.map((part) => part.textContent), ...covered];
}"""


def parts_out_of_sight(page: Page, *selectors: str) -> list[str]:
    """Return the selectors whose last element is not completely visible."""
    return page.evaluate(IN_SIGHT, list(selectors))


def is_visible_from(page: Page, top: int, *selectors: str) -> bool:
    page.evaluate(f"() => scrollTo(0, {top})")
    return parts_out_of_sight(page, *selectors) == []


def scroll_away(page: Page) -> None:
    """Scroll the page and the board as far as possible, as a thumb could have done."""
    page.evaluate("() => { scrollTo(0, 1e6); document.querySelector('.rows').scrollTop = -1e6; }")


@pytest.mark.parametrize("screen", [SMALL, LAPTOP, *further(PHONE, LYING)], ids=str)
def test_a_game_is_visible_from_the_first_guess_to_the_last(board, screen):
    """One game at each size checks all promises, because a game takes seconds."""
    page = board("6666", is_new=True)
    page.set_viewport_size({"width": screen[0], "height": screen[1]})
    first, *others, last = ROWS
    play(page, first, 2)
    refusals_are_in_sight(page)
    for number, code in enumerate(others, start=3):
        play(page, code, number)
        assert page.evaluate(CUT) == [], number
    it_does_not_scroll(page, last)
    nothing_in_the_header_covers_another(page)
    for kind in ("follows", "facts", "best"):
        advice_is_in_sight(page, kind)
    page.keyboard.type("6666")
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text("You broke the code in 10 guesses")
    to_do = ("#again", "[data-result]", ".actions .button")  # the last button challenges a friend
    assert parts_out_of_sight(page, ".row.won", ".word", "h1", *to_do) == []


@pytest.mark.parametrize("screen", [SMALL, *further(PHONE, LYING, LAPTOP)], ids=str)
def test_the_coach_is_completely_visible_even_in_text_of_double_size(board, screen):
    page = board("6666", is_new=True)
    page.set_viewport_size({"width": screen[0], "height": screen[1]})
    with text_twice_as_large(page):
        assert page.evaluate(CUT) == []
        for number, code in enumerate(ROWS, start=2):
            page.keyboard.type(code)
            page.keyboard.press("Enter")
            expect(page.locator("h1")).to_contain_text(f"Guess {number} of ")
            assert page.evaluate(CUT) == [], number
    expect(page.locator(".coach")).to_contain_text("Your last guess")


def test_the_whole_board_is_visible_during_a_whole_game(board):
    """The board shows the cover, ten rows, and no empty space above the palette. After the win the
    cover opens.
    """
    page = board("3632", is_new=True)
    expect(page.locator(".rest")).to_have_count(9)
    for _ in sizes(page):
        assert parts_out_of_sight(page, ".cover", ".rest", ".row.now") == []
        assert page.evaluate(BARE) <= 40
    for number, (width, height) in enumerate(LARGE, start=2):
        page.set_viewport_size({"width": width, "height": height})
        play(page, ROWS[number], number)
        refusals_are_in_sight(page)
        nothing_in_the_header_covers_another(page)
    last = len(LARGE) + 1
    for kind in ("follows", "facts", "best"):
        advice_is_in_sight(page, kind)
    page.keyboard.type("3632")
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text(f"You broke the code in {last} guesses")
    expect(page.locator(".secret .pegs")).to_have_accessible_name(re.compile("3632"))
    expect(page.locator(".rest")).to_have_count(10 - last)
    # The word of praise is above the headline on the screen, but after it for screen readers.
    word, headline = page.locator(".result > h1 ~ .word"), page.locator("h1")
    assert word.bounding_box()["y"] < headline.bounding_box()["y"]
    for _ in sizes(page):
        assert parts_out_of_sight(page, ".secret", ".row.won") == []


def test_on_the_big_screen_the_board_is_larger_and_the_header_is_hidden(board):
    page = board("3632")
    page.set_viewport_size({"width": 1024, "height": 768})
    before = page.locator(".board").bounding_box()["height"]
    page.locator("#settings summary").click()
    page.get_by_role("link", name="Big screen").click()
    page.wait_for_url("**/?wall=yes")
    page.keyboard.type("1122")
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text("Guess 2 of 10")
    expect(page.locator(".site-header")).to_be_hidden()
    assert (
        parts_out_of_sight(page, ".cover", ".rest", ".row.now", ".swatch", "#submit", ".off-wall")
        == []
    )
    assert page.locator(".board").bounding_box()["height"] > before + 30
    page.get_by_role("link", name="Leave big screen").click()
    expect(page.locator(".site-header")).to_be_visible()


@pytest.mark.parametrize(
    "window", [(320, 256), *further((427, 341), (320, 480), (320, 568))], ids=str
)
def test_row_and_colors_are_visible_at_high_zoom(board, window):
    """At 1280 pixels with 300% and 400% zoom, and on the smallest phone, nothing covers the row."""
    page = board("6666")
    page.set_viewport_size({"width": window[0], "height": window[1]})
    for number, code in enumerate(("1122", "3344", "1234", "4321"), start=2):
        assert any(is_visible_from(page, top, "#hole-1", ".swatch") for top in range(0, 400, 20))
        page.keyboard.type(code)
        page.keyboard.press("Enter")
        expect(page.locator("h1")).to_have_text(f"Guess {number} of 10")
    page.evaluate("scrollTo(0, 0)")
    assert parts_out_of_sight(page, "#hole-1", "h1", ".menu") == []
    nothing_in_the_header_covers_another(page)


@pytest.mark.parametrize("size", [SMALL, LAPTOP], ids=str)
def test_the_possible_codes_are_shown_next_to_the_current_row(board, size):
    page = board("3632")
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.keyboard.type("1122")
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text("Guess 2 of 10")
    page.locator("#hint").click()
    page.get_by_role("button", name="Show possible codes").click()
    expect(page.locator(".still")).to_contain_text("256 of 1,296 codes")
    assert (
        parts_out_of_sight(page, ".row.now", ".possible", "#hide-candidates", ".swatch", "#submit")
        == []
    )
    assert page.evaluate("scrollY") == 0


def test_with_double_text_size_nothing_hides_the_row_the_colors_or_the_header(board):
    """In every window the row and a color, and the whole header, can be scrolled into view."""
    page = board("6666")
    with text_twice_as_large(page):
        windows = (SMALL, LAPTOP, *further(PHONE, LYING, *LARGE, (427, 341)))
        for number, window in enumerate(windows, start=2):
            page.set_viewport_size({"width": window[0], "height": window[1]})
            page.reload()
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), window
            tops = range(0, 600, 20)
            assert any(is_visible_from(page, top, "#hole-1", ".swatch") for top in tops), window
            page.evaluate("scrollTo(0, 0)")
            nothing_in_the_header_covers_another(page)
            page.keyboard.type(ROWS[number - 2])
            page.keyboard.press("Enter")
            expect(page.locator("h1")).to_have_text(f"Guess {number} of 10")


@pytest.mark.parametrize("screen", [SMALL, *further(LYING)], ids=str)
def test_the_current_row_is_visible_if_the_game_is_higher_than_the_screen(board, screen):
    rules = GIANT._replace(limit=14)
    page = board("3" * rules.variant.pegs, rules)
    page.set_viewport_size({"width": screen[0], "height": screen[1]})
    assert page.locator("#hole-8").bounding_box()["width"] >= 32, "for a thumb"
    for number in range(2, rules.limit + 1):
        play(page, f"{number:0{rules.variant.pegs}b}".translate(ONES_AND_TWOS), number)


def sizes(page: Page) -> Iterator[None]:
    """Give the window the size of each screen, one after another."""
    for width, height in (PHONE, SMALL, LYING, LAPTOP, *LARGE):
        page.set_viewport_size({"width": width, "height": height})
        yield


def play(page: Page, code: str, number: int) -> None:
    """Make a guess while the board is scrolled away; then check that feedback and next row are
    visible.
    """
    page.keyboard.type(code)
    scroll_away(page)
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_contain_text(f"Guess {number} of ")
    assert parts_out_of_sight(page, ".row.fresh", ".row.now", ".swatch", "#submit") == []


def refusals_are_in_sight(page: Page) -> None:
    """Send half a row, check that the error and the row are visible, and clear the row."""
    page.keyboard.type("11")
    scroll_away(page)
    page.keyboard.press("Enter")
    expect(page.locator("#why.problem")).to_be_visible()
    assert parts_out_of_sight(page, "#why", ".row.now", "#submit") == []
    page.keyboard.press("x")


def it_does_not_scroll(page: Page, code: str) -> None:
    """Make the next-to-last guess, and assert that everything fits on one screen without
    scrolling.
    """
    page.evaluate("scrollTo(0, 0)")
    page.keyboard.type(code)
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text("Guess 10 of 10")
    rows = [f".board > :nth-child({place})" for place in range(1, 12)]  # the ten rows and the cover
    assert parts_out_of_sight(page, *rows, ".palette", "#submit", "#hint", "h1") == []
    assert page.evaluate("scrollY") == 0


def nothing_in_the_header_covers_another(page: Page) -> None:
    parts = page.locator(".brand:visible, .title h1, .menu:visible, .site-nav:visible")
    boxes = [part.bounding_box() for part in parts.all()]
    assert len(boxes) >= 2, boxes
    for one, other in combinations(boxes, 2):
        is_beside = not overlap(one, other, "x", "width")
        assert is_beside or not overlap(one, other, "y", "height"), boxes


def advice_is_in_sight(page: Page, kind: str) -> None:
    scroll_away(page)
    page.locator("#hint").click()
    page.locator(f"#hint-{kind}").click()
    expect(page.locator("#help:popover-open")).to_have_count(0)
    assert parts_out_of_sight(page, ".advice-slot h2", ".row.now", "#submit") == []


def overlap(one, other, start: str, extent: str) -> bool:
    """Return whether two boxes overlap along an axis; boxes that only touch do not overlap."""
    return one[start] + one[extent] > other[start] and other[start] + other[extent] > one[start]
