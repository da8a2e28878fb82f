"""Find the browsers of ``make test-browsers`` and their drivers, or install Debian's packages."""

import os
import shutil
import subprocess
import sys

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


def install(packages: list[str]) -> None:
    """Try to; what matters is whether the programs are there afterwards."""
    print("Installing", *packages, flush=True)
    quietly = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    for command in (
        ("apt-get", "update"),
        ("apt-get", "install", "-y", "--no-install-recommends", *packages),
    ):
        subprocess.run(command, env=quietly, capture_output=True, check=False)


if __name__ == "__main__":
    if missing() and shutil.which("apt-get") and os.geteuid() == 0:
        install(missing())
    if missing():
        print("On Debian, as root: apt-get install --no-install-recommends", *missing())
        sys.exit(1)
