"""The page of each kind of duel."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from functools import partial
from typing import Any, ClassVar, NamedTuple

from django.utils.functional import Promise, cached_property
from django.utils.translation import gettext as _, gettext_lazy, ngettext

from games import wording
from games.models import Duel, Seat
from games.models.duels.choices import DuelKind
from games.models.duels.kinds import KIND_RULES
from games.play.board.page import PlayPage
from games.play.duels.end import Points, Round, say_who_won, where_decided
from games.play.duels.page import DuelPage, Leaving
from games.play.duels.seated import Seated
from games.web.entry.code_entry import CodeEntry


class Margin(NamedTuple):
    """The times of the winner and of a player behind; ``is_open`` if this player still plays."""

    first: timedelta
    second: timedelta
    behind: Seated
    is_open: bool

    @property
    def words(self) -> str:
        return wording.lead(self.first, self.second)

    @property
    def other(self) -> str:
        return _("you") if self.behind.is_you else self.behind.name

    @property
    def seconds(self) -> str:
        """The lead in seconds, which a script counts up; empty once it is final."""
        seconds = self.second.total_seconds() - int(self.first.total_seconds())
        return f"{seconds:.1f}" if self.is_open else ""


class RacePage(DuelPage):
    about = gettext_lazy(
        "Two to eight players, the same code for all. You see the others’ answers, and the first"
        " to break it wins. With days for a guess, the fewest guesses win."
    )
    invites = gettext_lazy("%(name)s invites you to a race")

    @property
    def goal(self) -> Promise | str:
        if self.duel.is_live:
            return _("All players break the same hidden code, and the first to break it wins.")
        return _("All players break the same hidden code, and the fewest guesses win.")

    @property
    def call(self) -> str:
        if self.missing:
            return _("The rematch starts as soon as they join.")
        if not self.duel.is_live:
            return _("Invite your friends. The race starts as soon as one of them takes a seat.")
        people = [one for one in self.seats if not one.is_computer]
        if not self.is_host or len(people) > 1:
            return super().call
        if self.seat and self.seat.is_ready:
            return _("The race starts as soon as a friend joins.")
        return _("Invite your friends, or add a computer. The race starts when all are ready.")

    @property
    def gets_ready(self) -> bool:
        return self.duel.is_live

    @property
    def elapsed(self) -> str:
        """The seconds since a live race started, for the script; empty before the start."""
        begun = self.duel.starts_at if self.has_begun else None
        return f"{(self.now - begun).total_seconds():.1f}" if begun else ""

    @property
    def leader(self) -> Seated | None:
        """The only winner of this race, or None."""
        return self.leaders[0] if len(self.leaders) == 1 else None

    @property
    def is_through(self) -> bool:
        return self.duel.is_running and bool(self.you and self.you.is_through)

    @property
    def headline(self) -> str:
        if self.duel.is_running and self.leaders:
            return self.verdict
        if self.is_through and self.game:
            return PlayPage(self.game).headline
        return super().headline

    @property
    def verdict(self) -> str:
        """A sentence on who won this race; empty until it is decided."""
        return say_who_won(self.leaders) if self.leaders else ""

    @property
    def result(self) -> str:
        """A sentence on the result of the winner, or of the reader if no one has won."""
        shown = self.leader or (self.you if self.is_through else None)
        if shown and shown.is_you:
            return _("You %(outcome)s.") % {"outcome": shown.outcome}
        return shown.ending if shown else ""

    @property
    def margin(self) -> Margin | None:
        """The winner's lead over the reader, or over ``next`` if the reader won or only watches."""
        if not (self.leader and self.leader.took is not None):
            return None
        behind = self.you if self.you and not self.leader.is_you else self.next
        if behind is None or not (behind.took or behind in self.busy) or not self.duel.starts_at:
            return None
        time = behind.took or self.now - self.duel.starts_at
        return Margin(self.leader.took, time, behind, is_open=behind in self.busy)

    @property
    def next(self) -> Seated | None:
        """The player in second place, or else a single opponent who still plays, or None."""
        second = [one for one in self.placed if one.has_broken_it][1:2]
        others = [one for one in self.others if one in self.busy]
        return next(iter(second or (others if len(self.others) == 1 else [])), None)

    @cached_property
    def placed(self) -> list[Seated]:
        """All players of the race, the best first."""
        return sorted(self.seated, key=lambda one: (not one.is_through, *one.by_place))

    @property
    def remark(self) -> str:
        """A sentence on who needed the fewest guesses; empty if that is the winner."""
        broken = [one for one in self.placed if one.has_broken_it]
        least = min((one.counted for one in broken), default=0)
        best = [one for one in broken if one.counted == least]
        if best[:1] == broken[:1]:
            return ""
        values = {
            "names": wording.list_in_words([one.called for one in best]),
            "guesses": wording.guesses(least),
        }
        return _("Fewest guesses: %(names)s with %(guesses)s.") % values

    @property
    def seen(self) -> list[Seated]:
        is_ranked = self.duel.is_running and self.leaders and not self.board
        return self.placed if is_ranked or self.is_through else super().seen

    @property
    def offers_rematch(self) -> bool:
        is_settled = self.duel.is_live or bool(self.leaders)
        can_go_on = self.duel.kind_rules.can_go_on and self.is_through and is_settled
        return super().offers_rematch or (self.takes_part and can_go_on)

    @property
    def occasion(self) -> str:
        """The score of a series of rematches, or the kind of the first race."""
        scores = [
            f"{_('You') if one.seated.is_you else one.seated.name} {one.total}"
            for one in self.score
        ]
        return ", ".join(scores) or super().occasion

    @property
    def board_key(self) -> str:
        if not self.is_through:
            return super().board_key
        parts = (*(one.seat.number for one in self.leaders), len(self.busy))
        return "-".join(map(str, (*parts, self.duel.rematch_id or "")))

    @property
    def leaving(self) -> Leaving:
        if not (self.leaders and self.duel.is_running):
            return super().leaving
        stop = _("Stop playing")
        return Leaving(stop, _("This doesn’t change who won."), stop)


