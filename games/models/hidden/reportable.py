"""Things of a player that other people can see and report."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from functools import lru_cache
from typing import NamedTuple

from django.core import signing
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.catalog.rules import Rules
from games.models.duels.group import Member
from games.models.duels.seat import Seat
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
    NICKNAME = "nickname", _("name in a duel, room or group")


SIGNER = signing.Signer(salt="reportable nickname")


@lru_cache(maxsize=4096)  # the page of a room has 40 names and is shown every two seconds
def sign_nickname(player: int, name: str) -> str:
    return SIGNER.sign_object([player, name])


class Reportable(NamedTuple):
    """A thing of a player that others see; ``key`` identifies it among things of its kind."""

    kind: ReportKind
    player: Player
    key: str
    text: str  # the content as others see it

    @classmethod
    def name(cls, player: Player) -> Reportable:
        return cls(ReportKind.NAME, player, looks_of(player.name).small_look, player.name)

    @classmethod
    def nickname(cls, player: Player, name: str) -> Reportable:
        return cls(ReportKind.NICKNAME, player, looks_of(name).small_look, name)

    @classmethod
    def nickname_in(cls, value: str) -> Reportable | None:
        """Return the nickname in the ``value`` of a form; None if no one has it any more."""
        with suppress(signing.BadSignature):
            key, name = SIGNER.unsign_object(value)
            has_it = Q(seats__name=name) | Q(memberships__name=name)
            player = Player.objects.filter(has_it, pk=key).first()
            return cls.nickname(player, name) if player else None
        return None

    @property
    def value(self) -> str:
        """The text that a form sends for a name.

        A nickname is signed, because not all visitors are allowed to see it.
        """
        is_nickname = self.kind == ReportKind.NICKNAME
        return sign_nickname(self.player.pk, self.text) if is_nickname else self.text

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


def names_of(seats: Iterable[Seat | Member]) -> list[Reportable]:
    """Return the nicknames of these seats or members of a group."""
    chosen = [(seat.player, seat.name) for seat in seats if seat.player]
    return [
        Reportable.nickname(player, name) if name else Reportable.name(player)
        for player, name in chosen
        if name or player.name
    ]
