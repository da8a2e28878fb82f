"""The page of each kind of duel: what it says, and what it offers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.models import Duel, Seat, Side
from games.models.duels.choices import DuelKind
from games.models.duels.kinds import (
    KIND_RULES,
    BestOfThreeRules,
    BoxRules,
    KindRules,
    RaceRules,
    RoomRules,
)
from games.play.duels.end import BestOfThreeEnd, BoxEnd, DuelEnd, Round, Way, where_decided
from games.play.duels.page import DuelPage, Leaving
from games.play.duels.seated import Seated
from games.web.entry.code_entry import CodeEntry


class RacePage(DuelPage):
    about = gettext_lazy(
        "Two to eight players, the same code for all. You see the others’ answers, and the first"
        " to break it wins."
    )
    goal = gettext_lazy("Everybody breaks the same hidden code, and the first to break it wins.")

    @property
    def invitation(self) -> str:
        return _("%(name)s invites you to a race") % {"name": self.people[0]}

    @property
    def call(self) -> str:
        if not self.is_host:
            return super().call
        return _(
            "Send this link to your friends, or add a computer. The race begins when everybody is"
            " ready."
        )


class BestOfThreePage(RacePage):
    about = gettext_lazy(
        "Two to eight players, up to three races. The first to win two of them wins."
    )
    goal = gettext_lazy(
        "Up to three races, each to a code that is the same for everybody. The first to win two"
        " races wins."
    )

    @property
    def invitation(self) -> str:
        return _("%(name)s invites you to a best of three") % {"name": self.people[0]}

    @property
    def call(self) -> str:
        if not self.duel.is_between:
            return super().call
        values = {"number": self.duel.round + 1}
        return _("Race %(number)d begins when everybody is ready.") % values

    @property
    def terms(self) -> str:
        if not self.duel.is_between:
            return super().terms
        values = {"patience": self.patience}
        return _("If you are not ready within %(patience)s, you give up the duel.") % values

    @property
    def progress(self) -> str:
        if not self.duel.round:
            return _("up to 3 races")
        values = {"number": self.duel.round, "races": self.duel.rounds}
        return _("race %(number)d of %(races)d") % values

    @property
    def occasion(self) -> str:
        """Which race it is, and the score."""
        values = {"number": self.duel.round, "races": self.duel.rounds}
        own, *others = sorted(self.end.scores, key=lambda score: not score.seated.is_you)
        values |= {"own": own.total, "other": others[0].total}
        if len(others) > 1:
            return _("Race %(number)d of %(races)d, %(own)d won") % values
        return _("Race %(number)d of %(races)d, %(own)d : %(other)d") % values

    @property
    def headline(self) -> str:
        if not self.duel.is_between:
            return super().headline
        last = self.rounds[-1]
        first, values = last.ways[0].seated, {"number": last.number}
        if not first.has_broken_it:
            return _("Race %(number)d has no winner") % values
        if first.is_you:
            return _("You won race %(number)d") % values
        return _("%(name)s won race %(number)d") % (values | {"name": first.name})

    @property
    def to_do(self) -> str:
        return "play/duels/_between.html" if self.duel.is_between else super().to_do

    @property
    def is_closed(self) -> bool:
        if not self.duel.is_between:
            return super().is_closed
        return not (self.takes_part and self.seat and not self.seat.is_ready)

    @property
    def can_leave(self) -> bool:
        """Whether the reader still plays this race: after it the next page offers to leave."""
        return not (self.you and self.you.is_through)

    @property
    def price_of_leaving(self) -> str:
        return _("You lose the duel then, whatever the score.")

    def round_over(self, number: int, ways: list[Way]) -> Round:
        title = _("Race %(number)d") % {"number": number}
        return super().round_over(number, ways)._replace(title=title)

    @cached_property
    def end(self) -> DuelEnd:
        wins = self.duel.wins(self.duel.rounds_over)
        return BestOfThreeEnd(self.rounds, self.seated, wins)


class BoxPage(DuelPage):
    about = gettext_lazy(
        "Two players set a code for each other, as in the box. Both answers come when both have"
        " guessed, and each guess is a point for the codemaker."
    )
    goal = gettext_lazy("You set a code and break the other one’s.")

    @property
    def call(self) -> str:
        return _(
            "Send this link to your opponent, or add a computer. It begins as soon as both seats"
            " are taken."
        )

    @property
    def price_of_leaving(self) -> str:
        return _("You lose the duel then, whatever the points.")

    @property
    def occasion(self) -> str:
        if self.duel.rounds == 1:
            return self.duel.rules.name
        values = {"number": self.duel.round, "rounds": self.duel.rounds}
        return _("Round %(number)d of %(rounds)d") % values

    @property
    def progress(self) -> str:
        rounds = self.duel.rounds
        if rounds == 1:
            return ""
        if not self.duel.round:
            return ngettext("one round", "%(rounds)d rounds", rounds) % {"rounds": rounds}
        values = {"number": self.duel.round, "rounds": rounds}
        return _("round %(number)d of %(rounds)d") % values

    @property
    def headline(self) -> str:
        """Whose code is waited for, while codes are set."""
        if not self.duel.is_setting:
            return super().headline
        if self.is_to_set:
            return _("Set a code")
        if self.seat and self.others:
            return _("Waiting for %(name)s’s code") % {"name": self.others[0].name}
        return _("Codes are being set")

    @property
    def to_do(self) -> str:
        return "play/duels/_setting.html" if self.entry else super().to_do

    @property
    def board_key(self) -> str:
        return super().board_key or str(len(self.have_set))

    def preparation(self, seat: Seat) -> str:
        if not self.duel.is_setting:
            return super().preparation(seat)
        return _("has set a code") if seat in self.have_set else _("is setting a code")

    @cached_property
    def have_set(self) -> list[Seat]:
        """Who has set a code: those whose opponent has one to break."""
        if not self.duel.is_setting:
            return []
        with_a_code = set(self.duel.sides_now.exclude(secret="").values_list("seat", flat=True))
        return [seat for seat in self.seats if with_a_code - {seat.pk}]

    @property
    def is_to_set(self) -> bool:
        """Whether the reader still has to set a code."""
        return self.duel.is_setting and self.seat is not None and self.seat not in self.have_set

    @cached_property
    def entry(self) -> CodeEntry | None:
        if not self.is_to_set:
            return None
        return CodeEntry.of(self.sent, self.duel.variant, self.problem)

    @property
    def is_closed(self) -> bool:
        return not self.is_to_set if self.duel.is_setting else super().is_closed

    def rival(self, seat: Seat, sides: Mapping[int, Side]) -> Side | None:
        return next((side for pk, side in sides.items() if pk != seat.pk), None)

    @property
    def waits_for(self) -> str:
        if self.game and self.game.is_playing and self.waiting and self.busy:
            return _("Waiting for %(name)s’s guess. Both answers come together.") % {
                "name": self.busy[0].name
            }
        return super().waits_for

    def own_news(self) -> list[str]:
        """Return the answer that has come since both have guessed."""
        game = self.game
        if game is None or self.fresh or not game.history:
            return super().own_news()
        is_new = game.moved_at > (self.since or self.now)
        return [game.history[-1].sentence] if is_new else super().own_news()

    def round_over(self, number: int, ways: list[Way]) -> Round:
        decided = where_decided(self.duel.variant, ways) if ways else ""
        return Round(number, _("Round %(number)d") % {"number": number}, ways, decided)

    @cached_property
    def end(self) -> DuelEnd:
        return BoxEnd(self.rounds, self.seated)


class RoomBoardPage(DuelPage):
    """The board of a player in a room. The others are on the wall."""

    @cached_property
    def seats(self) -> list[Seat]:
        """The reader's own seat."""
        own = self.duel.seats.filter(player=self.player, player__isnull=False, left_at=None)
        return list(own.select_related("player"))

    @property
    def seen(self) -> list[Seated]:
        return []

    @property
    def has_free_seat(self) -> bool:
        """Never: a room is entered at its door."""
        return False

    @property
    def can_leave(self) -> bool:
        return True

    @property
    def leaving(self) -> Leaving:
        outcome = _("You can come back with the letters on the wall.")
        return Leaving(_("Leave the room"), outcome, _("Leave"))

    @property
    def headline(self) -> str:
        """How the last code went for the reader, where none is being broken."""
        if self.duel.is_running:
            return super().headline
        if self.you and self.you.is_through:
            return _("You %(outcome)s") % {"outcome": self.you.outcome}
        return _("This room is closed") if self.duel.is_over else _("You are in")

    @property
    def to_do(self) -> str:
        if not self.duel.is_over:
            return "play/duels/_in_room.html"
        return "play/duels/_closed.html" if self.you and self.you.is_through else ""

    @property
    def is_closed(self) -> bool:
        """Nothing is entered here but guesses."""
        return super().is_closed if self.duel.is_running else self.seat is not None

    @property
    def waits_for(self) -> str:
        if self.seconds_to_go:
            return _("Everybody in the room gets the same code.")
        return _("The code is shown when all have finished. The wall shows how they are doing.")

    def round_over(self, number: int, ways: list[Way]) -> Round:
        title = _("Round %(number)d") % {"number": number}
        return super().round_over(number, ways)._replace(title=title)


PAGES: Mapping[type[KindRules], type[DuelPage]] = {
    RaceRules: RacePage,
    BestOfThreeRules: BestOfThreePage,
    BoxRules: BoxPage,
    RoomRules: RoomBoardPage,
}


class Offer(NamedTuple):
    """A kind that players can open."""

    kind: DuelKind
    about: object
    is_chosen: bool


def offers(chosen: object) -> list[Offer]:
    """Return the kinds to choose from; the first of them if what was chosen is none of them."""
    about = {kind: PAGES[type(of)].about for kind, of in KIND_RULES.items() if of.opener_plays}
    if chosen not in about:
        chosen, *_others = about
    return [Offer(kind, text, kind == chosen) for kind, text in about.items()]


def page_of(duel: Duel, **seen: Any) -> DuelPage:
    """Return the page of a duel; ``seen`` are its fields."""
    return PAGES[type(duel.kind_rules)](duel=duel, **seen)
