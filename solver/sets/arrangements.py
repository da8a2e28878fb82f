"""Find all codes with the colors of a given multiset and the black pegs of a history.

Codes are built peg by peg, many at a time. Each code has the colors that are left for it and, for
each past guess, the missing black pegs: four bits per guess, sixteen guesses per word. A code is
dropped once it can no longer get its black pegs. Memory is bounded by one block per peg.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from solver.rule.codes import Digits, Variant
from solver.rule.feedback import Turn
from solver.sets.arrays import Words
from solver.sets.multisets import ColorCounts
from solver.sets.partitions import blocks

_BLOCK = 2**14
_WIDTH = 4  # bits for each peg, color or turn
_IN_A_WORD = 16
_ONES = 0x1111_1111_1111_1111


class Partial(NamedTuple):
    """Codes of which only the first pegs are set."""

    pegs: Words  # pegs so far, the latest in the lowest bits, shape (codes,)
    colors: Words  # pegs of each color that are left, shape (codes,)
    blacks: Words  # missing black pegs of each past guess, shape (words, codes)

    def select(self, selection: slice | npt.NDArray[np.bool_]) -> Partial:
        return Partial(*(words[..., selection] for words in self))


def arranged_codes(
    variant: Variant, counts: ColorCounts, history: Sequence[Turn]
) -> Iterator[Digits]:
    """Yield the codes with the black pegs of the history, in blocks of shape (codes, pegs).

    ``counts`` are the allowed multisets.
    """
    turns = list(dict.fromkeys(history))
    colors = _pack(counts)
    blacks = _pack_turns(np.array([turn.feedback.black for turn in turns], dtype=np.uint8)[:, None])
    start = Partial(np.zeros_like(colors), colors, np.repeat(blacks, len(colors), axis=1))
    guesses = variant.digits(turn.guess for turn in turns)
    for pegs in _complete(start, variant, guesses.T):
        yield _unpack(pegs, variant.pegs)


def _complete(partial: Partial, variant: Variant, guesses: Digits) -> Iterator[Words]:
    """Yield the complete codes that begin with ``partial``.

    ``guesses`` are the pegs of past guesses at the places that are still empty.
    """
    if not len(guesses):
        yield partial.pegs
        return
    for block in blocks(len(partial.pegs), _BLOCK):
        longer = _extend(partial.select(block), variant.colors, guesses)
        yield from _complete(longer, variant, guesses[1:])


def _extend(partial: Partial, colors: int, guesses: Digits) -> Partial:
    """Return the codes with one more peg, in every possible color."""
    longer = [
        _set(partial, color, _pack_turns(guesses[0][:, None] == color)) for color in range(colors)
    ]
    joined = (np.concatenate(words, axis=-1) for words in zip(*longer, strict=True))
    return _drop_hopeless(Partial(*joined), guesses[1:])


def _set(partial: Partial, color: int, black: Words) -> Partial:
    """Return the codes that can take a peg of ``color`` next, with this peg.

    The new peg is black for the turns in ``black``, so these turns must still need a black peg.
    """
    one = np.uint64(1 << _WIDTH * color)
    has_color = partial.colors & np.uint64(15 << _WIDTH * color) != 0
    needs_black = (_any_bit(partial.blacks) & black == black).all(axis=0)
    rest = partial.select(has_color & needs_black)
    return Partial(
        rest.pegs << np.uint64(_WIDTH) | np.uint64(color), rest.colors - one, rest.blacks - black
    )


def _drop_hopeless(partial: Partial, guesses: Digits) -> Partial:
    """Drop the codes that cannot get all their black pegs any more."""
    within_reach = np.zeros_like(partial.blacks)
    for color in np.unique(guesses).tolist():
        has_color = partial.colors & np.uint64(15 << _WIDTH * color) != 0
        places = np.count_nonzero(guesses == color, axis=0)[:, None]
        within_reach += has_color * _pack_turns(places.astype(np.uint8))
    no_borrow = np.uint64(8 * _ONES)
    is_enough = (within_reach + no_borrow - partial.blacks) & no_borrow == no_borrow
    return partial.select(is_enough.all(axis=0))


def _any_bit(words: Words) -> Words:
    """Return words in which each group of four bits is 1 if any of its bits was set, else 0."""
    halves = words | words >> np.uint64(2)
    return (halves | halves >> np.uint64(1)) & np.uint64(_ONES)


def _pack(numbers: npt.NDArray[np.uint8 | np.bool_]) -> Words:
    """Return columns of shape (numbers, words) as words; the first number gets the lowest bits."""
    places = np.arange(len(numbers), dtype=np.uint64) * np.uint64(_WIDTH)
    return np.bitwise_or.reduce(numbers.astype(np.uint64) << places[:, None], axis=0)


def _pack_turns(numbers: npt.NDArray[np.uint8 | np.bool_]) -> Words:
    """Pack an array of shape (turns, codes) into machine words of shape (words, codes)."""
    words = [_pack(numbers[group]) for group in blocks(len(numbers), _IN_A_WORD)]
    return np.array(words, dtype=np.uint64).reshape(-1, numbers.shape[1])


def _unpack(words: Words, pegs: int) -> Digits:
    places = np.arange(pegs, dtype=np.uint64)[::-1] * np.uint64(_WIDTH)
    return (words[:, None] >> places & np.uint64(15)).astype(np.uint8)
