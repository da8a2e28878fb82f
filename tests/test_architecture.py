"""Every file and every name in ARCHITECTURE.md exists."""

import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
DOCUMENT = (ROOT / "ARCHITECTURE.md").read_text()
PLACES = ("games", "solver", "mastermind_site", "templates", "static", "tests", "bench", "tools")
FILES = [
    path
    for place in PLACES
    for path in (ROOT / place).rglob("*")
    if path.suffix in {".py", ".html", ".js", ".css"}
]
CODE = "\n".join(path.read_text() for path in [*FILES, ROOT / "gunicorn.conf.py"])


def quotes_in(document: str) -> Iterator[str]:
    """Yield the texts in backticks of a document."""
    yield from re.findall(r"`@?([\w./-]+)(?:\(.*?\))?`", document)


def untrue(document: str) -> list[str]:
    """Return the files in a document that do not exist, and the names that appear in no code."""
    paths = [f"/{path.relative_to(ROOT)}" for path in [*FILES, ROOT / "manage.py"]]
    found = []
    for name in quotes_in(document):
        file, _, suffix = name.rpartition(".")
        if suffix in ("py", "html", "js", "css"):
            is_there = any(path.endswith(f"/{name}") for path in paths)
        elif suffix == "md":
            is_there = (ROOT / name).exists()
        elif "/" in file:  # a name in a module
            is_there = f"/games/{file}.py" in paths and re.search(rf"\b{suffix}\b", CODE)
        else:
            is_there = "/" in name or all(re.search(rf"\b{one}\b", CODE) for one in name.split("."))
        if not is_there:
            found.append(name)
    return found


def test_every_file_and_name_in_the_document_exists():
    assert set(untrue(DOCUMENT)) <= {"dj-database-url", "python-dotenv"}


def test_a_missing_name_is_detected():
    # The name is reversed, so that this file does not contain the missing name.
    gone = "".join(reversed("enog"))
    wrong = [f"play/{gone}{gone}.py", f"play/views.{gone}{gone}", f"Game.{gone}{gone}"]
    assert untrue(f"`{'`, `'.join([*wrong, 'play/board/views.play', 'Game.play'])}`") == wrong
