"""Evil mode: find the answers in another process, and tell the story after the game."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.functional import cached_property
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from games import wording
from games.insight.fairness.position import FairPosition, works_out
from games.insight.positions.address import explorer_address
from games.models import Game
from games.models.play.codemaker import Evil
from games.web.charts.partition import PartitionChart, PartitionColumns
from games.web.traffic.calculator import expensive
from games.wording import figure
from solver.rule.codes import Code, Variant
from solver.rule.feedback import Feedback, Turn
from solver.study.evil import Enough, Held, enough, options_after


@expensive(keep=512)
def answer(variant: Variant, history: tuple[Turn, ...], guess: Code) -> Feedback:
    """Return the answer that leaves the most codes after a guess."""
    return Evil(variant).answer(history, guess)


@expensive(keep=64)
def code_after(variant: Variant, history: tuple[Turn, ...]) -> Code:
    return Evil(variant).code_after(history)


@works_out(keep=64)
def codes_held(variant: Variant, turns: tuple[Turn, ...]) -> tuple[Held, ...]:
    """Return the codes that the computer could still choose after each turn."""
    return options_after(variant, turns)


@expensive(keep=256)
def guesses_that_suffice(variant: Variant) -> Enough | None:
    """Return how many guesses always suffice, or None if that is unknown."""
    return enough(variant)


class Beside(Evil):
    """An evil codemaker that answers in another process.

    If that process is busy, the guess is refused and not stored.
    """

    def answer(self, history: Sequence[Turn], guess: Code) -> Feedback:
        return answer(self.variant, tuple(history), guess)

    def code_after(self, history: Sequence[Turn]) -> Code:
        return code_after(self.variant, tuple(history))


def answer_beside(game: Game) -> Game:
    """Return the game; if it is an evil game, another process will find its answers."""
    if game.is_evil:
        game.codemaker = Beside(game.variant)
    return game


class EvilMove(NamedTuple):
    """A guess in an evil game, and its effect."""

    number: int
    held: Held
    explorer: str  # URL of the explorer with the guess and the position before it

    @property
    def turn(self) -> Turn:
        return self.held.turn

    @property
    def before(self) -> str:
        return figure(self.held.before, self.held.is_listed)

    @property
    def left(self) -> str:
        """How many codes were left after the answer."""
        return figure(self.held.left, self.held.is_counted)

    @property
    def kept(self) -> str:
        return wording.codes(self.held.left, self.held.is_counted)

    @property
    def needed(self) -> str:
        """The fewest guesses still needed after the answer, or a dash if the number is unknown."""
        return "–" if self.held.needed is None else str(self.held.needed)

    @property
    def slip(self) -> str:
        lost = self.held.lost
        return _("lost %(guesses)s") % {"guesses": wording.guesses(lost)} if lost else ""

    @property
    def chart(self) -> PartitionChart:
        return PartitionChart(self.held.parts, self.turn.feedback, self.held.is_listed)

    @property
    def columns(self) -> PartitionColumns:
        return PartitionColumns(self.chart, len(self.turn.guess))


@dataclass(frozen=True)
class EvilStory:
    """The story of a finished evil game: codes left and guesses wasted, guess by guess."""

    game: Game
    position: FairPosition

    @cached_property
    def moves(self) -> list[EvilMove]:
        variant, turns = self.game.variant, self.position.turns
        return [
            EvilMove(place + 1, one, explorer_address(variant, turns[:place], one.turn.guess))
            for place, one in enumerate(codes_held(self.position))
        ]

    @property
    def verdict(self) -> str:
        """A sentence about how many guesses are always enough, and how many the player made."""
        known, count = guesses_that_suffice(self.game.variant), self.game.guess_count
        if known is None:
            return ""
        values = {"enough": wording.guesses(known.guesses), "count": count}
        if not self.game.is_won:
            return _("%(enough)s are always enough.") % values
        if count > known.guesses:
            return _("%(enough)s are always enough. You needed %(count)d.") % values
        if known.is_least:
            return _("It can’t be done in fewer. You played perfectly.")
        return _("%(enough)s are known to be enough. You needed %(count)d.") % values

    @property
    def slips(self) -> str:
        """A sentence that names the moves proven to waste guesses, or ""."""
        wasteful = {move.number: move.held.lost for move in self.moves if move.held.lost}
        if not wasteful:
            return ""
        return _("%(which)s gave away %(guesses)s.") % {
            "which": capfirst(wording.guesses_named(list(wasteful))),
            "guesses": wording.guesses(sum(wasteful.values())),
        }

    @property
    def is_proven(self) -> bool:
        held = [move.held for move in self.moves]
        return all(one.is_counted and one.is_listed and one.needed is not None for one in held)
