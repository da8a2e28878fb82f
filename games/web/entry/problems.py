"""Sentences about problems with a code or a game size."""

from collections import Counter

from django.utils.translation import gettext as _, ngettext

from games.catalog.colors import COLOR_NAMES
from solver.rule.errors import InvalidCode, InvalidHistory, InvalidTurn, InvalidVariant, Kind


def problem_with_code(error: InvalidCode) -> str:
    """Return a sentence on what is wrong with a code and what would be right."""
    match error.kind:
        case Kind.EMPTY_CODE:
            return _("The row is empty: a code has %(pegs)d pegs.") % {"pegs": error.pegs}
        case Kind.TOO_MANY_SYMBOLS:
            return _("That is too long: a code has %(pegs)d pegs.") % {"pegs": error.pegs}
        case Kind.NOT_A_COLOR:
            return _("“%(symbol)s” is not a color here: the colors are %(symbols)s.") % {
                "symbol": error.symbol if error.symbol.isprintable() else "?",
                "symbols": error.symbols,
            }
        case Kind.WRONG_LENGTH if error.count < error.pegs:
            return holes_to_go(error.pegs - error.count, error.pegs)
        case Kind.WRONG_LENGTH:
            values = {"code": error.text, "count": error.count, "pegs": error.pegs}
            return _("%(code)s has %(count)d pegs: a code has only %(pegs)d.") % values
    return repeated_color(error.text)


def repeated_color(text: str) -> str:
    symbol, times = Counter(text).most_common(1)[0]
    sentence = ngettext(
        "%(color)s appears twice. In this game, every color is used once.",
        "%(color)s appears %(times)d times. In this game, every color is used once.",
        times - 1,
    )
    return sentence % {"color": str(COLOR_NAMES[symbol]), "times": times}


def problem_with_board(error: InvalidVariant) -> str:
    """Return a sentence on too few colors; the form's fields check the other bounds."""
    return _(
        "%(pegs)d pegs of different colors need at least %(least)d colors, not %(colors)d."
    ) % {"pegs": error.pegs, "least": error.least, "colors": error.colors}


def problem_with_history(error: InvalidHistory) -> str:
    """Return a sentence on what is wrong with a history, and in which guess."""
    if error.problem is None:
        return _("%(count)d guesses are too many: there may be %(most)d.") % {
            "count": error.turn,
            "most": error.most,
        }
    return _("Guess %(number)d: %(problem)s") % {
        "number": error.turn,
        "problem": _problem_with_turn(error.problem),
    }


def _problem_with_turn(error: InvalidCode | InvalidTurn) -> str:
    if isinstance(error, InvalidCode):
        return problem_with_code(error)
    if error.kind == Kind.IMPOSSIBLE_FEEDBACK:
        answer = {"black": error.black, "white": error.white, "pegs": error.pegs}
        return _("no code of %(pegs)d pegs answers %(black)d black, %(white)d white.") % answer
    return _("write it as 1122:1,0, which is the guess, its black and its white pegs.")


def holes_to_go(left: int, pegs: int) -> str:
    """Return a sentence on how many holes of a row are empty.

    >>> holes_to_go(2, 4), holes_to_go(1, 4)
    ('2 holes to go: a code has 4 pegs.', '1 hole to go: a code has 4 pegs.')
    """
    sentence = ngettext(
        "%(left)d hole to go: a code has %(pegs)d pegs.",
        "%(left)d holes to go: a code has %(pegs)d pegs.",
        left,
    )
    return sentence % {"left": left, "pegs": pegs}
