"""An interrupted proof continues from its journal, and rejects a changed journal."""

import fcntl
import os
import signal
import subprocess
import sys
from functools import cache
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from time import sleep

import pytest

from tests.extras import LAB

pytest.importorskip("numba", reason=LAB)

from solver.exact.journal import journal_of
from solver.exact.proof import Means, prove
from solver.exact.tasks import memory_of, search_of
from solver.rule.codes import Variant

BOARD, TOTAL = Variant(2, 8), 284  # the proof asks 18 questions
COMMAND = ["optimal", "--pegs", "2", "--colors", "8", "--workers", "1"]
LONGER_TOTAL = 451
LONGER_COMMAND = ["optimal", "--pegs", "3", "--colors", "5", "--workers", "1"]


def forget():
    """Clear the caches of this process."""
    search_of.cache_clear()
    memory_of.cache_clear()


class Killed(Exception):
    """Raised to end a proof in the middle."""


def run_until(answers):
    """Return a ``run`` function that raises Killed after this number of answers."""
    asked = count()

    def run(work, tasks):
        for task in tasks:
            if next(asked) == answers:
                raise Killed
            yield work(task)

    return run


@cache
def journal_after(answers):
    """Return the journal of a proof that was killed after some answers."""
    with TemporaryDirectory() as directory:
        with pytest.raises(Killed), journal_of(Path(directory), BOARD, None) as journal:
            prove(BOARD, means=Means(run_until(answers), journal=journal))
        return journal.path.read_bytes()


def interrupt(directory, answers=10):
    """Leave the journal of a killed proof in a directory; return its path."""
    path = directory / "2x8.journal"
    path.write_bytes(journal_after(answers))
    return path


def resume(directory):
    with journal_of(directory, BOARD, None) as journal:
        return prove(BOARD, means=Means(journal=journal))


def test_a_killed_proof_is_resumed_with_less_work(tmp_path, facts):
    command = [*LONGER_COMMAND, "--books", str(tmp_path)]
    process = subprocess.Popen(
        [sys.executable, "-m", "solver", *command],
        start_new_session=True,
        # a compiled search would end before it is killed
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
    )
    journal = tmp_path / "3x5.journal"
    while not (journal.exists() and journal.read_bytes().count(b"\n") > 5):
        assert process.poll() is None
        sleep(0.005)
    os.killpg(process.pid, signal.SIGKILL)
    assert process.wait() == -signal.SIGKILL
    assert [path.name for path in tmp_path.iterdir()] == ["3x5.journal"]
    forget()
    found = facts(*command)
    assert found["total"] == LONGER_TOTAL
    assert found["answers_recalled"] >= 5
    assert [path.name for path in tmp_path.iterdir()] == ["3x5.json"]


@pytest.mark.parametrize("answers", [1, 17])
def test_a_resumed_proof_asks_no_question_twice(tmp_path, answers):
    interrupt(tmp_path, answers)
    forget()
    rest = resume(tmp_path)
    forget()
    whole = prove(BOARD)
    assert rest.book == whole.book
    assert rest.recalled == answers
    assert rest.states < whole.states


def test_the_command_prints_how_many_answers_came_from_the_journal(tmp_path, printed):
    interrupt(tmp_path)
    said = printed(*COMMAND, "--books", tmp_path)
    assert "states searched, 10 answers taken from the journal," in said


def test_an_incomplete_last_line_is_ignored(tmp_path):
    path = interrupt(tmp_path)
    path.write_bytes(path.read_bytes()[:-5])
    assert resume(tmp_path).recalled == 9
    assert resume(tmp_path).book.total == TOTAL


def change_line(content, line, change):
    lines = content.split(b"\n")
    lines[line - 1] = change(lines[line - 1])
    return b"\n".join(lines)


@pytest.mark.parametrize("line", [1, 11])
@pytest.mark.parametrize(
    "change",
    [
        lambda line: line.replace(b",", b",1", 1),
        lambda line: b"",
        lambda line: b"\xff" + line,
        lambda line: line + b"\n" + line,
    ],
)
def test_a_damaged_journal_is_refused_and_left_unchanged(tmp_path, refusal, line, change):
    path = interrupt(tmp_path)
    damaged = change_line(path.read_bytes(), line, change)
    path.write_bytes(damaged)
    assert " is damaged in line " in (sentence := refusal(*COMMAND, "--books", tmp_path))
    assert sentence.endswith("; delete it to start the proof from the beginning\n")
    assert path.read_bytes() == damaged


@pytest.mark.parametrize("content", ["no journal", "no journal\n"])
def test_a_file_that_is_not_a_journal_is_refused_and_left_unchanged(tmp_path, refusal, content):
    path = tmp_path / "2x8.journal"
    path.write_text(content)
    assert "2x8.journal is damaged in line 1" in refusal(*COMMAND, "--books", tmp_path)
    assert path.read_text() == content


def test_the_journal_of_another_board_is_refused(tmp_path, refusal):
    path = interrupt(tmp_path)
    path.rename(tmp_path / "3x4.journal")
    assert refusal("optimal", "--pegs", "3", "--colors", "4", "--books", tmp_path) == (
        "3x4.journal belongs to the proof of another board or to another version; "
        "delete it to start the proof from the beginning\n"
    )


def test_two_proofs_cannot_write_the_same_journal(tmp_path, refusal):
    path = interrupt(tmp_path)
    with path.open() as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        sentence = refusal(*COMMAND, "--books", tmp_path)
    assert sentence == "another process is already working on this proof and writes 2x8.journal\n"


def test_a_proof_without_answers_leaves_no_journal(tmp_path):
    with pytest.raises(Killed), journal_of(tmp_path, BOARD, None):
        raise Killed
    assert list(tmp_path.iterdir()) == []
