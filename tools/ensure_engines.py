"""Find the browsers of ``make test-browsers`` and their drivers, or install Debian's packages."""

import shutil
import sys

from tools.ensure_browser import apt_install

PACKAGES = {
    "chromium": "chromium",
    "chromedriver": "chromium-driver",
    "firefox-esr": "firefox-esr",
    "WebKitWebDriver": "webkit2gtk-driver",
    "Xvfb": "xvfb",
}


def missing() -> list[str]:
    """Return the packages whose program is not on the PATH."""
    return [package for program, package in PACKAGES.items() if not shutil.which(program)]


if __name__ == "__main__":
    if missing():
        apt_install(*missing())
    if missing():
        print("On Debian, as root: apt-get install --no-install-recommends", *missing())
        sys.exit(1)
