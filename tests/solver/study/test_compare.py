"""Each player of a folder plays in its own process, so a faulty player disturbs no other."""

import csv
import io
import json
import os
import re
import time
from contextlib import redirect_stdout

import pytest
from django.core.management import call_command

from solver import Variant, evaluate
from solver.study.compare import ComparedPlayer, compare

MINI = Variant(3, 4)
BOARD = ["--pegs", "3", "--colors", "4"]
PLAYERS = {
    "least": "def choose(position): print('noise'); return position.codes[0]",
    "solver": "from solver import Position\ndef choose(p: Position): return p.codes[-1]",
    "few": "import os\n"
    "class Player:\n"
    "    def choose(self, position):\n"
    "        sizes = position.sizes\n"
    "        position.history or os.fork()  # only the first process plays\n"
    "        return min(position.codes, key=lambda guess: max(sizes(guess).values()))",
}
HANGS = """
def choose(position):
    while position.history:
        try:
            while True: pass
        except: pass
    return "112"
"""
WRONG = {
    "raises": (
        "def help(): return {}['no']\ndef choose(p): return help() if p.history else '112'",
        "raised KeyError: 'no'; after 112:0,0\n  File \"raises.py\", line 2, in choose",
    ),
    "hangs": (HANGS, r"ran out of time \(2 seconds\); after 112:0,0"),
    "sleeps": (
        "import time\ndef choose(p): time.sleep(999)",
        "ran out of time \\(2 seconds\\); at first",
    ),
    "takes_all": (
        "def choose(p): return '112' if not p.history else bytearray(2**33)",
        "raised MemoryError; after 112:0,0",
    ),
    "exits": (
        "import os\ndef choose(p): os._exit(3)",
        "ended its process with exit code 3; at first",
    ),
    "dies": (
        "import os\ndef choose(p): os.kill(os.getpid(), 11)",
        "was ended by SIGSEGV, without a guess to blame",
    ),
    "lies": (
        "import os\n"
        "def choose(p):\n"
        "    for number in range(3, 20):\n"
        '        try: os.write(number, b\'{"tree": "{111:{}}"}\')\n'
        "        except OSError: pass\n"
        "    os.kill(os.getpid(), 9)",
        "sent no tree of this board: the tree does not find 222 after 111:0,0",
    ),
    "broken": ("x = (", r"cannot be loaded: '\(' was never closed \(broken.py, line 1\)"),
    "empty": ("x = 1", "has no function choose and no class Player"),
    "constant": ("def choose(p): return '111'", "guessed 111 again, which gives no information"),
    "cheats": ("def choose(p): return '999'", "returned an invalid code: '9' is not a color"),
}


@pytest.fixture
def folder(tmp_path):
    for name, source in PLAYERS.items():
        (tmp_path / f"{name}.py").write_text(source)
    (tmp_path / "_shared.py").write_text("not a player")
    return tmp_path


def test_programs_in_a_folder_are_ranked_among_the_strategies(folder, printed):
    lines = printed("compare", folder, *BOARD).splitlines()
    places = {line.split()[-1]: line.split()[:3] for line in lines[1:]}
    assert places["least.py"] == places["simple"] == ["250", "3.9062", "6"]
    assert places["few.py"] == places["minimax-candidates"]
    assert "_shared.py" not in places
    totals = [int(total) for total, *_ in places.values()]
    assert totals == sorted(totals)
    assert lines[1].split()[-1] == "optimal"


@pytest.fixture(scope="module")
def beside_wrong_ones(tmp_path_factory):
    """Return a folder with all faulty players and a correct player, and what is printed about
    each.
    """
    folder, printed = tmp_path_factory.mktemp("wrong"), io.StringIO()
    for name, source in {
        "least": PLAYERS["least"],
        **{n: s for n, (s, _) in WRONG.items()},
    }.items():
        (folder / f"{name}.py").write_text(source)
    with redirect_stdout(printed):
        call_command("compare", folder, *BOARD, "--seconds", "2", "--json")
    return folder, {one["player"]: one for one in json.loads(printed.getvalue())["players"]}


@pytest.mark.parametrize("name", WRONG)
def test_a_faulty_player_is_reported_and_the_other_players_play(name, beside_wrong_ones):
    folder, players = beside_wrong_ones
    problem = players[f"{name}.py"]["problem"]
    assert problem.startswith(f"{name}.py ")
    assert re.match(WRONG[name][1], problem.removeprefix(f"{name}.py "))
    assert players["least.py"]["total"] == 250
    assert str(folder) not in problem


def test_the_table_is_printed_as_csv_on_request(folder, printed):
    (folder / "empty.py").write_text("")
    rows = [*csv.DictReader(io.StringIO(printed("compare", folder, *BOARD, "--csv")))]
    assert [*rows[0]] == ["player", "total", "mean", "worst", "problem"]
    [few] = [row for row in rows if row["player"] == "few.py"]
    assert few["total"] == str(evaluate(MINI, "minimax-candidates").total)
    assert rows[-1]["problem"] == "empty.py has no function choose and no class Player"


def test_a_strategy_can_be_compared_by_function_or_by_name():
    def least(position):
        return position.codes[0]

    def wrong(position):
        return None

    best, *rest = compare(MINI, [wrong, "simple", least, "knuth"])
    assert best.name == "knuth"
    assert [one.evaluation and one.evaluation.total for one in rest] == [250, 250, None]
    assert "returned None" in rest[-1].problem


def test_a_player_leaves_no_process_behind(folder):
    """The player starts a child in its process group, and the child would keep the output open."""
    (folder / "forks.py").write_text(
        "import os, time\n"
        "def choose(position):\n"
        "    if not position.history and os.fork() == 0:\n"
        "        open('pid', 'w').write(str(os.getpid()))\n"
        "        time.sleep(60)\n"
        "    return position.codes[0]\n"
    )
    [found] = compare(MINI, [folder / "forks.py"], seconds=1)
    assert isinstance(found, ComparedPlayer)
    child = int((folder / "pid").read_text())
    for _ in range(100):
        try:
            os.kill(child, 0)
        except ProcessLookupError:
            return
        time.sleep(0.1)
    pytest.fail("the child of the player is still there")


@pytest.mark.parametrize(
    ("folder_name", "sentence"),
    [("missing", "there is no directory"), ("nobody", "there is no player NAME.py in")],
)
def test_a_folder_without_players_is_refused(folder_name, sentence, tmp_path, refusal):
    (tmp_path / "nobody").mkdir()
    assert refusal("compare", tmp_path / folder_name).startswith(sentence)
