"""Arrays of codes, and the rule of the game over all pairs of them.

Besides its digits, a code has two sets of bits: its *places* (a bit for each position and color)
and its *kinds* (a bit for each color and number of earlier pegs of this color). Two codes have as
many black pegs as places in common, and as many key pegs as kinds in common. So the rule is two
intersections and two counts of bits, in every variant.
"""

from __future__ import annotations

import reprlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import index
from typing import Any, TypeAlias, overload

import numpy as np
import numpy.typing as npt

from solver.rule.codes import SYMBOLS, Code, Digits, Variant, require_listable, texts_of, values_of

BitRows: TypeAlias = npt.NDArray[np.unsignedinteger[Any]]
Numbers: TypeAlias = npt.NDArray[np.uint8]
Flags: TypeAlias = npt.NDArray[np.bool_]
Floats: TypeAlias = npt.NDArray[np.float64]
Words: TypeAlias = npt.NDArray[np.uint64]
Indices: TypeAlias = npt.NDArray[np.intp]
Sizes: TypeAlias = npt.NDArray[np.intp]  # sizes[g, f]: how many candidates answer guess g with f
Selection: TypeAlias = Flags | npt.NDArray[np.integer[Any]] | slice

# with fewer pairs of codes than this, the time depends on the number of array operations
_FEW_PAIRS = 2**12
_ONE = np.uint8(1)
_AT_ONCE = 2**12  # this many texts are made at once


@dataclass(frozen=True, eq=False, repr=False)
class Codes(Sequence[Code]):
    """Codes as digits, shape (codes, pegs), and as bit sets, shape (2, words, codes).

    They can also be read as a sequence of texts, which are made only when they are needed.

    >>> codes = all_codes(Variant())
    >>> codes[-1], "1233" in codes, next(iter(codes))
    ('6666', True, '1111')
    >>> codes[:2]
    Codes(['1111', '1112'])
    """

    digits: Digits
    sets: BitRows  # places, then kinds; one array needs half as many operations as two

    def __repr__(self) -> str:
        return f"Codes({reprlib.repr(texts_of(self.digits[:7]))})"  # six codes, then dots

    def __len__(self) -> int:
        return len(self.digits)

    def __iter__(self) -> Iterator[Code]:
        for start in range(0, len(self), _AT_ONCE):
            yield from texts_of(self.digits[start : start + _AT_ONCE])

    def __contains__(self, code: object) -> bool:
        if not isinstance(code, str) or len(code) != self.digits.shape[1] or code.strip(SYMBOLS):
            return False
        return bool((self.digits == values_of(code)).all(axis=1).any())

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Digits:
        return np.array(self.digits, dtype, copy=copy)

    @overload
    def __getitem__(self, selection: int) -> Code: ...
    @overload
    def __getitem__(self, selection: Selection) -> Codes: ...
    def __getitem__(self, selection: int | Selection) -> Code | Codes:
        if isinstance(selection, slice):
            return Codes(self.digits[selection], self.sets[:, :, selection])
        if not isinstance(selection, np.ndarray):
            return texts_of(self.digits[index(selection)][None])[0]
        if selection.dtype == bool:
            [selection] = selection.nonzero()
        # indexing would scatter the words of a code in memory and slow down later work
        return Codes(self.digits.take(selection, axis=0), self.sets.take(selection, axis=2))


def encode(digits: Digits, colors: int) -> Codes:
    """Return codes given as digits, shape (codes, pegs), with their bit sets.

    >>> codes = encode(Variant().digits(["1121"]), colors=6)
    >>> [f"{bits[0, 0]:024b}" for bits in codes.sets]  # places, then kinds
    ['000001000010000001000001', '000000000000000000010111']
    """
    pegs = digits.shape[1]
    places = [digits[:, peg] + np.uint8(peg * colors) for peg in range(pegs)]
    kinds = [
        digits[:, peg] * np.uint8(pegs)
        + (digits[:, :peg] == digits[:, peg, None]).sum(axis=1, dtype=np.uint8)
        for peg in range(pegs)
    ]
    return Codes(digits, np.stack([_bit_sets(bits, pegs * colors) for bits in (places, kinds)]))


def encode_texts(variant: Variant, *codes: Code) -> Codes:
    """Return codes given as texts. Raises ``InvalidCode``.

    >>> encode_texts(Variant(), "1122", "6543").digits.tolist()
    [[0, 0, 1, 1], [5, 4, 3, 2]]
    """
    return encode(variant.digits(codes), variant.colors)


