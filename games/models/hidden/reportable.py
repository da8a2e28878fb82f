"""The things of a player that others see and can report."""

from __future__ import annotations

from typing import NamedTuple

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.catalog.rules import Rules
from games.models.league.season import Entrant, Season
from games.models.people.lookalikes import looks_of
from games.models.people.player import Player
from games.models.play.challenge import Challenge


class ReportKind(models.TextChoices):
    """The kinds of things that can be reported and hidden."""

    NAME = "name", _("name")
    LINE = "line", _("line of the leaderboard")
    CHALLENGE = "challenge", _("challenge")
    PLAYER = "player", _("player")
    SEASON = "season", _("season of the league")
    ENTRANT = "entrant", _("entrant of a season")


class Reportable(NamedTuple):
    """A thing of a player that others see. ``key`` identifies it among its kind."""

    kind: ReportKind
    player: Player
    key: str
    text: str  # how it reads

    @classmethod
    def name(cls, player: Player) -> Reportable:
        return cls(ReportKind.NAME, player, looks_of(player.name).small_look, player.name)

    @classmethod
    def line(cls, player: Player, rules: Rules) -> Reportable:
        return cls(ReportKind.LINE, player, rules.query, str(rules))

    @classmethod
    def challenge(cls, challenge: Challenge) -> Reportable:
        return cls(ReportKind.CHALLENGE, challenge.setter, challenge.public_id, challenge.greeting)

    @classmethod
    def season(cls, season: Season) -> Reportable:
        return cls(ReportKind.SEASON, season.opener, season.code, season.title)

    @classmethod
    def entrant(cls, entrant: Entrant) -> Reportable:
        return cls(ReportKind.ENTRANT, entrant.season.opener, entrant.key, entrant.name)

    @classmethod
    def all_of(cls, player: Player) -> Reportable:
        return cls(ReportKind.PLAYER, player, "", str(player))
