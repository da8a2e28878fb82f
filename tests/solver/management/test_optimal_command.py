import os
import signal
import subprocess
import sys

import pytest
from django.core.management import call_command

from tests.extras import LAB

pytest.importorskip("numba", reason=LAB)

from solver import __version__
from solver.exact import proof
from solver.rule.codes import Variant
from solver.trees.books import BOOKS, proven_book, read_book

SMALL = ["--pegs", "3", "--colors", "4"]


def test_a_proof_is_printed_and_written_as_a_book(tmp_path, facts):
    found = facts("optimal", *SMALL, "--books", tmp_path)
    assert found.pop("seconds") > 0
    assert found.pop("states") > 0
    assert found.pop("answers_recalled") == 0
    assert found == {
        "engine": "mastermind-engine",
        "version": __version__,
        "board": "3x4",
        "strategy": None,
        "seed": None,
        "codes": 64,
        "max_guesses": None,
        "first": None,
        "candidates_only": False,
        "total": 206,
        "mean": 206 / 64,
        "worst": 4,
        "distribution": {"1": 1, "2": 5, "3": 37, "4": 21},
        "first_guess": "112",
        "book": str(tmp_path / "3x4.json"),
    }
    assert read_book(tmp_path, Variant(3, 4)).total == 206


def test_a_proof_prints_its_progress(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr("solver.management.commands.optimal._PAUSE", 0)
    call_command("optimal", *SMALL, "--books", tmp_path)
    output = capsys.readouterr()
    assert "206 guesses for 64 codes are the fewest possible" in output.out
    assert "parts searched" in output.err


def test_first_guesses_are_compared_without_writing_a_book(tmp_path, printed, facts):
    board = ["optimal", *SMALL, "--books", tmp_path]
    openings = facts(*board, "--each-first")["openings"]
    found = {one["first_guess"]: one["total"] for one in openings}
    assert found == {"112": 206, "123": 208, "111": 233}
    table = printed(*board, "--each-first", "--candidates-only")
    assert [line.split()[1] for line in table.splitlines()[1:4]] == ["206", "209", "233"]
    assert "if every guess has to be possible" in table
    fewest = "233 guesses for 64 codes are the fewest possible after 111, 3.6406 on average"
    assert fewest in printed(*board, "--first", "111")
    first, _, last = printed(*board, "--each-first", "--max-guesses", "4").splitlines()[1:4]
    assert (first.split()[:2], last.split()) == (["112", "206"], ["111", "none"])
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--pegs", "5", "--colors", "8"], "32,768 codes are too many for a proof"),
        (["--pegs", "8", "--colors", "12"], "429,981,696 codes are too many for a proof"),
        (["--pegs", "9"], "a code has 2 to 8 pegs, not 9"),
        (["--first", "1237"], "'7' is not a color"),
        ([*SMALL, "--max-guesses", "3"], "no strategy finds each of the 64 codes with 3 guesses"),
        (
            [*SMALL, "--max-guesses", "4", "--first", "111"],
            "no strategy that begins with 111 finds each of the 64 codes with 4 guesses",
        ),
        (
            [*SMALL, "--max-guesses", "3", "--candidates-only"],
            "no strategy that guesses only what is possible finds each of the 64 codes with 3",
        ),
    ],
)
def test_an_impossible_proof_is_refused_with_one_sentence(options, sentence, tmp_path, refusal):
    said = refusal("optimal", *options, "--books", tmp_path)
    assert said.startswith(sentence)
    assert said.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_a_missing_directory_for_the_book_is_refused_before_the_proof(tmp_path, refusal):
    missing = tmp_path / "missing"
    assert refusal("optimal", "--books", missing) == f"there is no directory {missing}\n"


def test_an_interrupted_proof_leaves_no_incomplete_book(interruptible, ended, tmp_path):
    """The interrupt comes after the first line of progress has been printed."""
    command = ["optimal", "--pegs", "4", "--colors", "5", "--workers", "1"]
    process = subprocess.Popen(
        [sys.executable, "-m", "solver", *command, "--books", str(tmp_path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    ended.append(process)
    assert "parts searched" in process.stderr.readline()
    os.killpg(process.pid, signal.SIGINT)
    output, told = process.communicate()
    assert (process.returncode, output) == (130, "")
    assert told.endswith(f"Run it again: it goes on from {tmp_path}/4x5.journal\n")
    assert [path.name for path in tmp_path.iterdir()] == ["4x5.journal"]


def test_your_own_book_is_stored_in_your_data_folder_and_is_played(tmp_path, printed, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    before = [path.stat().st_mtime_ns for path in sorted(BOOKS.glob("*.json"))]
    assert printed("optimal", *SMALL, "--quiet") == "206\n"
    assert [path.name for path in (tmp_path / "mastermind-engine").iterdir()] == ["3x4.json"]
    assert [path.stat().st_mtime_ns for path in sorted(BOOKS.glob("*.json"))] == before
    assert proven_book(Variant(3, 4)).total == 206
    monkeypatch.undo()
    assert proven_book(Variant(3, 4)) is None


def test_the_seconds_of_a_proof_do_not_include_compiling(tmp_path, monkeypatch):
    """The first proof of a process compiles, so a smaller proof comes before it."""
    boards, prove = [], proof.prove
    monkeypatch.setattr(proof, "prove", lambda *asked: boards.append(asked[0]) or prove(*asked))
    call_command("optimal", *SMALL, "--books", tmp_path)
    assert boards == [Variant(2, 3), Variant(3, 4)]
