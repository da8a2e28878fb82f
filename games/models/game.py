"""The rules of play.

A transition of a game is one short transaction that first moves the game's row on, on the
condition that the row still is as the page knew it. Whoever comes second changes nothing.
"""

from __future__ import annotations

from datetime import date
from functools import cached_property
from typing import Any

from django.db import IntegrityError, transaction
from django.dispatch import Signal
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from games import wording
from games.models.calendar import today
from games.models.codemaker import Codemaker, Keeper
from games.models.game_row import GameRow, Status
from games.models.games import LEFT_FOR, GameManager, GameQuerySet
from games.models.guess import Guess, Hint
from games.models.player import Player
from games.models.refusals import GameOver, Refused, StalePage
from games.models.resends import made_before
from games.models.standing import Standing
from solver.codes import Code
from solver.feedback import Turn
from solver.skill import skill_and_luck

COUNTED_BY = ["player", "is_ranked", "is_aided"]  # what decides where a game counts
GRADED_AT_ONCE = 1296  # codes of the largest board that is graded in a request: some 50 ms

ended = Signal()  # with the ``game``, in the transaction that ends it


class Game(GameRow):
    """One secret and the guesses at it."""

    objects = GameManager.from_queryset(GameQuerySet)()

    def __str__(self) -> str:
        return f"{self.public_id} ({self.status})"

    def get_absolute_url(self) -> str:
        return reverse("game", args=[self.public_id])

    @property
    def title(self) -> str:
        """What is played: the daily of a day, or a board."""
        return self.daily.title if self.daily else self.rules.name

    @property
    def is_playing(self) -> bool:
        return self.status == self.Status.PLAYING

    @property
    def is_won(self) -> bool:
        return self.status == self.Status.WON

    @property
    def outcome(self) -> str:
        """How the game went, or how far it is, in a few words."""
        match self.status:
            case self.Status.PLAYING:
                told = {"number": self.next_number, "limit": self.limit}
                return _("guess %(number)d of %(limit)d") % told
            case self.Status.WON:
                return wording.guesses(self.guess_count)
            case self.Status.LOST:
                return _("not broken")
        return _("given up")

    @property
    def is_untouched(self) -> bool:
        """Whether it is a ranked game as good as a new one."""
        return self.is_ranked and not (self.guess_count or self.is_aided)

    @property
    def is_overdue(self) -> bool:
        """Whether the game was left for so long that it counts as given up."""
        return self.is_playing and self.is_ranked and timezone.now() - self.moved_at > LEFT_FOR

    @property
    def next_number(self) -> int:
        """The number that the next guess will have."""
        return self.guess_count + 1

    @property
    def ended_on(self) -> date:
        """The day on which the game ended, or today."""
        return (self.finished_at or timezone.now()).date()

    @property
    def is_of_today(self) -> bool:
        """Whether its code is the one of today, which others are still to break."""
        return today() in (self.daily_id, self.repeated_daily_id)

    @property
    def is_sealed(self) -> bool:
        """Whether its code is not told before the day is over: today's, and not broken here.

        Else giving up in one browser would tell the code for another one.
        """
        return self.is_of_today and not self.is_won

    @property
    def revealed_secret(self) -> Code | None:
        """The secret, once it may be known. All that a page may show reads this."""
        return None if self.is_playing or self.is_sealed else self.secret

    @property
    def codemaker(self) -> Codemaker:
        """Who answers the guesses."""
        return Keeper(self.secret)

    @cached_property
    def history(self) -> list[Guess]:
        """The guesses so far, read once; a guess that is made is added."""
        return list(self.guesses.all())

    def turns(self) -> list[Turn]:
        """Return what everybody can see: the guesses so far with their feedback."""
        return [guess.turn for guess in self.history]

    def play(self, code: Code, number: int, token: str) -> Guess:
        """Make guess ``number``, once: the ``token`` of the page tells a resend from a guess.

        Raise GameOver or StalePage when the game is not where the page thought it was.
        """
        reply = self.codemaker.answer(self.turns(), code)
        guess = Guess(game=self, number=number, token=token, code=code, **reply._asdict())
        outcome = self._outcome(guess)
        try:
            with transaction.atomic():
                self._advance(number, guess_count=number, **outcome)
                guess.save(force_insert=True)
                self._note_solvers(guess)
                self._count()
        except (Refused, IntegrityError) as refusal:
            del self.history
            return made_before(refusal, self.guesses.filter(number=number, token=token, code=code))
        self.history.append(guess)
        return guess

    def resign(self) -> None:
        """Give up, whatever the number of guesses; raise GameOver if there is nothing to give."""
        ended = self._ended(self.Status.RESIGNED, self.limit + 1, self.turns())
        with transaction.atomic():
            self._advance(None, **ended)
            self._count()

    def expire(self) -> None:
        """Count the game as given up, unless its player has come back to it meanwhile."""
        ended = self._ended(self.Status.EXPIRED, self.limit + 1, self.turns())
        with transaction.atomic():
            if Game.objects.overdue().filter(pk=self.pk).update(**ended):
                self.refresh_from_db(fields=list(ended))
                self._count()

    def grade(self, skill: int | None, luck: int) -> None:
        """Keep how well the finished game was played, once; one guess shows no skill."""
        with transaction.atomic():
            ungraded = Game.objects.finished().filter(pk=self.pk, luck=None)
            if ungraded.update(skill=skill, luck=luck):
                self.refresh_from_db(fields=["skill", "luck", *COUNTED_BY])
                if self.is_ranked:
                    Standing.objects.grade(self.player_id, self)

    def take_hint(self, number: int, kind: str, detail: str = "") -> None:
        """Record what help was asked for guess ``number``; from here on the game is aided."""
        shown = {"shows_candidates": True} if kind == Hint.Kind.PANEL else {}
        with transaction.atomic():
            self._advance(number, is_aided=True, **shown)
            hint = Hint(game=self, number=number, kind=kind, detail=detail)
            Hint.objects.bulk_create([hint], ignore_conflicts=True)  # asked again, it is the same

    def hide_candidates(self) -> None:
        """Close the panel of candidates. That it was open stays on record."""
        with transaction.atomic():
            self._advance(None, shows_candidates=False)

    def _note_solvers(self, newest: Guess) -> None:
        """Count the game as played with help if a solver that its player feeds knows it by now."""
        if not (self.is_playing and self.has_solver) or self.is_aided:
            return
        history = {*self.turns(), newest.turn}
        fed = Player(pk=self.player_id).assists.fed_since(self.started_at, self.variant)
        if any(history.issubset(turns) for turns in fed):
            Game.objects.filter(pk=self.pk).update(is_aided=True)
            self.is_aided = True

    def _count(self) -> None:
        """Count the game on the leaderboard if it is over, as its row says by now."""
        if not self.is_playing:
            with_player = Game.objects.select_related("player")  # the page names them
            self.refresh_from_db(fields=COUNTED_BY, from_queryset=with_player)
            if self.is_ranked:
                Standing.objects.record(self.player_id, [self])
            ended.send(Game, game=self)

    def _outcome(self, guess: Guess) -> dict[str, Any]:
        """Return the columns that a guess changes if it ends the game."""
        turns = [*self.turns(), guess.turn]
        if guess.black == self.pegs:
            return self._ended(self.Status.WON, guess.number, turns)
        if guess.number == self.limit:
            return self._ended(self.Status.LOST, guess.number + 1, turns)
        return {}

    def _ended(self, status: Status, counted: int, turns: list[Turn]) -> dict[str, Any]:
        """Return the columns of a game that ends, with its grades where they are quickly known.

        They are worked out before the transaction, so that the leaderboard is written once.
        """
        ended = {"status": status, "counted_guesses": counted, "finished_at": timezone.now()}
        if turns and self.variant.size <= GRADED_AT_ONCE:
            ended["skill"], ended["luck"] = skill_and_luck(self.variant, turns)
        return ended

    def _advance(self, number: int | None, **changes: Any) -> None:
        """Change the game's row if it is being played, and at guess ``number``, else raise."""
        changes["moved_at"] = timezone.now()
        row = Game.objects.filter(pk=self.pk, status=self.Status.PLAYING)
        if number is not None:
            row = row.filter(guess_count=number - 1)
        if not row.update(**changes):
            self.refresh_from_db(fields=["status", "guess_count", "is_aided", "counted_guesses"])
            raise StalePage() if self.is_playing else GameOver()
        for column, value in changes.items():
            setattr(self, column, value)
