"""Find a Chromium for the browser tests, or install one; run by ``make browser``.

Looks at $CHROMIUM, the PATH and Playwright's own copy; else tries Playwright's download, then
apt-get. Without any, the browser tests skip themselves, except under CI=true. A headless shell is
the same engine without the windows of a browser around it, and takes half the processor.
"""

import os
import shutil
import subprocess
import sys

NAMES = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
)
APT = ("apt-get", "install", "-y", "--no-install-recommends")


def system_browser() -> str | None:
    """Return the path of a browser that was installed by somebody else."""
    return os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)


def playwright_browser() -> str | None:
    """Return the path of the browser that belongs to Playwright, if it is there."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if os.path.exists(path) else None


def find_browser() -> str | None:
    return system_browser() or playwright_browser()


def install_browser() -> None:
    """Try to install a browser, quietly: what matters is whether one is there afterwards."""
    commands = [(sys.executable, "-m", "playwright", "install", "chromium")]
    if shutil.which("apt-get") and os.geteuid() == 0:
        commands.append(("apt-get", "update"))
        commands += [(*APT, package) for package in NAMES[:2]]
    for command in commands:
        if find_browser():
            return
        print("Looking for a browser:", " ".join(command[-3:]), flush=True)
        subprocess.run(command, capture_output=True, check=False)


if __name__ == "__main__":
    if not find_browser():
        install_browser()
    if not find_browser():
        print("No Chromium found: the browser tests will be skipped. Set CHROMIUM to its path.")
        sys.exit(os.environ.get("CI") == "true")