class ScoredPage(DuelPage):
    """A duel with points, in which a player who leaves too early does not win."""

    no_winner = gettext_lazy("A draw")
    unit: ClassVar[Promise]
    note: ClassVar[Promise]

    @cached_property
    def points(self) -> list[Points]:
        """The points that each player has in the finished rounds."""
        over = [side for side in self.sides if side.round <= self.duel.rounds_over]
        points = self.duel.kind_rules.points(over)
        return [Points(one, points.get(one.seat.pk, 0)) for one in self.seated]

    @property
    def remark(self) -> str:
        """A sentence on the players who lost by leaving; empty if there are none."""
        left = [one.called for one in self.seated if one.seat.has_left]
        is_won = any(one.total >= self.duel.kind_rules.enough for one in self.points)
        if is_won or not (self.rounds and left):
            return ""
        return _("%(names)s gave up the duel.") % {"names": wording.list_in_words(left)}

    @property
    def price_of_leaving(self) -> str:
        return _("You will lose the duel, whatever the score.")


class BestOfThreePage(ScoredPage, RacePage):
    about = gettext_lazy(
        "Two to eight players, up to three races. The first to win two of them wins."
    )
    goal = gettext_lazy(
        "Up to three races, each with one code for all players. The first to win two races wins."
    )
    invites = gettext_lazy("%(name)s invites you to a best of three")
    round_title = gettext_lazy("Race %(number)d")
    unit = gettext_lazy("Races won")
    note = gettext_lazy("The first to win two races wins. After three races, the most wins count.")

    @cached_property
    def points(self) -> list[Points]:
        """The races that each player has won, with one that others still play."""
        won = self.leader if self.duel.is_running else None
        return [Points(one, total + (one is won)) for one, total in super().points]

    @property
    def rematch_news(self) -> str:
        """A sentence on the race after one that is decided or that the reader has finished."""
        is_won = any(one.total >= self.duel.kind_rules.enough for one in self.points)
        if not self.duel.is_running or self.duel.is_in_last_round or is_won:
            return super().rematch_news
        return _("Race %(number)d comes when all have finished.") % {"number": self.duel.round + 1}

    @property
    def call(self) -> str:
        if self.duel.is_between:
            return _("Race %(n)d starts when all players are ready.") % {"n": self.duel.round + 1}
        return super().call

    @property
    def terms(self) -> str:
        if not self.duel.is_between:
            return super().terms
        values = {"patience": self.patience}
        return _("A player who is not ready within %(patience)s gives up the duel.") % values

    @property
    def progress(self) -> str:
        if not self.duel.round:
            return _("up to %(races)d races") % {"races": self.duel.rounds}
        values = {"number": self.duel.round, "races": self.duel.rounds}
        return _("race %(number)d of %(races)d") % values

    @property
    def occasion(self) -> str:
        """The number of the race, and the score."""
        values = {"number": self.duel.round, "races": self.duel.rounds}
        own, *others = sorted(self.points, key=lambda one: not one.seated.is_you)
        values |= {"own": own.total, "other": others[0].total}
        if len(others) > 1:
            return _("Race %(number)d of %(races)d, %(own)d won") % values
        return _("Race %(number)d of %(races)d, %(own)d : %(other)d") % values

    @property
    def headline(self) -> str:
        return self.verdict if self.duel.is_between else super().headline

    @property
    def verdict(self) -> str:
        values = {"number": self.duel.round}
        if self.leader is None:
            is_tie = _("Race %(number)d is a tie")
            return (is_tie if self.leaders else _("Race %(number)d has no winner")) % values
        if self.leader.is_you:
            return _("You won race %(number)d") % values
        return _("%(name)s won race %(number)d") % (values | {"name": self.leader.name})

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
        """Whether the page has a button to leave; not after the reader has finished the race."""
        return not (self.you and self.you.is_through)


