"""The degrees of help that a player can ask for, and which of them comes next."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.models import Game, Hint
from games.wording import kept

# From the least help to the most.
OFFERS = {
    Hint.Kind.FOLLOWS: gettext_lazy("Give me a nudge"),
    Hint.Kind.FACTS: gettext_lazy("Rule out colors"),
    Hint.Kind.BEST: gettext_lazy("Suggest a guess"),
}


@dataclass(frozen=True)
class Degree:
    """Help of one kind: how it is offered, and whether it is the next to ask for.

    ``heir`` is the control that gets the focus when this offer goes away.
    """

    kind: Hint.Kind
    offer: str
    is_next: bool = False
    heir: str = ""


def degrees_of(game: Game, asked: Collection[str]) -> tuple[Degree, ...]:
    """Return the offers for the current row; ``asked`` are the kinds asked for it so far."""
    kinds = tuple(OFFERS) if game.guess_count else (Hint.Kind.BEST,)
    following = next((kind for kind in kinds if kind not in asked), None)
    return offers(kinds, following, game.shows_candidates)


@kept(maxsize=None)
def offers(
    kinds: tuple[Hint.Kind, ...], following: Hint.Kind | None, is_panel_open: bool
) -> tuple[Degree, ...]:
    """Return the offers of some kinds, of which one is next, and of the panel if it is closed."""
    degrees = tuple(Degree(kind, str(OFFERS[kind]), kind == following) for kind in kinds)
    if is_panel_open:
        return degrees
    return (*degrees, Degree(Hint.Kind.PANEL, _("Show possible codes"), heir="hide-candidates"))
