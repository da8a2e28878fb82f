"""Skill and luck of a game, 0 to 99 each. The page /skill/ and docs/analysis.md define them.

Skill is what the player decides. A guess has the skill 1 less its loss: the best guess 1, one that
tells nothing 0. The skill of a game is the mean of its guesses but the first, times 99.

Luck is what the answers decide. It begins at 50, and every answer moves it by 30 for each guess
that it saves compared with the mean of all answers, or less, in the same proportion for all of
them, where one of them would lead out of 0 to 100. So an answer moves it by nothing on average,
and over all codes the mean luck is 50, however one plays.
"""

from collections.abc import Iterable, Mapping, Sequence
from statistics import fmean

from solver.rule.codes import Variant
from solver.rule.feedback import Feedback, Turn
from solver.study.analysis import AnswerPart, AppraisedTurn, analyze_losses, mean_further

BEST_SKILL = 99
EVEN = 50.0  # the luck of a game before its first answer

_POINTS_PER_GUESS = 30.0


def skill_and_luck(variant: Variant, turns: Sequence[Turn]) -> tuple[int | None, int]:
    """Return the skill and the luck of a game; there is no skill before the second guess.

    >>> skill_and_luck(Variant(), [Turn("1122", Feedback(1, 0)), Turn("1122", Feedback(1, 0))])
    (0, 48)
    """
    appraised = analyze_losses(variant, turns)
    return skill(appraised), luck(appraised)


def skill(turns: Sequence[AppraisedTurn]) -> int | None:
    """Return the skill that a game shows, if it has a second guess."""
    losses = [turn.appraisal.loss for turn in turns[1:]]
    return round(BEST_SKILL * (1 - fmean(losses))) if losses else None


def luck(turns: Iterable[AppraisedTurn]) -> int:
    """Return the luck that a game had."""
    now = EVEN
    for turn in turns:
        now = moved(now, turn.appraisal.option.parts, turn.answer)
    return min(BEST_SKILL, round(now))


def moved(luck: float, parts: Mapping[Feedback, AnswerPart], answer: Feedback) -> float:
    """Return the luck after an answer, given what all answers would have left.

    >>> parts = {Feedback(0, 0): AnswerPart(3, 2.0), Feedback(4, 0): AnswerPart(1, 0.0)}
    >>> [moved(50.0, parts, answer) for answer in parts]
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
