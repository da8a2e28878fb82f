"""The documents of the repository are true, and its files are complete and unchanged."""

import hashlib
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
LOCKS = {path.stem: path.read_text() for path in sorted((ROOT / "requirements").iterdir())}
COMMANDS = [
    line
    for document in sorted([ROOT / "README.md", *(ROOT / "docs").glob("*.md")])
    for line in re.findall(r"^python manage\.py .+$", document.read_text(), re.MULTILINE)
]


FOLDERS = ("games", "solver", "mastermind_site", "templates", "static", "tests", "bench", "tools")
FILES = [
    path
    for folder in FOLDERS
    for path in (ROOT / folder).rglob("*")
    if path.suffix in {".py", ".html", ".js", ".css"}
]
PATHS = [f"/{path.relative_to(ROOT)}" for path in [*FILES, ROOT / "manage.py"]]
CODE = "\n".join(path.read_text() for path in [*FILES, ROOT / "gunicorn.conf.py"])
OF_PACKAGES = {"dj-database-url", "python-dotenv"}


@pytest.mark.parametrize("command", COMMANDS)
def test_commands_in_the_documents_run(command):
    arguments = shlex.split(command.removeprefix("python "))
    subprocess.run([sys.executable, *arguments], cwd=ROOT, check=True, capture_output=True)


def test_the_table_of_operations_lists_exactly_the_settings_that_are_read():
    """Each setting is read in one of two files and has a row in the table of docs/operations.md."""
    sources = ("mastermind_site/settings.py", "gunicorn.conf.py")
    text = "".join((ROOT / source).read_text() for source in sources)
    settings = set(re.findall(r"env\.\w+\(\s*\"([A-Z_]+)", text))
    table = (ROOT / "docs/operations.md").read_text().split("| variable |")[1].split("\n\n")[0]
    lines = [line.split("|")[1] for line in table.splitlines()[2:]]
    assert {"DATABASE_URL", "PORT"} <= settings
    assert set(re.findall(r"`(\w+)`", "".join(lines))) == settings


def test_links_in_the_documents_lead_to_existing_files():
    for document in (*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")):
        for target in re.findall(r"\]\(([^)#]+)", document.read_text()):
            assert (document.parent / target).exists(), f"{document.name}: {target}"


def test_the_readme_shows_exactly_the_pictures_that_are_kept():
    shown = re.findall(r"docs/pictures/([\w-]+\.png)", (ROOT / "README.md").read_text())
    assert sorted(shown) == sorted(path.name for path in (ROOT / "docs/pictures").iterdir())


def test_all_tags_named_in_documents_exist():
    if git("rev-parse", "--is-shallow-repository") != "false\n":
        pytest.skip("no whole clone: it has no tags")
    tags = set(git("tag").split())
    for document in (*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")):
        named = set(re.findall(r"\bv\d+\.\d+\.\d+\b", document.read_text()))
        assert named <= tags, document.name


def git(*words: str) -> str:
    command = ["git", *words]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False).stdout


def test_all_files_named_in_documents_exist():
    for document in (*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")):
        text = document.read_text()
        for name in re.findall(r"`(\w+/[\w/-]*(?:\.(?:py|css|js|html|md)|/))`", text):
            homes = [ROOT / home for home in ("", "games", "solver", "static", "templates")]
            assert any((home / name).exists() for home in homes), f"{document.name}: {name}"


def test_every_file_and_name_in_architecture_md_exists():
    text = (ROOT / "ARCHITECTURE.md").read_text()
    for name in set(re.findall(r"`@?([\w./-]+)(?:\(.*?\))?`", text)) - OF_PACKAGES:
        module, _, suffix = name.rpartition(".")
        if suffix in ("py", "html", "js", "css"):
            is_there = any(path.endswith(f"/{name}") for path in PATHS)
        elif "/" in module and suffix != "md":  # a name in a module
            is_there = f"/games/{module}.py" in PATHS and re.search(rf"\b{suffix}\b", CODE)
        else:
            words = [] if "/" in name or suffix == "md" else name.split(".")
            is_there = all(re.search(rf"\b{one}\b", CODE) for one in words)
        assert is_there, name


def test_documented_modules_can_be_run():
    """A part of the bench is run by its function ``main``, a tool as a module."""
    documents = [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), ROOT / "Makefile"]
    text = "".join(document.read_text() for document in documents)
    runs = re.findall(r"-m (bench|tools)[ .](\w+)", text)
    assert "-m bench." not in text
    assert len(set(runs)) > 12
    for folder, name in runs:
        code = (ROOT / folder / f"{name}.py").read_text()
        assert "\ndef main(" in code if folder == "bench" else '__name__ == "__main__"' in code


def test_the_threat_model_names_existing_code_and_tests():
    """Every promise names the code that enforces it and a test, and both exist."""
    table = (ROOT / "docs/SECURITY.md").read_text().split("|---|---|---|---|\n")[1].split("\n\n")[0]
    rows = [[cell.strip() for cell in line.split("|")[1:5]] for line in table.splitlines()]
    promises = [row for row in rows if not row[0].startswith("**")]
    assert len(promises) > 10
    for threat, enforced, tested, _ in promises:
        files = {place: re.findall(r"`([\w/]+\.py)`", place) for place in (enforced, tested)}
        assert all(files.values()), threat
        for name in re.findall(r"`(\w+(?:[.=]\w+)?)`", enforced):
            text = "".join((ROOT / file).read_text() for file in files[enforced])
            assert name.split(".")[-1] in text, f"{threat}: {name}"
        assert all((ROOT / file).exists() for found in files.values() for file in found), threat


def test_the_engine_is_installed_with_its_books_and_results():
    """Data files next to the modules must be listed in pyproject, or ``pip install`` omits them."""
    tools = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]
    [patterns] = tools["package-data"].values()
    engine = ROOT / "solver"
    data = {
        path
        for path in engine.rglob("*.*")
        if path.suffix not in {".py", ".pyc", ".nbc", ".nbi", ".c", ".so"}
    }
    named = {path for pattern in patterns for path in engine.glob(pattern)}
    assert len(data) > 20
    assert data - named == set()


def test_files_of_other_projects_are_unchanged():
    listed = (ROOT / "static/fonts/vendor.txt").read_text().splitlines()[1:]
    for name, _package, _licence, digest in (line.split(" | ") for line in listed):
        assert hashlib.sha256((ROOT / "static/fonts" / name).read_bytes()).hexdigest() == digest


def test_lock_files_have_hashes_and_no_urls():
    for text in LOCKS.values():
        assert "://" not in text
        pinned = re.findall(r"^[\w.-]+(?:\[[\w,]+\])?==", text, re.MULTILINE)
        assert len(pinned) == len(re.findall(r"(?:\\\n +--hash=sha256:\w+ ?)+", text))


@pytest.mark.parametrize("lock", sorted(LOCKS.keys() - {"base"}))
def test_a_lock_file_repeats_no_package_of_the_lock_files_that_it_extends(lock):
    above_base = ("dev", "metrics", "postgres", "push", "sentry")
    below = ["base"] if lock in above_base else ["base", "dev"]
    names = {name: set(re.findall(r"^([\w.-]+).*==", LOCKS[name], re.MULTILINE)) for name in LOCKS}
    assert names[lock]
    assert names[lock].isdisjoint(set().union(*(names[name] for name in below)))


def test_no_module_of_the_models_imports_another_only_for_its_types():
    """Such an import would close a ring that import-linter does not see."""
    folder = ROOT / "games/models"
    assert [str(one) for one in folder.rglob("*.py") if "TYPE_CHECKING" in one.read_text()] == []
