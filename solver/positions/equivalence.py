"""Equivalent guesses, which always have the same effect, so that one of each kind is enough.

Colors that no past guess has are interchangeable, and so are positions that no past guess
distinguishes (Neuwirth, 1982; Koyama and Lai, 1993). Colors that no candidate has are equally good.
A peg that no candidate has in its place can swap places with another such peg. Only the pegs that a
guess shares with some candidate can matter.

Each rule drops a code only if an earlier code has the same effect. So the first code of every kind
stays, and the rules can be combined freely.
"""

from functools import lru_cache
from itertools import combinations, permutations, product
from operator import itemgetter
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from solver.positions.candidates import Position
from solver.rule.codes import COLORS, Digits, Variant
from solver.sets.arrays import (
    Codes,
    Flags,
    Indices,
    all_codes,
    colors_by_place,
    encode,
    most_of_color,
)

Colors: TypeAlias = npt.NDArray[np.intp]

_NOTHING = COLORS.stop - 1  # placeholder for a color that no candidate has
_BASE = _NOTHING + 1
_NO_NAME = -1


def distinct_guesses(position: Position) -> Codes:
    """Return one guess of every kind, the first in the order of codes.

    Of some kinds, a few guesses can remain.

    >>> from solver.positions.candidates import position_after
    >>> Variant().texts(distinct_guesses(position_after(Variant(), [])).digits)
    ['1111', '1112', '1122', '1123', '1222', '1223', '1233', '1234']
    """
    variant = position.variant
    past = variant.digits(turn.guess for turn in position.history)
    return all_codes(variant)[distinct_places(variant, past, position.candidates)]


def distinct_places(variant: Variant, past: Digits, candidates: Codes) -> Indices:
    """Return the indexes of the distinct guesses, after the ``past`` ones, among all codes."""
    pegs = _pegs_of_all_codes(variant)
    # placed[p, c] is c if some candidate has color c in place p
    is_there = colors_by_place(candidates, variant.colors)
    placed = np.where(is_there, np.arange(variant.colors), _NOTHING)
    counted = _pairs_shared(candidates, variant)
    is_distinct: Flags = np.ones((), dtype=bool)
    # In this order, only the pairs with the last peg work on all codes of a grid.
    for left, right in sorted(combinations(range(variant.pegs), 2), key=itemgetter(1)):
        is_least = _are_first((placed[left][:, None] * _BASE + placed[right]) * _BASE**2 + counted)
        if (past[:, left] == past[:, right]).all():
            is_least = np.triu(is_least)
        pair = pegs[left] * np.uint8(variant.colors) + pegs[right]
        is_distinct = is_distinct & is_least.ravel()[pair]
    is_unnamed = np.bincount(past.ravel(), minlength=variant.colors) == 0
    is_distinct &= _names_in_order(variant, is_unnamed.tobytes())
    if not variant.repeats:
        is_missing = most_of_color(candidates, variant.colors) == 0
        is_distinct &= _names_in_order(variant, is_missing.tobytes())
    return is_distinct.ravel().nonzero()[0]


def openings(variant: Variant) -> Codes:
    """Return one first guess for every pattern of repeated colors.

    >>> Variant(pegs=3).texts(openings(Variant(pegs=3)).digits)
    ['111', '112', '122', '123']
    """
    steps = product([0, 1] if variant.repeats else [1], repeat=variant.pegs - 1)
    digits = np.array([[0, *step] for step in steps], dtype=np.uint8).cumsum(axis=1, dtype=np.uint8)
    return encode(digits[digits[:, -1] < variant.colors], variant.colors)


def differing_openings(variant: Variant) -> Codes:
    """Return one first guess of each kind; first guesses differ only in their repeated colors.

    >>> Variant().texts(differing_openings(Variant()).digits)
    ['1111', '1112', '1122', '1123', '1234']
    """
    guesses = openings(variant)
    repeats = repetitions(guesses.digits, variant.colors)
    return guesses[np.sort(np.unique(repeats, axis=0, return_index=True)[1])]


def repetitions(digits: Digits, colors: int) -> Digits:
    """Return how often each code has each of its colors, the rarest first, shape (codes, colors).

    These numbers are the only difference between two first guesses.

    >>> repetitions(Variant().digits(["1122", "5464"]), colors=6).tolist()
    [[0, 0, 0, 0, 2, 2], [0, 0, 0, 1, 1, 2]]
    """
    is_there = digits[:, :, None] == np.arange(colors, dtype=np.uint8)
    return np.sort(is_there.sum(axis=1, dtype=np.uint8), axis=1)


