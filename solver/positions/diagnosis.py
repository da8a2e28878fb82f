"""What is wrong with answers that no code fits: which cannot be true together, what would help.

On a board that can be listed every code votes: the turns it contradicts are a set of bits. No
code fits if no set is empty; turns cannot be true together if every set has one of them; and a
code that contradicts a single turn says how that turn would have to be corrected. On a larger
board turns are left out one by one and the codes that fit the others are searched for: all of
them, or a sample. Then the codes behind every answer that has none of the sample are searched for,
and in the end, if searches are left, those behind every answer that has few.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np

from solver.rule.codes import MOST_ENUMERATED, Variant
from solver.rule.errors import InvalidHistory, Kind
from solver.rule.feedback import Feedback, Turn, number, numbered_feedbacks, possible_feedbacks
from solver.rule.rounding import MANY, rounded
from solver.sets.arrays import Codes, all_codes, encode, encoded, feedback_numbers
from solver.sets.sampling import find_candidates, has_candidates

MOST_TURNS_DIAGNOSED = 63  # bits of a set


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


def diagnose(variant: Variant, history: Sequence[Turn], searches: float = 100) -> Diagnosis | None:
    """Return why no code fits a history of at most ``MOST_TURNS_DIAGNOSED``, or None if one does.

    A board that can be listed is always diagnosed completely; on larger ones at most so many
    searches are made, of 10 to 50 ms each, so that the same history always has the same
    diagnosis, and until then whatever can be counted is. Raises ``InvalidCode`` if a guess is not
    a code, and ``InvalidHistory`` if there are more turns.

    >>> wrong = diagnose(Variant(), [Turn("1122", Feedback(4, 0)), Turn("3344", Feedback(0, 1))])
    >>> wrong.conflict
    (1, 2)
    >>> wrong.corrections[0]
    Correction(turn=1, feedback=Feedback(black=3, white=0), count=4, is_exact=True)
    """
    history = tuple(history)
    if len(history) > MOST_TURNS_DIAGNOSED:
        raise InvalidHistory(Kind.TOO_MANY_TURNS, len(history), most=MOST_TURNS_DIAGNOSED)
    if variant.size <= MOST_ENUMERATED:
        return _by_vote(all_codes(variant), variant, history)
    if has_candidates(variant, history):
        return None
    return _by_search(variant, history, searches)


def _by_vote(codes: Codes, variant: Variant, history: Sequence[Turn]) -> Diagnosis | None:
    """Ask every code which turns it contradicts."""
    guesses = encoded(variant, *(turn.guess for turn in history))
    against = np.zeros(len(codes), dtype=np.uint64)
    for place, turn in enumerate(history):
        [numbers] = feedback_numbers(guesses[place : place + 1], codes)
        is_against = numbers != number(turn.feedback)
        against |= is_against.astype(np.uint64) << np.uint64(place)
    if not against.all():
        return None

    def cannot_be(places: Sequence[int]) -> bool:
        return bool((against & np.uint64(sum(1 << place for place in places))).all())

    conflict = _irreducible(len(history), cannot_be)
    corrections = []
    for place in conflict:
        fitting = codes[against == np.uint64(1 << place)]
        tally = _tally(fitting, guesses[place : place + 1])
        corrections += [Correction(place + 1, answer, count) for answer, count in tally.items()]
    return Diagnosis(_numbered(conflict), _nearest_first(corrections, history))


def _by_search(variant: Variant, history: Sequence[Turn], searches: float) -> Diagnosis:
    """Search for the codes that fit all turns but some, so many times at most."""
    search = _Search(variant, history, searches)

    def cannot_be(places: Sequence[int]) -> bool:
        turns = [history[place] for place in places]
        return search.is_on() and not has_candidates(variant, turns)

    conflict = _irreducible(len(history), cannot_be)
    for place in conflict:
        search.correct(place)
    is_complete = search.left > 0
    search.count_what_is_rough()
    ranked = _nearest_first(search.found.values(), history)
    return Diagnosis(_numbered(conflict), ranked, is_complete)


@dataclass
class _Search:
    """Corrections, searched for as long as searches are left."""

    variant: Variant
    history: Sequence[Turn]
    left: float  # searches
    found: dict[tuple[int, Feedback], Correction] = field(default_factory=dict)  # by place, answer
    rough: list[tuple[int, int, Feedback]] = field(default_factory=list)  # few of a sample, first

    def is_on(self) -> bool:
        """Whether one more search may be made, which is then counted."""
        self.left -= 1
        return self.left >= 0

    def correct(self, place: int) -> None:
        """Find every other answer to one turn."""
        if not self.is_on():
            return
        variant, turn = self.variant, self.history[place]
        codes, count = find_candidates(variant, self._with(place))
        tally = _tally(encode(codes, variant.colors), encoded(variant, turn.guess))
        for answer, seen in tally.items():
            self._add(place, answer, seen * count / len(codes), seen, count == len(codes))
        if count == len(codes):
            return
        self.rough += [(seen, place, answer) for answer, seen in tally.items() if seen < MANY]
        for answer in sorted(possible_feedbacks(variant.pegs) - tally.keys() - {turn.feedback}):
            self._count(place, answer)

    def count_what_is_rough(self) -> None:
        """Look again at the answers that few of a sample give, the fewest first."""
        for _, place, answer in sorted(self.rough):
            self._count(place, answer)

    def _count(self, place: int, answer: Feedback) -> None:
        """Count the codes behind one answer, or estimate them by a sample of their own."""
        if not self.is_on():
            return
        turn = self.history[place]._replace(feedback=answer)
        codes, count = find_candidates(self.variant, self._with(place, turn))
        if count:
            self._add(place, answer, count, len(codes), count == len(codes))

    def _with(self, place: int, *turns: Turn) -> list[Turn]:
        """The history with other turns, or none, for one of them."""
        return [*self.history[:place], *turns, *self.history[place + 1 :]]

    def _add(self, place: int, answer: Feedback, count: float, seen: int, is_exact: bool) -> None:
        told = int(count) if is_exact else rounded(count, seen)
        self.found[place, answer] = Correction(place + 1, answer, told, is_exact)


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


def _tally(codes: Codes, guess: Codes) -> dict[Feedback, int]:
    """How many of ``codes`` give each answer to a single guess, the most frequent answer first."""
    sizes = np.bincount(feedback_numbers(guess, codes)[0])
    names = numbered_feedbacks(guess.digits.shape[1])
    order = np.argsort(-sizes, kind="stable")[: np.count_nonzero(sizes)]
    return {names[answer]: int(sizes[answer]) for answer in order}


def _numbered(places: Sequence[int]) -> tuple[int, ...]:
    return tuple(place + 1 for place in places)
