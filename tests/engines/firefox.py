"""Firefox, controlled with WebDriver BiDi over one socket."""

import itertools
import json
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from websocket import WebSocket, create_connection

PREFERENCES = {"dom.w3c_touch_events.enabled": 1, "ui.prefersReducedMotion": 1}

# Arguments and results are sent as JSON text, because BiDi writes values in its own notation.
CALL = "json => JSON.stringify((function () {%s}).apply(null, JSON.parse(json)) ?? null)"


class DriverError(Exception):
    """Raised if Firefox could not carry out a command."""


class Firefox:
    """A running Firefox with one page."""

    name = "Firefox"

    def __init__(self, socket: WebSocket) -> None:
        self.socket, self.numbers = socket, itertools.count(1)
        session = self.command("session.new", capabilities={})
        self.version = session["capabilities"]["browserVersion"]
        [page] = self.command("browsingContext.getTree")["contexts"]
        self.page = page["context"]

    def command(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Send a command; return its result."""
        number = next(self.numbers)
        self.socket.send(json.dumps({"id": number, "method": method, "params": parameters}))
        answer = json.loads(self.socket.recv())
        if answer["type"] != "success" or answer["id"] != number:
            raise DriverError(f"{method}: {answer}")
        return answer["result"]

    def open(self, address: str) -> None:
        self.command("browsingContext.navigate", context=self.page, url=address, wait="complete")

    def run(self, script: str, *arguments: Any) -> Any:
        answer = self.command(
            "script.callFunction",
            functionDeclaration=CALL % script,
            arguments=[{"type": "string", "value": json.dumps(arguments)}],
            target={"context": self.page},
            awaitPromise=False,
        )
        if answer["type"] == "exception":
            raise DriverError(answer["exceptionDetails"]["text"])
        return json.loads(answer["result"]["value"])

    def perform(self, *sources: dict[str, Any]) -> None:
        self.command("input.performActions", context=self.page, actions=sources)

    def resize(self, width: int, height: int) -> None:
        viewport = {"width": width, "height": height}
        self.command("browsingContext.setViewport", context=self.page, viewport=viewport)


@contextmanager
def firefox(folder: Path) -> Iterator[Firefox]:
    """Run a Firefox with its profile in ``folder`` for as long as the context lasts."""
    lines = (f"user_pref({json.dumps(k)}, {json.dumps(v)});" for k, v in PREFERENCES.items())
    (folder / "user.js").write_text("\n".join(lines))
    command = ["firefox-esr", "--headless", "--no-remote", "--remote-debugging-port=0"]
    process = subprocess.Popen(
        [*command, "--profile", str(folder)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        with closing(create_connection(address_in(folder), suppress_origin=True)) as socket:
            browser = Firefox(socket)
            yield browser
            browser.command("browser.close")
        process.wait(timeout=30)
    finally:
        process.kill()
        process.wait()


def address_in(folder: Path) -> str:
    """Return the address of Firefox's server as soon as Firefox has written it into the profile."""
    note = folder / "WebDriverBiDiServer.json"
    for _ in range(300):
        if note.exists() and (text := note.read_text()):
            told = json.loads(text)
            return f"ws://{told['ws_host']}:{told['ws_port']}/session"
        time.sleep(0.1)
    raise TimeoutError("Firefox does not listen")
