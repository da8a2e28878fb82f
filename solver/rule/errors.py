"""The refusals of the engine as data: a kind that never changes, and the values of the case.

Programs and translators use the kind and the attributes of an error. Its ``str`` is the English
sentence of the command line, without capital and full stop so that it can follow other words. If
``count`` is 1, the sentence is from ``on_one``, if ``on_one`` has a sentence for the kind.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from enum import StrEnum, auto
from typing import ClassVar, TypeAlias

LONGEST_ECHO = 24  # in characters: longest input that the message repeats


class Kind(StrEnum):
    """The reason for an error, as a stable word for programs."""

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


Sentences: TypeAlias = Mapping[Kind, str]  # sentences by kind, with attribute names in braces


@dataclass(eq=False)
class EngineError(ValueError):
    """A request that the engine refuses; ``kind`` is the reason, the attributes are the values.

    >>> raise TooManyCodes(Kind.TOO_MANY_TO_LIST, codes=12**8, most=2**20)
    Traceback (most recent call last):
    solver.rule.errors.TooManyCodes: 429,981,696 codes are too many to list
    """

    kind: Kind

    sentences: ClassVar[Sentences]
    on_one: ClassVar[Sentences] = {}

    @property
    def count(self) -> int:
        """The number that decides between the singular and the plural sentence."""
        return 0

    def __str__(self) -> str:
        is_one = self.count == 1 and self.kind in self.on_one
        sentence = (self.on_one if is_one else self.sentences)[self.kind]
        return sentence.format_map(_Attributes(self))

    def __reduce__(self) -> tuple[type[EngineError], tuple[object, ...]]:
        """Pickle the error by its values, so that it can be sent to another process."""
        return type(self), tuple(getattr(self, one.name) for one in fields(self) if one.init)


class _Attributes(dict[str, object]):
    """The attributes of an error, as a mapping for ``format_map``."""

    def __init__(self, error: EngineError) -> None:
        self._error = error

    def __missing__(self, name: str) -> object:
        return getattr(self._error, name)


@dataclass(eq=False)
class InvalidVariant(EngineError):
    """A variant whose pegs or colors are not between ``least`` and ``most``."""

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
    """A text that is not a code with these ``pegs``, ``symbols`` and ``repeats``.

    ``text`` is the input without spaces. With ``TOO_MANY_SYMBOLS`` the text is too long to show.
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
        """The number of symbols in the text."""
        return len(self.text)

    @property
    def symbol(self) -> str:
        """The first symbol that is not a color, or ``""``."""
        return next((symbol for symbol in self.text if symbol not in self.symbols), "")

    @property
    def rule(self) -> str:
        """The English rule for codes of this variant."""
        different = "" if self.repeats else "different ones "
        return f"a code is {self.pegs} {different}of the symbols {self.symbols}"


@dataclass(eq=False)
class InvalidTurn(EngineError):
    """A ``text`` that is no turn or feedback, or is impossible with these ``pegs``."""

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
        """The text in quotes, or only its length if it is long."""
        letters = len(self.text)
        return ascii(self.text) if letters <= LONGEST_ECHO else f"a word of {letters:,} letters"


@dataclass(eq=False)
class InvalidHistory(EngineError):
    """A history with a ``problem`` in a ``turn`` (from 1), or with more than ``most`` turns."""

    turn: int
    problem: InvalidCode | InvalidTurn | None = None
    most: int = 0

    sentences: ClassVar[Sentences] = {
        Kind.TOO_MANY_TURNS: "{turn:,} turns are too many; the limit is {most}",
        Kind.INVALID_TURN: "turn {turn}: {problem}",
    }


@dataclass(eq=False)
class Contradiction(EngineError):
    """A history that no code fits; ``turn`` (from 1) is the turn after which no code is left."""

    kind: Kind = field(default=Kind.CONTRADICTION, init=False)
    turn: int

    sentences: ClassVar[Sentences] = {
        Kind.CONTRADICTION: "turn {turn}: no code fits this answer and the earlier ones"
    }


@dataclass(eq=False)
class UnknownStrategy(EngineError):
    """The ``name`` of a strategy that does not exist; ``known`` are all names that exist."""

    kind: Kind = field(default=Kind.UNKNOWN_STRATEGY, init=False)
    name: str
    known: tuple[str, ...]

    sentences: ClassVar[Sentences] = {
        Kind.UNKNOWN_STRATEGY: "there is no strategy {quoted}, only {others}"
    }

    @property
    def quoted(self) -> str:
        """The name in quotes, shortened if it is long."""
        return ascii(str(self.name)[:LONGEST_ECHO])

    @property
    def others(self) -> str:
        """The known names, separated by commas."""
        return ", ".join(self.known)


@dataclass(eq=False)
class TooManyCodes(EngineError):
    """A request for too many ``codes``; ``most`` is the limit."""

    codes: int
    most: int
    is_counted: bool = True  # False if ``codes`` is estimated

    sentences: ClassVar[Sentences] = {
        Kind.TOO_MANY_TO_LIST: "{about}{codes:,} codes are too many to list",
        Kind.TOO_MANY_TO_PLAY: "{codes:,} codes are too many to play one game against each",
        Kind.TOO_MANY_FOR_A_TREE: "{codes:,} codes are too many for a tree",
        Kind.TOO_MANY_FOR_A_PROOF: (
            "{codes:,} codes are too many for a proof, which would weigh each of them as a guess "
            "in millions of positions; the limit is {most:,} codes"
        ),
    }

    @property
    def about(self) -> str:
        """The word before an estimate, or ``""`` for an exact count."""
        return "" if self.is_counted else "about "
