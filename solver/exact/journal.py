"""The journal of a proof, which stores each answer so that an interrupted proof continues.

The file lies beside the book and is deleted at the end. Its first line has the board and the
format; each other line is an answer. Each line begins with a checksum of its content and of the
line before. An incomplete last line is ignored.
"""

import fcntl
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from io import FileIO
from pathlib import Path
from typing import Any, ClassVar, TypeAlias

from solver.exact.bounds import IMPOSSIBLE
from solver.exact.tasks import Question, SearchAnswer
from solver.rule.codes import Variant
from solver.rule.errors import EngineError, Kind, Sentences
from solver.trees.books import path_of

JOURNAL_FORMAT = "mastermind proof 1"

_Key: TypeAlias = tuple[int, str, int]  # allowed guesses, guesses so far, lowest candidate


@dataclass(eq=False)
class UnusableJournal(EngineError):
    """The file ``name`` is damaged or of another kind, or another process is writing it."""

    name: str
    line: int = 0

    sentences: ClassVar[Sentences] = {
        Kind.DAMAGED_JOURNAL: "{name} is damaged in line {line}; delete it to start the proof "
        "from the beginning",
        Kind.FOREIGN_JOURNAL: "{name} belongs to the proof of another board or to another "
        "version; delete it to start the proof from the beginning",
        Kind.JOURNAL_IN_USE: "another process is already working on this proof and writes {name}",
    }


@dataclass
class Entry:
    """The known facts about a part."""

    # lower bound for each second guess that was searched
    bounds: dict[int, int] = field(default_factory=dict)
    cost: int = IMPOSSIBLE  # cost of the best tree
    line: tuple[int, ...] = ()  # guesses of the best tree


class Journal:
    """The stored answers of a proof."""

    def __init__(self, file: FileIO, path: Path, board: dict[str, Any]) -> None:
        self._file = file
        self.path = path
        self._board = board
        self._entries: dict[_Key, Entry] = {}
        self._checksum = ""  # checksum of the last line
        self._read()

    def recall(self, question: Question) -> SearchAnswer | None:
        """Return the answer to a question if it follows from stored answers, or None."""
        entry = self._entries.get(_key(question))
        guesses = question.guesses.tolist()
        if entry is None or not entry.bounds.keys() >= set(guesses):
            return None
        bounds = {guess: entry.bounds[guess] for guess in guesses}
        is_below = entry.cost < question.limit
        if min(bounds.values()) < min(question.limit, entry.cost):
            return None
        return SearchAnswer(question.place, bounds, entry.cost, entry.line if is_below else (), 0)

    def keep(self, question: Question, answer: SearchAnswer) -> None:
        """Write an answer to the file."""
        if not self._checksum:
            self._write(self._board)
        facts = [*_key(question), list(answer.bounds.items()), answer.cost, answer.line]
        self._learn(facts)
        self._write(facts)

    def delete(self) -> None:
        """Delete the file when the proof is done."""
        self.path.unlink()

    def _learn(self, facts: Any) -> None:
        most, past, least, bounds, cost, line = facts
        entry = self._entries.setdefault((most, past, least), Entry())
        entry.bounds |= dict(bounds)
        if line and cost < entry.cost:
            entry.cost, entry.line = cost, tuple(line)

    def _write(self, facts: Any) -> None:
        text = json.dumps(facts, separators=(",", ":"))
        self._checksum = _next(self._checksum, text)
        self._file.write(f"{self._checksum} {text}\n".encode())

    def _read(self) -> None:
        content = self._file.readall()
        end = content.rfind(b"\n") + 1
        for place, line in enumerate(content[: end or None].splitlines(), start=1):
            facts = self._check(place, line)
            if place > 1:
                self._learn(facts)
            elif facts != self._board:
                raise UnusableJournal(Kind.FOREIGN_JOURNAL, self.path.name)
        self._file.truncate(end)

    def _check(self, place: int, line: bytes) -> Any:
        """Return the content of a line. Raises ``UnusableJournal`` if its checksum is wrong."""
        checksum, _, text = line.decode(errors="replace").partition(" ")
        self._checksum = _next(self._checksum, text)
        if checksum != self._checksum:
            raise UnusableJournal(Kind.DAMAGED_JOURNAL, self.path.name, place)
        return json.loads(text)


@contextmanager
def journal_of(directory: Path, variant: Variant, max_guesses: int | None) -> Iterator[Journal]:
    """Yield the journal of a proof, new or existing. Raises ``UnusableJournal``."""
    path = path_of(directory, variant, max_guesses).with_suffix(".journal")
    board = {"format": JOURNAL_FORMAT, **asdict(variant), "max_guesses": max_guesses}
    with path.open("ab+", buffering=0) as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as problem:
            raise UnusableJournal(Kind.JOURNAL_IN_USE, path.name) from problem
        file.seek(0)
        try:
            yield Journal(file, path, board)
        finally:
            if not file.tell():
                path.unlink(missing_ok=True)


def _key(question: Question) -> _Key:
    [past] = question.problem.variant.texts(question.state.past)
    return question.problem.max_guesses, past, int(question.state.candidates[0])


def _next(checksum: str, text: str) -> str:
    return sha256(f"{checksum} {text}".encode()).hexdigest()[:16]
