"""The programs in C++ agree with the first checker of certificates and with docs/optimum.md."""

import copy
import hashlib
import json
import lzma
import os
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from solver.trees.check_bound import verify
from tests.solver.exact.test_worst_cases import CELLS
from tests.solver.trees.test_check_bound import BOARD, QUICK, seal, text_of

ROOT = Path(__file__).parents[3]
COMPILER = shutil.which("g++")
OPTIMA = (ROOT / "docs/optimum.md").read_text()
# The large certificates take hours, and the first checker takes seconds for the smaller ones, so
# only ``make proofs`` tries these.
IS_SHORT = os.environ.get("NUMBA_DISABLE_JIT") == "1"
TRIED = ("3x6", "4x5", "5x3") if IS_SHORT else QUICK
LARGE = {"4x8": 20471, "4x9": 34666, "5x6": 36721, "4x10": 55632, "5x7": 85645}
# The boards of the table of worst cases whose certificate takes many seconds
OTHERS = {(4, 9), (4, 10), (4, 11), (4, 12), (5, 6), (5, 7), (6, 5)} if IS_SHORT else set()
TOTALS = QUICK if IS_SHORT else QUICK | LARGE

pytestmark = pytest.mark.skipif(COMPILER is None, reason="needs g++")

Check = Callable[[str], str]


def build(name: str, config: pytest.Config) -> Path:
    """Return a program in C++, compiled.

    Compiling takes seconds, so the program is kept for as long as its source stays the same.
    """
    source = ROOT / "records" / f"{name}.cpp"
    digest = hashlib.sha256(source.read_bytes()).hexdigest()
    program = config.cache.mkdir("second_checker") / digest
    if not program.exists():
        made = program.with_suffix(f".{os.getpid()}")
        assert COMPILER is not None
        subprocess.run([COMPILER, "-std=c++20", "-O2", "-pthread", "-o", made, source], check=True)
        made.rename(program)
    return program


@pytest.fixture(scope="module")
def check(request: pytest.FixtureRequest) -> Check:
    """Return a function that gives the second checker a certificate and returns the line it
    prints.
    """
    program = build("check_bound", request.config)

    def run(text: str) -> str:
        done = subprocess.run([program, "-"], input=text.encode(), capture_output=True)
        line = done.stdout.decode().strip()
        assert done.returncode == line.startswith("refused: "), (done, line)
        return line

    return run


def places(state: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the path of every value inside the state."""
    if path:
        yield path
    if isinstance(state, (list, dict)):
        for key, value in enumerate(state) if isinstance(state, list) else state.items():
            yield from places(value, (*path, key))


def damage(state: Any, path: tuple[Any, ...], random: Random) -> Any:
    """Return a copy of the state that is damaged in one place."""
    damaged = copy.deepcopy(state)
    *above, key = path
    parent = damaged
    for step in above:
        parent = parent[step]
    value = parent[key]
    if isinstance(value, int):
        parent[key] = value + random.choice([-1, 1, 1, 1])
    elif isinstance(value, str):
        pegs, colors = (random.sample(part, len(part)) for part in value.split("/"))
        parent[key] = "".join(pegs) + "/" + "".join(colors)
    elif isinstance(parent, list) and key + 1 < len(parent):
        parent[key] = type(value)()
    else:
        del parent[key]
    return damaged


def bound_in(line: str) -> int:
    return int(line.split("needs ")[1].split(" ")[0].replace(",", ""))


@pytest.mark.timeout(4 * 3600)
@pytest.mark.parametrize("name", TOTALS)
def test_second_checker_accepts_the_certificate_and_refuses_a_higher_bound(
    check: Check, name: str
) -> None:
    board, text = name.replace("-", " within "), text_of(name)
    assert check(text) == f"{board}: every tree needs {TOTALS[name]:,} guesses at least"
    head, state = map(json.loads, text.split("\n", 1))
    state[0] += 1
    assert " may need " in check(seal(head, json.dumps(state)))


@pytest.mark.parametrize("name", TRIED)
def test_both_checkers_judge_a_damaged_certificate_alike(check: Check, name: str) -> None:
    least = QUICK[name]
    head, state = map(json.loads, text_of(name).split("\n", 1))
    random = Random(name)
    paths = list(places(state))
    verdicts = set()
    for path in random.sample(paths, min(len(paths), 6)):
        state[0] = least - random.choice([0, 0, 1, 2, 5, 20])
        forged = seal(head, json.dumps(damage(state, path, random)))
        line = check(forged)
        verdicts.add(line.startswith("refused: "))
        try:
            _, total = verify(forged)
        except ValueError:
            assert line.startswith("refused: "), (path, line)
        else:
            assert bound_in(line) == total <= least, (path, line)
    assert verdicts == {True, False}


@pytest.mark.timeout(4 * 3600)
@pytest.mark.parametrize(("pegs", "colors"), [board for board in CELLS if board not in OTHERS])
def test_no_tree_is_within_fewer_guesses_than_the_table_of_worst_cases_says(
    check: Check, pegs: int, colors: int
) -> None:
    board, most = f"{pegs}x{colors}", CELLS[pegs, colors] - 1
    file = ROOT / f"records/too-few/{board}-{most}.json.xz"
    line = check(lzma.decompress(file.read_bytes()).decode())
    assert line == f"{board} within {most}: no tree finds every code"


def test_second_checker_accepts_a_limit_that_no_tree_can_keep(check: Check) -> None:
    head = {"pegs": 2, "colors": 3, "repeats": True, "guesses": 2}
    assert check(seal(head, "1000000000")) == "2x3 within 2: no tree finds every code"
    assert check(seal({**head, "guesses": 4}, "1000000000")).startswith("refused: ")


@pytest.mark.parametrize(
    ("state", "reason"),
    [
        ("07", "a number begins with 0"),
        ("7.0", "there is more after the end"),
        ("-1", "a number is missing at byte 0"),
        ("1000000001", "a bound is 0 to 1000000000"),
        ("99999999999999999999", "a number has over 64 bits"),
        ('[7,{"11":{},"11":{}}]', "11 is there twice"),
        ('[7,{},["12/11"]]', "11 is not a permutation"),
        ('[7,{},["12"]]', " is not a permutation"),
        ('[7,{"11":{"01":' * 100, "states are nested too deep"),
        ("[7,{}", "a ] is missing at byte 5"),
        ("", "a number is missing at byte 0"),
    ],
)
def test_second_checker_gives_the_reason_for_a_refusal(
    check: Check, state: str, reason: str
) -> None:
    assert check(seal(BOARD, state)) == f"refused: {reason}"
    assert check(seal(BOARD, state) + " ") == "refused: the checksum differs"


@pytest.mark.parametrize("guesses", ["any", "possible"])
@pytest.mark.parametrize("board", ["3×6", "4×5"])
def test_another_program_finds_the_totals_and_worst_cases_of_the_document(
    pytestconfig: pytest.Config, board: str, guesses: str
) -> None:
    rows = re.findall(rf"(?m)^\|[\w ]*{board} \| (\d+) \| (.*) \| (\d) \| (.*) \| (\d) \|$", OPTIMA)
    found = {first: each[:2] if guesses == "any" else each[2:] for first, *each in rows}
    command = [build("optimum", pytestconfig), board.replace("×", "x"), guesses, *found]
    printed = subprocess.check_output(command, text=True)
    lines = re.findall(r"(?m)^(\d+) (\d+), (\d) at worst for \d+ codes?$", printed)
    assert len(rows) >= 3
    assert {first: [f"{int(total):,}", worst] for first, total, worst in lines} == found
