"""Which games there are: the sets of them that pages and rules ask for."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from typing import TYPE_CHECKING

from django.db import models
from django.db.models import Q
from django.utils import timezone

from games.catalog.rules import CLASSIC, Rules
from games.models.calendar import today
from games.models.codemaker import new_secret
from games.models.columns import on_board
from games.models.first_come import first_kept
from games.models.game_row import Status
from games.models.player import Player
from games.models.refusals import StillOpen
from solver.codes import Variant
from solver.feedback import Turn

if TYPE_CHECKING:
    from games.models.game import Game

LEFT_FOR = timedelta(hours=48)  # a ranked game that nobody touches for so long is given up


class GameQuerySet(models.QuerySet["Game"]):
    def with_secret(self) -> GameQuerySet:
        """Return games that bring their secret along, for a guess to be answered."""
        return self.defer(None)

    def unfinished(self) -> GameQuerySet:
        return self.filter(status=Status.PLAYING)

    def finished(self) -> GameQuerySet:
        return self.exclude(status=Status.PLAYING)

    def unsealed(self) -> GameQuerySet:
        """Return games but for those whose code is not told before the day is over."""
        todays = Q(daily=today()) | Q(repeated_daily=today())
        return self.exclude(todays & ~Q(status=Status.WON))

    def counted(self, rules: Rules, is_aided: bool = False) -> GameQuerySet:
        """Return the games of the leaderboard: finished and ranked, with or without help."""
        return self.filter(
            **rules.fields(), counted_guesses__isnull=False, is_aided=is_aided, is_ranked=True
        )

    def to_grade(self) -> GameQuerySet:
        """Return the finished games whose skill and luck are not known yet, the oldest first."""
        waiting = self.filter(luck=None, finished_at__isnull=False, guess_count__gte=1)
        return waiting.order_by("finished_at")

    def overdue(self) -> GameQuerySet:
        """Return the ranked games that were left for so long that they count as given up."""
        return self.unfinished().filter(is_ranked=True, moved_at__lt=timezone.now() - LEFT_FOR)

    def told_to(self, solver: Iterable[Turn], variant: Variant) -> list[Game]:
        """Return the running games that a solver knows which was told these turns.

        It knows a game if it was told all its guesses and answers, in whatever order.
        """
        turns = set(solver)
        begun = self.unfinished().filter(**on_board(variant), guess_count__range=(1, len(turns)))
        return [
            game for game in begun.prefetch_related("guesses") if turns.issuperset(game.turns())
        ]

    def note_solver(self, player: int, solver: Iterable[Turn], variant: Variant) -> None:
        """Count the running games of a player that their own solver knows as played with help.

        Those that are not yet as far as the solver look again at each of their guesses.
        """
        mine = self.unfinished().filter(player=player, is_aided=False)
        mine.filter(has_solver=False).update(has_solver=True)
        for game in mine.told_to(solver, variant):
            self.unfinished().filter(pk=game.pk).update(is_aided=True)

    def start(self, player: Player, rules: Rules = CLASSIC) -> Game:
        """Return a new ranked game, or an untouched one that is open on the same board.

        Raise StillOpen if there is one with guesses: whoever could leave it for another secret
        could go on until luck strikes.
        """
        board = {"player": player, "is_ranked": True, **rules.fields()}
        started = self.unfinished().filter(**board).first()
        if started and started.is_overdue:
            started.expire()
        elif started and not started.is_untouched:
            raise StillOpen(started)
        drawn = {"secret": new_secret(rules.variant)}
        return first_kept(self.unfinished(), drawn, status=Status.PLAYING, **board)


class GameManager(models.Manager["Game"]):
    """Games without their secret: it is read from the database only where it is needed."""

    def get_queryset(self) -> GameQuerySet:
        return GameQuerySet(self.model, using=self._db).defer("secret")
