"""The hints that the board offers, and which one it offers next."""

from collections.abc import Collection
from typing import NamedTuple

from django.utils.translation import gettext_lazy

from games.models import Game, Hint

# Hints are ordered from the least help to the most; the panel beside the board comes last.
OFFERS = {
    Hint.Kind.FOLLOWS: gettext_lazy("Give me a nudge"),
    Hint.Kind.FACTS: gettext_lazy("Rule out colors"),
    Hint.Kind.BEST: gettext_lazy("Suggest a guess"),
    Hint.Kind.PANEL: gettext_lazy("Show possible codes"),
}
# These hints exist even before the first guess.
AT_FIRST = (Hint.Kind.BEST, Hint.Kind.PANEL)


class Degree(NamedTuple):
    kind: Hint.Kind
    offer: str
    is_next: bool


def degrees_of(game: Game, asked: Collection[str]) -> tuple[Degree, ...]:
    """Return the hints on offer for a row; ``asked`` are the kinds already given for this row.

    The next hint is the first kind after all given kinds, apart from the panel.
    """
    kinds = [kind for kind in OFFERS if game.guess_count or kind in AT_FIRST]
    had = max((place for place, kind in enumerate(kinds, start=1) if kind in asked), default=0)
    following = next((kind for kind in kinds[had:] if kind != Hint.Kind.PANEL), None)
    return tuple(
        Degree(kind, str(OFFERS[kind]), kind == following)
        for kind in kinds
        if not (kind == Hint.Kind.PANEL and game.shows_candidates)
    )
