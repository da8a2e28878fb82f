"""The example programs of docs/league.md, in four languages, write the tree of one player."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from solver.trees.verify import lengths_of, parse

EXAMPLES = Path(__file__).parents[4] / "docs/league"
SIMPLE = {1: 1, 2: 4, 3: 25, 4: 108, 5: 305, 6: 602, 7: 196, 8: 49, 9: 6}


def run(*command: str) -> str:
    if not shutil.which(command[0]):
        pytest.skip(f"{command[0]} is not installed")
    done = subprocess.run([*command], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


@pytest.mark.parametrize(
    ("file", "command"),
    [
        ("player.py", [sys.executable]),
        ("player.js", ["node"]),
        ("Player.java", ["java"]),
        ("player.c", ["cc"]),
    ],
)
def test_an_example_writes_the_tree_of_the_simple_player(file, command, tmp_path):
    source = str(EXAMPLES / file)
    if file == "player.c":
        run(*command, "-Wall", "-Wextra", "-O2", "-o", str(tmp_path / "player"), source)
        command, source = [], str(tmp_path / "player")
    tree = run(*command, source)
    assert lengths_of(parse(tree)) == SIMPLE
    assert len(tree) < 20_000


@pytest.mark.parametrize("file", sorted(EXAMPLES.iterdir()), ids=lambda file: file.name)
def test_the_league_document_names_every_example(file):
    assert f"league/{file.name}" in (EXAMPLES.parent / "league.md").read_text()
