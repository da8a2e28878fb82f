"""How a duel ended: everybody's way to each code, the points, and who won."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from games import wording
from games.catalog.effort import MEDIUM
from games.insight.fairness.position import FairPosition
from games.insight.positions.outlook import known_after
from games.models import Duel, Game
from games.play.duels.seated import Seated
from solver.rule.codes import Code, Variant
from solver.rule.feedback import Turn, feedback


class Way(NamedTuple):
    """What somebody made of a code, once everybody may see it."""

    seated: Seated
    secret: Code

    @property
    def turns(self) -> list[Turn]:
        """Their guesses, and the answers."""
        if self.game:
            return self.game.turns()
        side = self.seated.side
        guessed = side.guessed(self.seated.now) if side else []
        return [Turn(code, feedback(code, self.secret)) for code in guessed]

    @property
    def game(self) -> Game | None:
        return self.seated.side.game if self.seated.side else None


class Round(NamedTuple):
    """A round that is over."""

    number: int
    ways: list[Way]
    decided: str = ""  # where, in a duel for two

    @property
    def title(self) -> str:
        return _("Round %(number)d") % {"number": self.number}

    @classmethod
    def of(
        cls, duel: Duel, number: int, seated: Sequence[Seated], secrets: Mapping[int, Code]
    ) -> Round:
        """Return a round of these people; ``secrets`` are the codes by the keys of the sides."""
        played = [one for one in seated if one.has_played]
        if duel.is_race:
            played.sort(key=Seated.by_time)
        ways = [Way(one, secrets[one.side.pk]) for one in played if one.side]
        is_decided = bool(ways) and not duel.is_race
        return cls(number, ways, where_decided(duel.variant, ways) if is_decided else "")


class Points(NamedTuple):
    """What somebody has from all rounds."""

    seated: Seated
    total: int

    @property
    def place(self) -> tuple[bool, int]:
        """Return what orders two: who got up has lost, or it would pay to stop while ahead."""
        return self.seated.has_left, -self.total


@dataclass(frozen=True)
class DuelEnd:
    """How it ended: ``rounds`` are those that are over, ``seated`` are all in the last one."""

    duel: Duel
    rounds: list[Round]
    seated: list[Seated]

    @cached_property
    def scores(self) -> list[Points]:
        """In a duel for two: the points of both, one for each guess of the other and one more
        for a code that held."""
        ways = [way.seated for played in self.rounds for way in played.ways]
        return [
            Points(one, sum(other.counted for other in ways if other.seat != one.seat))
            for one in self.seated
        ]

    @cached_property
    def broken(self) -> list[Seated]:
        """Who broke the code of a race, the first of them first."""
        return sorted((one for one in self.seated if one.has_broken_it), key=Seated.by_time)

    @property
    def fewest(self) -> str:
        """Who needed fewest guesses, if that was not the first."""
        least = min((one.counted for one in self.broken), default=0)
        best = [one for one in self.broken if one.counted == least]
        if not (self.duel.is_race and best) or self.broken[0] in best:
            return ""
        values = {
            "names": wording.listed([one.called for one in best]),
            "guesses": wording.guesses(least),
        }
        return _("Fewest guesses: %(names)s with %(guesses)s.") % values

    @property
    def deserted(self) -> str:
        """Who got up from a duel for two, and has lost by it."""
        left = [one.called for one in self.seated if one.has_left]
        if self.duel.is_race or not self.rounds or len(left) != 1:
            return ""
        return _("%(name)s gave up the duel.") % {"name": left[0]}

    @property
    def verdict(self) -> str:
        """Who won."""
        if not self.rounds:
            return _("The duel never began")
        if self.duel.is_race:
            return won(self.broken[0]) if self.broken else _("Nobody broke the code")
        if len(self.scores) < 2:
            return _("It is over")
        one, other = sorted(self.scores, key=lambda score: score.place)
        return won(one.seated) if one.place < other.place else _("A draw")


def won(seated: Seated) -> str:
    """Say who won."""
    if seated.is_you:
        return _("You won")
    return _("%(name)s won") % {"name": seated.name}


def where_decided(variant: Variant, ways: Sequence[Way]) -> str:
    """Say which guess brought the winner of a round most, by the codes that it left to both.

    Nothing is said of a draw, nor of a board whose codes take time to count.
    """
    one, *others = sorted(ways, key=lambda way: way.seated.counted)
    if variant.size > MEDIUM or not others or one.seated.counted == others[0].seated.counted:
        return ""
    turns, theirs = one.turns, others[0].turns
    why = "It says how many codes there were, and none of them."
    left = [
        [
            known_after(FairPosition.without_asking(variant, way[:number], why)).count
            for way in (turns, theirs)
        ]
        for number in range(min(len(turns), len(theirs)) + 1)
    ]
    ahead = [behind / before for before, behind in left]
    gains = [later / earlier for earlier, later in pairwise(ahead)]
    if not gains:
        return ""
    number = gains.index(max(gains)) + 1
    codes, theirs_left = map(wording.codes, left[number])
    values = {
        "number": number,
        "one": one.seated.called,
        "codes": codes,
        "other": others[0].seated.called,
        "others": theirs_left,
    }
    return (
        _("Guess %(number)d decided it: %(one)s had %(codes)s left, %(other)s %(others)s.") % values
    )
