"""The stored costs of positions with many candidates, found once by the search.

An entry is found by the name of the candidates' `Shape`. So all positions that an exchange of
places and colors maps to each other share an entry. An entry has the least total of further
guesses, and the kind of a best guess, unless a search finds one soon. A ranked entry also has the
number of guesses for each total, the least first, so a guess with a known total has a known rank.

A file is a line of JSON with a checksum, then the columns, all compressed. In a column, the first
bytes of all numbers come before the second bytes, because similar bytes compress best. Growing
columns are stored as differences, totals as the excess over their lower bounds.
"""

from __future__ import annotations

import json
import lzma
from dataclasses import asdict, dataclass
from functools import lru_cache
from hashlib import sha256
from math import inf
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from solver.exact.bounds import UNLIMITED, Bounds
from solver.positions.candidates import Position
from solver.positions.shapes import Labels, Shape
from solver.rule.codes import Variant
from solver.rule.errors import Kind
from solver.sets.arrays import Codes
from solver.trees.books import DamagedBook, pack, path_of, write_whole

TABLES = Path(__file__).parent
TABLE_FORMAT = "mastermind table 4"

# Each pair (more_than, most) stands for all sets with more than ``more_than`` candidates after at
# most ``most`` guesses.
Reach: TypeAlias = tuple[tuple[int, int], ...]

_COLUMNS = {"names": "<u8", "above": "<u2", "kinds": "<u2", "ends": "<u4", "guesses": "<u2"}
_GROWING = ("names", "ends")


@dataclass(frozen=True)
class TabledSet:
    """The table entry of a position, which all equivalent positions share."""

    total: int  # least total number of guesses to find all candidates
    kind: int  # kind of a best guess, or 0 if not stored
    # guesses[n]: how many codes have the total ``total`` + n
    guesses: npt.NDArray[np.uint16]

    @property
    def is_ranked(self) -> bool:
        """Whether the totals of all guesses are known, not only the least."""
        return len(self.guesses) > 0

    def rank(self, total: int) -> int:
        """Return 1 plus the number of codes with a lower total."""
        return 1 + int(self.guesses[: total - self.total].sum())


@dataclass(frozen=True)
class Table:
    """The entries of a board, by the names of their shapes."""

    variant: Variant
    reach: Reach  # which positions have an entry
    names: Labels  # names of the entries, sorted
    above: npt.NDArray[np.uint16]  # each entry's total minus its lower bound
    kinds: npt.NDArray[np.uint16]
    ends: npt.NDArray[np.uint32]  # where each entry's slice of `guesses` ends
    guesses: npt.NDArray[np.uint16]

    def reaches(self, count: int, guesses: int) -> bool:
        """Return whether the table covers sets with ``count`` candidates after ``guesses``.

        All sets within the reach of the table were compared, and no two have the same name. A set
        beyond its reach could be mistaken for another one.
        """
        return count > most_beyond(self.reach, guesses)

    def find(self, candidates: Codes, guesses: int) -> TabledSet | None:
        """Return the entry for the candidates after this many guesses, or None."""
        if not self.reaches(len(candidates), guesses):
            return None
        name = np.uint64(_name(self.variant, candidates.digits.tobytes()))
        place = int(np.searchsorted(self.names, name))
        if place == len(self.names) or self.names[place] != name:
            return None
        start, end = (int(self.ends[other]) if other >= 0 else 0 for other in (place - 1, place))
        total = least_total(self.variant, len(candidates)) + int(self.above[place])
        return TabledSet(total, int(self.kinds[place]), self.guesses[start:end])


def most_beyond(reach: Reach, guesses: int) -> float:
    """Return the number of candidates above which a reach covers every set, or infinity."""
    return min((more_than for more_than, most in reach if guesses <= most), default=inf)


@lru_cache(maxsize=4096)
def least_total(variant: Variant, count: int) -> int:
    """Return a lower bound for the total of ``count`` candidates."""
    return int(Bounds(variant).least(UNLIMITED)[count])


@lru_cache(maxsize=4096)
def _name(variant: Variant, digits: bytes) -> int:
    """Return the name of a set, cached because many games share their first positions."""
    codes = np.frombuffer(digits, dtype=np.uint8).reshape(-1, variant.pegs)
    return Shape(codes, variant.colors).name(codes)


def stored_part(kinds: Labels) -> Labels:
    """Return the bits of kinds that tables store; they are enough, because few kinds share them."""
    return kinds >> np.uint64(48)


def write_table(table: Table, directory: Path = TABLES) -> Path:
    """Write a complete table or leave the old file unchanged, and return the path."""
    columns = {name: getattr(table, name).astype(kind) for name, kind in _COLUMNS.items()}
    for name in _GROWING:
        columns[name] = np.ediff1d(columns[name], to_begin=columns[name][:1])
    planes = [column.view(np.uint8).reshape(-1, column.itemsize).T for column in columns.values()]
    content = b"".join(plane.tobytes() for plane in planes)
    facts = _facts(table) | {"checksum": _checksum(_facts(table), content)}
    path = _path(directory, table.variant)
    write_whole(path, pack(json.dumps(facts).encode() + b"\n" + content, context=4))
    return path


def read_table(directory: Path, variant: Variant) -> Table:
    """Return the table of a board. Raises ``DamagedBook``, or ``OSError`` if there is no file."""
    path = _path(directory, variant)
    try:
        line, content = lzma.decompress(path.read_bytes()).split(b"\n", 1)
        facts = json.loads(line)
        checksum, lengths = facts.pop("checksum"), facts["lengths"]
        reach = tuple((more_than, most) for more_than, most in facts["reach"])
    except (lzma.LZMAError, LookupError, TypeError, AttributeError, ValueError) as problem:
        raise DamagedBook(Kind.NOT_A_BOOK, path.name) from problem
    if checksum != _checksum(facts, content):
        raise DamagedBook(Kind.WRONG_CHECKSUM, path.name)
    columns, start = {}, 0
    for (name, kind), length in zip(_COLUMNS.items(), lengths, strict=True):
        width = np.dtype(kind).itemsize
        planes = np.frombuffer(content, np.uint8, length * width, start).reshape(width, length)
        columns[name], start = np.ascontiguousarray(planes.T).view(kind)[:, 0], start + planes.size
    columns |= {name: np.cumsum(columns[name], dtype=_COLUMNS[name]) for name in _GROWING}
    table = Table(variant, reach, **columns)
    if _facts(table) != facts:
        raise DamagedBook(Kind.FOREIGN_BOOK, path.name)
    return table


@lru_cache(maxsize=8)
def kept_table(variant: Variant) -> Table | None:
    """Return the stored table of a board, cached, or None. Raises ``DamagedBook``."""
    return read_table(TABLES, variant) if _path(TABLES, variant).exists() else None


def find_entry(position: Position) -> TabledSet | None:
    """Return the table entry for a position, or None. Raises ``DamagedBook``."""
    table = kept_table(position.variant)
    return table.find(position.candidates, len(position.history)) if table else None


def _facts(table: Table) -> dict[str, Any]:
    """Return the facts in the first line of a file, without the checksum."""
    return {
        "format": TABLE_FORMAT,
        **asdict(table.variant),
        "reach": [[*one] for one in table.reach],
        "lengths": [len(getattr(table, name)) for name in _COLUMNS],
    }


def _checksum(facts: dict[str, Any], content: bytes) -> str:
    return sha256(json.dumps(facts, sort_keys=True).encode() + content).hexdigest()


def _path(directory: Path, variant: Variant) -> Path:
    return path_of(directory, variant, None).with_suffix(".table.xz")
