"""Print all that somebody hears who plays their first three games by the accessibility tree alone.

``python -m tools.newcomer`` needs a browser. Nothing is found by its look: only by role and name,
and what is decided follows from what was said.
"""

import re
import sys
from itertools import product

from playwright.sync_api import Page, sync_playwright

from solver.rule.feedback import Feedback, feedback
from tools.ensure_browser import system_browser
from tools.serving import serving

COLORS = ("Red", "Amber", "Green", "Sky", "Indigo", "Rose")
ANSWER = re.compile(r"Guess \d+: (\d) black, (\d) white")
LISTEN = """() => {
    window.heard = [];
    const region = document.querySelector("[role=status]");
    new MutationObserver(() => window.heard.push(region.textContent)).observe(
        region, { childList: true, characterData: true, subtree: true });
}"""
Code = tuple[str, ...]
Heard = list[tuple[Code, Feedback]]


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
    """Hear what was said since the last time, and what has the focus."""
    page.wait_for_timeout(400)
    heard = [text.strip() for text in page.evaluate("window.heard.splice(0)") if text.strip()]
    say(*(f"[said] {text}" for text in heard))
    return " ".join(heard)


def press(page: Page, role: str, name: str, is_read: bool = True) -> None:
    does(f"{role} “{name}”")
    page.get_by_role(role, name=name, exact=True).first.press("Enter")  # type: ignore[arg-type]
    page.wait_for_timeout(300)
    arrive(page, is_read)


def guess(page: Page, code: Code) -> str:
    """Choose each color by its name, and press Guess."""
    does(f"guesses {', '.join(code)}")
    for color in code:
        page.get_by_role("radio", name=re.compile(rf"\b{color}$")).press(" ")
        listen(page)
    page.get_by_role("button", name="Guess", exact=True).press("Enter")
    return listen(page)


def play(page: Page, opening: list[Code]) -> None:
    """Play ``opening``, then codes that fit what was heard, to the end of the game."""
    heard: Heard = []
    codes = list(product(COLORS, repeat=4))
    for number in range(10):
        code = (
            opening[number]
            if number < len(opening)
            else next(code for code in codes if consistent(code, heard))
        )
        said = guess(page, code)
        if "You broke the code" in said or "held out" in said:
            break
        black, white = map(int, ANSWER.findall(said)[-1])
        heard.append((code, Feedback(black, white)))
    say("", "(the page at the end)", *page.get_by_role("main").aria_snapshot().splitlines())


def consistent(code: Code, heard: Heard) -> bool:
    """Return whether a code would have given every answer that was heard."""
    return all(feedback(text(made), text(code)) == answer for made, answer in heard)


def text(code: Code) -> str:
    return "".join(str(COLORS.index(color) + 1) for color in code)


def main() -> None:
    with serving(8119) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=system_browser())
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        does("comes for the first time")
        page.goto(address)
        arrive(page)
        press(page, "link", "Show me how")
        press(page, "link", "Next")
        does("button “A could be the code”")
        page.get_by_role("button", name="A could be the code").press("Enter")
        listen(page)
        does("button “B could be the code”")
        page.get_by_role("button", name="B could be the code").press("Enter")
        listen(page)
        press(page, "link", "Next")
        guess(page, ("Amber", "Green", "Sky", "Red"))
        does("key X: clears the row")
        page.keyboard.press("x")
        listen(page)
        guess(page, ("Amber", "Red", "Sky", "Indigo"))
        guess(page, ("Sky", "Indigo", "Amber", "Red"))
        say("", "FIRST GAME: at random, then what fits")
        press(page, "button", "Play Classic")
        play(page, [("Red",) * 4, ("Red", "Amber", "Amber", "Red"), ("Red", "Green", "Sky", "Red")])
        say("", "SECOND GAME: with a hint")
        press(page, "button", "Play again", is_read=False)
        guess(page, ("Red", "Red", "Amber", "Amber"))
        does("button “Hint”, then “What is certain?”")
        page.get_by_role("button", name="Hint", exact=True).press("Enter")
        page.get_by_role("button", name="What is certain?").press("Enter")
        listen(page)
        does("goes on without")
        page.goto(address)
        say("", "THIRD GAME: today's code, only what fits")
        press(page, "button", "Play today’s", is_read=False)
        play(page, [("Red", "Red", "Amber", "Amber")])
        browser.close()


if __name__ == "__main__":
    main()
