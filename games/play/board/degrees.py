"""The degrees of help that a player can ask for, and which of them comes next."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.catalog.cards import CARDS
from games.catalog.strategies import questions
from games.models import Game, Hint
from games.wording import kept

ADVISERS = tuple(name for name, card in CARDS.items() if card.is_adviser)
ASIDE = (Hint.Kind.CHECK, Hint.Kind.PANEL)  # what tells neither more nor less than the others
AT_FIRST = (Hint.Kind.CANDIDATE, Hint.Kind.BEST)  # what has something to say before any guess


@dataclass(frozen=True)
class Degree:
    """Help of one kind: how it is offered, and whether it is the next that tells more.

    ``heir`` is what takes over the keyboard when this offer goes away.
    """

    kind: Hint.Kind
    offer: str
    is_next: bool = False
    heir: str = ""


def degrees_of(game: Game, asked: Collection[str]) -> tuple[Degree, ...]:
    """Return what can be asked for the current row; ``asked`` are the kinds that were."""
    return offers(next_degree(game, asked), game.shows_candidates, has_rows=game.guess_count > 0)


@kept(maxsize=None)
def offers(following: Hint.Kind | None, is_panel_open: bool, has_rows: bool) -> tuple[Degree, ...]:
    """Return all degrees, of which one is next, but for those that have nothing to say.

    Nothing follows from no row, and the panel may be open already.
    """
    useful = [kind for kind in Hint.Kind if has_rows or kind in AT_FIRST]
    degrees = tuple(
        Degree(kind, str(kind.label), kind == following)
        for kind in useful
        if kind != Hint.Kind.PANEL
    )
    if is_panel_open:
        return degrees
    panel = Degree(Hint.Kind.PANEL, _("Show possible codes"), heir="hide-candidates")
    return (*degrees, panel)


def next_degree(game: Game, asked: Collection[str]) -> Hint.Kind | None:
    """Return the least help that was not asked yet; before any answer nothing is certain."""
    rising = [kind for kind in Hint.Kind if kind not in ASIDE]
    useful = rising if game.guess_count else rising[-1:]
    return next((kind for kind in useful if kind not in asked), None)


@kept(maxsize=None)
def advisers() -> tuple[tuple[str, str], ...]:
    """Return the strategies whose guesses can be asked for, each with what it asks itself."""
    return tuple(questions(ADVISERS).items())
