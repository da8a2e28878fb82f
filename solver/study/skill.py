"""Skill and luck of a game, each from 0 to 99; the page /skill/ and docs/analysis.md define them.

Skill measures the player's decisions. The skill of a guess is 1 minus its loss: 1 for the best
guess, 0 for a guess without information. The skill of a game is the mean of all guesses but the
first, times 99.

Luck measures the answers. It begins at 50, and each answer adds 30 for each guess that it saves
compared with the mean of all answers. If any possible answer would lead below 0 or above 100, all
answers count for less, in the same proportion. So an answer adds 0 on average, and the mean luck
over all codes is 50 for every way to play.
"""

from collections.abc import Iterable, Mapping, Sequence
from statistics import fmean

from solver.rule.codes import Variant
from solver.rule.feedback import Feedback, Turn
from solver.study.analysis import AnswerPart, AppraisedTurn, analyze_losses, mean_further

BEST_SKILL = 99
EVEN = 50.0  # luck before the first answer

_POINTS_PER_GUESS = 30.0


def skill_and_luck(variant: Variant, turns: Sequence[Turn]) -> tuple[int | None, int]:
    """Return the skill and the luck of a game. Skill is None before the second guess.

    >>> skill_and_luck(Variant(), [Turn("1122", Feedback(1, 0)), Turn("1122", Feedback(1, 0))])
    (0, 48)
    """
    appraised = analyze_losses(variant, turns)
    return skill(appraised), luck(appraised)


def skill(turns: Sequence[AppraisedTurn]) -> int | None:
    """Return the skill of a game, or None before its second guess."""
    losses = [turn.appraisal.loss for turn in turns[1:]]
    return round(BEST_SKILL * (1 - fmean(losses))) if losses else None


def luck(turns: Iterable[AppraisedTurn]) -> int:
    """Return the luck of a game."""
    now = EVEN
    for turn in turns:
        now = luck_after(now, turn.appraisal.option.parts, turn.answer)
    return min(BEST_SKILL, round(now))


def luck_after(luck: float, parts: Mapping[Feedback, AnswerPart], answer: Feedback) -> float:
    """Return the luck after an answer, given the parts of all possible answers.

    >>> parts = {Feedback(0, 0): AnswerPart(3, 2.0), Feedback(4, 0): AnswerPart(1, 0.0)}
    >>> [luck_after(50.0, parts, answer) for answer in parts]
    [35.0, 95.0]
    """
    mean = mean_further(parts)
    gains = [mean - part.further for part in parts.values()]
    most, least = max(gains), min(gains)
    scale = _POINTS_PER_GUESS
    if most > 0:
        scale = min(scale, (100 - luck) / most)
    if least < 0:
        scale = min(scale, luck / -least)
    return luck + scale * (mean - parts[answer].further)
