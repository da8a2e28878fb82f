"""Find a Chromium for the browser tests, or install one; run by ``make browser``.

``python -m tools.ensure_browser engines`` does this for the browsers and drivers of ``make
test-browsers``.

The tool looks for $CHROMIUM, a browser on the PATH, and Playwright's copy. If all are missing, the
tool tries Playwright's download, then apt-get. Without a browser, the browser tests are skipped,
except under CI=true. A headless shell is the same engine without windows, and takes half the
processor time.
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

ENGINES = {  # each program, and the Debian package that contains it
    "chromium": "chromium",
    "chromedriver": "chromium-driver",
    "firefox-esr": "firefox-esr",
    "WebKitWebDriver": "webkit2gtk-driver",
    "Xvfb": "xvfb",
}


def system_browser() -> str | None:
    """Return the path of a browser that is installed on the system; None if there is none."""
    return os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)


def playwright_browser() -> str | None:
    """Return the path of Playwright's own browser; None if that is not installed."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if os.path.exists(path) else None


def find_browser() -> str | None:
    return system_browser() or playwright_browser()


def install_browser() -> None:
    """Try to install a browser; the caller must check whether that worked."""
    print("Looking for a browser: playwright install chromium", flush=True)
    command = (sys.executable, "-m", "playwright", "install", "chromium")
    subprocess.run(command, capture_output=True, check=False)
    for package in NAMES[:2]:
        if not find_browser():
            apt_install(package)


def apt_install(*packages: str) -> None:
    """Try to install Debian packages, if this process is root."""
    if not (program := shutil.which("apt-get")) or os.geteuid() != 0:
        return
    print("Installing", *packages, flush=True)
    quietly = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    for words in (("update",), ("install", "-y", "--no-install-recommends", *packages)):
        subprocess.run((program, *words), env=quietly, capture_output=True, check=False)


def missing_engines() -> list[str]:
    """Return the packages whose programs are not on the PATH."""
    return [package for program, package in ENGINES.items() if not shutil.which(program)]


if __name__ == "__main__" and sys.argv[1:] == ["engines"]:
    if missing_engines():
        apt_install(*missing_engines())
    if missing_engines():
        print("On Debian, as root: apt-get install --no-install-recommends", *missing_engines())
        sys.exit(1)
elif __name__ == "__main__":
    if not find_browser():
        install_browser()
    if not find_browser():
        print("No Chromium found: the browser tests will be skipped. Set CHROMIUM to its path.")
        sys.exit(os.environ.get("CI") == "true")
