"""Variants of the game and their codes, as text and as rows of an array.

In a text, a peg is a symbol of ``123456789ABC``. In an array, a code is a row of ``uint8`` with the
place of each symbol: ``"1122"`` is ``[0, 0, 1, 1]``.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from math import perm
from operator import index
from string import ascii_lowercase, ascii_uppercase
from typing import Self, TypeAlias

import numpy as np
import numpy.typing as npt

from solver.rule.errors import LONGEST_ECHO, InvalidCode, InvalidVariant, Kind, TooManyCodes

Code: TypeAlias = str
Digits: TypeAlias = npt.NDArray[np.uint8]

SYMBOLS = "123456789ABC"
PEGS = range(2, 9)
COLORS = range(2, 13)
MOST_ENUMERATED = 2**20  # boards with more codes than this are never listed

# only ASCII letters, because the capital of ß, for example, has two letters
_CAPITALS = str.maketrans(ascii_lowercase, ascii_uppercase)
_NO_REPEATS = "-no-repeats"
_VALUES = bytes.maketrans(SYMBOLS.encode(), bytes(range(len(SYMBOLS))))
_SYMBOLS = bytes.maketrans(bytes(range(len(SYMBOLS))), SYMBOLS.encode())


@dataclass(frozen=True)
class Variant:
    """The size of the game: number of pegs, number of colors, with or without repeats.

    Raises ``InvalidVariant`` unless there are 2 to 8 pegs and 2 to 12 colors, and without repeats
    at least as many colors as pegs.

    >>> Variant(pegs=4, colors=6).size
    1296
    """

    pegs: int = 4
    colors: int = 6
    repeats: bool = True

    def __post_init__(self) -> None:
        for name in ("pegs", "colors"):  # a numpy integer can overflow: 12**8 in eight bits is 0
            object.__setattr__(self, name, index(getattr(self, name)))
        if self.pegs not in PEGS:
            raise self._refusal(Kind.PEGS_OUT_OF_RANGE, PEGS)
        if self.colors not in COLORS:
            raise self._refusal(Kind.COLORS_OUT_OF_RANGE, COLORS)
        if not self.repeats and self.colors < self.pegs:
            raise self._refusal(Kind.TOO_FEW_COLORS, range(self.pegs, COLORS.stop))

    @classmethod
    def named(cls, name: str) -> Self:
        """Return the variant with this name. Raises ``ValueError`` if the name is not valid.

        >>> Variant.named("4x10-no-repeats")
        Variant(pegs=4, colors=10, repeats=False)
        """
        pegs, _, colors = name.removesuffix(_NO_REPEATS).partition("x")
        return cls(int(pegs), int(colors), repeats=not name.endswith(_NO_REPEATS))

    @property
    def name(self) -> str:
        """The name of the variant in files and programs.

        >>> Variant(pegs=4, colors=6).name
        '4x6'
        """
        return f"{self.pegs}x{self.colors}{'' if self.repeats else _NO_REPEATS}"

    @property
    def size(self) -> int:
        """The number of codes."""
        return self.colors**self.pegs if self.repeats else perm(self.colors, self.pegs)

    @property
    def symbols(self) -> str:
        """One symbol per color.

        >>> Variant(colors=6).symbols
        '123456'
        """
        return SYMBOLS[: self.colors]

    def parse(self, text: str) -> Code:
        """Return the code written in ``text``, ignoring spaces and case.

        Raises ``InvalidCode``.

        >>> Variant().parse("1 1 2 3")
        '1123'
        >>> Variant().parse("1127")
        Traceback (most recent call last):
        solver.rule.errors.InvalidCode: '7' is not a color; a code is 4 of the symbols 123456
        """
        code = "".join(text.split()).translate(_CAPITALS)
        if kind := self._fault(code):
            raise InvalidCode(kind, code, self.pegs, self.symbols, self.repeats)
        return code

    def digits(self, codes: Iterable[Code]) -> Digits:
        """Return texts as an array of shape (codes, pegs). Raises ``InvalidCode``.

        >>> Variant().digits(["1122", "6543"]).tolist()
        [[0, 0, 1, 1], [5, 4, 3, 2]]
        """
        return values_of("".join(map(self.parse, codes))).reshape(-1, self.pegs)

    def texts(self, digits: npt.ArrayLike) -> list[Code]:
        """Return the rows of an array of shape (codes, pegs) as texts.

        >>> Variant().texts(np.array([[0, 0, 1, 1], [5, 4, 3, 2]], dtype=np.uint8))
        ['1122', '6543']
        """
        return texts_of(np.asarray(digits, dtype=np.uint8).reshape(-1, self.pegs))

    def _refusal(self, kind: Kind, allowed: range) -> InvalidVariant:
        return InvalidVariant(kind, self.pegs, self.colors, min(allowed), max(allowed))

    def _fault(self, code: str) -> Kind | None:
        """Return the kind of error in ``code``, or None if the code is valid."""
        if len(code) > LONGEST_ECHO:
            return Kind.TOO_MANY_SYMBOLS
        if code.strip(self.symbols):
            return Kind.NOT_A_COLOR
        if len(code) != self.pegs:
            return Kind.WRONG_LENGTH if code else Kind.EMPTY_CODE
        if not self.repeats and len(set(code)) < self.pegs:
            return Kind.REPEATED_COLOR
        return None


def texts_of(digits: Digits) -> list[Code]:
    """Return the rows of an array of shape (codes, pegs) as texts."""
    pegs = digits.shape[1]
    text = digits.tobytes().translate(_SYMBOLS).decode()
    return [text[start : start + pegs] for start in range(0, len(text), pegs)]


def values_of(code: Code) -> Digits:
    """Return the symbols of valid codes as numbers, all in one array."""
    return np.frombuffer(code.encode().translate(_VALUES), dtype=np.uint8)


def require_listable(variant: Variant, kind: Kind = Kind.TOO_MANY_TO_LIST) -> None:
    """Raise ``TooManyCodes`` above ``MOST_ENUMERATED`` codes."""
    if variant.size > MOST_ENUMERATED:
        raise TooManyCodes(kind, variant.size, MOST_ENUMERATED)
