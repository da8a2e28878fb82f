"""The analysis of a game: the value of each guess, judged by the facts known at the time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

from solver.exact.budget import OutOfBudget
from solver.exact.solved import Solved, solve
from solver.positions.candidates import Position, first_contradicted, follow, position_after
from solver.positions.estimates import guesses_to_expect
from solver.positions.preference import TIE, candidate_then_least
from solver.positions.strategy import StrategyLike
from solver.rule.codes import Code, Variant
from solver.rule.errors import Contradiction
from solver.rule.feedback import Feedback, Turn, number
from solver.rule.history import HistoryLike, turns_of
from solver.rule.rounding import round_estimate
from solver.sets.arrays import Codes, all_codes, encode_texts, feedback_numbers, join, places_of
from solver.strategies.foreign import resolve
from solver.study.suggest import Suggestion, explain
from solver.study.worth import Worth, contenders, field, proven_guess, proven_worth, worth_of

ACCURACY = 0.03  # in guesses: estimates that differ by less count as equal

_FAIR_SAMPLE = 2**10  # a sample with fewer candidates is drawn again


class AnswerPart(NamedTuple):
    """The candidates that give one feedback."""

    size: int  # number of candidates
    further: float  # expected guesses until the code is found


@dataclass(frozen=True)
class Option:
    """A guess in a position, with its expected outcome."""

    guess: Code
    further: float  # expected number of guesses until the win, including this guess
    parts: Mapping[Feedback, AnswerPart]
    expected_left: float  # mean number of candidates left, including the secret

    @property
    def tells_nothing(self) -> bool:
        """Whether only one answer to the guess is possible, and this answer is not the win."""
        [(answer, _), *others] = self.parts.items()
        return not others and answer.black < len(self.guess)


@dataclass(frozen=True)
class Appraisal:
    """A guess compared with all other guesses that were possible in its place."""

    option: Option
    best: Option
    candidates: int  # number of candidates before the guess
    is_counted: bool  # whether the number of candidates is exact
    is_listed: bool  # False if the candidates are a sample
    is_proven: bool  # whether the figures of further guesses are exact
    is_proven_best: bool  # whether a book proves that the guess is the best
    codes: int  # all codes of the board
    rank: int  # number of better codes plus one; rounded if estimated
    is_rank_proven: bool  # whether the rank is exact
    contradicts: int  # number of the first turn (from 1) that rules out the guess, or 0

    @property
    def is_loss_proven(self) -> bool:
        """Whether the loss is exact, not an estimate."""
        wastes_it = self.is_listed and self.option.tells_nothing  # the position stays as it was
        return self.is_proven or self.is_proven_best or wastes_it

    @property
    def loss(self) -> float:
        """The mean number of guesses that the best guess would have saved, from 0 to 1.

        It is 0 if the difference is smaller than the accuracy of the estimates.
        """
        loss = round(self.option.further - self.best.further, 9)
        return 0.0 if loss < (TIE if self.is_proven else ACCURACY) else min(1.0, loss)


@dataclass(frozen=True)
class AppraisedTurn:
    """A turn of a game: the quality of the guess, and the candidates left by the answer."""

    appraisal: Appraisal
    answer: Feedback
    left: int  # number of candidates after the answer
    is_counted: bool  # whether the number of candidates is exact
    # appraisal of the strategy's guess, if a strategy is given
    advised: Appraisal | None = None

    @property
    def is_win(self) -> bool:
        """Whether the guess was the code."""
        return self.answer.black == len(self.appraisal.option.guess)

    @property
    def gain(self) -> float:
        """How many guesses the answer saved, compared with the mean of all possible answers."""
        parts = self.appraisal.option.parts
        return mean_further(parts) - parts[self.answer].further


def mean_further(parts: Mapping[Feedback, AnswerPart]) -> float:
    """Return how many guesses are expected after a guess, before its answer is known."""
    total = sum(size * further for size, further in parts.values())
    return total / sum(size for size, _ in parts.values())


def analyze(
    variant: Variant, history: HistoryLike, strategy: StrategyLike | None = None
) -> tuple[AppraisedTurn, ...]:
    """Return the analysis of a game, one appraisal for each guess.

    With a ``strategy``, the guess that it would have made is appraised, too. Raises
    ``EngineError``. The same game always gets the same analysis.

    >>> game = [Turn("1122", Feedback(1, 1)), Turn("1344", Feedback(1, 2))]
    >>> [(turn.appraisal.candidates, turn.left) for turn in analyze(Variant(), game)]
    [(1296, 208), (208, 10)]
    """
    turns = turns_of(variant, history)
    found = _analyze(variant, turns, with_ranks=True)
    if strategy is None:
        return found
    chosen, advised = resolve(strategy), []
    for place, turn in enumerate(found):
        position = position_after(variant, turns[:place])
        guess = chosen.choose(position)[0]
        advised.append(replace(turn, advised=appraise(position, guess)))
    return tuple(advised)


def analyze_losses(variant: Variant, turns: Sequence[Turn]) -> tuple[AppraisedTurn, ...]:
    """Return the same losses as ``analyze``, but faster; more of the ranks are estimates."""
    return _analyze(variant, tuple(turns), with_ranks=False)


@lru_cache(maxsize=64)
def _analyze(
    variant: Variant, turns: tuple[Turn, ...], with_ranks: bool
) -> tuple[AppraisedTurn, ...]:
    position, found = position_after(variant, ()), list[AppraisedTurn]()
    # A repeated guess that rules out no code is appraised once: a game can have forty of them.
    known: dict[tuple[Code, int], Appraisal] = {}
    for turn in turns:
        if position.history:
            place = turn.guess, position.count if position.is_exact else -len(found)
            made = known.get(place) or appraise(position, turn.guess, with_ranks)
            known[place] = made
        else:
            made = _appraise_opening(variant, turn.guess)
        position, answer = _follow(position, turn), turn.feedback
        made = _with_part(made, answer, position)
        found.append(AppraisedTurn(made, answer, position.count_shown, position.is_counted))
    return tuple(found)


@lru_cache(maxsize=256)
def _appraise_opening(variant: Variant, guess: Code) -> Appraisal:
    """Return the appraisal of a first guess, cached because players repeat their favorites."""
    return appraise(position_after(variant, ()), guess)


def appraise(position: Position, guess: Code, with_rank: bool = True) -> Appraisal:
    """Return the appraisal of ``guess`` in a position. Raises ``InvalidCode``.

    Without ``with_rank`` the call is faster, but the rank is more often an estimate.

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
    """Return the exact appraisal, or None if there are too many codes to search them all."""
    if (worth := proven_worth(position, guess, with_rank)) is None:
        return None
    codes = all_codes(position.variant)
    [mine] = places_of(position.variant.digits([guess]), position.variant).tolist()
    option, best = (_option(codes, place, worth, position) for place in (mine, _best(worth, mine)))
    rank = 1 + int((worth.further < worth.further[mine] - TIE).sum())
    is_ranked = worth.is_ranked or rank == 1
    return _appraisal(position, guess, option, best, rank if is_ranked else None)


