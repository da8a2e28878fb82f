"""Print all that somebody hears who plays their first three games by the accessibility tree alone.

``python -m tools.newcomer`` needs a browser. Nothing is found by its look: only by role and name,
and what is decided follows from what was said.
"""

import re
import sys

from playwright.sync_api import Page, sync_playwright

from solver.rule.codes import Code, Variant
from solver.rule.feedback import Feedback, Turn
from solver.study.suggest import suggest
from tools.ensure_browser import system_browser
from tools.serving import serving

COLORS = dict(zip("123456", ("Red", "Amber", "Green", "Sky", "Indigo", "Rose"), strict=True))
ANSWER = re.compile(r"Guess \d+: (\d) black, (\d) white")
LISTEN = """() => {
    window.heard = [];
    const region = document.querySelector("[role=status]");
    new MutationObserver(() => window.heard.push(region.textContent)).observe(
        region, { childList: true, characterData: true, subtree: true });
}"""


def say(*lines: str) -> None:
    sys.stdout.write("".join(f"{line}\n" for line in lines))


def does(what: str) -> None:
    say("", f"> {what}")


def arrive(page: Page, is_read: bool = True) -> None:
    """Hear the title of a page, and read it from its beginning to its end."""
    page.wait_for_load_state()
    page.wait_for_timeout(300)
    say(f"[page] {page.title()}")
    if is_read:
        say(*page.get_by_role("main").aria_snapshot().splitlines())
    page.evaluate(LISTEN)


def listen(page: Page) -> str:
    """Hear what was said since the last time; wait a while if it is nothing yet."""
    heard: list[str] = []
    for _ in range(25):  # a busy machine takes its time
        page.wait_for_timeout(400)
        if heard := [text for text in page.evaluate("window.heard.splice(0)") if text.strip()]:
            break
    say(*(f"[said] {text.strip()}" for text in heard))
    return " ".join(heard)


def press(page: Page, role: str, name: str, is_read: bool = True) -> None:
    does(f"{role} “{name}”")
    page.get_by_role(role, name=name, exact=True).first.press("Enter")
    page.wait_for_timeout(300)
    arrive(page, is_read)


def answer(page: Page, name: str) -> None:
    """Press a button that changes a part of the page."""
    does(f"button “{name}”")
    page.get_by_role("button", name=name).first.press("Enter")
    listen(page)


def guess(page: Page, code: Code) -> str:
    """Choose each color by its name, and press Guess."""
    colors = [COLORS[symbol] for symbol in code]
    does(f"guesses {', '.join(colors)}")
    for color in colors:
        page.get_by_role("radio", name=re.compile(rf"\b{color}$")).press(" ")
        listen(page)
    page.get_by_role("button", name="Guess", exact=True).press("Enter")
    return listen(page)


def play(page: Page, opening: list[Code]) -> None:
    """Play ``opening``, then the first code that fits what was heard, to the end of the game."""
    history: list[Turn] = []
    for number in range(10):
        simple = number >= len(opening)
        code = suggest(Variant(), history, "simple").guess if simple else opening[number]
        said = guess(page, code)
        if "You broke the code" in said or "held out" in said:
            break
        black, white = map(int, ANSWER.findall(said)[-1])
        history.append(Turn(code, Feedback(black, white)))
    say("", "(the page at the end)", *page.get_by_role("main").aria_snapshot().splitlines())


def main() -> None:
    with serving(8119) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=system_browser())
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        does("comes for the first time")
        page.goto(address)
        arrive(page)
        press(page, "link", "Show me how")
        press(page, "link", "Next")
        answer(page, "A could be the code")
        answer(page, "B could be the code")
        press(page, "link", "Next")
        guess(page, "2341")
        does("key X: clears the row")
        page.keyboard.press("x")
        listen(page)
        guess(page, "2145")
        guess(page, "4521")
        say("", "FIRST GAME: at random, then what fits")
        press(page, "button", "Play Classic")
        play(page, ["1111", "1221", "1341"])
        say("", "SECOND GAME: with a hint")
        press(page, "button", "Play again", is_read=False)
        guess(page, "1122")
        page.get_by_role("button", name="Hint", exact=True).press("Enter")
        answer(page, "What is certain?")
        does("goes on without")
        page.goto(address)
        say("", "THIRD GAME: today's code, only what fits")
        press(page, "button", "Play today’s", is_read=False)
        play(page, ["1122"])
        browser.close()


if __name__ == "__main__":
    main()
