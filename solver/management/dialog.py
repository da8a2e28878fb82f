"""A dialog at the terminal about a code that only the user knows."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from solver.positions.diagnosis import MOST_TURNS_DIAGNOSED, Diagnosis, diagnose
from solver.positions.strategy import StrategyLike
from solver.rule.codes import Variant
from solver.rule.errors import Contradiction
from solver.rule.feedback import Feedback, Turn, require_possible
from solver.study.suggest import Suggestion, suggest

HELP = (
    "Answer with black and white pegs, as in 1,2. Other guesses: 1344 1,2. "
    "Correct guess 2: fix 2 0,1. Remove it: drop 2. End: quit."
)

_PLACE = r"([0-9]{1,3})"
_ANSWER = r"([0-9]{1,2})[ ,]+([0-9]{1,2})"


class InvalidLine(ValueError):
    """The input makes no sense; the message says what the user could type instead."""


@dataclass
class Dialog:
    """The turns so far, and the actions that change them."""

    variant: Variant
    strategy: StrategyLike
    history: list[Turn] = field(default_factory=list)
    has_ended: bool = False

    @property
    def is_broken(self) -> bool:
        """Whether an answer has only black pegs."""
        return any(turn.feedback.black == self.variant.pegs for turn in self.history)

    def outlook(self) -> Suggestion | Diagnosis:
        """Return the next guess, or the diagnosis if no code fits."""
        try:
            return suggest(self.variant, self.history, self.strategy)
        except Contradiction:
            found = diagnose(self.variant, self.history)
            assert found is not None  # noqa: S101 - suggest found a contradiction
            return found

    def enter(self, line: str, outlook: Suggestion | Diagnosis) -> None:
        """Carry out a line of input. Raises ``InvalidLine``, ``InvalidCode`` or ``InvalidTurn``.

        >>> dialog = Dialog(Variant(), "knuth")
        >>> dialog.enter("1,0", dialog.outlook())
        >>> dialog.history
        [Turn(guess='1122', feedback=Feedback(black=1, white=0))]
        """
        meanings: dict[str, Callable[..., None]] = {
            _ANSWER: lambda *pegs: self._answer(outlook, *pegs),
            rf"(\S+) +{_ANSWER}": self._guess,
            rf"fix +{_PLACE} +{_ANSWER}": self._fix,
            rf"drop +{_PLACE}": self._drop,
            rf"accept +{_PLACE}": lambda place: self._accept(outlook, place),
            r"quit": self._quit,
        }
        for pattern, do in meanings.items():
            if match := re.fullmatch(pattern, line.strip()):
                return do(*match.groups())
        raise InvalidLine(HELP)

    def _answer(self, outlook: Suggestion | Diagnosis, black: str, white: str) -> None:
        if not isinstance(outlook, Suggestion):
            raise InvalidLine("no guess is open to be answered; accept, fix or drop one first")
        self._guess(outlook.guess, black, white)

    def _guess(self, code: str, black: str, white: str) -> None:
        if len(self.history) >= MOST_TURNS_DIAGNOSED:
            raise InvalidLine(f"the limit is {MOST_TURNS_DIAGNOSED} guesses; drop one first")
        guess = self.variant.parse(code)
        self.history.append(Turn(guess, self._feedback(black, white)))

    def _fix(self, place: str, black: str, white: str) -> None:
        answer = self._feedback(black, white)
        index = self._index(place)
        self.history[index] = self.history[index]._replace(feedback=answer)

    def _drop(self, place: str) -> None:
        del self.history[self._index(place)]

    def _accept(self, outlook: Suggestion | Diagnosis, place: str) -> None:
        corrections = outlook.corrections if isinstance(outlook, Diagnosis) else ()
        if not 1 <= int(place) <= len(corrections):
            raise InvalidLine(f"there is no proposal {place} to accept")
        correction = corrections[int(place) - 1]
        index = correction.turn - 1
        self.history[index] = self.history[index]._replace(feedback=correction.feedback)

    def _quit(self) -> None:
        self.has_ended = True

    def _index(self, place: str) -> int:
        if not 1 <= int(place) <= len(self.history):
            raise InvalidLine(f"there is no guess {place}")
        return int(place) - 1

    def _feedback(self, black: str, white: str) -> Feedback:
        answer = Feedback(int(black), int(white))
        require_possible(answer, self.variant.pegs)
        return answer
