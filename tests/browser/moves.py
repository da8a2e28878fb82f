"""Actions of a player in a browser, and functions that read the board."""

from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from games.catalog.rules import CLASSIC, PRESETS
from games.models import Guess

GIANT = PRESETS["giant"]
COLORS = ("Red", "Amber", "Green", "Sky", "Indigo", "Rose")


def stored_guesses() -> list[str]:
    return [str(guess) for guess in Guess.objects.order_by("number")]


def color(page: Page, name: str):
    return page.locator(".swatch", has_text=name)


def hole(page: Page, number: int):
    return page.locator(f"#hole-{number}")


def follow(page: Page, link: Locator) -> None:
    """Click a link and wait for the next page.

    Both pages can contain the element that is used next, so the test must not find the element on
    the old page.
    """
    with page.expect_navigation():
        link.click()


def fill_hole_by_hole(page: Page, code: str) -> None:
    """Choose a color and a hole for each peg; without JavaScript each choice loads a page."""
    for place, symbol in enumerate(code, start=1):
        name = COLORS[int(symbol) - 1]
        color(page, name).click()
        follow(page, hole(page, place))
        expect(hole(page, place)).to_have_accessible_name(f"Hole {place}: {name}")


def expect_row(page: Page, text: str) -> None:
    """Wait until the holes contain ``text``.

    Without JavaScript every peg loads a new page, which takes time.
    """
    expect(page.locator("[data-row] > button")).to_have_text([*text])


def row(page: Page) -> str:
    """Return the colors in the holes of the row as text."""
    return "".join(text or "." for text in page.locator("[data-row] > button").all_text_contents())


def one_after_the_other(page: Page, *parts: Callable[[Page], None]) -> None:
    """Run these functions on one page, and clear the row before each of them."""
    for part in parts:
        # Leave the text field, because keys that are typed there are only text.
        page.locator("h1").click()
        page.keyboard.press("x")
        assert set(row(page)) == {"."}
        part(page)


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
    return page.locator(f".board .row:nth-child({guess} of :has(.keys)) .peg:nth-child({place})")


def guess(page: Page, code: str) -> None:
    """Type and send a guess, and wait for its feedback."""
    number = Guess.objects.count() + 2
    page.keyboard.type(code)
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text(f"Guess {number} of {CLASSIC.limit}")


def ask(page: Page, degree: str) -> None:
    """Ask for this kind of hint."""
    page.locator("#hint").click()
    page.get_by_role("button", name=degree).click()


def held_places(page: Page) -> list[int]:
    names = page.locator("[data-row] > button").evaluate_all("all => all.map(e => e.ariaLabel)")
    return [place for place, name in enumerate(names, start=1) if name.endswith(", held")]


class Finger:
    """A finger whose touches come from the system.

    So the browser can treat the touches as a swipe.
    """

    def __init__(self, page: Page) -> None:
        self.page, self.session = page, page.context.new_cdp_session(page)

    def send(self, kind: str, *points: tuple[float, float]) -> None:
        touches = [{"x": x, "y": y} for x, y in points]
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    def slide(self, start: tuple[float, float], end: tuple[float, float], wait: int = 0) -> None:
        """Press at ``start``, wait for some milliseconds, and move to ``end`` in ten steps."""
        self.send("touchStart", start)
        self.page.wait_for_timeout(wait)
        for step in range(1, 11):
            self.send(
                "touchMove", tuple(a + (b - a) * step / 10 for a, b in zip(start, end, strict=True))
            )
        self.send("touchEnd")


def scroll_position(page: Page) -> float:
    page.wait_for_timeout(150)
    return page.evaluate("window.scrollY")


def until(page: Page, expression: str) -> None:
    """Wait until an expression is true in the page.

    Playwright's own function evaluates a string, which the security policy of the page forbids.
    """
    while not page.evaluate(expression):
        page.wait_for_timeout(50)
