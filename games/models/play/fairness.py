"""Questions of fairness; a function answers each question from a game's row.

Three questions need more than the row: ``Daily.is_new_to`` (does a player know a code?) and, in
``games.insight.fairness``, ``seen`` (who can see a code?) and ``helped`` (what is help?).
``tests/games/insight/fairness/test_questions.py`` has a table for each question.
"""

from enum import Enum, auto
from typing import cast

from django.db.models import TextChoices
from django.utils.translation import gettext, gettext_lazy as _

from games.models.base.calendar import is_on_its_day, today
from games.models.play.game import Game


class Compared(Enum):
    """The competition that a game belongs to."""

    ON_THE_LEADERBOARD = auto()
    ON_ITS_DAY = auto()
    WITH_FRIENDS = auto()
    ON_THE_EVIL_PAGE = auto()
    IN_ITS_DUEL = auto()
    WITH_NO_ONE = auto()


class Unlisted(TextChoices):
    """The reason why an attempt at a daily is not in the results of its day."""

    PLAYING = "playing", ""
    HELPED = "helped", ""  # there is no sentence, because the page shows the hints
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


def comparison_of(game: Game) -> Compared:
    """Return the competition of a game."""
    if game.is_ranked:
        return Compared.ON_THE_LEADERBOARD
    if game.daily_id:
        return Compared.ON_ITS_DAY
    if game.is_evil:
        return Compared.ON_THE_EVIL_PAGE
    if game.is_in_duel:
        return Compared.IN_ITS_DUEL
    return Compared.WITH_FRIENDS if game.challenge_id else Compared.WITH_NO_ONE


def is_help_free(game: Game) -> bool:
    """Return whether more help would not change the game's results.

    This is true if the game already has help, or if it does not compete.
    """
    return game.is_aided or comparison_of(game) is Compared.WITH_NO_ONE


def price_of_help(game: Game) -> str:
    """Return a sentence on what the first hint costs; "" if it costs nothing.

    Guests are not ranked, so help costs them nothing.
    """
    if is_help_free(game) or not (game.is_playing and game.is_of_account):
        return ""
    match comparison_of(game):
        case Compared.ON_THE_LEADERBOARD:
            return gettext("If you take help, this game counts as not solved on the leaderboard.")
        case Compared.ON_ITS_DAY:
            return gettext("If you take help, this game is not listed in the results of the day.")
        case Compared.ON_THE_EVIL_PAGE:
            return gettext("If you take help, this game is not listed for its game size.")
    return ""


def is_code_known(game: Game, is_own: bool) -> bool:
    """Return whether the player of a game can have known the code, and so chosen the answers.

    This is impossible in evil mode, and if the server or another player drew the code. It is
    possible at one screen, and if the player met the code before. It is also possible in another
    player's game, because the visitor can have set the code.
    """
    if game.is_at_one_screen or game.repeated_daily_id or game.repeated_challenge_id:
        return True
    return not (is_own or game.is_ranked or game.is_placed or game.is_evil)


def guesses_counted(game: Game, allows_help: bool) -> int:
    """Return the number of guesses of a finished ranked game on the list with or without help.

    On the list without help, a game with help counts as not solved. Otherwise players could take
    help to keep a bad game off this list.
    """
    took = cast(int, game.counted_guesses)  # all finished games have this number
    return took if allows_help or not game.is_aided else game.limit + 1


def why_unlisted(game: Game) -> Unlisted | None:
    """Return why an attempt is not in the results of its day; None if it is.

    An attempt that ends after midnight is not in the results: by then, the player could see the
    code by giving up in another browser.
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
        return Unlisted.KNOWN if game.is_of_account else Unlisted.GUEST
    return None
