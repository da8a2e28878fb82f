"""Take the pictures in README.md; run by ``make screenshots``."""

from contextlib import closing
from pathlib import Path
from typing import Literal

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from tools.ensure_browser import system_browser
from tools.serving import serving

FOLDER = Path("docs/pictures")
DEMO = (
    ("-m", "tools.demo", "--players=26", "--games=30"),
    (
        "-c",
        "import django; django.setup(); from games.management import tasks; "
        "tasks.grade_the_rest.call()",
    ),
)
PAGES = {"start": "", "daily": "daily/", "rules": "rules/", "leaderboard": "leaderboard/"}
SIZES = {"desk": (1280, 860), "phone": (390, 844)}


def set_code(page: Page, address: str) -> str:
    """Set the code that every picture shows; return the link of the challenge."""
    page.goto(f"{address}challenges/")
    page.get_by_label("Or type it").fill("3632")
    page.get_by_role("button", name="Get the link").click()
    return page.get_by_label("The link").input_value()


def play_a_while(page: Page, link: str) -> None:
    """Make three guesses, ask for a hint, and start the next row."""
    page.goto(link)
    page.get_by_role("button", name="Take it on").click()
    page.wait_for_url("**/games/*/")
    for number, code in enumerate(("1122", "1344", "3526"), start=2):
        page.keyboard.type(code)
        page.keyboard.press("Enter")
        page.get_by_role("heading", name=f"Guess {number} of").wait_for()
    page.locator("#hint").click()
    page.get_by_role("button", name="A good guess, and why").click()
    page.get_by_role("link", name="Put it in the row").wait_for()
    page.keyboard.type("36")


def break_the_code(page: Page) -> None:
    """Complete the row and send it."""
    page.keyboard.type("32")
    page.keyboard.press("Enter")
    page.get_by_role("heading", name="You broke the code").wait_for()


def look_into_a_game(page: Page, address: str) -> None:
    """Open the analysis of a game with mistakes."""
    page.goto(f"{address}players/Ada/")
    page.locator(".extremes > :last-child a").first.click()
    page.wait_for_url("**/analysis/")


def open_page(browser: Browser, size: str, scheme: Literal["dark", "light"]) -> closing[Page]:
    width, height = SIZES[size]
    view = ViewportSize(width=width, height=height)
    return closing(browser.new_page(viewport=view, color_scheme=scheme, reduced_motion="reduce"))


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    with serving(8793, *DEMO) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=system_browser())
        with open_page(browser, "desk", "light") as page:
            link = set_code(page, address)
        for size, scheme in (("desk", "light"), ("desk", "dark"), ("phone", "light")):
            with open_page(browser, size, scheme) as page:
                for name, path in PAGES.items():
                    page.goto(address + path)
                    page.screenshot(path=FOLDER / f"{name}-{size}-{scheme}.png")
                play_a_while(page, link)
                page.screenshot(path=FOLDER / f"board-{size}-{scheme}.png")
                break_the_code(page)
                page.screenshot(path=FOLDER / f"won-{size}-{scheme}.png")
                look_into_a_game(page, address)
                page.screenshot(path=FOLDER / f"analysis-{size}-{scheme}.png")
        browser.close()


if __name__ == "__main__":
    main()
