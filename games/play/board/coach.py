"""Tips for players who have never won: a sentence or two on the newest guess.

Everyone can see on the board what a tip says, so it is not a hint.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from django.utils.translation import gettext as _, gettext_lazy, ngettext

from games.catalog.colors import COLOR_NAMES
from games.models import Game, Guess
from games.wording import clash, sentence
from solver.positions.candidates import first_contradicted

OFTEN = 3  # a tip asks about a color that is in this many rows
STUCK = 4  # a tip mentions hints after this many guesses
COUNTS = [
    *(gettext_lazy("none"), gettext_lazy("one"), gettext_lazy("two"), gettext_lazy("three")),
    *(gettext_lazy("four"), gettext_lazy("five"), gettext_lazy("six"), gettext_lazy("seven")),
    gettext_lazy("eight"),
]


@dataclass(frozen=True)
class Coaching:
    """The sentences of a tip. The page points at the feedback of ``row``; 0 means the new row."""

    sentences: tuple[str, ...]
    row: int = 0


def coaching_for(game: Game, offers_help: bool = True) -> Coaching | None:
    """Return the tip before the next guess; None after the end."""
    if not game.is_playing:
        return None
    if not game.history:
        return Coaching(before_the_first(game))
    said = next(filter(None, (speak(game) for speak in IN_THIS_ORDER)))
    is_stuck = game.guess_count >= STUCK and offers_help and not game.is_aided
    more = (_("Stuck? Press Hint."),) if is_stuck else ()
    return Coaching((*said.sentences, *more), said.row)


def before_the_first(game: Game) -> tuple[str, ...]:
    """Return sentences on how to make a guess."""
    hidden = (
        _("There is no code yet. The computer chooses one as you guess.")
        if game.is_evil
        else _("A code of %(pegs)d pegs is hidden.") % {"pegs": game.pegs}
    )
    return (hidden, _("Fill the holes with colors, then press Guess. Any colors will do at first."))


def last_guess(game: Game) -> Coaching | None:
    if game.next_number < game.limit:
        return None
    return Coaching((_("Your last guess: check it against each row. The code fits them all."),))


def first_answer(game: Game) -> Coaching | None:
    if len(game.history) > 1:
        return None
    guess = game.history[0]
    more = (
        _("The key pegs don’t say which. Next, try a code that fits this feedback.")
        if guess.black + guess.white
        else _("Next, try the other colors.")
    )
    return Coaching((answer_explained(guess, game.pegs), more), row=1)


def contradiction(game: Game) -> Coaching | None:
    """Return a tip on the earlier row that the newest guess contradicts, or None."""
    *before, newest = game.turns()
    if not (row := first_contradicted(before, newest.guess)):
        return None
    so = _("So guess %(number)d could not be the code.") % {"number": len(game.history)}
    return Coaching((clash(before, newest.guess), so), row)


def first_black(game: Game) -> Coaching | None:
    *before, newest = game.history
    if not newest.black or any(guess.black for guess in before):
        return None
    said = ngettext(
        "Your first black: one peg of this row is in the right place.",
        "Your first blacks: some pegs of this row are in the right place.",
        newest.black,
    )
    return Coaching((said, _("Keep some pegs in place and change the others.")), newest.number)


def color_tried_often(game: Game) -> Coaching | None:
    """Return a question about a color that the newest guess uses for the third time, or None."""
    rows = Counter(symbol for guess in game.history for symbol in set(guess.code))
    newest = game.history[-1].code
    often = [symbol for symbol in newest if rows[symbol] == OFTEN]
    if not often:
        return None
    color = {"color": COLOR_NAMES[often[0]]}
    return Coaching(
        (
            _("You’ve tried %(color)s three times.") % color,
            _("Do rows with this color have more key pegs than rows without?"),
        )
    )


def fitting_guess(game: Game) -> Coaching | None:
    return Coaching(
        (
            _("That fit every row, so it could have been the code."),
            _("Now find a code that also fits the new row."),
        ),
        len(game.history),
    )


# The most important tip comes first; the last one always applies.
IN_THIS_ORDER: tuple[Callable[[Game], Coaching | None], ...] = (
    last_guess,
    first_answer,
    contradiction,
    first_black,
    color_tried_often,
    fitting_guess,
)


def answer_explained(guess: Guess, pegs: int) -> str:
    """Return what the first answer means; its numbers are words, because pegs carry digits.

    >>> answer_explained(Guess(code="1123", black=0, white=1), 4)
    'One of the four pegs is the right color in the wrong place; the other three match nothing.'
    """
    if not guess.black + guess.white:
        return _("No key pegs: none of these colors is in the code.")
    right, misplaced = guess.black, guess.white
    clauses = {
        ngettext("%(pegs)s is right", "%(pegs)s are right", right): right,
        ngettext(
            "%(pegs)s is the right color in the wrong place",
            "%(pegs)s are the right colors in the wrong places",
            misplaced,
        ): misplaced,
    }
    of_all = _("%(count)s of the %(pegs)s pegs")
    counted: list[str] = []
    for clause, count in clauses.items():
        if count:
            whole = _("all %(pegs)s pegs") if count == pegs else of_all
            who = "%(count)s" if counted else whole
            who %= {"count": COUNTS[count], "pegs": COUNTS[pegs]}
            counted.append(clause % {"pegs": who})
    if nothing := pegs - right - misplaced:
        others = ngettext(
            "the other one matches nothing", "the other %(count)s match nothing", nothing
        )
        counted.append(others % {"count": COUNTS[nothing]})
    return sentence("; ".join(counted))
