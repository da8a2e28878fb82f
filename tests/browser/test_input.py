"""Every way to fill the row: dragging, pressing, the keyboard, the tools. And what stays of it."""

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from games.models import Guess
from games.variants import GameVariant
from solver.codes import Variant
from tests.browser.test_play import color, hole, played, row

pytestmark = pytest.mark.django_db(transaction=True)

GIANT = GameVariant(Variant(pegs=8, colors=12), limit=20)


def middle(where: Locator) -> tuple[float, float]:
    where.scroll_into_view_if_needed()
    box = where.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page: Page, source: Locator, target: Locator, *, offset: tuple[float, float] = (0, 0)):
    (x, y), (dx, dy) = middle(target), offset
    page.mouse.move(*middle(source))
    page.mouse.down()
    page.mouse.move(x, y - 20)
    page.mouse.move(x + dx, y + dy)
    page.mouse.up()


def earlier_peg(page: Page, guess: int, place: int) -> Locator:
    return page.locator(f".row:has(.keys):nth-child({guess}) .peg:nth-child({place})")


def guess(page: Page, code: str) -> None:
    """Guess by typing, and wait for the answer."""
    number = Guess.objects.count() + 2
    page.keyboard.type(code)
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text(f"Your turn, guess {number} of 10")


def held(page: Page) -> list[int]:
    names = page.locator("[data-row] > button").evaluate_all("all => all.map(e => e.ariaLabel)")
    return [place for place, name in enumerate(names, start=1) if name.endswith(", held")]


def test_a_color_is_dragged_into_a_hole(board):
    page = board()
    drag(page, color(page, "Green"), hole(page, 3))
    assert row(page) == "..3."
    drag(page, color(page, "Rose"), hole(page, 3))
    assert row(page) == "..6."
    assert page.locator(".ghost").count() == 0


def test_pegs_are_dragged_between_holes_and_off_the_row(board):
    page = board()
    page.keyboard.type("12")
    drag(page, hole(page, 1), hole(page, 4))
    assert row(page) == ".2.1"
    drag(page, hole(page, 2), hole(page, 4))
    assert row(page) == ".1.2"
    drag(page, hole(page, 2), page.locator("h1"))
    assert row(page) == "...2"


def test_a_drop_only_counts_on_a_hole(board):
    page = board()
    drag(page, color(page, "Red"), page.locator("h1"))
    drag(page, color(page, "Red"), page.locator(".row.now .number"))
    assert row(page) == "...."
    page.keyboard.type("1")
    drag(page, hole(page, 1), page.locator(".row.now .number"))
    assert row(page) == "1..."


def test_a_drag_that_ends_on_the_guess_button_does_not_guess(board):
    page = board()
    page.keyboard.type("1234")
    drag(page, hole(page, 2), page.locator("#submit"))
    drag(page, color(page, "Red"), page.locator("#submit"))
    assert row(page) == "1234"
    page.locator("#submit").click()
    expect(page.locator("h1")).to_have_text("Your turn, guess 2 of 10")
    assert len(played()) == 1


def test_a_trembling_click_is_a_click(board):
    page = board()
    for target in (color(page, "Red"), hole(page, 1), hole(page, 3)):
        x, y = middle(target)
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x + 10, y + 4)
        page.mouse.up()
    assert row(page) == "1..."
    page.keyboard.type("3")
    assert row(page) == "1.3."


def test_escape_ends_a_drag(board):
    page = board()
    page.mouse.move(*middle(color(page, "Red")))
    page.mouse.down()
    page.mouse.move(*middle(hole(page, 2)))
    page.keyboard.press("Escape")
    page.mouse.up()
    assert row(page) == "...."


def test_pegs_of_earlier_rows_are_copied(board):
    page = board()
    guess(page, "1234")
    drag(page, earlier_peg(page, 1, 2), hole(page, 4))
    assert row(page) == "...2"
    earlier_peg(page, 1, 3).click()
    assert row(page) == "..32"


def test_a_color_fills_all_empty_holes(board):
    page = board()
    page.keyboard.type("12")
    color(page, "Sky").click(modifiers=["Shift"])
    assert row(page) == "1244"
    page.keyboard.press("x")
    color(page, "Rose").click(delay=750)
    assert row(page) == "6666"
    page.keyboard.press("x")
    page.keyboard.press("Shift+Digit3")
    assert row(page) == "3333"


def test_arrows_go_and_change(board):
    page = board()
    page.keyboard.press("ArrowRight")
    expect(hole(page, 2)).to_be_focused()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    expect(hole(page, 2)).to_have_accessible_name("Hole 2: Amber")
    expect(page.get_by_role("status")).to_have_text("Hole 2: Amber.")
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


def test_enter_guesses_from_a_hole(board):
    page = board()
    hole(page, 1).focus()
    page.keyboard.type("1122")
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text("Your turn, guess 2 of 10")
    expect(hole(page, 1)).to_be_focused()


