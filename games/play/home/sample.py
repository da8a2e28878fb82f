"""The game on the first page, played by the solver."""

from collections.abc import Sequence

from django.utils.translation import gettext as _, ngettext

from games import wording
from games.catalog.rules import CLASSIC
from games.catalog.sample_game import sample_turns
from solver.positions.candidates import position_after
from solver.rule.feedback import Turn


@wording.cached_per_language(maxsize=None)
def sample_game() -> tuple[tuple[Turn, str], ...]:
    """Return the turns in which Knuth's strategy breaks the sample code, each with its outcome."""
    turns = sample_turns()
    return tuple((turn, outcome(turns[:number])) for number, turn in enumerate(turns, start=1))


def outcome(turns: Sequence[Turn]) -> str:
    """Return how many codes are left after these turns, in words.

    >>> outcome([Turn("1122", Feedback(1, 0))])
    '256 codes left'
    """
    if turns[-1].feedback.black == CLASSIC.variant.pegs:
        return _("Code broken")
    left = position_after(CLASSIC.variant, turns).count
    return ngettext("%(left)s code left", "%(left)s codes left", left) % {
        "left": wording.number(left)
    }
