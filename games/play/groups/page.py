"""The facts on the page of a group; the template only arranges them."""

from dataclasses import dataclass
from typing import NamedTuple

from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from games import wording
from games.models import Duel, Game, Group, Member, Player, Reportable
from games.models.duels.group import DAYS, SEASON, STARTS
from games.models.hidden.reportable import names_of


class Line(NamedTuple):
    """A member of a group, and their game for this week's code."""

    member: Member
    game: Game | None
    is_you: bool

    @property
    def name(self) -> str:
        return _("%(name)s (you)") % {"name": self.member} if self.is_you else str(self.member)

    @property
    def result(self) -> str:
        """The member's progress or result for this week's code; empty before they start."""
        game = self.game
        if game is None:
            return ""
        if game.is_playing:
            return _("playing")
        return wording.how_it_went(game.status, game.guess_count, is_aided=game.is_aided)


@dataclass(frozen=True)
class GroupPage:
    """A group as a player sees it; other people can join at the URL ``address``."""

    group: Group
    player: Player | None
    address: str
    days = SEASON.days  # a group that has not played for this many days is deleted

    @cached_property
    def lines(self) -> list[Line]:
        """The members, sorted by the number of duels won, then by when they joined."""
        challenge = self.group.challenge_of_this_week
        games = challenge.games.select_related("player") if challenge else ()
        tries = {game.player_id: game for game in games}
        members = self.group.members.select_related("player").order_by("-wins", "pk")
        return [Line(one, tries.get(one.player_id), one.player == self.player) for one in members]

    @property
    def member(self) -> Member | None:
        return next((line.member for line in self.lines if line.is_you), None)

    @property
    def title(self) -> str:
        """The names of the first members."""
        first = [str(line.member) for line in sorted(self.lines, key=lambda one: one.member.pk)[:3]]
        if more := len(self.lines) - len(first):
            first.append(_("%(count)d more") % {"count": more})
        names = wording.list_in_words(first)
        return _("Group of %(names)s") % {"names": names}

    @property
    def message(self) -> str:
        return f"{_('Play Mastermind with our group')}: {self.address}"

    @cached_property
    def waiting(self) -> Duel | None:
        return self.group.duel_to_join(self.player) if self.player else None

    @property
    def play(self) -> str:
        """The label of the main button."""
        if self.waiting:
            is_slow = self.waiting.kind == Duel.Kind.RACE and not self.waiting.is_live
            kind = STARTS[DAYS] if is_slow else self.waiting.get_kind_display()
            return _("Join: %(kind)s") % {"kind": kind}
        return _("Play: %(kind)s") % {"kind": STARTS[self.group.start]}

    @property
    def others(self) -> dict[str, object]:
        """The other duels that a member can start; empty if a duel waits for players."""
        if self.waiting and self.waiting.is_waiting:
            return {}
        main = DAYS if self.waiting else self.group.start
        return {start: label for start, label in STARTS.items() if start != main}

    @property
    def named(self) -> list[Reportable]:
        return names_of(line.member for line in self.lines if not line.is_you)