def test_undo_and_redo(board):
    page = board()
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


def test_held_pegs_go_into_the_next_row(board):
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
    expect(page.locator("h1")).to_have_text("Your turn, guess 2 of 10")
    assert (row(page), held(page)) == (".2..", [2])
    expect(page.get_by_label("Or type it")).to_have_value(".2")
    page.keyboard.type("113")
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text("Your turn, guess 3 of 10")
    assert played()[1].startswith("2: 1213 ")
    page.get_by_role("button", name="Clear").click()
    assert (row(page), held(page)) == ("....", [])


def test_a_new_row_looks_as_it_is(board):
    """The server knows nothing of the ring and of what is held: a swap must not undo them."""
    page = board()
    page.keyboard.type("1")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press(" ")
    guess(page, "1234")
    looks = page.locator("[data-row] > button").evaluate_all(
        "all => all.map(e => [...e.classList].filter(name => name !== 'dropped').join(' '))"
    )
    assert looks == ["peg c1", "peg hole here", "peg hole", "peg hole"]
    expect(page.locator("#submit")).to_have_class("button main unready")


def test_a_hold_goes_with_its_peg(board):
    page = board()
    page.keyboard.type("12")
    hole(page, 1).click()
    page.get_by_role("button", name="Hold").click()
    expect(page.get_by_role("button", name="Hold")).to_have_attribute("aria-pressed", "true")
    assert held(page) == [1]
    drag(page, hole(page, 1), hole(page, 2))
    assert (row(page), held(page)) == ("21..", [2])
    drag(page, hole(page, 2), page.locator("h1"))
    assert (row(page), held(page)) == ("2...", [])
    hole(page, 3).click()
    page.get_by_role("button", name="Hold").click()
    expect(page.locator("#why")).to_have_text("This hole is empty: only a peg can be held.")


def test_the_tools_say_what_they_cannot_do(board):
    page = board()
    for tool, sentence in {
        "Undo": "There is nothing to undo in this row.",
        "Clear": "The row is empty already.",
        "Copy row above": "There is no row above yet.",
    }.items():
        page.get_by_role("button", name=tool).click()
        expect(page.locator("#why")).to_have_text(sentence)
        expect(page.get_by_role("status")).to_have_text(sentence)
    guess(page, "1234")
    page.get_by_role("button", name="Copy row above").click()
    assert row(page) == "1234"
    page.get_by_role("button", name="Clear").click()
    assert row(page) == "...."


def test_the_guess_button_says_why_it_is_not_ready(board):
    page = board()
    button = page.get_by_role("button", name="Guess", exact=True)
    expect(button).to_have_accessible_description("Choose a color, then a hole.")
    page.keyboard.type("112")
    expect(button).to_have_accessible_description("1 hole to go.")
    expect(button).to_be_enabled()
    expect(button).to_have_class("button main unready")
    page.keyboard.type("2")
    expect(button).to_have_accessible_description("Ready: press Enter or Guess.")
    expect(button).to_have_class("button main")


def test_a_row_in_progress_and_its_holds_survive_a_reload(board):
    page = board()
    page.keyboard.type("12")
    hole(page, 1).focus()
    page.keyboard.press(" ")
    page.reload()
    assert (row(page), held(page)) == ("12..", [1])
    expect(page.locator("#why")).to_have_text("2 holes to go.")
    page.keyboard.type("34")
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text("Your turn, guess 2 of 10")
    page.reload()
    assert (row(page), held(page)) == ("1...", [1])
    page.get_by_text("Give up this game").click()
    page.get_by_role("button", name="Give up and show the code").click()
    expect(page.locator("h1")).to_have_text("You gave up")
    expect(page.locator("h1")).to_be_focused()
    assert page.evaluate("localStorage.length") == 0


@pytest.mark.parametrize(
    "script",
    [
        "Object.defineProperty(window, 'localStorage', { get() { throw new Error('no'); } })",
        "localStorage.setItem(`row:${location.pathname}`, '{\"symbols\": [1, 2, 3')",
        "localStorage.setItem(`row:${location.pathname}`,"
        ' \'{"number": 1, "symbols": ["1", "x", "<", "7"], "held": [true, true, true, true]}\')',
    ],
    ids=["blocked", "broken", "nonsense"],
)
def test_storage_may_be_of_no_use(board, script):
    page = board()
    page.add_init_script(script)
    page.reload()
    assert row(page) == "...."
    page.keyboard.type("12")
    hole(page, 1).focus()
    page.keyboard.press(" ")
    hole(page, 3).focus()
    page.keyboard.type("34")
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text("Your turn, guess 2 of 10")
    assert (row(page), held(page)) == ("1...", [1])


