"""What each guess of a game was worth, by what could be known when it was made."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

import numpy as np

from solver.exact.plain import OutOfBudget
from solver.exact.solved import Solved, solve
from solver.positions.candidates import Position, first_contradicted, follow, position_after
from solver.positions.estimates import guesses_to_expect
from solver.rule.codes import Code, Variant
from solver.rule.errors import Contradiction
from solver.rule.feedback import Feedback, Turn, number
from solver.rule.rounding import rounded
from solver.sets.arrays import Codes, all_codes, encoded, feedback_numbers, joined
from solver.sets.partitions import partition_sizes
from solver.strategies.one_step import TIE, candidate_then_least
from solver.study.suggest import expected_left, partition_of
from solver.study.worth import (
    Estimate,
    Worth,
    contenders,
    field,
    proven_guess,
    proven_worth,
    worth_of,
)

ACCURACY = 0.03  # guesses; estimates that differ by less are taken for equal

_FAIR_SAMPLE = 2**10  # candidates that still tell how many there are and what a guess does


class AnswerPart(NamedTuple):
    """What one feedback would leave."""

    size: int  # candidates
    further: float  # guesses to expect until the code is found


@dataclass(frozen=True)
class Option:
    """A guess in a position, and what was to be expected of it."""

    guess: Code
    further: float  # guesses to expect from here on, this one included
    parts: Mapping[Feedback, AnswerPart]
    expected_left: float  # the candidates left on average, the code itself among them

    @property
    def tells_nothing(self) -> bool:
        """Whether only one answer is possible, and it is not the win."""
        [(answer, _), *others] = self.parts.items()
        return not others and answer.black < len(self.guess)


@dataclass(frozen=True)
class Appraisal:
    """A guess held against all others that could have been made in its place."""

    option: Option
    best: Option
    candidates: int  # before the guess
    is_counted: bool  # whether that is exact
    is_listed: bool  # whether all candidates were looked at, not a sample
    is_proven: bool  # whether further guesses are exact, not estimates
    is_proven_best: bool  # whether no guess is better, however many further guesses that means
    codes: int  # of the board
    rank: int  # one more than the codes that were better; rounded where it is an estimate
    is_rank_proven: bool  # whether the rank is exact
    contradicts: int  # the number of the first turn that rules the guess out, or 0

    @property
    def is_loss_proven(self) -> bool:
        """Whether the loss is exact, not an estimate."""
        return self.is_proven or self.is_proven_best

    @property
    def loss(self) -> float:
        """The guesses that the best guess would have saved on average: 0 to 1.

        What is too small for an estimate to tell is nothing.
        """
        loss = round(self.option.further - self.best.further, 9)
        return 0.0 if loss < (TIE if self.is_proven else ACCURACY) else min(1.0, loss)


@dataclass(frozen=True)
class AppraisedTurn:
    """A turn of a game: how good the guess was, and what the answer left."""

    appraisal: Appraisal
    answer: Feedback
    left: int  # candidates after the answer
    is_counted: bool  # whether that is exact, not an estimate

    @property
    def is_win(self) -> bool:
        """Whether the guess was the code."""
        return self.answer.black == len(self.appraisal.option.guess)

    @property
    def gain(self) -> float:
        """The further guesses that the answer saved, compared with the mean of all answers."""
        parts = self.appraisal.option.parts
        return mean_further(parts) - parts[self.answer].further


def mean_further(parts: Mapping[Feedback, AnswerPart]) -> float:
    """Return the further guesses to expect after a guess, before its answer is known."""
    total = sum(size * further for size, further in parts.values())
    return total / sum(size for size, _ in parts.values())


def analyze(variant: Variant, turns: Sequence[Turn]) -> tuple[AppraisedTurn, ...]:
    """Return what every guess of a game was worth.

    Raises ``InvalidCode`` and ``Contradiction``. The same game gives the same analysis.

    >>> game = [Turn("1122", Feedback(1, 1)), Turn("1344", Feedback(1, 2))]
    >>> [(turn.appraisal.candidates, turn.left) for turn in analyze(Variant(), game)]
    [(1296, 208), (208, 10)]
    """
    return _analyze(variant, tuple(turns), with_ranks=True)


def analyze_losses(variant: Variant, turns: Sequence[Turn]) -> tuple[AppraisedTurn, ...]:
    """Return the same sooner: losses are as exact, ranks are estimates more often."""
    return _analyze(variant, tuple(turns), with_ranks=False)


@lru_cache(maxsize=64)
def _analyze(
    variant: Variant, turns: tuple[Turn, ...], with_ranks: bool
) -> tuple[AppraisedTurn, ...]:
    return tuple(_appraised_turns(variant, turns, with_ranks))


def _appraised_turns(
    variant: Variant, turns: Sequence[Turn], with_ranks: bool
) -> Iterator[AppraisedTurn]:
    position = position_after(variant, ())
    for turn in turns:
        is_first = not position.history
        appraisal = (
            _appraised_opening(variant, turn.guess)
            if is_first
            else appraise(position, turn.guess, with_ranks)
        )
        position = _follow(position, turn)
        appraisal = _with_part(appraisal, turn.feedback, position)
        yield AppraisedTurn(appraisal, turn.feedback, position.count_shown, position.is_counted)


@lru_cache(maxsize=256)
def _appraised_opening(variant: Variant, guess: Code) -> Appraisal:
    """How good a first guess is: people have their favorites."""
    return appraise(position_after(variant, ()), guess)


def appraise(position: Position, guess: Code, with_rank: bool = True) -> Appraisal:
    """Return how good ``guess`` is in a position. Raises ``InvalidCode``.

    Without its rank it is found sooner: then that is an estimate more often.

    >>> position = position_after(Variant(), [Turn("1122", Feedback(1, 1))])
    >>> again = appraise(position, "1122")
    >>> again.loss, again.contradicts, again.option.tells_nothing
    (1.0, 1, True)
    """
    exact = _by_endgame(position, guess, with_rank) or _by_search(position, guess)
    if exact and exact.is_rank_proven:
        return exact
    estimate = _by_estimate(position, guess)
    return replace(exact, rank=max(2, estimate.rank)) if exact else estimate


def _by_endgame(position: Position, guess: Code, with_rank: bool) -> Appraisal | None:
    """How good a guess is where all guesses can be looked at."""
    if (worth := proven_worth(position, guess, with_rank)) is None:
        return None
    codes = all_codes(position.variant)
    digits = position.variant.digits([guess])
    [mine] = np.flatnonzero((codes.digits == digits).all(axis=1)).tolist()
    option, best = (_option(codes, place, worth, position) for place in (mine, _best(worth, mine)))
    rank = 1 + int((worth.further < worth.further[mine] - TIE).sum())
    is_ranked = worth.is_ranked or rank == 1
    return _appraisal(position, guess, option, best, rank if is_ranked else None)


def _by_search(position: Position, guess: Code) -> Appraisal | None:
    """How good it is where the least total is known, or found in time."""
    solved = solve(position)
    if solved is None or solved.best is None:
        return None
    try:
        option = best = _solved_option(solved, encoded(position.variant, guess), position)
        total = round(option.further * position.count)
        if total > solved.total:
            best = _solved_option(solved, solved.best, position)
    except OutOfBudget:
        return None
    return _appraisal(position, guess, option, best, 1 if best is option else solved.rank(total))


def _by_estimate(position: Position, guess: Code) -> Appraisal:
    """How good it seems by the sizes of the parts.

    The best guess may be any, the rank goes by those that stand for the board: all are, or all
    but the first and the `contenders`.
    """
    variant, among = position.variant, field(position)
    guesses = joined(joined(encoded(variant, guess), among), contenders(position))
    worth = worth_of(guesses, position)
    option, best = (_option(guesses, place, worth, position) for place in (0, _best(worth, 0)))
    is_better = worth.further < worth.further[0] - TIE
    share = float(is_better[1 : 1 + len(among)].mean())
    rank = 1 + max(int(is_better.any()), round(share * variant.size))
    appraisal = _appraisal(position, guess, option, best, None)
    rank = min(variant.size, rounded(rank, seen=0))
    is_rank_proven = appraisal.is_proven_best and rank == 1
    return replace(appraisal, is_proven=False, rank=rank, is_rank_proven=is_rank_proven)


def _appraisal(
    position: Position, guess: Code, option: Option, best: Option, rank: int | None
) -> Appraisal:
    """An exact appraisal, but for the rank if that is not known."""
    code = position.variant.parse(guess)
    return Appraisal(
        option=option,
        best=best,
        candidates=position.count_shown,
        is_counted=position.is_counted,
        is_listed=position.is_exact,
        is_proven=True,
        is_proven_best=code == proven_guess(position),
        codes=position.variant.size,
        rank=rank or 0,
        is_rank_proven=rank is not None,
        contradicts=first_contradicted(position.history, code),
    )


def _solved_option(solved: Solved, guess: Codes, position: Position) -> Option:
    """A guess of a position that has been solved."""
    option = _option(guess, 0, Estimate(guess, position), position)
    return _proven_option(option, solved.totals_after(guess), position)


def _proven_option(option: Option, totals: Mapping[Feedback, int], position: Position) -> Option:
    """A guess with what its parts cost at least."""
    parts = {
        answer: AnswerPart(size, totals[answer] / size)
        for answer, (size, _) in option.parts.items()
    }
    further = 1 + sum(totals.values()) / position.count
    return replace(option, further=further, parts=MappingProxyType(parts))


def _best(worth: Worth, mine: int) -> int:
    """The place of the best guess: that of the game if none is better, else a candidate first."""
    is_best = worth.further <= worth.further.min() + TIE
    if is_best[mine]:
        return mine
    return candidate_then_least(is_best, worth.is_candidate)


def _option(guesses: Codes, place: int, worth: Worth, position: Position) -> Option:
    guess = guesses[place : place + 1]
    [sizes] = partition_sizes(guess, position.candidates)
    [text] = position.variant.texts(guess.digits)
    after = worth.after(place)
    parts = {
        answer: AnswerPart(size, float(after[number(answer)]))
        for answer, size in partition_of(sizes, position).items()
    }
    if position.may_be(text):
        parts[Feedback(position.variant.pegs, 0)] = AnswerPart(1, 0.0)
    return Option(
        guess=text,
        further=float(worth.further[place]),
        parts=MappingProxyType(parts),
        expected_left=expected_left(sizes, position),
    )


def _with_part(appraisal: Appraisal, answer: Feedback, after: Position) -> Appraisal:
    """Add the part that came true where it was too small for the sample of candidates."""
    option = appraisal.option
    if answer in option.parts:
        return appraisal
    is_win = answer.black == after.variant.pegs
    further = 0.0 if is_win else float(guesses_to_expect(after.count, after.variant))
    parts = {**option.parts, answer: AnswerPart(after.count_shown, further)}
    return replace(appraisal, option=replace(option, parts=MappingProxyType(parts)))


def _follow(position: Position, turn: Turn) -> Position:
    """The position after one more turn; of a sample what fits, as long as it is a fair one."""
    variant, history = position.variant, (*position.history, turn)
    guess = encoded(variant, turn.guess)
    if position.is_exact:
        after = follow(position, guess, turn.feedback)
        if not after.count:
            raise Contradiction(len(history))
        return after
    [numbers] = feedback_numbers(guess, position.candidates)
    kept = position.candidates[numbers == number(turn.feedback)]
    if len(kept) < _FAIR_SAMPLE:
        return position_after(variant, history)
    count = round(position.count * len(kept) / len(position.candidates))
    return Position(variant, history, kept, count, is_exact=False)
