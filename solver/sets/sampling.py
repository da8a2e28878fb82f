"""Find the candidates on boards too large to list: all of them, or a fair sample."""

from collections.abc import Iterator, Sequence

import numpy as np

from solver.rule.codes import Digits, Variant
from solver.rule.feedback import Turn
from solver.sets.arrangements import arranged_codes
from solver.sets.arrays import Flags
from solver.sets.multisets import ColorCounts, count_arrangements, draw, fitting_multisets

MOST_LISTED = 2**17  # up to this number, candidates are listed instead of sampled

_ENOUGH = 2**12  # codes in a sample
_DRAWN = 2**16  # codes that are drawn at once
_MOST_DRAWS = 12


def find_candidates(
    variant: Variant, history: Sequence[Turn], enough: int = _ENOUGH
) -> tuple[Digits, int]:
    """Return the candidates in lexicographic order, shape (codes, pegs), and their number.

    If there are at most ``MOST_LISTED`` candidates, the list is complete. Otherwise it is a uniform
    sample of at most ``enough`` codes, and the number of candidates is estimated. Codes are drawn
    from the multisets with the right key pegs, and kept if their black pegs are right; the rate of
    kept codes gives the estimate. The same history always has the same sample.
    """
    counts = fitting_multisets(variant, history)
    ways = int(count_arrangements(counts).sum())
    if ways > MOST_LISTED:
        sample, rate = _sample(variant, counts, history, enough)
        if round(ways * rate) > MOST_LISTED:
            return _in_order(sample), round(ways * rate)
    nothing = np.empty((0, variant.pegs), dtype=np.uint8)
    listed = np.vstack([nothing, *_list_fitting(variant, counts, history)])
    return _in_order(listed), len(listed)


def has_candidates(variant: Variant, history: Sequence[Turn]) -> bool:
    """Return whether any code fits the history."""
    return any(map(len, _list_fitting(variant, fitting_multisets(variant, history), history)))


def drawn_candidates(variant: Variant, history: Sequence[Turn], most: int) -> Digits:
    """Return up to ``most`` different candidates in lexicographic order, drawn evenly."""
    digits, _ = find_candidates(variant, history, enough=max(2 * most, _ENOUGH))
    different = np.unique(digits, axis=0)
    return _in_order(np.random.default_rng(seed=0).permutation(different)[:most])


def _sample(
    variant: Variant, counts: ColorCounts, history: Sequence[Turn], enough: int
) -> tuple[Digits, float]:
    """Return the drawn codes that fit, and which share of all drawn codes fits."""
    rng = np.random.default_rng(seed=0)
    ways = int(count_arrangements(counts).sum())
    samples: list[Digits] = []
    kept = 0
    for draws in range(1, _MOST_DRAWS + 1):
        drawn = draw(counts, _DRAWN, rng)
        samples.append(drawn[_have_blacks(drawn, variant, history)])
        kept += len(samples[-1])
        rate = kept / (draws * _DRAWN)
        if kept >= enough or ways * rate <= MOST_LISTED:
            break
    return np.vstack(samples)[:enough], rate


def _list_fitting(
    variant: Variant, counts: ColorCounts, history: Sequence[Turn]
) -> Iterator[Digits]:
    for codes in arranged_codes(variant, counts, history):
        yield codes[_have_blacks(codes, variant, history)]


def _have_blacks(codes: Digits, variant: Variant, history: Sequence[Turn]) -> Flags:
    """Return which codes give every guess its black pegs, as flags."""
    have = np.ones(len(codes), dtype=bool)
    for guess, turn in zip(variant.digits(turn.guess for turn in history), history, strict=True):
        have &= np.count_nonzero(codes == guess, axis=1) == turn.feedback.black
    return have


def _in_order(codes: Digits) -> Digits:
    return codes[np.lexsort(codes.T[::-1])]
