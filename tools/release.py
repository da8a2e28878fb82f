"""What is true before a version is tagged: ``make release`` asks, tests everything, and tags it.

The tag is of this folder alone: ``git push origin vVERSION`` publishes it.
"""

import re
import subprocess
import sys
import tomllib
from datetime import UTC, datetime
from pathlib import Path

ROOT = Path(__file__).parents[1]
HEADING = re.compile(r"^## (.+)$", re.MULTILINE)


def git(*words: str) -> str:
    command = ["/usr/bin/env", "git", *words]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout


def version_of(project: str) -> str:
    return str(tomllib.loads(project)["project"]["version"])


def reasons_against(
    version: str, changes: str, today: str, dirty: str, tags: list[str]
) -> list[str]:
    """Return in sentences why this version cannot be released now.

    >>> reasons_against("1.1.0", "## 1.1.0 (2026-12-01)", "2026-12-01", "", ["v1.0.0"])
    []
    >>> reasons_against("1.0.0", "## Unreleased", "2026-12-01", " M Makefile", ["v1.0.0"])
    ... # doctest: +NORMALIZE_WHITESPACE
    ['v1.0.0 is a tag already: pyproject.toml names the next version.',
     'CHANGELOG.md begins with "Unreleased", not with "1.0.0 (2026-12-01)".',
     'There are changes that are not committed.']
    """
    found = []
    if f"v{version}" in tags:
        found.append(f"v{version} is a tag already: pyproject.toml names the next version.")
    heading = HEADING.search(changes)
    if not heading or heading[1] != f"{version} ({today})":
        begins = heading[1] if heading else ""
        found.append(f'CHANGELOG.md begins with "{begins}", not with "{version} ({today})".')
    if dirty:
        found.append("There are changes that are not committed.")
    return found


def main(words: list[str]) -> None:
    version = version_of((ROOT / "pyproject.toml").read_text())
    changes = (ROOT / "CHANGELOG.md").read_text()
    today = f"{datetime.now(UTC):%Y-%m-%d}"
    dirty, tags = git("status", "--porcelain"), git("tag").split()
    if against := reasons_against(version, changes, today, dirty, tags):
        sys.exit("\n".join(against))
    if words == ["tag"]:
        git("tag", "--annotate", f"v{version}", "--message", f"Mastermind {version}")
        print(f"v{version} is tagged: git push origin v{version}")


if __name__ == "__main__":
    main(sys.argv[1:])
