"""Promises of the repository itself: its documents are true and its files are what they claim."""

import hashlib
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
COMMANDS = [
    line
    for document in sorted([ROOT / "README.md", *(ROOT / "docs").glob("*.md")])
    for line in re.findall(r"^python manage\.py .+$", document.read_text(), re.MULTILINE)
]


@pytest.mark.parametrize("command", COMMANDS)
def test_commands_of_the_documents_run(command):
    arguments = shlex.split(command.removeprefix("python "))
    subprocess.run([sys.executable, *arguments], cwd=ROOT, check=True, capture_output=True)


def test_the_readme_lists_every_setting():
    readme = (ROOT / "README.md").read_text()
    sources = ("mastermind_site/settings.py", "gunicorn.conf.py")
    text = "".join((ROOT / source).read_text() for source in sources)
    settings = set(re.findall(r"env(?:iron\.get|\.\w+)\(\s*[\"']([A-Z_]+)", text))
    assert {"DATABASE_URL", "PORT"} <= settings
    assert {name for name in settings if f"`{name}`" not in readme} == set()


def test_links_of_the_documents_lead_somewhere():
    for document in (*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")):
        for target in re.findall(r"\]\(([^)#]+)", document.read_text()):
            assert (document.parent / target).exists(), f"{document.name}: {target}"


def test_files_of_others_are_unchanged():
    listed = (ROOT / "static/fonts/vendor.txt").read_text().splitlines()[1:]
    for name, _package, _licence, digest in (line.split(" | ") for line in listed):
        assert hashlib.sha256((ROOT / "static/fonts" / name).read_bytes()).hexdigest() == digest


def test_locks_have_hashes_and_no_addresses():
    for lock in ROOT.glob("requirements*.txt"):
        text = lock.read_text()
        assert "://" not in text
        pinned = re.findall(r"^[\w.-]+(?:\[[\w,]+\])?==", text, re.MULTILINE)
        assert len(pinned) == len(re.findall(r"(?:\\\n +--hash=sha256:\w+ ?)+", text))