@pytest.fixture
def phone(browser: Browser, browser_context_args):
    context = browser.new_context(
        **browser_context_args, viewport={"width": 360, "height": 740}, has_touch=True
    )
    yield context
    context.close()


class Finger:
    """Touches as the system sends them: the browser may take them for a swipe."""

    def __init__(self, page: Page) -> None:
        self.page, self.session = page, page.context.new_cdp_session(page)

    def send(self, kind: str, *points: tuple[float, float]) -> None:
        touches = [{"x": x, "y": y} for x, y in points]
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    def slide(self, start: tuple[float, float], end: tuple[float, float], wait: int = 0) -> None:
        """Press at ``start``, wait some milliseconds, and slide to ``end`` in ten steps."""
        self.send("touchStart", start)
        self.page.wait_for_timeout(wait)
        for step in range(1, 11):
            self.send(
                "touchMove",
                tuple(a + (b - a) * step / 10 for a, b in zip(start, end, strict=True)),
            )
        self.send("touchEnd")


def scrolled(page: Page) -> float:
    page.wait_for_timeout(150)
    return page.evaluate("window.scrollY")


def test_a_finger_drags_without_scrolling_the_page_away(board, phone):
    page = board(context=phone)
    finger = Finger(page)
    finger.slide(middle(color(page, "Green")), middle(hole(page, 2)))
    assert (row(page), scrolled(page)) == (".3..", 0)
    finger.slide(middle(hole(page, 2)), middle(hole(page, 4)))
    assert (row(page), scrolled(page)) == ("...3", 0)
    finger.slide(middle(hole(page, 4)), middle(page.locator("h1")))
    assert (row(page), scrolled(page)) == ("....", 0)


def test_a_finger_swipes_over_the_board_or_lifts_a_peg_of_it(board, phone):
    page = board(context=phone)
    guess(page, "1234")
    page.wait_for_load_state()
    finger = Finger(page)
    x, y = middle(earlier_peg(page, 1, 3))
    finger.slide((x, y), middle(hole(page, 1)), wait=350)
    assert (row(page), scrolled(page)) == ("3...", 0)
    page.touchscreen.tap(x, y)
    assert row(page) == "3.3."
    finger.slide((x, y), (x, y - 150))
    assert scrolled(page) > 50
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
    expect(page.locator("h1")).to_have_text("Your turn, guess 2 of 10")


@pytest.mark.parametrize("width", [320, 360])
def test_the_largest_board_is_played_on_a_phone(board, phone, width):
    page = board("ABC12345", GIANT, context=phone)
    page.set_viewport_size({"width": width, "height": 640})
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    sizes = page.locator(".swatch, .tool, #submit").evaluate_all(
        "all => all.map(e => [e.innerText, e.getBoundingClientRect().height])"
    )
    assert [size for size in sizes if size[1] < 44] == []
    tops = page.locator(".swatch").evaluate_all("all => all.map(e => e.offsetTop)")
    assert len(set(tops)) == 2
    for name in ("Ivory", "Orange", "Brown"):
        color(page, name).tap()
    Finger(page).slide(middle(color(page, "Red")), middle(hole(page, 8)))
    page.keyboard.type("1234")
    assert row(page) == "ABC12341"
    page.locator("#submit").tap()
    expect(page.locator("h1")).to_have_text("Your turn, guess 2 of 20")
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


@pytest.mark.parametrize("width", [360, 1280])
def test_an_answer_moves_nothing(board, width):
    page = board()
    page.set_viewport_size({"width": width, "height": 740})
    page.evaluate(
        """() => {
            window.shifts = 0;
            new PerformanceObserver((list) => {
                for (const shift of list.getEntries()) window.shifts += shift.value;
            }).observe({ type: "layout-shift", buffered: false });
        }"""
    )
    places = """() => ["h1", ".board", ".tray", ".entry", ".side", "footer"].map((name) => {
        const { top, height } = document.querySelector(name).getBoundingClientRect();
        return [name, top, name === ".side" ? 0 : height];
    })"""
    page.keyboard.type("1122")
    before = page.evaluate(places)
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text("Your turn, guess 2 of 10")
    page.wait_for_timeout(300)
    assert page.evaluate(places) == before
    assert page.evaluate("window.shifts") == 0


def test_motion_is_short(board):
    page = board("12345678", GIANT)
    page.emulate_media(reduced_motion="no-preference")
    page.keyboard.type("87654321")
    drop = "getComputedStyle(document.getElementById('hole-8')).animation"
    assert page.evaluate(drop).startswith("0.14s")
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text("Your turn, guess 2 of 20")
    ends = page.locator(".fresh .key").evaluate_all(
        "all => all.map(e => getComputedStyle(e)).map("
        "s => 1000 * (parseFloat(s.animationDelay) + parseFloat(s.animationDuration)))"
    )
    assert ends == sorted(set(ends))
    assert ends[-1] <= 200