class Symmetries:
    """The exchanges of places and colors that leave every past guess unchanged.

    >>> from solver.positions.candidates import position_after
    >>> start = Symmetries(position_after(Variant(), []))
    >>> guess, *others = Variant().digits(["1213", "4456", "1234"])
    >>> [name in start.images(guess) for name in start.names(np.array(others))]
    [True, False]
    """

    def __init__(self, position: Position) -> None:
        variant = position.variant
        orders = np.array(list(permutations(range(variant.pegs))))
        names = np.full((len(orders), variant.colors), _NO_NAME, dtype=np.int8)
        is_symmetry = np.ones(len(orders), dtype=bool)
        rows = np.arange(len(orders))
        past = variant.digits(turn.guess for turn in position.history)
        for guess in past:
            for place, color in enumerate(guess.tolist()):
                moved = guess[orders[:, place]]
                name = names[rows, moved]
                is_symmetry &= (name == _NO_NAME) | (name == color)
                names[rows, moved] = color
        self._orders, self._names = orders[is_symmetry], names[is_symmetry]
        # The colors in no past guess, and one spare color.
        self._free = np.setdiff1d(np.arange(variant.colors + 1, dtype=np.int8), past)

    def names(self, codes: Digits) -> npt.NDArray[np.int64]:
        """Return a number for each code, the same if only interchangeable colors differ."""
        # exchange number 0 changes nothing
        return self._name(codes, self._names[:1].repeat(len(codes), axis=0))

    def images(self, guess: Digits) -> set[int]:
        """Return the names of a guess and of its images under all exchanges."""
        return set(self._name(guess[self._orders], self._names.copy()).tolist())

    def _name(self, codes: Digits, renamings: npt.NDArray[np.int8]) -> npt.NDArray[np.int64]:
        """Return the name of each code after its renaming of colors, which is completed."""
        rows, taken = np.arange(len(codes)), np.zeros(len(codes), dtype=np.intp)
        numbers = np.zeros(len(codes), dtype=np.int64)
        for color in codes.T:
            name = renamings[rows, color]
            is_free = name == _NO_NAME
            name = np.where(is_free, self._free[taken], name)
            renamings[rows, color] = name
            taken += is_free
            numbers = numbers * _BASE + name
        return numbers


@lru_cache(maxsize=4)
def _pegs_of_all_codes(variant: Variant) -> tuple[npt.NDArray[Any], ...]:
    """Return the colors of all codes, one array for each peg.

    With repeats the codes are a grid, and an array with an axis for each peg needs no indexing.
    """
    colors = [np.arange(variant.colors, dtype=np.uint8)] * variant.pegs
    return np.ix_(*colors) if variant.repeats else (*all_codes(variant).digits.T.copy(),)


@lru_cache(maxsize=64)  # many positions have the same colors left; on 5x8 an entry takes 32 kB
def _names_in_order(variant: Variant, is_alike: bytes) -> Flags:
    """Return which codes use interchangeable colors in order, from the first color on."""
    flags = np.frombuffer(is_alike, dtype=bool)
    rank = np.where(flags, flags.cumsum(), 0).astype(np.uint8)
    named, is_in_order = np.zeros((), dtype=np.uint8), np.ones((), dtype=bool)
    for peg in _pegs_of_all_codes(variant):
        ranks = rank[peg]
        is_in_order = is_in_order & (ranks <= named + np.uint8(1))
        named = np.maximum(named, ranks)
    return is_in_order


def _pairs_shared(candidates: Codes, variant: Variant) -> Colors:
    """Return a number for each pair of colors; a color counts only if a candidate has it as often.

    The shape is (colors, colors). Without repeats no color is dropped, because each peg of a guess
    needs a different color.
    """
    pair = np.sort(np.indices([variant.colors] * 2), axis=0)
    if variant.repeats:
        most = most_of_color(candidates, variant.colors)
        is_second = (pair[0] == pair[1])[None] & [[[False]], [[True]]]
        pair = np.sort(np.where(most[pair] > is_second, pair, _NOTHING), axis=0)
    first, second = pair
    return first * _BASE + second


def _are_first(values: Colors) -> Flags:
    """Return which entries of a matrix have a value for the first time, row by row."""
    flat = values.ravel()
    first = (flat[:, None] == flat).argmax(axis=1).reshape(values.shape)
    return first == np.arange(values.size).reshape(values.shape)
