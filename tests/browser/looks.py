"""Faults in the look of a page: broken rules of axe, content that does not fit, and motion."""

import os
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page, Route

from tests.browser.moves import until

Kind = TypeVar("Kind")


def further(*kinds: Kind) -> tuple[Kind, ...]:
    """Return these sizes or colors for `make test-screens`, or nothing for `make test`.

    `make test` checks only the smallest phone and a laptop.
    """
    return kinds if os.environ.get("EVERY_SCREEN") else ()


def todays(things: Iterable[Kind], days: int) -> Iterator[Kind]:
    """Yield the items to check today: each item is checked once in ``days`` days.

    Without the variable DAY, yield all items. `make test` sets DAY. A test runs every third day and
    visits a page every fourth day, so within twelve days it visits every page.
    """
    day = os.environ.get("DAY")
    for number, thing in enumerate(things, start=int(day or 0)):
        if number % days == 0 or not day:
            yield thing


# All rules are checked in the first scheme. In the others, only the contrast of colors outside of
# pegs is checked.
SCHEMES = (
    {"color_scheme": "light", "forced_colors": "none"},
    *further(
        {"color_scheme": "dark", "forced_colors": "none"},
        {"color_scheme": "light", "forced_colors": "active"},
    ),
)
EVERYTHING = ({"include": ["html"]}, {})
COLORS = ({"exclude": [".peg"]}, {"runOnly": ["color-contrast"]})
# Axe cannot preload a style sheet with imports. Only rules on rotation and media need it.
BROKEN = """async ([where, rules]) => {
  const options = { resultTypes: ["violations"], preload: false, ...rules };
  const { violations } = await axe.run(where, options);
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => [id, html.slice(0, 120)]));
}"""


def violations(page: Page) -> list[str]:
    """Return the rules of axe that the page breaks in any color scheme."""
    page.evaluate(f"() => {{ {AXE_SCRIPT} }}")
    found, asked = [], EVERYTHING
    for scheme in SCHEMES:
        page.emulate_media(**scheme)
        found += [f"{rule}: {html}, {scheme}" for rule, html in page.evaluate(BROKEN, asked)]
        asked = COLORS
    page.emulate_media(color_scheme="light", forced_colors="none")
    return found


# Finds elements that scroll sideways although all of their content is visible.
SCROLLING_TO_NOTHING = """(places) => {
  const isSeen = (element) => element.checkVisibility({ visibilityProperty: true })
    && !element.closest("[popover]:not(:popover-open)");
  const isHidden = (element, place) => element !== place
    && (getComputedStyle(element).clipPath.startsWith("inset(50%")
      || isHidden(element.parentElement, place));
  return places.filter((place) => {
    const { left, right } = place.getBoundingClientRect();
    const isMirrored = getComputedStyle(place).direction === "rtl";
    const sticksOut = (box) => isMirrored ? box.left < left - 1 : box.right > right + 1;
    return isSeen(place) && place.scrollWidth > place.clientWidth + 1
      && ![...place.querySelectorAll("*")].some((one) => isSeen(one) && !isHidden(one, place)
        && sticksOut(one.getBoundingClientRect()));
  }).map((place) => place.getAttribute("aria-labelledby") ?? place.ariaLabel);
}"""


def misfits_on(page: Page):
    """Yield each element that does not fit, with the width of the window; restore the width
    afterwards.

    The tag of a peg is allowed to stick out of its row by a few pixels.
    """
    before = page.viewport_size
    for width in (320, *further(360, 768), 1280):
        page.set_viewport_size({"width": width, "height": 740})
        if is_too_wide(page):
            yield width, "the page"
        rows = "rows => rows.filter(row => row.scrollHeight > row.clientHeight + 6).length"
        if sticking_out := page.locator(".row").evaluate_all(rows):
            yield width, f"{sticking_out} rows"
        for name in page.locator(".scrolling").evaluate_all(SCROLLING_TO_NOTHING):
            yield width, f"{name} scrolls to nothing"
    page.set_viewport_size(before)


