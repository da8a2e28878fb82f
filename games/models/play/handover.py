"""Games of two people at one screen: one sets a code, the other breaks it.

In an evening, the two take turns. As in the board game, the codemaker gets a point for each guess,
and one more if the code was not broken. ``counted_guesses`` counts a game in the same way.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db import IntegrityError, models, transaction
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext as _

from games.catalog.rules import Rules
from games.models.base.ids import PUBLIC_ID_LENGTH
from games.models.people.player import Player
from games.models.play.game import Game
from solver.rule.codes import Code

FIRST_NAME_LENGTH = 24


class HandoverManager(models.Manager["Handover"]):
    def with_games(self) -> models.QuerySet[Handover]:
        """Return codes with their games, without loading the secrets."""
        return self.select_related("game").defer("game__secret")

    def keep(self, player: Player, rules: Rules, secret: Code, **place: Any) -> None:
        """Save a code to break; of two requests for the same code, the first counts."""
        board = {"mode": Game.Mode.ONE_SCREEN, **rules.fields()}
        try:
            with transaction.atomic():
                game = Game.objects.create(player=player, secret=secret, **board)
                self.create(game=game, **place)
        except IntegrityError:
            same = {"evening": place["evening"], "number": place["number"]}
            if not self.filter(**same).exists():
                raise


class Handover(models.Model):
    """One person sets a code for another person. The game stores the code."""

    evening = models.CharField(max_length=PUBLIC_ID_LENGTH, help_text="The id of the evening.")
    number = models.PositiveSmallIntegerField(
        help_text="The number of the code in the evening, from 1."
    )
    maker = models.CharField(max_length=FIRST_NAME_LENGTH, blank=True)
    breaker = models.CharField(max_length=FIRST_NAME_LENGTH, blank=True)
    game = models.OneToOneField(Game, on_delete=models.CASCADE, related_name="handover")

    objects = HandoverManager()

    class Meta:
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(fields=["evening", "number"], name="handover_has_a_number"),
            models.CheckConstraint(condition=Q(number__gte=1), name="handover_is_counted_from_one"),
        )

    def __str__(self) -> str:
        return _("Code %(number)d") % {"number": self.number}

    def get_absolute_url(self) -> str:
        return reverse("evening", args=[self.evening])

    @property
    def names(self) -> tuple[str, str]:
        """The names of the codemaker and the codebreaker."""
        first, second = _("Player 1"), _("Player 2")
        usual = (first, second) if self.number % 2 else (second, first)
        return self.maker or usual[0], self.breaker or usual[1]

    @property
    def points(self) -> int:
        """The codemaker's points for this code; 0 before the game ends."""
        return self.game.counted_guesses or 0


class Evening:
    """All codes that two people set for each other in an evening, with the score."""

    def __init__(self, rows: Sequence[Handover]) -> None:
        self.rows = rows

    @classmethod
    def of(cls, player: int | None, name: str) -> Evening | None:
        rows = Handover.objects.with_games().filter(evening=name, game__player=player)
        return cls(list(rows)) if rows else None

    @classmethod
    def at(cls, game: Game) -> Evening:
        name = Handover.objects.filter(game=game).values_list("evening", flat=True)
        return cls(list(Handover.objects.with_games().filter(evening__in=name)))

    @property
    def last(self) -> Handover:
        return self.rows[-1]

    def handover_of(self, game: Game) -> Handover:
        return next(row for row in self.rows if row.game_id == game.pk)

    @property
    def is_on(self) -> bool:
        """Whether the last code is still being played."""
        return self.last.game.is_playing

    @property
    def over(self) -> list[Handover]:
        """The codes that are finished, broken or not."""
        return [row for row in self.rows if not row.game.is_playing]

    @property
    def score(self) -> str:
        """The points of both people, starting with the first codemaker."""
        one, other = self.rows[0].names
        points, others = (
            sum(row.points for row in self.rows if row.number % 2 == turn) for turn in (1, 0)
        )
        score = _("%(one)s has %(points)d, %(other)s has %(others)d")
        return score % {"one": one, "points": points, "other": other, "others": others}

    @property
    def next_place(self) -> dict[str, Any]:
        """The columns of the next code, whose codemaker is the last codebreaker."""
        last = self.last
        turned = {"maker": last.breaker, "breaker": last.maker}
        return {"evening": last.evening, "number": last.number + 1, **turned}
