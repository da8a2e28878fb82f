"""What the engine refuses, as data: a kind that never changes, and the values it is about.

Programs and translators go by the kind and the attributes of an error. ``str`` of it is what the
command line says, in English: without a capital and a full stop, so that it can follow other
words. Where ``count`` is 1 the sentence is the one of ``on_one``, if there is one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from enum import StrEnum, auto
from typing import ClassVar, TypeAlias

LONGEST_ECHO = 24  # what was typed is quoted back only up to this length


class Kind(StrEnum):
    """What is wrong, by a word that programs can go by."""

    PEGS_OUT_OF_RANGE = auto()
    COLORS_OUT_OF_RANGE = auto()
    TOO_FEW_COLORS = auto()

    EMPTY_CODE = auto()
    TOO_MANY_SYMBOLS = auto()
    NOT_A_COLOR = auto()
    WRONG_LENGTH = auto()
    REPEATED_COLOR = auto()

    NOT_A_TURN = auto()
    NOT_A_FEEDBACK = auto()
    IMPOSSIBLE_FEEDBACK = auto()
    INVALID_TURN = auto()
    TOO_MANY_TURNS = auto()
    CONTRADICTION = auto()
    NO_SUCH_NODE = auto()

    UNKNOWN_STRATEGY = auto()
    TOO_MANY_TO_LIST = auto()
    TOO_MANY_TO_PLAY = auto()
    TOO_MANY_FOR_A_TREE = auto()
    TOO_MANY_FOR_A_PROOF = auto()
    TOO_FEW_GUESSES = auto()

    NOT_A_BOOK = auto()
    WRONG_CHECKSUM = auto()
    FOREIGN_BOOK = auto()
    UNSOLVED_BOARD = auto()
    TOO_MANY_GUESSES = auto()
    WRONG_FIGURES = auto()

    DAMAGED_JOURNAL = auto()
    FOREIGN_JOURNAL = auto()
    JOURNAL_IN_USE = auto()

    PROOF_WITHOUT_LAB = auto()
    CLUSTER_WITHOUT_LAB = auto()
    NO_SCHEDULER = auto()
    LOST_CLUSTER = auto()


Sentences: TypeAlias = Mapping[Kind, str]  # with the names of attributes in braces


@dataclass(eq=False)
class EngineError(ValueError):
    """What cannot be done as it was asked: ``kind`` says why, the other attributes with what.

    >>> raise TooManyCodes(Kind.TOO_MANY_TO_LIST, codes=12**8, most=2**20)
    Traceback (most recent call last):
    solver.rule.errors.TooManyCodes: 429,981,696 codes are too many to list them all
    """

    kind: Kind

    sentences: ClassVar[Sentences]
    on_one: ClassVar[Sentences] = {}

    @property
    def count(self) -> int:
        """How many there are of what may be one or many."""
        return 0

    def __str__(self) -> str:
        is_one = self.count == 1 and self.kind in self.on_one
        sentence = (self.on_one if is_one else self.sentences)[self.kind]
        return sentence.format_map(_Attributes(self))

    def __reduce__(self) -> tuple[type[EngineError], tuple[object, ...]]:
        """Go from process to process by the values."""
        return type(self), tuple(getattr(self, one.name) for one in fields(self) if one.init)


class _Attributes(dict[str, object]):
    """The attributes of an error by their names."""

    def __init__(self, error: EngineError) -> None:
        self._error = error

    def __missing__(self, name: str) -> object:
        return getattr(self._error, name)


@dataclass(eq=False)
class InvalidVariant(EngineError):
    """No such game: there may be ``least`` to ``most`` pegs or colors, whichever is wrong."""

    pegs: int
    colors: int
    least: int
    most: int

    sentences: ClassVar[Sentences] = {
        Kind.PEGS_OUT_OF_RANGE: "a code has {least} to {most} pegs, not {pegs}",
        Kind.COLORS_OUT_OF_RANGE: "a game has {least} to {most} colors, not {colors}",
        Kind.TOO_FEW_COLORS: "{pegs} pegs without repeats need {least} colors, not {colors}",
    }


@dataclass(eq=False)
class InvalidCode(EngineError):
    """Not a code of a variant with this many ``pegs``, of the ``symbols``, with ``repeats`` or not.

    ``text`` is what was written, without spaces; of ``TOO_MANY_SYMBOLS`` it is too long to show.
    """

    text: str
    pegs: int
    symbols: str
    repeats: bool

    sentences: ClassVar[Sentences] = {
        Kind.EMPTY_CODE: "the code is empty; {rule}",
        Kind.TOO_MANY_SYMBOLS: "{count:,} symbols are too many; {rule}",
        Kind.NOT_A_COLOR: "{symbol!a} is not a color; {rule}",
        Kind.WRONG_LENGTH: "{text!a} has {count} pegs; {rule}",
        Kind.REPEATED_COLOR: "{text!a} repeats a color; {rule}",
    }
    on_one: ClassVar[Sentences] = {Kind.WRONG_LENGTH: "{text!a} has {count} peg; {rule}"}

    @property
    def count(self) -> int:
        """How many symbols were written."""
        return len(self.text)

    @property
    def symbol(self) -> str:
        """The first symbol that is not a color, or nothing."""
        return next((symbol for symbol in self.text if symbol not in self.symbols), "")

    @property
    def rule(self) -> str:
        """What a code looks like, in English."""
        different = "" if self.repeats else "different ones "
        return f"a code is {self.pegs} {different}of the symbols {self.symbols}"


@dataclass(eq=False)
class InvalidTurn(EngineError):
    """``text`` is not a turn or not a feedback; or no code answers so on this many ``pegs``."""

    text: str = ""
    black: int = 0
    white: int = 0
    pegs: int = 0

    sentences: ClassVar[Sentences] = {
        Kind.NOT_A_TURN: "{quoted} is not a turn; a turn looks like 1122:1,1",
        Kind.NOT_A_FEEDBACK: "{quoted} is not a feedback; 1,2 is 1 black and 2 white",
        Kind.IMPOSSIBLE_FEEDBACK: "no code answers {black} black and {white} white on {pegs} pegs",
    }

    @property
    def quoted(self) -> str:
        """The text, or how long it is, in English."""
        letters = len(self.text)
        return ascii(self.text) if letters <= LONGEST_ECHO else f"a word of {letters:,} letters"


@dataclass(eq=False)
class InvalidHistory(EngineError):
    """The ``problem`` of a ``turn``, counted from 1; or it is the last of more than ``most``."""

    turn: int
    problem: InvalidCode | InvalidTurn | None = None
    most: int = 0

    sentences: ClassVar[Sentences] = {
        Kind.TOO_MANY_TURNS: "{turn:,} turns are too many, {most} are the most",
        Kind.INVALID_TURN: "turn {turn}: {problem}",
    }


@dataclass(eq=False)
class Contradiction(EngineError):
    """No code fits the history; ``turn`` (from 1) is the first that cannot be."""

    kind: Kind = field(default=Kind.CONTRADICTION, init=False)
    turn: int

    sentences: ClassVar[Sentences] = {
        Kind.CONTRADICTION: "turn {turn}: no code fits this answer and those before it"
    }


@dataclass(eq=False)
class UnknownStrategy(EngineError):
    """No strategy has this ``name``; ``known`` are those there are."""

    kind: Kind = field(default=Kind.UNKNOWN_STRATEGY, init=False)
    name: str
    known: tuple[str, ...]

    sentences: ClassVar[Sentences] = {
        Kind.UNKNOWN_STRATEGY: "there is no strategy {quoted}, only {others}"
    }

    @property
    def quoted(self) -> str:
        """The name, or its beginning, in English."""
        return ascii(str(self.name)[:LONGEST_ECHO])

    @property
    def others(self) -> str:
        """The known names, in English."""
        return ", ".join(self.known)


@dataclass(eq=False)
class TooManyCodes(EngineError):
    """There are too many ``codes`` for what was asked; it works up to ``most``."""

    codes: int
    most: int
    is_counted: bool = True  # whether there are exactly this many, or about

    sentences: ClassVar[Sentences] = {
        Kind.TOO_MANY_TO_LIST: "{about}{codes:,} codes are too many to list them all",
        Kind.TOO_MANY_TO_PLAY: "{codes:,} codes are too many to play against all of them",
        Kind.TOO_MANY_FOR_A_TREE: "{codes:,} codes are too many for a tree",
        Kind.TOO_MANY_FOR_A_PROOF: (
            "{codes:,} codes are too many for a proof, which would have to weigh each of them as a "
            "guess in millions of positions; {most:,} codes are the most, as of 4 pegs and 10 "
            "colors"
        ),
    }

    @property
    def about(self) -> str:
        """What stands before an estimate, in English."""
        return "" if self.is_counted else "about "
