"""A player in any engine: acts by hand and keyboard, and reads the page."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from tests.engines.engines import Driven
from tests.engines.firefox import Firefox

PATIENCE = 30  # in seconds; the longest wait of a player on a busy machine

# The names that W3C WebDriver gives to keys without a character.
KEYS = {
    "Enter": "\ue007",
    "Shift": "\ue008",
    "End": "\ue010",
    "ArrowLeft": "\ue012",
    "ArrowRight": "\ue014",
}

DOWN = {"type": "pointerDown", "button": 0}
UP = {"type": "pointerUp", "button": 0}

# Find an element if the page has loaded and nothing covers the element. Scroll only as far as
# needed to show it.
FIND = """
if (document.readyState !== "complete") return null;
const all = document.querySelectorAll(arguments[0]);
const element = [...all].find((one) => one.getClientRects().length);
element?.scrollIntoView({ block: "nearest", behavior: "instant" });
const { x, y, width, height } = element?.getBoundingClientRect() ?? {};
const middle = [Math.round(x + width / 2), Math.round(y + height / 2)];
return element?.contains(document.elementFromPoint(...middle)) ? middle : null;
"""
READ = """
if (document.readyState !== "complete") return [];
return [...document.querySelectorAll(arguments[0])].map((one) => one.textContent.trim());
"""
SEE = """
const all = document.querySelectorAll(arguments[0]);
return all.length > 0 && [...all].every((element) => {
  const { top, left, bottom, right } = element.getBoundingClientRect();
  return top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth;
});
"""


def move(x: int, y: int, milliseconds: int = 0) -> dict[str, Any]:
    return {"type": "pointerMove", "x": x, "y": y, "duration": milliseconds, "origin": "viewport"}


def wait(milliseconds: int) -> dict[str, Any]:
    return {"type": "pause", "duration": milliseconds}


class Player:
    """A player with a keyboard, and with a mouse or a finger."""

    def __init__(self, engine: Driven | Firefox, address: str, pointer: str = "mouse") -> None:
        self.engine, self.address, self.pointer = engine, address, pointer

    def open(self, path: str = "/") -> None:
        self.engine.open(self.address + path)

    def tap(self, selector: str, *, beside: tuple[int, int] = (0, 0)) -> None:
        """Press and release in the middle of an element, or some pixels away from its middle."""
        x, y = self.find(selector)
        self._point(move(x + beside[0], y + beside[1]), DOWN, wait(40), UP)

    def fill(self, code: str) -> None:
        """Tap the colors of a code, and send the code."""
        for symbol in code:
            self.tap(f".swatch .c{symbol}")
        self.tap("#submit")

    def drag(self, source: str, target: str) -> None:
        """Press on one element and release on another; both must be visible at the same time."""
        (x, y), (to_x, to_y) = self.find(source), self.find(target)
        half_way = move((x + to_x) // 2, (y + to_y) // 2, 80)
        self._point(move(x, y), DOWN, wait(40), half_way, move(to_x, to_y, 80), wait(40), UP)

    def press(self, *keys: str) -> None:
        """Press and release one key after another."""
        for key in keys:
            with self.holding(key):
                pass

    @contextmanager
    def holding(self, key: str) -> Iterator[None]:
        """Hold a key down while the block runs."""
        value = KEYS.get(key, key)
        self._strike({"type": "keyDown", "value": value})
        yield
        self._strike({"type": "keyUp", "value": value})

    def find(self, selector: str) -> tuple[int, int]:
        """Return the middle of the first element that matches, as soon as the element can be
        touched.
        """
        x, y = self.until(lambda: self.engine.run(FIND, selector), f"{selector} to touch")
        return x, y

    def texts(self, selector: str) -> list[str]:
        return self.engine.run(READ, selector)

    def wait_for(self, selector: str, text: str) -> None:
        """Wait until an element that matches contains this text."""
        self.until(
            lambda: any(text in said for said in self.texts(selector)),
            f"{selector} that says {text!r}",
        )

    def is_in_sight(self, selector: str) -> bool:
        """Return whether an element is completely visible."""
        return self.engine.run(SEE, selector)

    def complaints(self) -> list[str]:
        """Return the errors and warnings of this player's pages."""
        return self.engine.run("return heard()")

    def until(self, question: Callable[[], Any], what: str) -> Any:
        """Call a function until its result is true; return this result.

        If the result never becomes true, fail with the content of the page.
        """
        end = time.monotonic() + PATIENCE
        while not (answer := question()):
            if time.monotonic() > end:
                seen = self.texts("h1, [role=status]")
                raise AssertionError(f"{self.engine.name} shows no {what}, but {seen}")
            time.sleep(0.05)
        return answer

    def _point(self, *actions: dict[str, Any]) -> None:
        kind = {"pointerType": self.pointer}
        self.engine.perform(
            {"type": "pointer", "id": self.pointer, "parameters": kind, "actions": actions}
        )

    def _strike(self, action: dict[str, Any]) -> None:
        self.engine.perform({"type": "key", "id": "keyboard", "actions": [action]})
