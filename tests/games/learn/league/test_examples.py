"""The example programs of docs/league.md, in four languages, write the tree of one player."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from solver.trees.verify import lengths_of, parse

EXAMPLES = Path(__file__).parents[4] / "docs/league"
SIMPLE_OF_FOUR_COLORS = {1: 1, 2: 4, 3: 25, 4: 108, 5: 80, 6: 32, 7: 6}
SIMPLE = {1: 1, 2: 4, 3: 25, 4: 108, 5: 305, 6: 602, 7: 196, 8: 49, 9: 6}


def run(*command: str) -> str:
    if not shutil.which(command[0]):
        pytest.skip(f"{command[0]} is not installed")
    done = subprocess.run([*command], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


@pytest.mark.parametrize(
    ("file", "command", "colors"),
    [
        ("player.py", [sys.executable], ("123456", "1234")),
        ("player.js", ["node"], ("123456", "1234")),
        ("Player.java", ["java"], ("COLORS = 6", "COLORS = 4")),
    ],
)
def test_an_example_writes_the_tree_of_the_simple_player(file, command, colors, tmp_path):
    """Use only four colors, because this takes a fifth of the time."""
    source = tmp_path / file
    source.write_text((EXAMPLES / file).read_text().replace(*colors))
    assert lengths_of(parse(run(*command, str(source)))) == SIMPLE_OF_FOUR_COLORS


def test_the_fastest_example_writes_a_tree_for_the_league(tmp_path):
    program = str(tmp_path / "player")
    run("cc", "-Wall", "-Wextra", "-O2", "-o", program, str(EXAMPLES / "player.c"))
    tree = run(program)
    assert lengths_of(parse(tree)) == SIMPLE
    assert len(tree) < 20_000


@pytest.mark.parametrize("file", sorted(EXAMPLES.iterdir()), ids=lambda file: file.name)
def test_the_league_document_names_every_example(file):
    assert f"league/{file.name}" in (EXAMPLES.parent / "league.md").read_text()