@lru_cache(maxsize=4)
def all_codes(variant: Variant) -> Codes:
    """Return all codes of a variant in lexicographic order, with read-only digits.

    Raises ``TooManyCodes`` above ``MOST_ENUMERATED``, before anything is allocated.

    >>> Variant().texts(all_codes(Variant()).digits[:3])
    ['1111', '1112', '1113']
    """
    require_listable(variant)
    digits = _all_digits(variant)
    digits.flags.writeable = False
    return encode(digits, variant.colors)


def places_of(codes: Digits, variant: Variant) -> npt.NDArray[np.uint32]:
    """Return the index of each code in the list of all codes.

    >>> places_of(Variant().digits(["1111", "1121"]), Variant()).tolist()
    [0, 6]
    """
    worth = variant.colors ** np.arange(variant.pegs)[::-1]
    places = codes @ worth
    if not variant.repeats:
        places = np.searchsorted(all_codes(variant).digits @ worth, places)
    return places.astype(np.uint32)


def join(first: Codes, second: Codes) -> Codes:
    """Return the codes of ``first``, followed by the codes of ``second``."""
    return Codes(
        np.concatenate([first.digits, second.digits]),
        np.concatenate([first.sets, second.sets], axis=2),
    )


def mirror(codes: Codes, colors: int) -> Codes:
    """Return the codes with their pegs in reverse order."""
    return encode(np.ascontiguousarray(codes.digits[:, ::-1]), colors)


def sample(codes: Codes, most: int) -> Codes:
    """Return at most ``most`` of the codes, in order; the choice is always the same."""
    if len(codes) <= most:
        return codes
    rng = np.random.default_rng(seed=0)
    return codes[np.sort(rng.choice(len(codes), size=most, replace=False))]


def feedback_numbers(guesses: Codes, codes: Codes) -> Numbers:
    """Return the feedback numbers of all guesses to all codes, shape (guesses, codes).

    See ``solver.rule.feedback.numbered_feedbacks``.

    >>> feedback_numbers(encode_texts(Variant(), "1122"), encode_texts(Variant(), "1233"))
    array([[4]], dtype=uint8)
    """
    if len(guesses) > len(codes):  # the rule is symmetric, and long rows are faster
        return feedback_numbers(codes, guesses).T
    if len(guesses) * len(codes) > _FEW_PAIRS:
        blacks, numbers = map(_count_shared, guesses.sets, codes.sets)
    else:
        blacks, numbers = _count_shared(guesses.sets, codes.sets)
    numbers *= numbers + _ONE
    numbers >>= _ONE
    numbers += blacks
    return numbers


def colors_by_place(codes: Codes, colors: int) -> Flags:
    """Return which colors occur in which place, as flags of shape (pegs, colors)."""
    return _any_bits(codes.sets[0], codes.digits.shape[1] * colors).reshape(-1, colors)


def most_of_color(codes: Codes, colors: int) -> npt.NDArray[np.intp]:
    """Return for each color the maximum number of its pegs in a code, shape (colors,)."""
    pegs = codes.digits.shape[1]
    return _any_bits(codes.sets[1], pegs * colors).reshape(-1, pegs).sum(axis=1)


def _all_digits(variant: Variant) -> Digits:
    """Return all codes as digits, in order."""
    colors = np.arange(variant.colors, dtype=np.uint8)
    digits = np.empty((1, 0), dtype=np.uint8)
    for _ in range(variant.pegs):
        last = np.tile(colors, len(digits))[:, None]
        digits = np.repeat(digits, variant.colors, axis=0)
        if not variant.repeats:
            is_new = (digits != last).all(axis=1)
            digits, last = digits[is_new], last[is_new]
        digits = np.hstack([digits, last])
    return digits


def _any_bits(sets: BitRows, width: int) -> Flags:
    """Return which bits are set in at least one of the sets, shape (width,)."""
    union = np.bitwise_or.reduce(sets, axis=1)
    return np.unpackbits(union.view(np.uint8), count=width, bitorder="little").astype(bool)


def _count_shared(rows: BitRows, columns: BitRows) -> Numbers:
    """Return, for every pair of sets, how many bits each row shares with each column."""
    shared: Numbers = np.bitwise_count(rows[..., 0, :, None] & columns[..., 0, None, :])
    for word in range(1, rows.shape[-2]):
        shared += np.bitwise_count(rows[..., word, :, None] & columns[..., word, None, :])
    return shared


def _bit_sets(bits: list[Digits], width: int) -> BitRows:
    """Return the sets of some codes, shape (words, codes); ``bits`` are the bits to set."""
    word: type[np.uint32 | np.uint64] = np.uint32 if width <= 32 else np.uint64
    sets = np.zeros((-(-width // 64), len(bits[0])), dtype=word)
    for bit in bits:
        for place, row in enumerate(sets):
            inside = bit // 64 == place
            row |= inside.astype(word) << (bit % 64).astype(word)
    return sets
