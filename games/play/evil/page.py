"""The facts on the page of evil mode, with the winners for a game size."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Min
from django.utils.translation import gettext as _

from games import wording
from games.catalog.rules import Rules
from games.insight.positions.evil import guesses_that_suffice
from games.models import Game, Player
from games.web.traffic.gate import ComeBack
from solver.study.evil import Enough

LISTED = 10  # maximum number of players in the list


@dataclass(frozen=True)
class EvilPage:
    """The page of evil mode for one game size; ``enough`` guesses always win, None if unknown.

    If the solver ``is_busy``, this is not computed.
    """

    rules: Rules
    enough: Enough | None = None
    is_busy: bool = False

    @classmethod
    def of(cls, rules: Rules) -> EvilPage:
        try:
            return cls(rules, guesses_that_suffice(rules.variant))
        except ComeBack:
            return cls(rules, is_busy=True)

    @property
    def proven(self) -> str:
        known = self.enough
        if self.is_busy:
            return _("The solver is busy, so this page has no figure for perfect play now.")
        if known is None:
            return _("We don’t know how many guesses perfect play needs at this size.")
        values = {"guesses": wording.guesses(known.guesses), "fewer": known.guesses - 1}
        if known.is_least:
            return (
                _("Perfect play always wins in %(guesses)s at this size, but not in %(fewer)d.")
                % values
            )
        return _("Perfect play always wins in %(guesses)s at this size.") % values

    @property
    def best_results(self) -> list[tuple[Player, int]]:
        """The accounts with the fewest guesses to win without help."""
        won = Game.objects.evil_wins(self.rules).filter(player__user__isnull=False).order_by()
        best = won.values("player").annotate(fewest=Min("counted_guesses"), first=Min("pk"))
        rows = list(best.order_by("fewest", "first")[:LISTED])
        players = Player.objects.in_bulk([row["player"] for row in rows])
        found = [(players[row["player"]], row["fewest"]) for row in rows]
        return [(player, fewest) for player, fewest in found if player.is_listed(self.rules)]
