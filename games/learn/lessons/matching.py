"""Explain why a guess gets its key pegs, peg by peg."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import gettext as _, gettext_lazy

from games import wording
from games.catalog.colors import COLOR_NAMES
from solver.rule.codes import Code
from solver.rule.feedback import Feedback, feedback

ORDINALS = (
    gettext_lazy("The first %(color)s"),
    gettext_lazy("The second %(color)s"),
    gettext_lazy("The third %(color)s"),
    gettext_lazy("The fourth %(color)s"),
)


class MatchedPeg(NamedTuple):
    """A peg of a guess, its key peg or "none", and the reason."""

    symbol: str
    key: str
    told: str

    @property
    def earned(self) -> str:
        """The key peg that this peg gets, in words."""
        return {"black": _("one black"), "white": _("one white"), "none": _("nothing")}[self.key]


@dataclass(frozen=True)
class Example:
    """A guess and the code, both visible to the reader."""

    secret: Code
    guess: Code

    @property
    def feedback(self) -> Feedback:
        return feedback(self.guess, self.secret)

    @property
    def answer(self) -> str:
        return wording.in_words(self.feedback)

    @property
    def is_found(self) -> bool:
        return self.guess == self.secret

    @property
    def pegs(self) -> list[MatchedPeg]:
        """The pegs of the guess, each with its key peg."""
        return [
            MatchedPeg(symbol, key, self._explain(place, key))
            for place, (symbol, key) in enumerate(zip(self.guess, self._keys(), strict=True))
        ]

    def _keys(self) -> Iterator[str]:
        """Yield the key peg of each peg; white pegs are given from the left."""
        in_place = [made == hidden for made, hidden in zip(self.guess, self.secret, strict=True)]
        left = Counter(
            hidden for hidden, is_met in zip(self.secret, in_place, strict=True) if not is_met
        )
        for symbol, is_met in zip(self.guess, in_place, strict=True):
            if is_met:
                yield "black"
            elif left[symbol]:
                left[symbol] -= 1
                yield "white"
            else:
                yield "none"

    def _explain(self, place: int, key: str) -> str:
        symbol, peg = self.guess[place], self._name(place)
        count, told = self.secret.count(symbol), {"peg": peg, "color": str(COLOR_NAMES[symbol])}
        match key:
            case "black":
                reason = _("%(peg)s is right where it is.") % told
            case "white":
                reason = _("%(peg)s is in the code, but elsewhere.") % told
            case _ if not count:
                return _("%(peg)s is not in the code.") % told
            case _:
                return _("%(peg)s finds no other %(color)s left in the code.") % told
        if self.guess.count(symbol) > count == 1:
            reason += " " + _("That uses up the code’s only %(color)s.") % told
        return reason

    def _name(self, place: int) -> str:
        """Return the color of a peg, with its number if the color repeats."""
        symbol = self.guess[place]
        if self.guess.count(symbol) == 1:
            return str(COLOR_NAMES[symbol])
        return ORDINALS[self.guess[:place].count(symbol)] % {"color": COLOR_NAMES[symbol]}
