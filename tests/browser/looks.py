"""What is wrong with a page: rules of axe that it breaks, and what does not fit."""

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page


def violations(page: Page) -> list[str]:
    """Return the rules that the page breaks; in the dark only colors are others."""
    page.emulate_media(color_scheme="light")
    found = Axe().run(page).response["violations"]
    page.emulate_media(color_scheme="dark")
    found += Axe().run(page, options={"runOnly": ["color-contrast"]}).response["violations"]
    return [f"{rule['id']}: {node['html'][:120]}" for rule in found for node in rule["nodes"]]


def misfits_on(page: Page):
    """Yield what does not fit, and at which width; leave the page as wide as it was.

    The tag of a peg may stick out of its row by a few pixels.
    """
    before = page.viewport_size
    for width in (320, 360, 768, 1280):
        page.set_viewport_size({"width": width, "height": 740})
        if is_too_wide(page):
            yield width, "the page"
        rows = "rows => rows.filter(row => row.scrollHeight > row.clientHeight + 6).length"
        if sticking_out := page.locator(".row").evaluate_all(rows):
            yield width, f"{sticking_out} rows"
    page.set_viewport_size(before)


def is_too_wide(page: Page) -> bool:
    return page.evaluate("document.documentElement.scrollWidth > window.innerWidth")