# Finds text that is cut off or covered, and elements wider than the window. An element that scrolls
# is compared only with elements that scroll together with it.
CROWDED = """() => {
  const { scrollWidth, clientWidth } = document.documentElement;
  const unseen = `.peg, svg, .rest, .skip, option, textarea, template, script, noscript,
    [popover]:not(:popover-open)`;
  const ways = (element) => element ? [element, ...ways(element.parentElement)] : [];
  const styles = (element) => ways(element).map((one) => getComputedStyle(one));
  const isSeen = (element) => !element.closest(unseen)
    && element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    && !styles(element).some(({ clipPath }) => clipPath.startsWith("inset(50%"));
  const isApart = (one) => {
    const { position, overflowY } = getComputedStyle(one);
    return ["fixed", "sticky"].includes(position) || ["auto", "scroll"].includes(overflowY);
  };
  const cuts = ({ element, left, right, top, bottom }) => ways(element).some((one) => {
    const box = one.getBoundingClientRect(), { overflowX, overflowY } = getComputedStyle(one);
    const isLong = right > box.right + 2 || left < box.left - 2;
    const isHigh = bottom > box.bottom + 6 || top < box.top - 6;
    return ["hidden", "clip"].includes(overflowX) && isLong
      || ["hidden", "clip"].includes(overflowY) && isHigh;
  });
  const lines = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { currentNode: node } = walker, element = node.parentElement, range = new Range();
    if (!node.data.trim() || !isSeen(element)) continue;
    range.selectNodeContents(node);
    const said = node.data.trim().slice(0, 24), frame = ways(element).find(isApart);
    for (const { left, top, right, bottom } of range.getClientRects())
      if (right - left > 2) lines.push({ node, element, said, frame, left, top, right, bottom });
  }
  lines.sort((one, other) => one.top - other.top);
  const cut = lines.filter((line) => !isApart(line.element) && cuts(line));
  const wrong = cut.map(({ said }) => `${said}: cut`);
  if (scrollWidth > clientWidth) {
    const wide = lines.filter(({ right }) => right > clientWidth + 1);
    wrong.push("too wide", ...wide.map(({ said }) => `${said}: wide`));
  }
  lines.forEach((one, at) => {
    for (let next = at + 1; lines[next]?.top < one.bottom - 6; next += 1) {
      const other = lines[next];
      const isOn = other.left < one.right - 3 && other.right > one.left + 3
        && other.bottom > one.top + 6;
      if (isOn && other.node !== one.node && other.frame === one.frame)
        wrong.push(`${one.said} / ${other.said}`);
    }
  });
  return [...new Set(wrong)].slice(0, 5);
}"""


# Finds elements that are read from left to right in every language, but laid out from the right.
MIRRORED = """() => {
  const parts = ".pegs, .keys, .palette, .possible, .heat tr, .scrubber";
  const places = ({ children }) => [...children].filter((one) => one.checkVisibility())
    .map((one) => one.getBoundingClientRect());
  const isTurned = (part) => places(part).some(({ left, top }, at, all) => at
    && Math.abs(all[at - 1].top - top) < 9 && left < all[at - 1].left);
  return [...document.querySelectorAll(parts)].filter(isTurned)
    .map(({ className, tagName }) => className || tagName);
}"""


def find_mirrored_parts(page: Page) -> list[str]:
    """Return the boards, codes and grids that are reversed on a page written right to left."""
    return page.evaluate(MIRRORED)


@contextmanager
def text_twice_as_large(page: Page) -> Iterator[None]:
    """Double the text size, as users can do in their browser's settings."""
    settings = page.context.new_cdp_session(page)
    settings.send("Page.enable")
    settings.send("Page.setFontSizes", {"fontSizes": {"standard": 32, "fixed": 26}})
    assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == "32px"
    yield
    settings.send("Page.setFontSizes", {"fontSizes": {"standard": 16, "fixed": 13}})
    settings.detach()


def find_crowded_texts(page: Page, sizes) -> list[str]:
    """Return the texts that are cut off or overlap, each with the window size."""
    found, before = [], page.viewport_size
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        found += [f"{text} ({width}×{height})" for text in page.evaluate(CROWDED)]
    page.set_viewport_size(before)
    return found


FONT_CAME_LATE = """async () => {
  await document.fonts.ready;
  const painted = performance.getEntriesByName("first-paint")[0]?.startTime;
  return performance.getEntriesByType("resource")
    .some(({ name, responseEnd }) => name.endsWith(".woff2") && responseEnd > painted);
}"""


def open_with_late_scripts(page: Page, address: str) -> None:
    """Open a page whose modules load after its first paint."""
    modules, held = re.compile("/js/(?!early)"), list[Route]()

    def hold(route: Route) -> None:
        held.append(route)

    page.route(modules, hold)
    page.goto(address, wait_until="commit")
    until(page, "performance.getEntriesByName('first-paint').length")
    for route in held:
        route.continue_()
    page.unroute(modules)
    page.wait_for_load_state()


def open_and_watch(page: Page, address: str) -> None:
    """Open a page, and record everything that moves without an action of the user.

    On a busy machine the font can load after the first paint; then the page is opened again.
    """
    open_with_late_scripts(page, address)
    while page.evaluate(FONT_CAME_LATE):
        open_with_late_scripts(page, address)
    watch_for_jumps(page, from_the_start=True)


def watch_for_jumps(page: Page, *, from_the_start: bool = False) -> None:
    """Record what moves without an action of the user."""
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
    """Return how far elements have jumped since the recording began."""
    return page.evaluate("window.jumps")


def is_too_wide(page: Page) -> bool:
    return page.evaluate("document.documentElement.scrollWidth > window.innerWidth")
