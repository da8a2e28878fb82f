"""Checks before a version is tagged: ``make release`` runs them and all tests, and tags it.

The tag is local: ``git push origin vVERSION`` publishes it.
"""

import re
import subprocess
import sys
import tomllib
from datetime import UTC, datetime
from pathlib import Path


def git(*words: str) -> str:
    command = ["/usr/bin/env", "git", *words]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def main(*words: str) -> None:
    version = tomllib.loads(Path("pyproject.toml").read_text())["project"]["version"]
    begins = f"## {version} ({datetime.now(UTC):%Y-%m-%d})"
    heading = re.search(r"^## .+$", Path("CHANGELOG.md").read_text(), re.MULTILINE)
    if f"v{version}" in git("tag").split():
        sys.exit(f"v{version} is a tag already: pyproject.toml names the next version.")
    if not heading or heading[0] != begins:
        sys.exit(f'The first heading of CHANGELOG.md is not "{begins}".')
    if git("status", "--porcelain"):
        sys.exit("There are changes that are not committed.")
    if words == ("tag",):
        git("tag", "--annotate", f"v{version}", "--message", f"Mastermind {version}")
        print(f"v{version} is tagged: git push origin v{version}")


if __name__ == "__main__":
    main(*sys.argv[1:])
