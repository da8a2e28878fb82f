"""What is wrong with a page: rules of axe that it breaks, what does not fit, what jumps."""

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

# The ways a page is colored. All rules are asked in the first; elsewhere only colors are others,
# and those of the pegs are not.
SCHEMES = (
    {"color_scheme": "light", "forced_colors": "none"},
    {"color_scheme": "dark", "forced_colors": "none"},
    {"color_scheme": "light", "forced_colors": "active"},
)
EVERYTHING = ({"include": ["html"]}, {})
COLORS = ({"exclude": [".peg"]}, {"runOnly": ["color-contrast"]})
BROKEN = """async ([where, rules]) => {
  const { violations } = await axe.run(where, { resultTypes: ["violations"], ...rules });
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => [id, html.slice(0, 120)]));
}"""


def violations(page: Page) -> list[str]:
    """Return the rules of axe that the page breaks, in whatever colors."""
    page.evaluate(f"() => {{ {AXE_SCRIPT} }}")
    found, asked = [], EVERYTHING
    for scheme in SCHEMES:
        page.emulate_media(**scheme)
        found += [f"{rule}: {html}, {scheme}" for rule, html in page.evaluate(BROKEN, asked)]
        asked = COLORS
    page.emulate_media(color_scheme="light", forced_colors="none")
    return found


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


def watch_for_jumps(page: Page, *, from_the_start: bool) -> None:
    """Note from now on what moves by itself, or from when the page was opened."""
    page.evaluate(
        """(buffered) => {
            window.jumps = [];
            new PerformanceObserver((list) => {
                for (const shift of list.getEntries()) window.jumps.push(shift.value);
            }).observe({ type: "layout-shift", buffered });
        }""",
        from_the_start,
    )


def jumps(page: Page) -> list[float]:
    """Return how far things have jumped since they are watched."""
    return page.evaluate("window.jumps")


def is_too_wide(page: Page) -> bool:
    return page.evaluate("document.documentElement.scrollWidth > window.innerWidth")
