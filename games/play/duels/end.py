"""The end of a duel: its finished rounds, the points, and who won."""

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import NamedTuple

from django.utils.translation import gettext as _

from games import wording
from games.catalog.effort import MEDIUM
from games.insight.fairness.position import FairPosition
from games.insight.positions.outlook import knowledge_after
from games.play.duels.seated import Seated
from solver.rule.codes import Variant

MOST_COUNTED = 20  # guesses; longer rounds would take too long


class Round(NamedTuple):
    """A finished round; all players see its codes and guesses."""

    number: int
    title: str
    players: list[Seated]
    # This function says what decided a duel for two. It is slow, so it runs only if it is needed.
    decided: Callable[[], str] = str


class Points(NamedTuple):
    seated: Seated
    total: int


def say_who_won(winners: Sequence[Seated]) -> str:
    if len(winners) > 1:
        return _("A tie: %(names)s") % {"names": wording.list_in_words(w.called for w in winners)}
    if winners[0].is_you:
        return _("You won")
    return _("%(name)s won") % {"name": winners[0].name}


def where_decided(variant: Variant, players: Sequence[Seated]) -> str:
    """Return a sentence on the guess that most improved the winner's lead in codes left.

    The sentence is empty for a draw, for long games, and on boards with too many codes to count.
    """
    one, *others = sorted(players, key=lambda one: one.counted)
    is_slow = variant.size > MEDIUM or one.counted > MOST_COUNTED
    if is_slow or not others or one.counted == others[0].counted:
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
    sentence = _("Guess %(number)d decided it: %(one)s had %(codes)s left, %(other)s %(others)s.")
    names = {"number": number, "one": one.called, "other": others[0].called}
    own_left, others_left = map(wording.codes, left[number])
    return sentence % {**names, "codes": own_left, "others": others_left}