def _by_search(position: Position, guess: Code) -> Appraisal | None:
    """Return the exact appraisal from a search, or None if the search takes too long."""
    solved = solve(position)
    if solved is None:
        return None
    try:
        option = best = _solved_option(solved, encode_texts(position.variant, guess), position)
        total = round(option.further * position.count)
        if total > solved.total and (better := solved.best()) is not None:
            best = _solved_option(solved, better, position)
    except OutOfBudget:
        return None
    return _appraisal(position, guess, option, best, 1 if best is option else solved.rank(total))


def _by_estimate(position: Position, guess: Code) -> Appraisal:
    """Return an appraisal estimated from the sizes of parts.

    The guess is compared with the `field` (all codes, or a fair sample) and with the `contenders`.
    Its rank counts only the better guesses of the `field`.
    """
    variant, among = position.variant, field(position)
    guesses = join(join(encode_texts(variant, guess), among), contenders(position))
    worth = worth_of(guesses, position)
    option, best = (_option(guesses, place, worth, position) for place in (0, _best(worth, 0)))
    is_better = worth.further < worth.further[0] - TIE
    share = float(is_better[1 : 1 + len(among)].mean())
    rank = 1 + max(int(is_better.any()), round(share * variant.size))
    appraisal = _appraisal(position, guess, option, best, None)
    rank = min(variant.size, round_estimate(rank, seen=0))
    is_rank_proven = appraisal.is_proven_best and rank == 1
    return replace(appraisal, is_proven=False, rank=rank, is_rank_proven=is_rank_proven)


def _appraisal(
    position: Position, guess: Code, option: Option, best: Option, rank: int | None
) -> Appraisal:
    """Return an exact appraisal; if the rank is None, the caller has to fill it in."""
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
    """Return the option for a guess in a solved position."""
    found, totals = explain(guess, position), solved.totals_after(guess)
    further = 1 + sum(totals.values()) / position.count
    after = {answer: totals[answer] / size for answer, size in found.partition.items()}
    return _describe(found, further, after)


def _best(worth: Worth, mine: int) -> int:
    """Return the index of the best guess.

    If guesses tie, prefer the player's guess, then a candidate.
    """
    is_best = worth.further <= worth.further.min() + TIE
    if is_best[mine]:
        return mine
    return candidate_then_least(is_best, worth.is_candidate)


def _option(guesses: Codes, place: int, worth: Worth, position: Position) -> Option:
    found, worths = explain(guesses[place : place + 1], position), worth.after(place)
    after = {answer: float(worths[number(answer)]) for answer in found.partition}
    return _describe(found, float(worth.further[place]), after)


def _describe(found: Suggestion, further: float, after: Mapping[Feedback, float]) -> Option:
    parts = {answer: AnswerPart(size, after[answer]) for answer, size in found.partition.items()}
    return Option(found.guess, further, MappingProxyType(parts), found.expected_left)


def _with_part(appraisal: Appraisal, answer: Feedback, after: Position) -> Appraisal:
    """Return the appraisal with a part for the answer, even if no code of the sample gives it."""
    option = appraisal.option
    if answer in option.parts:
        return appraisal
    is_win = answer.black == after.variant.pegs
    further = 0.0 if is_win else float(guesses_to_expect(after.count, after.variant))
    parts = {**option.parts, answer: AnswerPart(after.count_shown, further)}
    return replace(appraisal, option=replace(option, parts=MappingProxyType(parts)))


def _follow(position: Position, turn: Turn) -> Position:
    """Return the position after one more turn.

    A sample is reduced to the codes that fit. If they are too few, a new sample is drawn.
    """
    variant, history = position.variant, (*position.history, turn)
    guess = encode_texts(variant, turn.guess)
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
