"""Books: proven trees as small files that are checked when they are read.

A book lists the guesses of its tree: each guess, and then the guesses after each of its answers,
in the order of the answers. A part with one code has no entry. The reader computes the parts by the
rule of the game, so a book can be read only if its tree finds every code.
"""

import json
import lzma
import os
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any, ClassVar

from solver.positions.candidates import Position, position_after
from solver.positions.strategy import ArrayStrategy
from solver.rule.codes import Code, Variant
from solver.rule.errors import EngineError, InvalidCode, Kind, Sentences
from solver.sets.arrays import Codes, encode_texts
from solver.trees.tree import Node, game_lengths, grow_tree

# The books are in the folder of the package, which can be read-only.
BOOKS = Path(__file__).parent
BOOK_FORMAT = "mastermind book 1"


@dataclass(eq=False)
class DamagedBook(EngineError):
    """A book that is damaged or belongs to another board; ``name`` is the file's name, or ""."""

    name: str = ""

    sentences: ClassVar[Sentences] = {
        Kind.NOT_A_BOOK: "{name} is not a book",
        Kind.WRONG_CHECKSUM: "{name} is damaged: its checksum does not fit",
        Kind.FOREIGN_BOOK: "{name} is a book of another board or format",
        Kind.WRONG_FIGURES: "{name} does not lead to the results in its header",
        Kind.UNSOLVED_BOARD: "the guesses of the book do not solve its board",
        Kind.TOO_MANY_GUESSES: "the book has more guesses than its tree",
    }


@dataclass(frozen=True)
class Book:
    """A proven tree with the least total of all trees, or of the trees within ``max_guesses``."""

    variant: Variant
    max_guesses: int | None
    guesses: tuple[Code, ...]
    distribution: Mapping[int, int]  # distribution[n]: how many codes take n guesses
    tree: Node = field(repr=False)

    @property
    def total(self) -> int:
        """The total guesses of all games."""
        return sum(guesses * codes for guesses, codes in self.distribution.items())

    @property
    def worst(self) -> int:
        """The number of guesses in the longest game."""
        return max(self.distribution)


def book_of(variant: Variant, max_guesses: int | None, guesses: Sequence[Code]) -> Book:
    """Return the book with the listed guesses; raises ``DamagedBook`` if they form no tree.

    >>> [*book_of(Variant(2, 2), None, ["11", "12"]).tree.answers.values()][1].guess
    '12'
    """
    try:
        recital = _Recital(encode_texts(variant, *guesses))
        tree = grow_tree(recital, position_after(variant, ()))
    except (StopIteration, InvalidCode) as problem:
        raise DamagedBook(Kind.UNSOLVED_BOARD) from problem
    if next(recital.guesses, None) is not None:
        raise DamagedBook(Kind.TOO_MANY_GUESSES)
    lengths = dict(sorted(game_lengths(tree).items()))
    return Book(variant, max_guesses, tuple(guesses), lengths, tree)


class _Recital(ArrayStrategy):
    """A strategy that makes listed guesses, one after another."""

    def __init__(self, guesses: Codes) -> None:
        self.guesses = iter(guesses[place : place + 1] for place in range(len(guesses)))

    def choose(self, position: Position) -> Codes:
        """Return the next guess of the list. Raises ``StopIteration``."""
        return next(self.guesses)


def path_of(directory: Path, variant: Variant, max_guesses: int | None) -> Path:
    """Return the path of the book of a board.

    >>> path_of(Path("books"), Variant(4, 10, repeats=False), 7).name
    '4x10-no-repeats-in-7.json'
    """
    limit = "" if max_guesses is None else f"-in-{max_guesses}"
    return directory / f"{variant.name}{limit}.json"


def pack(content: bytes, context: int = 3) -> bytes:
    """Return the content compressed by xz, with a dictionary no larger than the content.

    So reading takes only twice the memory of the content; a preset would take 64 MB. ``context`` is
    the number of bits of a byte that xz uses to predict the next byte.
    """
    window = max(4096, len(content))
    filters = [{"id": lzma.FILTER_LZMA2, "preset": 9, "dict_size": window, "lc": context}]
    return lzma.compress(content, filters=filters)


def write_whole(path: Path, content: bytes) -> None:
    """Write a file completely, or leave it unchanged."""
    part = path.with_suffix(".part")
    try:
        part.write_bytes(content)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def write_book(book: Book, directory: Path) -> Path:
    """Write a book completely, or leave it unchanged; return its path."""
    path = path_of(directory, book.variant, book.max_guesses)
    facts = _facts(book)
    directory.mkdir(parents=True, exist_ok=True)
    text = json.dumps({**facts, "checksum": _checksum(facts)}, indent=1) + "\n"
    write_whole(path, text.encode())
    return path


def read_book(directory: Path, variant: Variant, max_guesses: int | None = None) -> Book:
    """Return the book of a board. Raises ``DamagedBook``, or ``OSError`` if there is no file."""
    path = path_of(directory, variant, max_guesses)
    try:
        facts = json.loads(path.read_bytes())
        checksum = facts.pop("checksum")
        board = Variant(facts["pegs"], facts["colors"], facts["repeats"]), facts["max_guesses"]
    except (LookupError, TypeError, AttributeError, ValueError) as problem:
        raise DamagedBook(Kind.NOT_A_BOOK, path.name) from problem
    if checksum != _checksum(facts):
        raise DamagedBook(Kind.WRONG_CHECKSUM, path.name)
    if board != (variant, max_guesses) or facts["format"] != BOOK_FORMAT:
        raise DamagedBook(Kind.FOREIGN_BOOK, path.name)
    book = book_of(variant, max_guesses, facts["guesses"].split())
    if _facts(book) != facts:
        raise DamagedBook(Kind.WRONG_FIGURES, path.name)
    return book


def own_books() -> Path:
    """Return the folder for books and journals in the user's own data."""
    data = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(data) / "mastermind-engine"


def proven_book(variant: Variant, max_guesses: int | None = None) -> Book | None:
    """Return a book from the package or the user's data, or None. Raises ``DamagedBook``."""
    for directory in (BOOKS, own_books()):
        if path_of(directory, variant, max_guesses).exists():
            return kept_book(variant, max_guesses, directory)
    return None


@lru_cache(maxsize=8)
def kept_book(variant: Variant, max_guesses: int | None, directory: Path) -> Book:
    """Return the book of a board and cache it. Raises ``DamagedBook``."""
    return read_book(directory, variant, max_guesses)


def _facts(book: Book) -> dict[str, Any]:
    """Return the content of a book as JSON values."""
    return {
        "format": BOOK_FORMAT,
        **asdict(book.variant),
        "max_guesses": book.max_guesses,
        "total": book.total,
        "distribution": {str(guesses): codes for guesses, codes in book.distribution.items()},
        "guesses": " ".join(book.guesses),
    }


def _checksum(facts: dict[str, Any]) -> str:
    return sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest()
