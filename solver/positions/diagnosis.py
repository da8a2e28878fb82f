"""The diagnosis of a contradiction: which answers conflict, and which corrections help.

On a board that can be listed, each code gets a set of bits: the turns that it contradicts. If every
code contradicts a turn, no code fits. Some turns cannot all be true if every code contradicts at
least one of them. A code that contradicts only one turn gives a correction of this turn.

On a larger board, each turn is left out once, and the codes that fit the other turns are listed or
sampled. Each answer that is missing from the sample gets a search. The remaining searches count the
answers that were rare in the sample.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np

from solver.rule.codes import MOST_ENUMERATED, Variant
from solver.rule.errors import InvalidHistory, Kind
from solver.rule.feedback import Feedback, Turn, number, numbered_feedbacks, possible_feedbacks
from solver.rule.history import HistoryLike, turns_of
from solver.rule.rounding import MANY, round_estimate
from solver.sets.arrays import Codes, all_codes, encode, encode_texts, feedback_numbers
from solver.sets.sampling import find_candidates, has_candidates

MOST_TURNS_DIAGNOSED = 63  # a set of turns is a number with a bit for each turn


@dataclass(frozen=True)
class Correction:
    """A different answer to one turn that removes the contradiction."""

    turn: int  # turn number, from 1
    feedback: Feedback
    count: int  # number of codes that fit with this answer; estimated unless ``is_exact``
    is_exact: bool = True


@dataclass(frozen=True)
class Diagnosis:
    """The reason why no code fits.

    If the search was cut short, ``is_complete`` is false: the conflict can include more turns than
    necessary, and corrections can be missing. Corrections that change the fewest key pegs come
    first, then the corrections that leave the most codes.
    """

    conflict: tuple[int, ...]  # smallest set of turns (numbered from 1) that cannot all be true
    corrections: tuple[Correction, ...]
    is_complete: bool = True


def diagnose(variant: Variant, history: HistoryLike, searches: float = 100) -> Diagnosis | None:
    """Return why no code fits a history; None if some code fits.

    A board that can be listed is always diagnosed completely. On larger boards there are at most
    ``searches`` searches of 10 to 50 ms each, so a history always gets the same diagnosis. Raises
    ``InvalidCode`` if a guess is not a code, and ``InvalidHistory`` above ``MOST_TURNS_DIAGNOSED``
    turns.

    >>> wrong = diagnose(Variant(), [Turn("1122", Feedback(4, 0)), Turn("3344", Feedback(0, 1))])
    >>> wrong.conflict
    (1, 2)
    >>> wrong.corrections[0]
    Correction(turn=1, feedback=Feedback(black=3, white=0), count=4, is_exact=True)
    """
    history = turns_of(variant, history)
    if len(history) > MOST_TURNS_DIAGNOSED:
        raise InvalidHistory(Kind.TOO_MANY_TURNS, len(history), most=MOST_TURNS_DIAGNOSED)
    if variant.size <= MOST_ENUMERATED:
        return _by_vote(all_codes(variant), variant, history)
    if has_candidates(variant, history):
        return None
    return _by_search(variant, history, searches)


def _by_vote(codes: Codes, variant: Variant, history: Sequence[Turn]) -> Diagnosis | None:
    """Return the diagnosis from the turns that each code contradicts; None if a code fits."""
    guesses = encode_texts(variant, *(turn.guess for turn in history))
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
    return Diagnosis(_with_numbers(conflict), _nearest_first(corrections, history))


def _by_search(variant: Variant, history: Sequence[Turn], searches: float) -> Diagnosis:
    """Return the diagnosis of a large board, from a limited number of searches."""
    search = _Search(variant, history, searches)

    def cannot_be(places: Sequence[int]) -> bool:
        turns = [history[place] for place in places]
        return search.spend() and not has_candidates(variant, turns)

    conflict = _irreducible(len(history), cannot_be)
    for place in conflict:
        search.correct(place)
    is_complete = search.left > 0
    search.recount_rare_answers()
    ranked = _nearest_first(search.found.values(), history)
    return Diagnosis(_with_numbers(conflict), ranked, is_complete)


@dataclass
class _Search:
    """The corrections that were found so far, and the number of searches that are left."""

    variant: Variant
    history: Sequence[Turn]
    left: float  # number of searches left
    # corrections by index of the turn and answer
    found: dict[tuple[int, Feedback], Correction] = field(default_factory=dict)
    # rare answers as (times in the sample, index of the turn, answer)
    rare: list[tuple[int, int, Feedback]] = field(default_factory=list)

    def spend(self) -> bool:
        """Use one search; return False if no search was left."""
        self.left -= 1
        return self.left >= 0

    def correct(self, place: int) -> None:
        """Find all corrections of one turn."""
        if not self.spend():
            return
        variant, turn = self.variant, self.history[place]
        codes, count = find_candidates(variant, self._with(place))
        tally = _tally(encode(codes, variant.colors), encode_texts(variant, turn.guess))
        for answer, seen in tally.items():
            self._add(place, answer, seen * count / len(codes), seen, count == len(codes))
        if count == len(codes):
            return
        self.rare += [(seen, place, answer) for answer, seen in tally.items() if seen < MANY]
        for answer in sorted(possible_feedbacks(variant.pegs) - tally.keys() - {turn.feedback}):
            self._count(place, answer)

    def recount_rare_answers(self) -> None:
        """Count again the answers that were rare in the sample, the rarest first."""
        for _, place, answer in sorted(self.rare):
            self._count(place, answer)

    def _count(self, place: int, answer: Feedback) -> None:
        """Count the codes with one answer, or estimate how many there are from a sample."""
        if not self.spend():
            return
        turn = self.history[place]._replace(feedback=answer)
        codes, count = find_candidates(self.variant, self._with(place, turn))
        if count:
            self._add(place, answer, count, len(codes), count == len(codes))

    def _with(self, place: int, *turns: Turn) -> list[Turn]:
        """Return the history with one turn removed or replaced."""
        return [*self.history[:place], *turns, *self.history[place + 1 :]]

    def _add(self, place: int, answer: Feedback, count: float, seen: int, is_exact: bool) -> None:
        shown = int(count) if is_exact else round_estimate(count, seen)
        self.found[place, answer] = Correction(place + 1, answer, shown, is_exact)


def _nearest_first(
    corrections: Iterable[Correction], history: Sequence[Turn]
) -> tuple[Correction, ...]:
    """Return the corrections in order: fewest changed key pegs first, then most codes."""

    def rank(correction: Correction) -> tuple[int, int, int]:
        given = history[correction.turn - 1].feedback
        return changed_pegs(given, correction.feedback), -correction.count, correction.turn

    return tuple(sorted(corrections, key=rank))


def changed_pegs(given: Feedback, other: Feedback) -> int:
    """Return how many key pegs differ between two answers to a guess.

    >>> changed_pegs(Feedback(7, 0), Feedback(6, 0)), changed_pegs(Feedback(1, 2), Feedback(2, 1))
    (1, 1)
    """
    black, white = other.black - given.black, other.white - given.white
    return max(abs(black), abs(white), abs(black + white))


def _irreducible(turns: int, cannot_be: Callable[[Sequence[int]], bool]) -> list[int]:
    """Return the indexes of a smallest set of turns whose answers cannot all be true.

    Late turns are dropped first, because players have checked early turns more often.
    """
    kept = list(range(turns))
    for place in reversed(range(turns)):
        others = [other for other in kept if other != place]
        if cannot_be(others):
            kept = others
    return kept


def _tally(codes: Codes, guess: Codes) -> dict[Feedback, int]:
    """Return how many ``codes`` give each answer to a single guess, the most frequent first."""
    sizes = np.bincount(feedback_numbers(guess, codes)[0])
    names = numbered_feedbacks(guess.digits.shape[1])
    order = np.argsort(-sizes, kind="stable")[: np.count_nonzero(sizes)]
    return {names[answer]: int(sizes[answer]) for answer in order}


def _with_numbers(places: Sequence[int]) -> tuple[int, ...]:
    return tuple(place + 1 for place in places)
