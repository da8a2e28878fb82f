"""How each strategy breaks the code of a game, or wins an evil game."""

from dataclasses import dataclass

from django.utils.functional import cached_property

from games.catalog.effort import MEDIUM, SMALL
from games.catalog.strategies import is_quick, title, watchable
from games.insight.fairness.position import FairPosition
from games.learn.analysis.page import found_label
from games.models import Game
from games.web.traffic.calculator import expensive
from games.wording import figure
from solver.positions.candidates import follow, position_after
from solver.rule.codes import Code, Variant
from solver.sets.arrays import encode_texts
from solver.strategies.roster import strategy_named
from solver.study.evil import EvilTurn, against
from solver.study.play import play

Stops = tuple[tuple[Code, str], ...]  # guesses, each with how many codes its answer leaves


@dataclass(frozen=True)
class Paths:
    """The strategies' guesses against the code of a game.

    On a large board the reader chooses one strategy (``asked``); on smaller boards all are shown.
    ``position`` is the part of the game that this reader can see.
    """

    game: Game
    position: FairPosition
    asked: str = ""

    @property
    def others(self) -> dict[str, Stops]:
        """The titles of the strategies to show, each with its guesses."""
        if not self.asked:
            return {}
        shown = [name for name in self.known if not self.offered or name == self.asked]
        return {self.known[name]: self.stops_of(name) for name in shown}

    @property
    def awaited(self) -> list[str]:
        """The titles of strategies whose guesses load when the reader opens this part."""
        return [] if self.asked or self.offered else list(self.known.values())

    @cached_property
    def known(self) -> dict[str, str]:
        """The titles of the strategies that always play the same games."""
        variant = self.position.variant
        return {name: title(name) for name in watchable() if is_quick(variant, name)}

    @property
    def offered(self) -> dict[str, str]:
        """The strategies to choose from; empty on boards where all are shown."""
        return self.known if self.position.variant.size > MEDIUM else {}

    def stops_of(self, name: str) -> Stops:
        return _stops(self.position.variant, name, self.game.secret)


@dataclass(frozen=True)
class EvilPaths(Paths):
    """The strategies' guesses against the evil computer; these games take longer."""

    @property
    def offered(self) -> dict[str, str]:
        return self.known

    def stops_of(self, name: str) -> Stops:
        return tuple(
            (one.turn.guess, found_label() if one.needed == 0 else figure(one.left, one.is_counted))
            for one in _evil_turns(self.position.variant, name)
        )


@expensive(keep=256, beyond=SMALL)
def _stops(variant: Variant, strategy: str, secret: Code) -> Stops:
    position, stops = position_after(variant, ()), []
    for turn in play(strategy_named(strategy), secret, position):
        position = follow(position, encode_texts(variant, turn.guess), turn.feedback)
        left = figure(position.count_shown, position.is_counted)
        stops.append((turn.guess, found_label() if turn.guess == secret else left))
    return tuple(stops)


@expensive(keep=256)
def _evil_turns(variant: Variant, strategy: str) -> tuple[EvilTurn, ...]:
    return tuple(against(strategy_named(strategy), variant))