class BoxPage(ScoredPage):
    about = gettext_lazy(
        "Two players set a code for each other, as in the box. Both answers come when both have"
        " guessed, and each guess is a point for the codemaker."
    )
    goal = gettext_lazy("You set a code and break your opponent’s. The fewest guesses win.")
    invites = gettext_lazy("%(name)s invites you to set codes for each other")
    round_title = gettext_lazy("Round %(number)d")
    unit = gettext_lazy("Points")
    note = gettext_lazy(
        "A point for each guess your opponent needed, and one more for an unsolved code."
    )

    @property
    def call(self) -> str:
        return _(
            "Invite your opponent, or add a computer. The duel starts when both seats are taken."
        )

    @property
    def leaving(self) -> Leaving:
        if not any(one.seat.has_left for one in self.others):
            return super().leaving
        stop = _("Stop playing")
        return Leaving(stop, _("Your opponent has left, so you have won."), stop)

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
        """The headline; while codes are set, it names the player who has to set one."""
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
        """The players who have set a code for their opponent."""
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

    @property
    def waits_for(self) -> str:
        if self.game and self.game.is_playing and self.waiting and self.busy:
            return _("Waiting for %(name)s’s guess. Both answers come together.") % {
                "name": self.busy[0].name
            }
        return super().waits_for

    def own_news(self) -> list[str]:
        """The answer to the reader's newest guess if it is news; otherwise the usual news."""
        game = self.game
        if game is None or self.fresh or not game.history:
            return super().own_news()
        is_new = game.moved_at > (self.since or self.now)
        return [game.history[-1].sentence] if is_new else super().own_news()

    def round_over(self, number: int, players: list[Seated]) -> Round:
        played = [one for one in players if one.has_played]
        decided = partial(where_decided, self.duel.variant, played) if played else str
        return Round(number, self.round_title % {"number": number}, played, decided)


class RoomBoardPage(DuelPage):
    """The board of a player in a room; only the wall shows the other players."""

    round_title = gettext_lazy("Code %(number)d")
    has_free_seat = False  # rooms are entered on another page
    can_leave = True

    @cached_property
    def seats(self) -> list[Seat]:
        """The reader's own seat; empty if the reader has none."""
        own = self.duel.seats.filter(player=self.player, player__isnull=False, left_at=None)
        return list(own)

    @property
    def seen(self) -> list[Seated]:
        return []

    @property
    def leaving(self) -> Leaving:
        outcome = _("You can come back with the letters on the big screen.")
        return Leaving(_("Leave the room"), outcome, _("Leave"))

    @property
    def headline(self) -> str:
        """The result of the last code for the reader, while no code is being played."""
        if self.duel.is_running:
            return super().headline
        if self.you and self.you.is_through:
            game, ends_at = self.you.side and self.you.side.game, self.duel.ends_at
            if game and game.is_expired and ends_at and ends_at <= (game.finished_at or ends_at):
                return _("Time is up")
            return _("You %(outcome)s") % {"outcome": self.you.outcome}
        return _("This room is closed") if self.duel.is_over else _("You are in")

    @property
    def to_do(self) -> str:
        if not self.duel.is_over:
            return "play/duels/_in_room.html"
        return "play/duels/_closed.html" if self.you and self.you.is_through else ""

    @property
    def is_closed(self) -> bool:
        """Whether the reader has nothing to enter; in a room, players can only enter guesses."""
        return super().is_closed if self.duel.is_running else self.seat is not None

    @property
    def waits_for(self) -> str:
        if self.seconds_to_go:
            return _("All players in the room get the same code.")
        return _("Wait until all have finished. The big screen shows how they are doing.")


PAGES: Mapping[DuelKind, type[DuelPage]] = {
    DuelKind.RACE: RacePage,
    DuelKind.BEST_OF_THREE: BestOfThreePage,
    DuelKind.BOX: BoxPage,
    DuelKind.ROOM: RoomBoardPage,
}


def offers() -> dict[DuelKind, Promise]:
    """Return what each kind of duel is about, without rooms, which have their own page."""
    return {kind: PAGES[kind].about for kind, rules in KIND_RULES.items() if rules.opener_plays}


def page_of(duel: Duel, **seen: Any) -> DuelPage:
    """Return the page of a duel; its kind decides the class, ``seen`` are the page's fields."""
    return PAGES[duel.Kind(duel.kind)](duel=duel, **seen)
