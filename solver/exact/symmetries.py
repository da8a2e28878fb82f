"""Exchanges of positions and colors that change nothing, found by compiled kernels.

A symmetry of a position maps its past guesses and its candidates to themselves. A permutation of
the pegs and the past guesses determine the new color of each color, with two exceptions: colors in
no past guess are interchangeable, and colors that no candidate has count as one color, even in past
guesses. So a permutation belongs to at most one symmetry, apart from interchangeable colors.
"""

from functools import cache
from itertools import permutations
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from solver.exact.space import Places
from solver.rule.codes import Digits, Variant
from solver.sets.arrays import Flags
from solver.sets.compiling import compiled

Figures: TypeAlias = npt.NDArray[np.int64]
ShortWords: TypeAlias = npt.NDArray[np.uint32]
Names: TypeAlias = npt.NDArray[np.int8]

_FREE = -1  # marks an interchangeable color, whose image is free


@compiled
def named_colors(codes: Digits, colors: int) -> Flags:
    """Return which colors occur in the codes."""
    is_named = np.zeros(colors, dtype=np.bool_)
    for code in codes:
        for color in code:
            is_named[color] = True
    return is_named


@compiled
def rename(permutation: Figures, past: Digits, is_present: Flags, renaming: Names) -> bool:
    """Fill in the renaming with which a permutation maps every past guess to itself.

    Return whether such a renaming exists. Colors that no candidate has count as one color.
    """
    renaming[:] = _FREE
    origin = np.full_like(renaming, _FREE)
    for guess in past:
        for place, color in enumerate(guess):
            moved = guess[permutation[place]]
            if is_present[moved] != is_present[color]:
                return False
            if not is_present[color]:
                continue
            if renaming[moved] == _FREE and origin[color] == _FREE:
                renaming[moved] = color
                origin[color] = moved
            elif renaming[moved] != color:
                return False
    return True


@compiled
def symmetries(orders: Figures, past: Digits, is_present: Flags) -> tuple[Figures, Names]:
    """Return the permutations of all symmetries, and the renaming of each."""
    kept = np.empty_like(orders)
    renamings = np.empty((len(orders), len(is_present)), dtype=np.int8)
    count = 0
    for permutation in orders:
        if rename(permutation, past, is_present, renamings[count]):
            kept[count] = permutation
            count += 1
    return kept[:count], renamings[:count]


@compiled
def free_names(is_present: Flags, is_played: Flags, repeats: bool) -> Names:
    """Return the names for colors that past guesses leave open, in order of use.

    The first row is for interchangeable colors, the second for colors that no candidate has. If
    codes can repeat a color, all colors of the second row share one name.
    """
    names = np.zeros((2, len(is_present)), dtype=np.int8)
    used = np.zeros(2, dtype=np.int64)
    for color in range(len(is_present)):
        group = int(not is_present[color])
        if group or not is_played[color]:
            names[group, used[group]] = color
            used[group] += 1
    if repeats:
        names[1] = names[1, 0]
    return names


@compiled
def is_least(
    code: Digits,
    permutation: Figures,
    renaming: Names,
    is_present: Flags,
    free: Names,
    names: Names,
) -> bool:
    """Return whether a code is less than its image or equal to it.

    ``renaming`` has the new names of colors in past guesses. ``free`` has names for other colors,
    in the order of use. ``names`` is scratch space.
    """
    names[:] = _FREE
    present = absent = 0
    for place, color in enumerate(code):
        moved = code[permutation[place]]
        if names[moved] == _FREE:
            names[moved] = renaming[moved]
        if names[moved] == _FREE and is_present[moved]:
            names[moved] = free[0, present]
            present += 1
        elif names[moved] == _FREE:
            names[moved] = free[1, absent]
            absent += 1
        if names[moved] != color:
            return bool(names[moved] > color)
    return True


def first_of_each_kind(
    variant: Variant, codes: Digits, guesses: Places, past: Digits, candidates: Places
) -> Places:
    """Return one guess from each group of guesses that are equivalent by symmetry.

    ``codes`` are all codes of the variant. ``guesses`` must contain whole groups only.
    """
    is_present = named_colors(codes[candidates], variant.colors)
    orders = orders_of(variant.pegs)
    return least_images(codes, guesses, orders, past, is_present, variant.repeats)


@cache
def orders_of(pegs: int) -> Figures:
    """Return all permutations of the pegs."""
    return np.array(list(permutations(range(pegs))), dtype=np.int64)


@compiled
def least_images(
    codes: Digits, guesses: Places, orders: Figures, past: Digits, is_present: Flags, repeats: bool
) -> Places:
    """Return the guesses that no symmetry maps to an earlier code."""
    free = free_names(is_present, named_colors(past, len(is_present)), repeats)
    kept, renamings = symmetries(orders, past, is_present)
    names = np.empty(len(is_present), dtype=np.int8)
    for symmetry, permutation in enumerate(kept):
        renaming, count = renamings[symmetry], 0
        for guess in guesses:
            if is_least(codes[guess], permutation, renaming, is_present, free, names):
                guesses[count] = guess
                count += 1
        guesses = guesses[:count]
    return guesses


@compiled
def count_colors(codes: Digits, colors: int) -> Figures:
    """Return ``counts[p, c]``: how many codes have color c in position p."""
    counts = np.zeros((codes.shape[1], colors), dtype=np.int64)
    for code in codes:
        for place, color in enumerate(code):
            counts[place, color] += 1
    return counts


@compiled
def rank_colors(counts: Figures, permutation: Figures, codes: int) -> Figures:
    """Return the rank of each color, by its counts in the permuted positions."""
    figures = np.zeros(counts.shape[1], dtype=np.int64)
    for place in permutation:
        figures = figures * (codes + 1) + counts[place]
    ranks = np.empty_like(figures)
    ranks[np.argsort(-figures)] = np.arange(len(figures))
    return ranks


@compiled
def image(codes: Digits, permutation: Figures, ranks: Figures) -> ShortWords:
    """Return the codes after an exchange of positions and colors, as sorted numbers."""
    words = np.zeros(len(codes), dtype=np.uint32)
    for place, code in enumerate(codes):
        word = 0
        for origin in permutation:
            word = word * len(ranks) + ranks[code[origin]]
        words[place] = word
    words.sort()
    return words


@compiled
def comes_before(words: ShortWords, others: ShortWords) -> bool:
    """Return whether ``words`` has the smaller number at the first difference."""
    for word, other in zip(words, others):  # noqa: B905
        if word != other:
            return bool(word < other)
    return False


@compiled
def is_falling(figures: Figures, order: Figures) -> bool:
    """Return whether the figures never rise in this order."""
    falls = True
    for place in range(1, len(order)):
        falls &= bool(figures[order[place - 1]] >= figures[order[place]])
    return falls


@compiled
def canonical_form(codes: Digits, orders: Figures, colors: int) -> ShortWords:
    """Return a form of a set of codes; nearly all images of the set have the same form.

    Uneven positions and frequent colors come first. If positions tie, all their orders are tried;
    if colors tie, any order is used.
    """
    counts = count_colors(codes, colors)
    unevenness = (counts**3).sum(axis=1)
    least = np.full(len(codes), 2**32 - 1, dtype=np.uint32)
    for permutation in orders:
        if is_falling(unevenness, permutation):
            words = image(codes, permutation, rank_colors(counts, permutation, len(codes)))
            if comes_before(words, least):
                least = words
    return least
