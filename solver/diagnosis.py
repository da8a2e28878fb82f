"""What is wrong with answers that no code fits: which cannot be true together, what would help.

On a board that can be listed every code votes: the turns it contradicts are a set of bits. No
code fits if no set is empty; turns cannot be true together if every set has one of them; and a
code that contradicts a single turn says how that turn would have to be corrected. On a larger
board turns are left out one by one and the codes that fit the others are searched for: all of
them, or a sample, and then for every answer that the sample lacks a code that gives it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from time import monotonic

import numpy as np

from solver.arrays import Codes, Numbers, all_codes, encode, encoded, feedback_numbers
from solver.codes import MOST_ENUMERATED, Variant
from solver.feedback import Feedback, Turn, number, numbered_feedbacks, possible_feedbacks
from solver.rounding import rounded
from solver.sampling import find_candidates, has_candidates

MOST_TURNS = 63  # bits of a set


@dataclass(frozen=True)
class Correction:
    """Another answer to one turn that would make sense of all of them."""

    turn: int  # from 1
    feedback: Feedback
    count: int  # the codes that would then fit; an estimate unless ``is_exact``
    is_exact: bool = True


@dataclass(frozen=True)
class Diagnosis:
    """Why no code fits.

    ``is_complete`` is false where it was too much work: the conflict may then name turns that
    are innocent, and corrections may be missing. Corrections come by how many key pegs differ
    from the answer that was given, the one that leaves most codes first.
    """

    conflict: tuple[int, ...]  # turns (from 1) that cannot be true together, none to spare
    corrections: tuple[Correction, ...]
    is_complete: bool = True


def diagnose(variant: Variant, history: Sequence[Turn], seconds: float = 1.0) -> Diagnosis | None:
    """Return why no code fits a history of at most ``MOST_TURNS``, or None if one does.

    A board that can be listed is always diagnosed completely; on larger ones nothing new is
    tried after so many seconds. Raises ``InvalidCode`` if a guess is not a code.

    >>> wrong = diagnose(Variant(), [Turn("1122", Feedback(4, 0)), Turn("3344", Feedback(0, 1))])
    >>> wrong.conflict
    (1, 2)
    >>> wrong.corrections[0]
    Correction(turn=1, feedback=Feedback(black=3, white=0), count=4, is_exact=True)
    """
    if variant.size <= MOST_ENUMERATED:
        return _by_vote(all_codes(variant), variant, history)
    if has_candidates(variant, history):
        return None
    return _by_search(variant, history, monotonic() + seconds)


def _by_vote(codes: Codes, variant: Variant, history: Sequence[Turn]) -> Diagnosis | None:
    """Ask every code which turns it contradicts."""
    guesses = encoded(variant, *(turn.guess for turn in history))
    against = np.zeros(len(codes), dtype=np.uint64)
    for place, turn in enumerate(history):
        is_against = _answers(codes, guesses, place) != number(turn.feedback)
        against |= is_against.astype(np.uint64) << np.uint64(place)
    if not against.all():
        return None

    def cannot_be(places: Sequence[int]) -> bool:
        return bool((against & np.uint64(sum(1 << place for place in places))).all())

    conflict = _irreducible(len(history), cannot_be)
    corrections = [
        correction
        for place in conflict
        for correction in _corrections(guesses, place, codes[against == np.uint64(1 << place)])
    ]
    return Diagnosis(_numbered(conflict), _nearest_first(corrections, history))


def _by_search(variant: Variant, history: Sequence[Turn], deadline: float) -> Diagnosis:
    """Search for the codes that fit all turns but some, until the time is up."""

    def cannot_be(places: Sequence[int]) -> bool:
        turns = [history[place] for place in places]
        return monotonic() < deadline and not has_candidates(variant, turns)

    conflict = _irreducible(len(history), cannot_be)
    corrections: list[Correction] = []
    for place in conflict:
        if monotonic() < deadline:
            corrections += _searched_corrections(variant, history, place, deadline)
    ranked = _nearest_first(corrections, history)
    return Diagnosis(_numbered(conflict), ranked, monotonic() < deadline)


def _searched_corrections(
    variant: Variant, history: Sequence[Turn], place: int, deadline: float
) -> list[Correction]:
    """The corrections of one turn, found until the time is up."""
    guesses = encoded(variant, *(turn.guess for turn in history))
    digits, count = find_candidates(variant, [*history[:place], *history[place + 1 :]])
    found = list(_corrections(guesses, place, encode(digits, variant.colors), count))
    if count == len(digits):
        return found
    seen = {correction.feedback for correction in found} | {history[place].feedback}
    for answer in sorted(possible_feedbacks(variant.pegs) - seen):
        turn = history[place]._replace(feedback=answer)
        corrected = [*history[:place], turn, *history[place + 1 :]]
        if monotonic() >= deadline:
            break
        codes, fitting = find_candidates(variant, corrected)
        if fitting:
            found.append(Correction(place + 1, answer, fitting, is_exact=fitting == len(codes)))
    return found


def _nearest_first(
    corrections: Iterable[Correction], history: Sequence[Turn]
) -> tuple[Correction, ...]:
    """Corrections by how many key pegs they change, the one that leaves most codes first."""

    def rank(correction: Correction) -> tuple[int, int, int]:
        told = history[correction.turn - 1].feedback
        return changed_pegs(told, correction.feedback), -correction.count, correction.turn

    return tuple(sorted(corrections, key=rank))


def changed_pegs(told: Feedback, other: Feedback) -> int:
    """Return how many key pegs differ between two answers to a guess.

    >>> changed_pegs(Feedback(7, 0), Feedback(6, 0)), changed_pegs(Feedback(1, 2), Feedback(2, 1))
    (1, 1)
    """
    black, white = other.black - told.black, other.white - told.white
    return max(abs(black), abs(white), abs(black + white))


def _irreducible(turns: int, cannot_be: Callable[[Sequence[int]], bool]) -> list[int]:
    """Return places that cannot be true together, though without any one of them they can.

    The latest are left out first: what came early has been looked at more often.
    """
    kept = list(range(turns))
    for place in reversed(range(turns)):
        others = [other for other in kept if other != place]
        if cannot_be(others):
            kept = others
    return kept


def _corrections(
    guesses: Codes, place: int, codes: Codes, count: int | None = None
) -> Iterator[Correction]:
    """Yield what each of ``codes``, which fit all other turns, would have answered to this one.

    ``count`` is their number where they are only a sample of those that fit.
    """
    count = len(codes) if count is None else count
    sizes = np.bincount(_answers(codes, guesses, place))
    names = numbered_feedbacks(guesses.digits.shape[1])
    for answer in np.argsort(-sizes, kind="stable")[: np.count_nonzero(sizes)]:
        size, is_exact = int(sizes[answer]), count == len(codes)
        told = size if is_exact else rounded(size * count / len(codes), size)
        yield Correction(place + 1, names[answer], told, is_exact)


def _answers(codes: Codes, guesses: Codes, place: int) -> Numbers:
    """The number of the feedback that each code gives to the guess at a place."""
    numbers: Numbers = feedback_numbers(guesses[place : place + 1], codes)[0]
    return numbers


def _numbered(places: Sequence[int]) -> tuple[int, ...]:
    return tuple(place + 1 for place in places)
