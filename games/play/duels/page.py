"""The facts that the page of a duel shows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from math import ceil
from typing import ClassVar, NamedTuple

from django.contrib.humanize.templatetags.humanize import ordinal
from django.utils import timezone
from django.utils.functional import Promise, cached_property
from django.utils.text import capfirst
from django.utils.translation import gettext as _, gettext_lazy

from games import wording
from games.insight.fairness.position import FREE_TURNS
from games.models import Duel, Game, Player, Reportable, Seat, Side, new_token
from games.models.duels.choices import PHRASES
from games.models.duels.seat import THE_END, host_of
from games.models.hidden.reportable import names_of
from games.models.play.fairness import price_of_help
from games.models.play.game import read_histories
from games.play.board.page import PlayPage
from games.play.duels.end import Points, Round, say_who_won
from games.play.duels.forms import STRENGTHS, computers_on, seats_computers
from games.play.duels.seated import Seated
from games.web.entry.code_entry import CodeEntry
from solver.rule.codes import Code

MOST_BESIDE = 2  # a phone shows at most this many other players beside the board
# After a duel, players count as present for this time, so that they can agree on a rematch.
LINGERING = timedelta(minutes=10)


class Leaving(NamedTuple):
    offer: str
    outcome: str
    button: str


@dataclass
class DuelPage:
    """A duel as a player or spectator sees it; each kind of duel has its class."""

    about: ClassVar[Promise]  # a text for people who could open a duel
    invites = gettext_lazy("%(name)s invites you to a duel")
    round_title = gettext_lazy("Result")
    no_winner = gettext_lazy("No one broke the code")

    duel: Duel
    player: Player | None
    address: str = ""  # the URL for other players
    pulse: str = ""  # the duel's pulse when it was read
    sent: Mapping[str, str] = field(default_factory=dict)  # the input of a refused form
    problem: str = ""  # the reason for the refusal
    warned: str = ""  # a code that will be played if it is sent again
    fresh: int = 0  # the number of the guess that this response reports
    since: datetime | None = None  # the time of the reader's last news
    now: datetime = field(default_factory=lambda: timezone.now())  # a test can stop the clock

    def get_absolute_url(self) -> str:
        return self.duel.get_absolute_url()

    # The following properties are the people in the duel.

    @cached_property
    def seats(self) -> list[Seat]:
        return list(self.duel.seats.select_related("player"))

    @property
    def name(self) -> str:
        """The name in the form: the name just sent, or the last name of this player."""
        return self.sent.get("name") or (self.player.seats.last_name() if self.player else "")

    @cached_property
    def seat(self) -> Seat | None:
        """The seat of the reader, or None."""
        if self.player is None:
            return None
        return next((one for one in self.seats if one.player_id == self.player.pk), None)

    @cached_property
    def sides(self) -> list[Side]:
        """All sides of all rounds, without the secrets of people's games."""
        people = self.duel.sides.filter(seat__in=[one.pk for one in self.seats if not one.strategy])
        games = people.select_related("game").defer("secret", "computer_guesses", "game__secret")
        sides = list(games)
        read_histories(side.game for side in sides if side.game)
        if any(seat.is_computer for seat in self.seats):
            sides += self.duel.sides.exclude(seat__strategy="").with_secret()
        return sides

    def players_of_round(self, number: int) -> list[Seated]:
        """Return the players of a round; after the round, with all guesses of the computers."""
        sides = {side.seat_id: side for side in self.sides if side.round == number}
        is_over = number <= self.duel.rounds_over
        # a computer guesses at its own pace in a race, and at the pace of a single opponent
        rivals = [] if is_over or self.duel.kind_rules.shares_code else sides.values()
        return [
            Seated(
                self.duel,
                seat,
                sides.get(seat.pk),
                next((side for side in rivals if side.seat_id != seat.pk), None),
                THE_END if is_over else self.now,
                is_you=seat == self.seat,
                preparation=self.preparation(seat),
            )
            for seat in self.seats
        ]

    @property
    def gets_ready(self) -> bool:
        """Whether the duel starts when all players are ready."""
        return bool(self.duel.kind_rules.starts)

    def preparation(self, seat: Seat) -> str:
        """Return the text beside a player before a round."""
        if seat.is_computer:
            return str(STRENGTHS.get(seat.memory, STRENGTHS[min(STRENGTHS)]))
        if seat.left_at:
            return _("gave up")
        if not self.gets_ready:
            return ""
        return _("ready") if seat.is_ready else _("not ready yet")

    @cached_property
    def seated(self) -> list[Seated]:
        return self.players_of_round(self.duel.round)

    @property
    def you(self) -> Seated | None:
        return next((one for one in self.seated if one.is_you), None)

    @cached_property
    def others(self) -> list[Seated]:
        return [one for one in self.seated if not one.is_you]

    @property
    def seen(self) -> list[Seated]:
        """The players beside the reader's board; all players if the reader has no board.

        After the duel, these are only the players who have just sent a phrase.
        """
        if self.duel.is_over:
            return [one for one in self.seated if one.phrase]
        if self.is_crowd:
            return sorted(self.others, key=lambda one: one.lead)
        return self.others if self.board else self.seated

    @property
    def is_crowd(self) -> bool:
        """Whether so many others play that a phone shows small counters."""
        return bool(self.board) and len(self.others) > MOST_BESIDE

    @property
    def standing(self) -> str:
        """A sentence on the reader's place among many players; empty among few."""
        you = self.you
        if not (self.is_crowd and you and you.answers):
            return ""
        place = 1 + sum(one.lead < you.lead for one in self.others)
        return _("You are %(place)s") % {"place": ordinal(place)}

    @property
    def named(self) -> list[Reportable]:
        return names_of(one.seat for one in self.others)

    @cached_property
    def has_free_seat(self) -> bool:
        """Whether someone can join; for a reader without a seat also while others play."""
        return (self.duel.is_waiting or self.seat is None) and self.duel.is_open

    @property
    def can_leave(self) -> bool:
        """Whether the reader can leave, because their game goes on."""
        is_through = self.you is not None and self.you.is_through
        return not (self.duel.is_in_last_round and is_through)

    @property
    def leaving(self) -> Leaving:
        if self.duel.is_waiting:
            outcome = _("Another player can then take your seat.")
            return Leaving(_("Leave"), outcome, _("Leave the duel"))
        return Leaving(_("Give up this duel"), self.price_of_leaving, _("Give up"))

    @property
    def price_of_leaving(self) -> str:
        """A sentence on what leaving before the end means."""
        return _("The race goes on without you.")

    @property
    def takes_part(self) -> bool:
        return self.seat is not None and self.seat.left_at is None

    @property
    def host(self) -> Seat | None:
        """The player who can start the duel."""
        return host_of(self.seats)

    @property
    def is_host(self) -> bool:
        return self.seat is not None and self.seat == self.host

    @property
    def can_start(self) -> bool:
        """Whether the reader can start without others; not if being ready does the same."""
        if not (self.seat and self.is_host and len(self.seats) > 1):
            return False
        here = [one for one in self.others if not (one.seat.is_computer or one.seat.has_left)]
        is_awaited = any(one.is_away or not one.seat.is_ready for one in here)
        return self.seat.is_ready or is_awaited or bool(self.missing)

    # The following properties are the title and the state of the duel.

    @property
    def title(self) -> str:
        return _("%(kind)s: %(board)s") % {
            "kind": self.duel.get_kind_display(),
            "board": self.duel.rules.name,
        }

    @property
    def occasion(self) -> str:
        """A short title for narrow places."""
        return capfirst(self.progress) or self.title

    @property
    def progress(self) -> str:
        """The number of the current round; empty if there is only one."""
        return ""

    @property
    def to_do(self) -> str:
        """The name of the template with the reader's choices beside a board."""
        if self.duel.is_waiting or self.has_free_seat:
            return "play/duels/_waiting.html"
        return "play/duels/_over.html" if self.duel.is_over or self.is_through else ""

    @property
    def stage(self) -> str:
        """The stage of the page; if it changes, the browser loads the page again."""
        return f"{self.duel.status}{self.duel.round}{'' if self.board else 'r' * self.is_through}"

    @property
    def moment(self) -> str:
        """The latest event and its round; if it changes, a script alerts players in other tabs."""
        if self.duel.rematch_id:
            called = "rematch"
        elif self.winner:
            called = "won" if self.winner.is_you else "lost"
        elif self.duel.is_running:
            called = "go" if self.has_begun else "soon"
        else:
            called = self.duel.status
        return f"{called} {self.duel.round}"

    @property
    def can_count_out(self) -> bool:
        """Whether the reader waits for other players, and all these players are absent."""
        awaited = [one for one in self.seated if one.side and one.side.due_at]
        is_here = self.takes_part and self.duel.is_live
        return is_here and bool(awaited) and all(one.is_away and not one.is_you for one in awaited)

    @property
    def is_lively(self) -> bool:
        """Whether the duel is live, and is running or has just ended."""
        ended = self.duel.is_over and self.now - self.duel.moved_at > LINGERING
        return self.duel.is_live and not ended

    @property
    def board_key(self) -> str:
        """A key that stays the same if only the other players' results change."""
        if self.duel.is_waiting or self.duel.is_between:
            return f"{len(self.seats)}{self.seat and self.seat.is_ready}{self.can_start}"
        if self.game is None:
            return str(self.duel.rematch_id or "")
        own = f"{self.game.guess_count}{self.game.status}"
        return f"{own}{'w' if self.waiting else ''}{'b' if self.has_begun else ''}"

    @property
    def since_now(self) -> str:
        """The time of this page, by which the next page knows what is new."""
        return f"{self.now.timestamp():.3f}"

    @property
    def headline(self) -> str:
        if self.has_free_seat and self.host and not self.seat:
            return self.invitation
        match self.duel.status:
            case Duel.Status.WAITING if self.seat and self.seat.is_ready and self.missing:
                return _("Waiting for %(names)s") % {"names": wording.list_in_words(self.missing)}
            case Duel.Status.WAITING if self.seat and len(self.seats) > 1:
                return _("Waiting for the others") if self.seat.is_ready else _("Are you ready?")
            case Duel.Status.WAITING if self.has_free_seat:
                return _("Waiting for players")
            case Duel.Status.WAITING:
                return _("Waiting for the start")
            case Duel.Status.OVER if not self.rounds:
                return _("The duel never started")
            case Duel.Status.OVER:
                return say_who_won(self.winners) if self.winners else str(self.no_winner)
        return self.board.headline if self.board else _("They are playing")

    @property
    def invitation(self) -> str:
        return self.invites % {"name": self.host}

    @property
    def call(self) -> str:
        return _("The race starts when all players are ready.")

    @property
    def has_begun(self) -> bool:
        """Whether the first guess can be made."""
        return self.duel.starts_at is not None and self.duel.starts_at <= self.now

    @property
    def at_start(self) -> DuelPage | None:
        """The page after the countdown, which a script will show; None without a countdown."""
        if not (self.seconds_to_go and self.game and self.duel.starts_at):
            return None
        return replace(self, now=self.duel.starts_at)

    @property
    def seconds_left(self) -> str:
        """The seconds left for a timed code, for the script; empty without a limit."""
        if self.duel.ends_at is None or not (self.duel.is_running and self.has_begun):
            return ""
        left = (self.duel.ends_at - max(self.now, timezone.now())).total_seconds()
        return f"{left:.1f}" if left > 0 else ""

    @property
    def exactly(self) -> str:
        """The seconds to the start when the page is sent, for the script."""
        starts_at = self.duel.starts_at or self.now
        return f"{max(0, (starts_at - timezone.now()).total_seconds()):.2f}"

    @property
    def seconds_to_go(self) -> int:
        """The seconds until the first guess is possible, rounded up for people, or 0."""
        if self.duel.starts_at is None or not self.duel.is_running:
            return 0
        return max(0, ceil((self.duel.starts_at - self.now).total_seconds()))

    @property
    def due_at(self) -> datetime | None:
        """The end of the reader's time for a guess in a duel over days; None in live duels."""
        side = self.you.side if self.you else None
        return side.due_at if side and not self.duel.is_live else None

    @property
    def goal(self) -> Promise | str:
        """A text for people who could take a seat."""
        raise NotImplementedError

    @property
    def patience(self) -> str:
        """The time for a guess, in words."""
        if self.duel.is_live:
            return wording.span(self.duel.patience)
        return wording.days(self.duel.patience.days)

    @property
    def terms(self) -> str:
        return _("A player who makes no guess for %(patience)s gives up.") % {
            "patience": self.patience
        }

    # The following properties are the reader's own board.

    @cached_property
    def game(self) -> Game | None:
        """The reader's game of this round, or None."""
        side = self.you.side if self.you else None
        return side.game if side and self.duel.is_running else None

    @cached_property
    def missing(self) -> list[Seat]:
        """The players of the previous duel who have not joined this rematch."""
        return list(self.duel.missing.select_related("player")) if self.duel.is_waiting else []

    @property
    def has_clock(self) -> bool:
        return self.duel.is_live and self.duel.kind_rules.is_race

    @property
    def is_through(self) -> bool:
        """Whether the reader has a result while others play on."""
        return False

    @cached_property
    def board(self) -> PlayPage | None:
        """The reader's board, as in any game; None if there is none."""
        if self.game is None or self.is_through:
            return None
        typed = self.sent.get("code") or self.sent.get("row", "")
        fresh = next((guess for guess in self.game.history if guess.number == self.fresh), None)
        return PlayPage(self.game, typed, self.problem, fresh, self.warned, offers_help=False)

    @property
    def waiting(self) -> Code:
        """The reader's guess while it waits for the other player's guess; else empty."""
        return self.you.side.row if self.you and self.you.side else ""

    @property
    def is_closed(self) -> bool:
        """Whether the reader has nothing to enter."""
        if self.duel.is_waiting:
            return bool(self.seat and self.seat.is_ready)
        if self.game is None or self.waiting or not self.has_begun:
            return True
        return not self.game.is_playing

    @property
    def waits_for(self) -> str:
        """A sentence on what the reader waits for, or empty."""
        if self.seconds_to_go:
            return _("All players get the same code. The first to break it wins.")
        if not self.busy:
            return ""
        names = wording.list_in_words([one.name for one in self.busy])
        return _("Still playing: %(names)s. All guesses are shown at the end.") % {"names": names}

    @property
    def busy(self) -> list[Seated]:
        """The other players who have to guess."""
        return [one for one in self.others if not one.is_through and not one.has_put]

    @property
    def entry(self) -> CodeEntry | None:
        return None

    # The following properties are about the end of the duel.

    @cached_property
    def rounds(self) -> list[Round]:
        """The finished rounds with all guesses and codes."""
        over = self.duel.sides.filter(round__lte=self.duel.rounds_over)
        secrets = dict(over.values_list("pk", "secret")) if self.duel.rounds_over else {}
        for side in self.sides:
            if side.pk in secrets:
                side.secret = secrets[side.pk]
        numbers = range(1, self.duel.rounds_over + 1)
        found = [self.round_over(each, self.players_of_round(each)) for each in numbers]
        return [one for one in found if one.players]

    def round_over(self, number: int, players: list[Seated]) -> Round:
        """Return a round in which all players had the same code; the best player comes first."""
        played = sorted((one for one in players if one.has_played), key=lambda one: one.by_place)
        return Round(number, self.round_title % {"number": number}, played)

    @cached_property
    def leaders(self) -> list[Seated]:
        """The player who won this race, even if others still play; several after a tie."""
        won = self.duel.kind_rules.leaders(self.duel, self.sides, self.now)
        return [one for one in self.seated if one.side in won]

    @cached_property
    def winners(self) -> list[Seated]:
        """The player who won the duel; several after a tie, or none."""
        won = self.duel.kind_rules.winners(self.duel, self.seats, self.sides, self.now)
        return [one for one in self.seated if one.seat in won]

    @property
    def winner(self) -> Seated | None:
        """The only winner of the duel, or None."""
        return self.winners[0] if len(self.winners) == 1 else None

    @property
    def can_keep_group(self) -> bool:
        """Whether the reader can keep the people here as a group."""
        people = [one for one in self.seats if one.player_id]
        is_kept = self.duel.group_id is not None
        return self.duel.is_over and self.seat in people and len(people) > 1 and not is_kept

    @property
    def offers_rematch(self) -> bool:
        """Whether the reader can have a rematch: after the end, even if they left or were away."""
        return self.seat is not None and self.duel.is_over

    @property
    def rematch_news(self) -> str:
        """A sentence on who wants a rematch; empty if there is no rematch."""
        following = self.duel.rematch
        if following is None:
            return ""
        kind = following.get_kind_display()
        for one in self.others:
            if one.seat.player_id == following.opener_id:
                return _("%(name)s wants a rematch: %(kind)s.") % {"name": one.name, "kind": kind}
        return _("There is a rematch: %(kind)s.") % {"kind": kind}

    @property
    def score(self) -> list[Points]:
        """How many duels of a series of rematches each player won, the reader first."""
        all_points = [
            Points(one, one.seat.wins + (self.winner is not None and one.seat == self.winner.seat))
            for one in [*filter(None, [self.you]), *self.others]
        ]
        return all_points if any(one.total for one in all_points) else []

    @cached_property
    def helps(self) -> Game | None:
        """The reader's running game in which a computer's guesses would be help, or None."""
        # In a race, the computer does not break a code that the reader chose.
        if self.player is None or self.duel.kind_rules.shares_code:
            return None
        computers = [one for each in self.rounds for one in each.players if one.seat.is_computer]
        if not any(len(one.turns) > FREE_TURNS for one in computers):
            return None
        return self.player.games.open_to_help().first()

    @property
    def price_of_help(self) -> str:
        """A sentence on what help would mean for the game in ``helps``; empty without a game."""
        return price_of_help(self.helps) if self.helps else ""

    # The following properties are the sentences that the page announces.

    @property
    def status(self) -> str:
        """The news of the page, in a sentence or two."""
        if self.problem:
            return self.problem
        own = self.board.fresh.sentence if self.board and self.board.fresh else ""
        if self.fresh and self.waiting:
            own = self.waits_for
        return " ".join(filter(None, (own, *self.news)))

    @property
    def news(self) -> list[str]:
        """Sentences on what others have done since the reader's last news."""
        if (since := self.since) is None:
            return []
        # news of the answers to several opponents would be too many
        single = self.others if len(self.others) == 1 else []
        answers = [
            one.answer
            for one in single
            if one.answered_at and one.answered_at > since and not one.is_through
        ]
        ended = [one.ending for one in self.others if one.finished_at and one.finished_at > since]
        said = [
            _("%(name)s: %(phrase)s") % {"name": one.name, "phrase": one.phrase}
            for one in self.others
            if one.phrase and one.seat.said_at and one.seat.said_at > since
        ]
        following = self.duel.rematch
        rematch = [self.rematch_news] if following and following.opened_at > since else []
        return [*answers, *ended, *said, *rematch, *self.own_news()]

    def own_news(self) -> list[str]:
        """Sentences on what has happened on the reader's board since the reader's last news."""
        if self.game is None or self.fresh:
            return []
        starts_at, since = self.duel.starts_at, self.since or self.now
        return [_("Go!")] if starts_at and since < starts_at <= self.now else []

    # The following properties are fields of forms.

    @property
    def token(self) -> str:
        return new_token()

    @property
    def phrases(self) -> list[tuple[int, Promise]]:
        """The phrases that the reader can send; empty if no other person would read them."""
        is_read = any(not one.seat.is_computer for one in self.others)
        is_heard = self.seat and self.duel.kind_rules.is_public and is_read
        return list(enumerate(PHRASES)) if is_heard else []

    strengths = tuple(STRENGTHS.items())

    @property
    def strategies(self) -> dict[str, str]:
        """The strategies for one more computer player; empty without a free seat."""
        is_free = self.has_free_seat and seats_computers(self.duel.variant, self.seats)
        return computers_on(self.duel.variant) if is_free else {}
