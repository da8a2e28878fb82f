"""The way that each strategy takes to a code, beside the player's."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.functional import cached_property

from games.analysis.page import Analysis, found
from games.catalog.effort import MEDIUM, SMALL
from games.catalog.strategies import is_quick, title, watchable
from games.site.calculator import expensive
from games.wording import figure
from solver.positions.candidates import follow, position_after
from solver.rule.codes import Code, Variant
from solver.sets.arrays import encoded
from solver.strategies.roster import strategy_named
from solver.study.play import play


class Stop(NamedTuple):
    """A guess on the way, and how many codes it left."""

    code: Code
    left: str


class StrategyPath(NamedTuple):
    """The guesses of a strategy."""

    name: str
    stops: tuple[Stop, ...]


@dataclass(frozen=True)
class Paths:
    """The player's way to the code, and those of the strategies once they are ``asked`` for.

    On a large board one strategy is asked at a time, on a smaller one all of them together.
    """

    analysis: Analysis
    asked: str = ""

    @property
    def own(self) -> tuple[Stop, ...]:
        return tuple(Stop(move.code, move.left) for move in self.analysis.moves)

    @property
    def others(self) -> list[StrategyPath]:
        game = self.analysis.game
        variant, secret = game.variant, game.secret
        return [StrategyPath(title(name), _stops(variant, name, secret)) for name in self._shown()]

    @property
    def awaited(self) -> list[str]:
        """What the strategies are called whose ways can be had together, until they are."""
        return [] if self.asked or self.offered else [title(name) for name in self.known]

    @cached_property
    def known(self) -> dict[str, str]:
        """The strategies whose way is always the same, with what each is called."""
        variant = self.analysis.game.variant
        return {name: title(name) for name in watchable() if is_quick(variant, name)}

    @property
    def offered(self) -> dict[str, str]:
        """The strategies to choose from, where each is asked alone."""
        return self.known if self.analysis.game.variant.size > MEDIUM else {}

    def _shown(self) -> list[str]:
        if not self.asked:
            return []
        return [name for name in self.known if not self.offered or name == self.asked]


@expensive(keep=256, beyond=SMALL)
def _stops(variant: Variant, strategy: str, secret: Code) -> tuple[Stop, ...]:
    return tuple(_way(strategy, secret, variant))


def _way(strategy: str, secret: Code, variant: Variant) -> Iterator[Stop]:
    position = position_after(variant, ())
    for turn in play(strategy_named(strategy), secret, position):
        guess = encoded(variant, turn.guess)
        position = follow(position, guess, turn.feedback)
        left = figure(position.told, position.is_counted)
        yield Stop(turn.guess, found() if turn.guess == secret else left)
