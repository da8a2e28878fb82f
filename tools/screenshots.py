"""Take the pictures that README.md shows; run by ``make screenshots``.

``tests/browser/test_sharing.py`` makes the same visit, so a label that changes fails a test.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

from playwright.sync_api import Page, TimeoutError, ViewportSize, sync_playwright

from tools.ensure_browser import system_browser
from tools.serving import serving

FOLDER = Path("docs/pictures")
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
DESK = ViewportSize(width=1280, height=860)
MISTAKE, CODE = "3633", "3632"


def challenge(page: Page, site: str) -> str:
    """Set a code, so that every picture shows the same game; return the link for the player."""
    page.goto(f"{site}/challenges/")
    page.get_by_label("Or type it").fill(CODE)
    page.get_by_role("button", name="Get the link").click()
    return page.get_by_label("Link", exact=True).input_value()


def visit(page: Page, link: str) -> Iterator[str]:
    """Play the challenge with one mistake; yield a name each time the page is worth a picture."""
    page.goto(link)
    page.get_by_role("button", name="Play this challenge").click()
    page.get_by_role("heading", name="Guess 1 of").wait_for()
    for number, code in enumerate(("1122", "1344", "3526"), start=1):
        enter(page, code, f"Guess {number + 1} of")
    page.get_by_role("button", name="Hint").click()
    page.get_by_role("button", name="Suggest a guess").click()
    page.get_by_role("link", name="Fill my row").wait_for()
    page.keyboard.type(MISTAKE[:2])
    yield "board"
    enter(page, MISTAKE[2:], "Press Guess again if you mean it.")
    enter(page, "", "Guess 5 of")
    enter(page, CODE, "You broke the code in 5 guesses")
    page.get_by_role("link", name="Review your game").click()
    page.get_by_role("heading", name="Guess by guess").wait_for()
    yield "analysis"


def enter(page: Page, code: str, words: str) -> None:
    """Type the code, send the row, and wait until these words are on the page."""
    page.keyboard.type(code)
    page.keyboard.press("Enter")
    page.get_by_text(words).locator("visible=true").first.wait_for()


def main() -> None:
    with serving(8793) as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=system_browser())
        for scheme in SCHEMES:
            link = challenge(browser.new_page(), server.address.rstrip("/"))
            page = browser.new_page(viewport=DESK, color_scheme=scheme, reduced_motion="reduce")
            try:
                for name in visit(page, link):
                    page.screenshot(path=FOLDER / f"{name}-{scheme}.png")
            except TimeoutError as error:
                missing = error.message.split("waiting for ")[-1].strip()
                sys.exit(f"{page.url} does not have {missing}. Correct tools/screenshots.py.")
        browser.close()


if __name__ == "__main__":
    main()
