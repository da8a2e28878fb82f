"""The end of a duel: each player's guesses, the points and the winner."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import ClassVar, NamedTuple

from django.utils.functional import Promise, cached_property
from django.utils.translation import gettext as _, gettext_lazy

from games import wording
from games.catalog.effort import MEDIUM
from games.insight.fairness.position import FairPosition
from games.insight.positions.outlook import knowledge_after
from games.models import Game
from games.play.duels.seated import Seated
from solver.rule.codes import Code, Variant
from solver.rule.feedback import Turn, feedback


class Way(NamedTuple):
    """The guesses of a player at a code that everyone can see by now."""

    seated: Seated
    secret: Code

    @property
    def turns(self) -> list[Turn]:
        """The player's guesses with their answers."""
        if self.game:
            return self.game.turns()
        side = self.seated.side
        guessed = side.guesses_by(self.seated.now) if side else []
        return [Turn(code, feedback(code, self.secret)) for code in guessed]

    @property
    def game(self) -> Game | None:
        return self.seated.side.game if self.seated.side else None


class Round(NamedTuple):
    number: int
    title: str
    ways: list[Way]
    # This function says what decided a duel for two. It is slow, so it runs only if it is needed.
    decided: Callable[[], str] = str


class Points(NamedTuple):
    seated: Seated
    total: int


@dataclass(frozen=True)
class DuelEnd:
    """The end of a duel; the player who broke the last code first has won.

    ``rounds`` are the finished rounds, ``seated`` are the players of the last round.
    """

    rounds: list[Round]
    seated: list[Seated]

    @property
    def verdict(self) -> str:
        return self.winner if self.rounds else _("The duel never started")

    @property
    def winner(self) -> str:
        return say_who_won(self.firsts) if self.firsts else self.open

    @property
    def open(self) -> str:
        return _("No one broke the code")

    @property
    def firsts(self) -> list[Seated]:
        """The player who won; several after a tie."""
        return [one for one in self.broken if one.by_place == self.broken[0].by_place]

    @property
    def first(self) -> Seated | None:
        """The only winner, or None."""
        return self.firsts[0] if len(self.firsts) == 1 else None

    @cached_property
    def broken(self) -> list[Seated]:
        """The players who broke the code, the best first."""
        return sorted(
            (one for one in self.seated if one.has_broken_it), key=lambda one: one.by_place
        )

    @property
    def remark(self) -> str:
        """A sentence on who needed the fewest guesses; empty if that is the winner."""
        least = min((one.counted for one in self.broken), default=0)
        best = [one for one in self.broken if one.counted == least]
        if not best or self.broken[0] in best:
            return ""
        values = {
            "names": wording.list_in_words([one.called for one in best]),
            "guesses": wording.guesses(least),
        }
        return _("Fewest guesses: %(names)s with %(guesses)s.") % values

    @cached_property
    def scores(self) -> list[Points]:
        return []


class ScoredEnd(DuelEnd):
    """The end of a duel with points, in which the player with the most points wins.

    A player who left before the end does not win.
    """

    unit: ClassVar[Promise]
    note: ClassVar[Promise]

    def place(self, points: Points) -> tuple[int, ...]:
        """Return the sort key of a player.

        A player who left comes last, so that it does not pay to leave while ahead.
        """
        return points.seated.has_left, -points.total

    @property
    def firsts(self) -> list[Seated]:
        one, other, *_others = [*sorted(self.scores, key=self.place), None, None]
        is_won = one and other and self.place(one) < self.place(other)
        return [one.seated] if one and is_won else []

    @property
    def open(self) -> str:
        return _("A draw") if len(self.scores) > 1 else _("The duel is over")

    @property
    def remark(self) -> str:
        """A sentence on the player who lost by leaving; empty if there is none."""
        left = [one.called for one in self.seated if one.has_left]
        if not self.rounds or len(left) != 1:
            return ""
        return _("%(name)s gave up the duel.") % {"name": left[0]}


class BoxEnd(ScoredEnd):
    """The end of codemaker and codebreaker: each guess of the opponent is a point."""

    unit = gettext_lazy("Points")
    note = gettext_lazy(
        "A point for each guess your opponent needed, and one more for an unsolved code."
    )

    @cached_property
    def scores(self) -> list[Points]:
        """The points of both players: the opponent's guesses, plus one for each unbroken code."""
        ways = [way.seated for played in self.rounds for way in played.ways]
        return [
            Points(one, sum(other.counted for other in ways if other.seat != one.seat))
            for one in self.seated
        ]


@dataclass(frozen=True)
class BestOfThreeEnd(ScoredEnd):
    """The end of best of three; ``wins`` has the number of won races for the key of each seat.

    ``needed`` won races decide the duel.
    """

    wins: Mapping[int, int]
    needed: int

    unit = gettext_lazy("Races won")
    note = gettext_lazy("The first to win two races wins. After three races, the most wins count.")

    @cached_property
    def scores(self) -> list[Points]:
        return [Points(one, self.wins.get(one.seat.pk, 0)) for one in self.seated]

    def place(self, points: Points) -> tuple[int, ...]:
        """Return the sort key of a player; a player who won enough can leave without losing."""
        return points.total < self.needed, *super().place(points)

    @property
    def remark(self) -> str:
        return "" if self.needed in self.wins.values() else super().remark


def say_who_won(winners: Sequence[Seated]) -> str:
    if len(winners) > 1:
        return _("A tie: %(names)s") % {"names": wording.list_in_words(w.called for w in winners)}
    if winners[0].is_you:
        return _("You won")
    return _("%(name)s won") % {"name": winners[0].name}


def where_decided(variant: Variant, ways: Sequence[Way]) -> str:
    """Return a sentence on the guess that most improved the winner's lead in codes left.

    The sentence is empty for a draw, and on boards with too many codes to count.
    """
    one, *others = sorted(ways, key=lambda way: way.seated.counted)
    if variant.size > MEDIUM or not others or one.seated.counted == others[0].seated.counted:
        return ""
    turns, theirs = one.turns, others[0].turns
    why = "It says how many codes there were, and none of them."
    left = [
        [
            knowledge_after(FairPosition.without_asking(variant, way[:number], why)).count
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
