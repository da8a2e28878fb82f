"""A position in a URL: the game size, the turns, and the next guess if there is one."""

from collections.abc import Sequence
from urllib.parse import urlencode

from django.urls import reverse

from games.catalog.rules import Rules
from solver.rule.codes import Code, Variant
from solver.rule.feedback import Turn
from solver.rule.history import format_history


def explorer_query(variant: Variant, history: Sequence[Turn], guess: Code = "", **more: str) -> str:
    """Return the query of a URL that describes a position.

    >>> from solver.rule.feedback import Feedback
    >>> explorer_query(Variant(), [Turn("1122", Feedback(1, 1))], "1344")
    'history=1122%3A1%2C1&code=1344'
    """
    rules = Rules.of(variant)
    board = dict(rules.codes) if rules.board else {}
    known = {"history": format_history(history), "code": guess}
    return urlencode(board | {name: text for name, text in (known | more).items() if text})


def explorer_address(
    variant: Variant, history: Sequence[Turn], guess: Code = "", **more: str
) -> str:
    query = explorer_query(variant, history, guess, **more)
    return f"{reverse('explore')}?{query}" if query else reverse("explore")
