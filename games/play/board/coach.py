"""Until the first win: a sentence or two on what was just done, never in the way.

It speaks of guesses that were made, not of the next one: what it says of a row can be read off the
board, and is no hint.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.catalog.colors import COLOR_NAMES
from games.models import Game, Guess
from games.wording import clash, listed
from solver.positions.candidates import first_contradicted

OFTEN = 3  # rows with a color after which it is worth a question
STUCK = 4  # guesses after which the hint is mentioned


@dataclass(frozen=True)
class Coaching:
    """What the coach says now; the page points at the row to fill (0) or the answer of a row."""

    sentences: tuple[str, ...]
    row: int = 0


def coaching_for(game: Game, offers_help: bool = True) -> Coaching | None:
    """Return what somebody who has never won is told before their next guess."""
    if not game.is_playing:
        return None
    if not game.history:
        return Coaching(before_the_first(game))
    said = next(filter(None, (speak(game) for speak in IN_THIS_ORDER)))
    is_stuck = game.guess_count >= STUCK and offers_help and not game.is_aided
    more = (_("Stuck? Press Hint."),) if is_stuck else ()
    return Coaching((*said.sentences, *more), said.row)


def before_the_first(game: Game) -> tuple[str, ...]:
    """Return how a guess is made."""
    hidden = (
        _("There is no code yet. The computer chooses one as you guess.")
        if game.is_evil
        else _("A code of %(pegs)d pegs is hidden.") % {"pegs": game.pegs}
    )
    return (
        hidden,
        _("Tap colors to fill the ringed holes, then press Guess. Any colors will do at first."),
    )


def last_guess(game: Game) -> Coaching | None:
    if game.next_number < game.limit:
        return None
    return Coaching(
        (_("This is your last guess. The code fits every row, so check yours against each."),)
    )


def first_answer(game: Game) -> Coaching | None:
    if len(game.history) > 1:
        return None
    return Coaching(
        (
            answer_explained(game.history[0], game.pegs),
            _("Next, try a code that fits this feedback."),
        ),
        row=1,
    )


def contradiction(game: Game) -> Coaching | None:
    """Say which earlier row the newest guess did not fit."""
    *before, newest = game.turns()
    if not (row := first_contradicted(before, newest.guess)):
        return None
    so = _("So guess %(number)d could not be the code.") % {"number": len(game.history)}
    return Coaching((clash(before, newest.guess), so), row)


def first_black(game: Game) -> Coaching | None:
    *before, newest = game.history
    if not newest.black or any(guess.black for guess in before):
        return None
    said = _("Your first black: one peg of this row is in the right place.")
    if newest.black > 1:
        said = _("Your first blacks: some pegs of this row are in the right place.")
    return Coaching((said, _("Keep some pegs in place and change the others.")), newest.number)


def color_tried_often(game: Game) -> Coaching | None:
    """Ask about a color that has just come for the third time."""
    rows = Counter(symbol for guess in game.history for symbol in set(guess.code))
    newest = game.history[-1].code
    often = [symbol for symbol in newest if rows[symbol] == OFTEN]
    if not often:
        return None
    color = {"color": COLOR_NAMES[often[0]], "count": OFTEN}
    return Coaching(
        (
            _("You’ve tried %(color)s %(count)d times.") % color,
            _("Do rows with this color have more key pegs than rows without?"),
        )
    )


def it_fitted(game: Game) -> Coaching | None:
    return Coaching(
        (
            _("That fitted every row, so it could have been the code."),
            _("Now find a code that also fits the new row."),
        ),
        len(game.history),
    )


# What matters most comes first; the last always has something to say.
IN_THIS_ORDER: tuple[Callable[[Game], Coaching | None], ...] = (
    last_guess,
    first_answer,
    contradiction,
    first_black,
    color_tried_often,
    it_fitted,
)


def answer_explained(guess: Guess, pegs: int) -> str:
    """Return what the first answer means, peg by peg."""
    if not guess.black + guess.white:
        return _("No key pegs: none of these colors is in the code.")
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
