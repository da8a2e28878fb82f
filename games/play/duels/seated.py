"""The players of a duel, as far as everyone is allowed to see them."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from games import wording
from games.models import Duel, Seat, Side
from games.models.duels.choices import PHRASES
from games.play.duels.pulse import PHRASE_SHOWN
from solver.rule.feedback import Feedback, Turn, feedback


@dataclass(frozen=True)
class Seated:
    """A player in a round of a duel. During the round, everyone sees the answers, but no codes."""

    duel: Duel
    seat: Seat
    side: Side | None
    rival: Side | None  # the other side of a duel for two, during the round
    now: datetime
    is_you: bool
    preparation: str  # text beside the player before a round

    @property
    def name(self) -> str:
        return str(self.seat)

    @property
    def called(self) -> str:
        """The player's name, with "(you)" for the reader."""
        return _("%(name)s (you)") % {"name": self.name} if self.is_you else self.name

    @property
    def has_played(self) -> bool:
        """Whether the page can show something of the player's round, now or soon."""
        side = self.side
        if side and self.seat.is_computer:
            return bool(side.computer_guesses) or self.duel.is_running
        return bool(side and side.game)

    @cached_property
    def answers(self) -> list[Feedback]:
        return self.side.answers(self.now, self.rival) if self.side and self.has_played else []

    @property
    def turns(self) -> list[Turn]:
        """The player's guesses with their answers; show them only after the round."""
        if (side := self.side) is None:
            return []
        if side.game:
            return side.game.turns()
        return [Turn(code, feedback(code, side.secret)) for code in side.guesses_by(self.now)]

    @property
    def is_away(self) -> bool:
        is_awaited = self.duel.is_live and not self.duel.is_over and self.seat.left_at is None
        return is_awaited and self.seat.is_away

    @property
    def phrase(self) -> str:
        """The phrase that the player said a moment ago, or empty."""
        seat = self.seat
        if seat.phrase is None or seat.said_at is None:
            return ""
        is_new = seat.said_at > timezone.now() - PHRASE_SHOWN
        return str(PHRASES[seat.phrase]) if is_new and seat.phrase < len(PHRASES) else ""

    @property
    def has_put(self) -> bool:
        """Whether the player's guess waits for the other player's guess."""
        return bool(self.side and self.side.row)

    @property
    def answered_at(self) -> datetime | None:
        """The time of the player's newest answer, or None."""
        side = self.side
        if side is None or not self.answers:
            return None
        if side.game:
            return side.game.moved_at
        begun = side.begun_at or self.now
        return begun + timedelta(seconds=side.computer_guesses[len(self.answers) - 1][1])

    @property
    def answer(self) -> str:
        """A sentence with the player's newest answer."""
        values = {"name": self.name, "answer": wording.in_words(self.answers[-1])}
        return _("%(name)s: %(answer)s.") % values

    @cached_property
    def finished_at(self) -> datetime | None:
        """When the player finished this round; None while they play."""
        side = self.side
        if side is None or not self.has_played:
            return None
        if side.game:
            return side.game.finished_at
        return self.answered_at if len(self.answers) == len(side.computer_guesses) else None

    @property
    def is_through(self) -> bool:
        return self.finished_at is not None

    @property
    def has_broken_it(self) -> bool:
        return self.is_through and bool(self.side and self.side.is_solved)

    @property
    def by_place(self) -> tuple[bool, int, datetime]:
        """The sort key at the end of a race: players who broke the code come first."""
        if self.side and self.has_broken_it:
            return False, *self.side.place
        return True, 0, self.finished_at or self.now

    @property
    def lead(self) -> tuple[int, int, datetime | int]:
        """The sort key during a race: first players who broke the code, then the best answers.

        Players who can no longer break it come last.
        """
        if self.has_broken_it:
            return self.by_place
        black, white = max(self.answers, default=(0, 0))
        return 1 + self.is_through, -black, -white

    @property
    def pip(self) -> str:
        """The player's progress, in one or two characters."""
        return f"✓{len(self.answers)}" if self.has_broken_it else str(len(self.answers) + 1)

    @property
    def took(self) -> timedelta | None:
        """The time in which the player broke the code of a live race, or None."""
        begun = self.side.begun_at if self.side else None
        is_timed = self.duel.is_live and self.duel.kind_rules.is_race and self.has_broken_it
        return self.finished_at - begun if is_timed and begun and self.finished_at else None

    @property
    def counted(self) -> int:
        """The number of guesses that count; an unsolved code counts as one guess more."""
        return self.side.counted if self.side else 0

    @property
    def outcome(self) -> str:
        """The player's progress or result, in a few words."""
        if not self.has_played:
            return _("gave up")
        if not self.is_through:
            thinks = self.seat.is_computer and self.duel.has_begun
            state = _("thinks about guess %(number)d") if thinks else _("guess %(number)d")
            return state % {"number": len(self.answers) + 1}
        if self.has_broken_it:
            broke_it = _("broke it in %(guesses)s")
            outcome = broke_it % {"guesses": wording.guesses(len(self.answers))}
            if self.took is not None:
                outcome = f"{outcome}, {wording.clock(self.took)}"
            return outcome
        if self.side and self.side.game and self.side.game.is_given_up:
            if self.side.game.is_expired and self.duel.kind_rules.opener_plays:
                return _("ran out of time") if self._is_late else _("stayed away")
            return _("gave up") if self.seat.has_left else _("did not finish")
        return _("did not break it")

    @property
    def _is_late(self) -> bool:
        """Whether the time for the next guess was over when the player's game ended."""
        if self.side is None or self.side.game is None or self.finished_at is None:
            return False
        moved_at = max(self.side.game.moved_at, self.side.begun_at or self.finished_at)
        # The limit is set a moment before the guess is stored.
        return self.finished_at - moved_at > self.duel.patience - timedelta(seconds=1)

    @property
    def state(self) -> str:
        """A few words on what the player is doing now."""
        if self.duel.is_over:
            said = ""
        elif self.duel.is_running:
            said = _("has guessed") if self.has_put else self.outcome
        else:
            said = self.preparation
        return ", ".join(filter(None, (said, _("away") if self.is_away else "")))

    @property
    def ending(self) -> str:
        """A sentence on how the round ended for the player."""
        return _("%(name)s %(outcome)s.") % {"name": self.called, "outcome": self.outcome}
