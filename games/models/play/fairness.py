"""What is fair: one function for each question that a game's row answers.

Some take more than that: ``Daily.is_new_to``, whether a player has met a code before, and in
``games.insight.fairness``, who may see a code (``seen``) and what is help (``helped``). The whole
table of each question is in ``tests/games/insight/fairness/test_questions.py``.
"""

from __future__ import annotations

from datetime import date, datetime
from enum import Enum, auto
from typing import Protocol, cast

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _

from games.models.base.calendar import is_on_its_day, today
from games.models.people.player import Player


class GameRow(Protocol):
    """The facts of a game that decide what is fair."""

    player: Player
    daily_id: date | None
    repeated_daily_id: date | None
    challenge_id: int | None
    repeated_challenge_id: int | None
    limit: int
    is_ranked: bool
    is_placed: bool
    is_aided: bool
    counted_guesses: int | None
    started_at: datetime

    @property
    def is_at_one_screen(self) -> bool: ...
    @property
    def is_evil(self) -> bool: ...
    @property
    def is_in_duel(self) -> bool: ...
    @property
    def is_playing(self) -> bool: ...
    @property
    def ended_on(self) -> date: ...


class Compared(Enum):
    """With whom a game is compared."""

    ON_THE_LEADERBOARD = auto()
    ON_ITS_DAY = auto()
    WITH_FRIENDS = auto()
    ON_THE_EVIL_PAGE = auto()
    IN_ITS_DUEL = auto()
    WITH_NOBODY = auto()


class Unlisted(TextChoices):
    """Why an attempt at a daily is not on the board of its day."""

    PLAYING = "playing", ""
    HELPED = "helped", ""  # which is said where the help is
    BEGUN_LATER = "begun later", _("You started on another day, so your game is not listed here.")
    ENDED_LATER = "ended", _("Your game ended after its day was over, so it is not listed here.")
    GUEST = (
        "guest",
        _("You played as a guest. Your game is counted, but guests are not listed here."),
    )
    KNOWN = (
        "known",
        _(
            "Your game is not listed, because you started it as a guest or had seen this"
            " code before."
        ),
    )


def compared(game: GameRow) -> Compared:
    """Return with whom a game is compared."""
    if game.is_ranked:
        return Compared.ON_THE_LEADERBOARD
    if game.daily_id:
        return Compared.ON_ITS_DAY
    if game.is_evil:
        return Compared.ON_THE_EVIL_PAGE
    if game.is_in_duel:
        return Compared.IN_ITS_DUEL
    return Compared.WITH_FRIENDS if game.challenge_id else Compared.WITH_NOBODY


def is_help_free(game: GameRow) -> bool:
    """Return whether more help changes nothing: there was some, or nothing is compared."""
    return game.is_aided or compared(game) is Compared.WITH_NOBODY


def is_code_known(game: GameRow, is_own: bool) -> bool:
    """Return whether the reader of a game may have known its code, and so chosen its answers.

    Whoever plays a code that the server drew or somebody else set, or against a computer that
    changes its mind, does not choose the answers. At one screen they may have set the code, of a
    code met again they know it, and at somebody else's game it may be theirs.
    """
    if game.is_at_one_screen or game.repeated_daily_id or game.repeated_challenge_id:
        return True
    return not (is_own or game.is_ranked or game.is_placed or game.is_evil)


def guesses_counted(game: GameRow, allows_help: bool) -> int:
    """Return what a ranked game that has ended counts on one of the two lists.

    It counts whatever became of it; where help is not allowed, a game with help counts as not
    solved. So no act chooses where a game counts, and none makes it count less.
    """
    took = cast(int, game.counted_guesses)  # known of every game that has ended
    return took if allows_help or not game.is_aided else game.limit + 1


def why_unlisted(game: GameRow) -> Unlisted | None:
    """Return why an attempt is not on the board of its day, or None if it is.

    What ended later is not: from midnight on, giving up in another browser shows the code.
    """
    day = game.daily_id or today()
    if game.is_playing:
        return Unlisted.PLAYING
    if game.is_aided:
        return Unlisted.HELPED
    if not is_on_its_day(day, game.started_at):
        return Unlisted.BEGUN_LATER
    if game.ended_on > day:
        return Unlisted.ENDED_LATER
    if not game.is_placed:
        return Unlisted.KNOWN if game.player.has_account else Unlisted.GUEST
    return None
