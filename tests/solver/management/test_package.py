"""The package from `pip install .` has the engine, its data and its types, and needs only numpy."""

import json
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import venv
from ast import literal_eval
from pathlib import Path
from zipfile import ZipFile

import numpy as np
import pytest

from solver.management.program import NAMES

ROOT = Path(__file__).parents[3]


def run(*command, **options):
    return subprocess.run(
        [*map(str, command)], check=True, capture_output=True, text=True, **options
    ).stdout


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """Return the wheel, built from the sdist as a package index would build it."""
    folder = tmp_path_factory.mktemp("dist")
    ask = "from setuptools import build_meta as b; import sys; b.build_{}(sys.argv[1])"
    clone = folder / "clone"  # a copy, because the build writes beside the sources
    shutil.copytree(ROOT / "solver", clone / "solver", ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "docs/package.md", "LICENSE"):
        (clone / name).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, clone / name)
    run(sys.executable, "-W", "ignore", "-c", ask.format("sdist"), folder, cwd=clone)
    with tarfile.open(next(folder.glob("*.tar.gz"))) as sdist:
        sdist.extractall(folder, filter="data")
    source = next(folder.glob("mastermind_engine-*/pyproject.toml")).parent
    run(sys.executable, "-W", "ignore", "-c", ask.format("wheel"), folder, cwd=source)
    return next(folder.glob("*.whl"))


@pytest.fixture(scope="module")
def installed(built, tmp_path_factory):
    """Return the folder of programs in an environment that has only numpy and the wheel."""
    home = tmp_path_factory.mktemp("env")
    venv.create(home)
    programs, packages = home / "bin", next(home.glob("lib/*/site-packages"))
    for part in Path(np.__file__).parents[1].glob("numpy*"):
        (packages / part.name).symlink_to(part)
    into = ["-m", "pip", "--python", programs / "python", "install", "--quiet", "--no-index"]
    run(sys.executable, *into, built, cwd=home)
    return programs


def test_the_wheel_has_the_engine_with_its_data_and_no_files_of_the_site(built):
    names = ZipFile(built).namelist()
    about = "-".join(built.name.split("-")[:2]) + ".dist-info"
    assert {name.split("/")[0] for name in names} == {"solver", about}
    kept = [
        path for path in (ROOT / "solver").rglob("*") if path.suffix in (".json", ".jsonl", ".xz")
    ]
    expected = {str(path.relative_to(ROOT)) for path in kept} | {"solver/py.typed"}
    assert expected <= {*names}


def test_command_and_data_are_complete_in_an_environment_that_has_only_numpy(installed, tmp_path):
    asked = ["suggest", "--strategy", "knuth", "--history", "1122:1,0 1344:0,1", "--json"]
    told = json.loads(run(installed / "mastermind-engine", *asked, cwd=tmp_path))
    assert (told["guess"], told["candidates"]) == ("3526", 44)
    code = (
        "import importlib.metadata as m; print(*sorted(d.name for d in m.distributions()));"
        "from solver.study.results import kept_results; from solver import Variant;"
        "from solver.trees.books import proven_book;"
        "print(proven_book(Variant()).total, bool(kept_results(Variant())))"
    )
    found = run(installed / "python", "-c", code, cwd=tmp_path)
    assert found == "mastermind-engine numpy\n5625 True\n"


def test_the_package_describes_itself(installed, tmp_path):
    version = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    for command in ([installed / "mastermind-engine"], [installed / "python", "-m", "solver"]):
        assert run(*command, "--version", cwd=tmp_path) == f"mastermind-engine {version}\n"
    assert run(installed / "mastermind", "suggest", cwd=tmp_path).startswith("1122: ")
    assert f"\nversion: {version}\n" in (ROOT / "CITATION.cff").read_text()
    about = "import solver; from importlib.metadata import metadata as m;"
    about += "print(m('mastermind-engine').json | {'found': solver.__version__})"
    facts = literal_eval(run(installed / "python", "-c", about, cwd=tmp_path))
    assert facts["found"] == version
    assert facts["provides_extra"] == ["lab"]
    assert "Typing :: Typed" in facts["classifier"]
    assert facts["author"]
    text = facts["description"]
    assert "evaluate(classic, least)" in text
    # links to files lead nowhere on a package index
    assert re.findall(r"\]\(|make play", text) == []


def test_the_error_for_a_misspelled_word_suggests_the_right_word(installed, tmp_path):
    def refusal(*words):
        command = [installed / "mastermind-engine", *words]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
        assert done.returncode == 2
        return done.stderr.splitlines()[-1]

    assert refusal("evalute") == "there is no command evalute; did you mean evaluate?"
    assert refusal("suggest", "--hist", "x").endswith("--hist; did you mean --history?")


def test_certificates_and_trees_can_be_checked_without_the_folder_of_the_project(
    installed, tmp_path
):
    for name, said in (("bounds/3x6.json.xz", "3x6: every tree needs 854"), ("5x6.txt.xz", "")):
        command = [installed / "mastermind-engine", "check", ROOT / "records" / name]
        assert run(*command, cwd=tmp_path).startswith(said)


def test_no_message_tells_the_reader_to_install_another_program():
    """Other programs in package registries have the name `mastermind`."""
    texts = [*(ROOT / "solver").rglob("*.py"), *(ROOT / "docs").glob("*.md"), ROOT / "README.md"]
    named = re.compile(r"(pip|uv|pipx) \w+ (-\S+ )*['\"]?mastermind(?!-engine)\b")
    assert [path.name for path in texts if named.search(path.read_text())] == []
    assert named.search("pip install 'mastermind[lab]'")


def test_the_command_lists_all_commands_and_the_options_of_a_command(installed, tmp_path):
    listed = run(installed / "mastermind-engine", cwd=tmp_path)
    assert [line.split()[0] for line in listed.splitlines()[2:]] == NAMES
    for asked in (["check", "-h"], ["help", "check"]):
        assert "usage: mastermind-engine check" in run(installed / "mastermind-engine", *asked)


@pytest.mark.parametrize(
    ("command", "code"),
    [
        ("suggest >&-", 0),
        ("suggest --pegs 1 2>&-", 2),
        ("nosuch 2>&-", 2),
        ("--help >/dev/full", 2),
        ("--help | true", 0),
        ("tree | head -1", 0),
    ],
)
def test_the_command_has_the_right_exit_code_even_if_its_output_fails(
    installed, tmp_path, command, code
):
    shell = ["bash", "-o", "pipefail", "-c", f"{installed / 'mastermind-engine'} {command}"]
    done = subprocess.run(shell, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == code
    assert "Traceback" not in done.stderr
