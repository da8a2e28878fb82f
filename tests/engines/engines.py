"""Browser engines, each with the same few methods.

WebKit and Chromium are driven with the drivers that Debian packages with them. Debian has no such
driver for Firefox, but Firefox itself speaks WebDriver BiDi. All three accept the same actions of
fingers, mice and keys, as W3C WebDriver defines them.
"""

import os
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from selenium.webdriver import ChromeOptions, ChromeService, Remote, WebKitGTKOptions
from selenium.webdriver.common.options import ArgOptions
from selenium.webdriver.common.service import Service
from selenium.webdriver.remote.client_config import ClientConfig
from selenium.webdriver.remote.command import Command
from selenium.webdriver.remote.remote_connection import RemoteConnection
from selenium.webdriver.webkitgtk.service import Service as WebKitGTKService

from tests.engines.firefox import firefox

# Without this setting the toolbar of WebKit's small browser is wider than a phone.
NARROW = "* { padding: 0; margin: 0; min-width: 0; border-width: 0; font-size: 1px; }"
STILL = "[Settings]\ngtk-enable-animations=0\n"  # sets prefers-reduced-motion
CHROMIUM = (
    "--headless=new",
    "--no-sandbox",  # Chromium has no sandbox if root runs it
    "--touch-events=enabled",
    "--force-prefers-reduced-motion",
)


class Driven:
    """A browser with one page that is controlled by a separate WebDriver process.

    The page has the size that the test sets. Its actions are those of W3C WebDriver. ``Firefox``
    has the same methods.
    """

    def __init__(self, name: str, driver: Remote) -> None:
        self.name, self.driver = name, driver
        self.version = driver.capabilities["browserVersion"]

    def open(self, address: str) -> None:
        self.driver.get(address)

    def run(self, script: str, *arguments: Any) -> Any:
        return self.driver.execute_script(script, *arguments)

    def perform(self, *sources: dict[str, Any]) -> None:
        self.driver.execute(Command.W3C_ACTIONS, {"actions": sources})

    def resize(self, width: int, height: int) -> None:
        """Set the size of the page; the size of the window is larger by an amount that only the
        browser knows.
        """
        self.driver.set_window_rect(width=width, height=height)
        # WebKit can answer before the page has its new size.
        while (inner := self.run("return [innerWidth, innerHeight]")) > [width, height]:
            time.sleep(0.05)
        inner_width, inner_height = inner
        self.driver.set_window_rect(width=2 * width - inner_width, height=2 * height - inner_height)


@contextmanager
def screen() -> Iterator[str]:
    """Yield the name of an invisible X display."""
    end, other_end = os.pipe()
    command = ["Xvfb", "-displayfd", str(other_end), "-screen", "0", "1920x1400x24"]
    server = subprocess.Popen(
        [*command, "-nolisten", "tcp"], pass_fds=[other_end], stderr=subprocess.DEVNULL
    )
    os.close(other_end)
    try:
        with os.fdopen(end) as pipe:
            yield f":{pipe.readline().strip()}"
    finally:
        server.terminate()
        server.wait()


@contextmanager
def drive(name: str, service: Service, options: ArgOptions) -> Iterator[Driven]:
    """Start a driver and its browser; yield the browser."""
    service.start()
    try:
        place = RemoteConnection(client_config=ClientConfig(service.service_url))
        with Remote(place, options=options) as driver:
            yield Driven(name, driver)
    finally:
        service.stop()


@contextmanager
def webkit(folder: Path) -> Iterator[Driven]:
    config = folder / "gtk-3.0"
    config.mkdir()
    (config / "gtk.css").write_text(NARROW)
    (config / "settings.ini").write_text(STILL)
    with screen() as display:
        env = os.environ | {"DISPLAY": display, "XDG_CONFIG_HOME": str(folder)}
        service = WebKitGTKService("WebKitWebDriver", env=env)
        with drive("WebKit", service, WebKitGTKOptions()) as browser:
            yield browser


@contextmanager
def chromium(folder: Path) -> Iterator[Driven]:
    options = ChromeOptions()
    for flag in (*CHROMIUM, f"--user-data-dir={folder}"):
        options.add_argument(flag)
    with drive("Chromium", ChromeService("chromedriver"), options) as browser:
        yield browser


ENGINES = {"chromium": chromium, "firefox": firefox, "webkit": webkit}
