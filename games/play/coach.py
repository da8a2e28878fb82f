"""The first game: a few sentences that point at what is new, seen once and never in the way."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Game, Guess
from games.wording import listed

LESSONS = 3  # guesses that are coached


@dataclass(frozen=True)
class Coaching:
    """What the coach says before guess ``number``; the page points at ``target``."""

    number: int
    target: str
    sentences: tuple[str, ...]


def coaching_for(game: Game) -> Coaching | None:
    """Return what a newcomer is told now; nothing after the first guesses."""
    if not game.is_playing or game.guess_count >= LESSONS:
        return None
    match game.guess_count:
        case 0:
            return Coaching(1, "row", before_the_first(game))
        case 1:
            return Coaching(2, "answer", (answer_explained(game.history[0], game.pegs), use()))
        case _:
            return Coaching(3, "answer", (keep_going(),))


def before_the_first(game: Game) -> tuple[str, ...]:
    """Return how a guess is made."""
    return (
        _("The computer has hidden a code of %(pegs)d pegs. Tap colors to fill the ringed holes.")
        % {"pegs": game.pegs},
        _("Then press Guess. The first guess is a shot in the dark: any colors will do."),
    )


def answer_explained(guess: Guess, pegs: int) -> str:
    """Return what the first answer means, peg by peg."""
    misplaced = ngettext(
        "%(count)d has a right color in the wrong place",
        "%(count)d have a right color in the wrong place",
        guess.white,
    )
    nothing = pegs - guess.black - guess.white
    counts = {
        ngettext("%(count)d peg is right", "%(count)d pegs are right", guess.black): guess.black,
        misplaced: guess.white,
        ngettext("%(count)d matches nothing", "%(count)d match nothing", nothing): nothing,
    }
    counted = [sentence % {"count": count} for sentence, count in counts.items() if count]
    return _("The key pegs say: %(meaning)s.") % {"meaning": listed(counted)}


def use() -> str:
    """Return how an answer is used."""
    return _(
        "They don’t tell you which pegs those are. For your next guess, try a code that could be"
        " the secret: it fits this clue."
    )


def keep_going() -> str:
    """Return the last advice of the coach."""
    return _(
        "Every answer rules codes out: look for one that agrees with all rows. That is the whole"
        " game. Good luck!"
    )
