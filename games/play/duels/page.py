"""What the page of a duel shows, in one place: the templates only lay it out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from math import ceil

from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from games import wording
from games.insight.fairness.position import FREE_TURNS
from games.models import Duel, Game, Guess, Player, Seat, Side, new_token
from games.play.board.page import PlayPage
from games.play.duels.end import DuelEnd, Round
from games.play.duels.forms import MEMORIES, computers_on, seats_computers
from games.play.duels.phrases import PHRASES
from games.play.duels.seated import Seated
from games.web.entry.code_entry import CodeEntry
from solver.rule.codes import Code


@dataclass
class DuelPage:
    """A duel as one of its players sees it, or as somebody who looks on.

    ``address`` is where others find it, ``pulse`` what it was when it was read. ``sent`` is what a
    form brought that was refused, ``problem`` says why. ``fresh`` is the number of the guess that
    this response reports; ``since`` is when the reader was last told.
    """

    duel: Duel
    player: Player | None
    address: str = ""
    pulse: str = ""
    sent: Mapping[str, str] = field(default_factory=dict)
    problem: str = ""
    warned: str = ""
    fresh: int = 0
    since: datetime | None = None
    now: datetime = field(default_factory=timezone.now)

    def get_absolute_url(self) -> str:
        return self.duel.get_absolute_url()

    # Who is there

    @cached_property
    def seats(self) -> list[Seat]:
        """Who sits there; in a room the reader alone, as the others are on the wall."""
        seats = self.duel.seats.select_related("player")
        if self.duel.is_room:
            seats = seats.filter(player=self.player, player__isnull=False, left_at=None)
        return list(seats)

    @property
    def people(self) -> list[Seat]:
        return [seat for seat in self.seats if not seat.is_computer]

    @cached_property
    def seat(self) -> Seat | None:
        """Where the reader sits."""
        if self.player is None:
            return None
        return next((one for one in self.seats if one.player_id == self.player.pk), None)

    @cached_property
    def sides(self) -> list[Side]:
        """All sides of all rounds, those of people without their secret."""
        people = self.duel.sides.filter(seat__in=[one.pk for one in self.seats if not one.strategy])
        games = people.select_related("game").defer("secret", "way", "game__secret")
        sides = list(games.prefetch_related("game__guesses"))
        if any(seat.is_computer for seat in self.seats):
            sides += self.duel.sides.exclude(seat__strategy="").with_secret()
        for side in sides:
            side.duel = self.duel
        return sides

    def seated_in(self, number: int) -> list[Seated]:
        """Return who sat here in a round; once it is over, computers have gone all their way."""
        sides = {side.seat_id: side for side in self.sides if side.round == number}
        is_over = number <= self.duel.rounds_over
        now = datetime.max.replace(tzinfo=UTC) if is_over else self.now
        return [
            Seated(
                self.duel,
                seat,
                sides.get(seat.pk),
                None if is_over else self._rival(seat, sides),
                now,
                is_you=seat == self.seat,
                has_set=seat in self.have_set,
            )
            for seat in self.seats
        ]

    def _rival(self, seat: Seat, sides: Mapping[int, Side]) -> Side | None:
        if self.duel.is_race:
            return None
        return next((side for pk, side in sides.items() if pk != seat.pk), None)

    @cached_property
    def seated(self) -> list[Seated]:
        return self.seated_in(self.duel.round)

    @property
    def you(self) -> Seated | None:
        return next((one for one in self.seated if one.is_you), None)

    @cached_property
    def others(self) -> list[Seated]:
        return [one for one in self.seated if not one.is_you]

    @property
    def seen(self) -> list[Seated]:
        """Those beside the reader's own board, or everybody; at the end who says something."""
        if self.duel.is_over:
            return [one for one in self.seated if one.phrase]
        return self.others if self.board or self.duel.is_room else self.seated

    @property
    def named(self) -> list[str]:
        """The names that others have chosen themselves."""
        return [
            one.seat.player.name for one in self.others if one.seat.player and one.seat.player.name
        ]

    @property
    def has_room(self) -> bool:
        is_waiting = self.duel.is_waiting and not self.duel.is_room
        return is_waiting and len(self.seats) < self.duel.most_seats

    @property
    def can_leave(self) -> bool:
        """Whether there is something to give up, or a room to leave."""
        is_through = self.you is not None and self.you.is_through
        return self.duel.is_room or not (self.duel.round == self.duel.rounds and is_through)

    @property
    def is_host(self) -> bool:
        """Whether the reader has sat here longest."""
        return self.seat is not None and self.seat == self.people[0]

    @property
    def can_start(self) -> bool:
        return self.duel.is_race and len(self.seats) > 1 and self.is_host

    # What it is, and how it stands

    @property
    def title(self) -> str:
        return _("%(kind)s: %(board)s") % {
            "kind": self.duel.get_kind_display(),
            "board": self.duel.rules.name,
        }

    @property
    def occasion(self) -> str:
        """The same where there is little room."""
        if self.duel.rounds > 1:
            values = {"number": self.duel.round, "rounds": self.duel.rounds}
            return _("Round %(number)d of %(rounds)d") % values
        return self.title if self.duel.is_race else self.duel.rules.name

    @property
    def stage(self) -> str:
        """What kind of page it is; another one is loaded anew."""
        return f"{self.duel.status}{self.duel.round}{self.duel.rematch_id or ''}"

    @property
    def board_key(self) -> str:
        """What changes whenever more of the page does than what is seen of the others."""
        if self.duel.is_waiting:
            return f"{len(self.seats)}{self.seat.is_ready if self.seat else '-'}"
        if self.game is None:
            return str(len(self.have_set))
        own = f"{self.game.guess_count}{self.game.status}"
        return f"{own}{'w' if self.waiting else ''}{'b' if self.duel.has_begun else ''}"

    @property
    def since_now(self) -> str:
        """When this page was made, for the next one to know what is new."""
        return f"{self.now.timestamp():.3f}"

    @property
    def headline(self) -> str:
        match self.duel.status:
            case Duel.Status.WAITING | Duel.Status.OVER if self.duel.is_room:
                return self.own_end
            case Duel.Status.WAITING if self.has_room and self.people and not self.seat:
                return self.invitation
            case Duel.Status.WAITING if self.seat and len(self.seats) > 1:
                return _("Waiting for the others") if self.seat.is_ready else _("Are you ready?")
            case Duel.Status.WAITING:
                return _("Waiting for players") if self.has_room else _("Waiting for the start")
            case Duel.Status.SETTING:
                return self.setting
            case Duel.Status.OVER:
                return self.end.verdict
        return self.board.headline if self.board else _("They are playing")

    @property
    def invitation(self) -> str:
        """What somebody reads who gets the link."""
        host = {"name": self.people[0]}
        if self.duel.is_race:
            return _("%(name)s invites you to a race") % host
        return _("%(name)s invites you to a duel") % host

    @property
    def setting(self) -> str:
        """Whose code is waited for."""
        if self.is_to_set:
            return _("Set a code")
        if self.seat and self.others:
            return _("Waiting for %(name)s’s code") % {"name": self.others[0].name}
        return _("Codes are being set")

    @property
    def own_end(self) -> str:
        """How the last code of a room went for the reader."""
        if self.you and self.you.is_through:
            return _("You %(outcome)s") % {"outcome": self.you.outcome}
        return _("This room is closed") if self.duel.is_over else _("You are in")

    @property
    def countdown(self) -> float:
        """How many seconds there still are before the first guess."""
        if self.duel.starts_at is None or not self.duel.is_running:
            return 0
        return max(0, (self.duel.starts_at - self.now).total_seconds())

    @property
    def exactly(self) -> str:
        """The same, for the script."""
        return f"{self.countdown:.1f}"

    @property
    def seconds_to_go(self) -> int:
        """The same, for people."""
        return ceil(self.countdown)

    @property
    def due_at(self) -> datetime | None:
        """When the reader will have given up, where that is days ahead."""
        side = self.you.side if self.you else None
        return side.due_at if side and not self.duel.is_live else None

    @property
    def patience(self) -> str:
        """How long somebody may take."""
        if self.duel.is_live:
            return wording.span(self.duel.patience)
        return wording.days(self.duel.patience.days)

    @property
    def terms(self) -> str:
        """How long one may take."""
        values = {"patience": self.patience}
        return _("No guess for %(patience)s counts as giving up.") % values

    # One's own board

    @cached_property
    def game(self) -> Game | None:
        """The reader's own game of this round."""
        side = self.you.side if self.you else None
        return side.game if side and self.duel.is_running else None

    @cached_property
    def board(self) -> PlayPage | None:
        """The reader's own board, as it is in any game."""
        if self.game is None:
            return None
        typed = self.sent.get("code") or self.sent.get("row", "")
        fresh = [guess for guess in self.game.history if guess.number == self.fresh]
        newest: Guess | None = fresh[0] if fresh else None
        return PlayPage(self.game, typed, self.problem, newest, self.warned, offers_help=False)

    @property
    def waiting(self) -> Code:
        """The reader's own guess that waits for that of the other one."""
        return self.you.side.row if self.you and self.you.side else ""

    @property
    def is_closed(self) -> bool:
        """Whether the reader has nothing to enter."""
        if self.duel.status == Duel.Status.SETTING:
            return not self.is_to_set
        if self.duel.is_waiting:
            is_named = self.duel.is_room or (self.player and self.player.name)
            return bool(self.seat and is_named and (self.seat.is_ready or self.duel.is_room))
        if self.game is None or self.waiting or not self.duel.has_begun:
            return True
        return not self.game.is_playing

    @property
    def waits_for(self) -> str:
        """What the reader waits for, in a sentence."""
        if self.duel.is_room and self.seconds_to_go:
            return _("Everybody in the room gets the same code.")
        if self.duel.is_room:
            return _("The code is shown when all have finished. The wall shows how they are doing.")
        if self.seconds_to_go:
            return _("Everybody gets the same code. The first to break it wins.")
        busy = [one for one in self.others if not one.is_through and not one.has_put]
        if self.game and self.game.is_playing and self.waiting and busy:
            return _("Waiting for %(name)s’s guess. Both answers come together.") % {
                "name": busy[0].name
            }
        if busy:
            names = wording.listed([one.name for one in busy])
            return _("Still playing: %(names)s. All guesses are shown at the end.") % {
                "names": names
            }
        return ""

    # Setting codes for each other

    @cached_property
    def have_set(self) -> list[Seat]:
        """Who has set a code: those whose opponent has one to break."""
        if self.duel.status != Duel.Status.SETTING:
            return []
        with_a_code = set(self.duel.sides_now.exclude(secret="").values_list("seat", flat=True))
        return [seat for seat in self.seats if with_a_code - {seat.pk}]

    @property
    def is_to_set(self) -> bool:
        """Whether the reader still has to set a code."""
        is_setting = self.duel.status == Duel.Status.SETTING
        return is_setting and self.seat is not None and self.seat not in self.have_set

    @cached_property
    def entry(self) -> CodeEntry | None:
        """The code that is to be set."""
        if not self.is_to_set:
            return None
        return CodeEntry.of(self.sent, self.duel.variant, self.problem)

    # The end

    @cached_property
    def rounds(self) -> list[Round]:
        """The rounds that are over, with everything."""
        over = range(1, self.duel.rounds_over + 1)
        if not over:
            return []
        secrets = dict(self.duel.sides.filter(round__in=over).values_list("pk", "secret"))
        found = [Round.of(self.duel, each, self.seated_in(each), secrets) for each in over]
        return [one for one in found if one.ways]

    @cached_property
    def end(self) -> DuelEnd:
        return DuelEnd(self.duel, self.rounds, self.seated)

    @cached_property
    def helps(self) -> Game | None:
        """An open game of the reader for which the way of a computer to their code is help."""
        if self.player is None or self.duel.is_race:  # nobody who races knew the code
            return None
        ways = [way.turns for one in self.rounds for way in one.ways if way.game is None]
        if not any(len(turns) > FREE_TURNS for turns in ways):
            return None
        return self.player.games.open_to_help().first()

    # What is said aloud

    @property
    def status(self) -> str:
        """What is new, in a sentence or two."""
        if self.problem:
            return self.problem
        own = self.board.fresh.sentence if self.board and self.board.fresh else ""
        if self.fresh and self.waiting:
            own = self.waits_for
        return " ".join(filter(None, (own, *self.news)))

    @property
    def news(self) -> list[str]:
        """What has happened to others since the reader was last told."""
        if self.since is None:
            return []
        since = self.since
        ended = [one.ending for one in self.others if one.finished_at and one.finished_at > since]
        said = [
            _("%(name)s: %(phrase)s") % {"name": one.name, "phrase": one.phrase}
            for one in self.others
            if one.phrase and one.seat.said_at and one.seat.said_at > since
        ]
        return [*self._answers_since(since), *ended, *said, *self._own_news()]

    def _answers_since(self, since: datetime) -> list[str]:
        """What the only opponent was answered; of more of them one would hear nothing else."""
        if len(self.others) != 1:
            return []
        return [
            one.answer
            for one in self.others
            if one.answered_at and one.answered_at > since and not one.is_through
        ]

    def _own_news(self) -> list[str]:
        """What has happened to the reader's own board meanwhile."""
        game = self.game
        if game is None or self.fresh:
            return []
        if not self.duel.is_race and game.history and game.moved_at > (self.since or self.now):
            return [game.history[-1].sentence]
        starts_at = self.duel.starts_at
        if starts_at and (self.since or self.now) < starts_at <= self.now:
            return [_("Go!")]
        return []

    # What forms need

    @property
    def token(self) -> str:
        return new_token()

    phrases = tuple(enumerate(PHRASES))
    memories = tuple(MEMORIES.items())

    @property
    def strategies(self) -> dict[str, str]:
        """How one more computer may play here, if there is a seat for it."""
        is_free = self.has_room and seats_computers(self.duel.variant, self.seats)
        return computers_on(self.duel.variant) if is_free else {}
