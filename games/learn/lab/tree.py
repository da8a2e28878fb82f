"""A node of a decision tree: the guesses so far, the next guess, and the node after each answer."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from games import wording
from games.catalog.effort import MEDIUM, SMALL, TINY
from games.catalog.rules import Rules
from games.catalog.strategies import keeps_its_promise, title
from games.insight.fairness.position import FairPosition
from games.insight.positions.address import explorer_address
from games.learn.lab.boards import NamedBoard
from games.web.charts.icicle import Icicle
from games.web.charts.triangle import Corner, Triangle
from games.web.traffic.calculator import expensive
from solver.exact.solved import MOST_SEARCHED, MOST_SEARCHED_ON
from solver.rule.codes import Variant
from solver.rule.feedback import Feedback, Turn
from solver.strategies.optimal import whole_tree
from solver.strategies.roster import strategy_named
from solver.study.suggest import Suggestion
from solver.study.walk import Ahead, Visit, visit
from solver.trees.formats import TREE_FORMATS

LEVELS_DRAWN = 3

KINDS = {"txt": "text", "rules": "rules", "json": "json", "dot": "dot", "exchange": "exchange"}
TYPES = {"json": "application/json", "dot": "text/vnd.graphviz"}


@expensive(keep=512, beyond=MEDIUM)
def node_at(variant: Variant, strategy: str, answers: tuple[Feedback, ...]) -> Visit:
    """Return the node of a strategy's tree after these answers."""
    return visit(variant, strategy, answers)


@expensive(keep=8, beyond=TINY)
def write_tree(variant: Variant, strategy: str, kind: str) -> str:
    tree = whole_tree(strategy_named(strategy), variant)
    return "\n".join(TREE_FORMATS[KINDS[kind]](tree)) + "\n"


class Picture(NamedTuple):
    """The first levels of a small tree, computed only when the picture is drawn."""

    rules: Rules
    strategy: str

    @property
    def icicle(self) -> Icicle:
        strategy = strategy_named(self.strategy)
        return Icicle(whole_tree(strategy, self.rules.variant, LEVELS_DRAWN), LEVELS_DRAWN)


@dataclass(frozen=True)
class WholeTree:
    board: NamedBoard
    strategy: str

    @property
    def title(self) -> str:
        return title(self.strategy)

    @property
    def is_kept(self) -> bool:
        """Whether the guesses are fast to find; for an optimal strategy, whether it has a book."""
        return keeps_its_promise(self.board.variant, self.strategy)

    @property
    def is_written(self) -> bool:
        """Whether the whole tree can be downloaded as a file."""
        return self.is_kept and self.board.variant.size <= MEDIUM

    @property
    def root(self) -> str:
        return self.address_of(())

    def address_of(self, answers: tuple[Feedback, ...]) -> str:
        """Return the URL of the node after these answers."""
        if not answers:
            return reverse("tree", args=[self.strategy]) + self.board.query
        return reverse("node", args=[self.strategy, answers]) + self.board.query


@dataclass(frozen=True)
class TreePage(WholeTree):
    """A node of a tree, found by a ``visit``, with its surroundings."""

    answers: tuple[Feedback, ...]
    visit: Visit
    position: FairPosition
    is_picture_wanted: bool = False

    @property
    def history(self) -> tuple[Turn, ...]:
        return self.position.turns

    @property
    def found(self) -> Suggestion:
        return self.visit.suggestion

    @property
    def headline(self) -> str:
        if not self.answers:
            return _("%(title)s starts with %(guess)s") % {
                "title": self.title,
                "guess": self.found.guess,
            }
        return _("%(title)s, guess %(number)d: %(guess)s") % {
            "title": self.title,
            "number": len(self.answers) + 1,
            "guess": self.found.guess,
        }

    @property
    def possible(self) -> str:
        return wording.work(self.found)

    @property
    def proof(self) -> str:
        """A sentence on whether the guess is proven best; empty if there is nothing to prove."""
        if self.found.proven is None or self.found.candidates <= 2:
            return ""
        if self.found.proven:
            return _("It is proven that no guess does better here.")
        estimate = _(
            "The best guess here is not proven. With so many codes possible, %(title)s"
            " guesses as Weighted does."
        ) % {"title": self.title}
        if self.board.variant.size > MOST_SEARCHED_ON:
            return estimate
        later = _("Once %(most)d or fewer are left, it searches to the end if that is quick.")
        return f"{estimate} {later % {'most': MOST_SEARCHED}}"

    @cached_property
    def ahead(self) -> Mapping[Feedback, Ahead]:
        """The results after each answer, from played games."""
        if self.visit.ahead:
            return self.visit.ahead
        return self.board.ahead(self.strategy, self.history, self.found.guess)

    @property
    def further(self) -> str:
        """A sentence on how many more guesses the game takes; empty if that is unknown."""
        known = self.ahead
        if not known or self.found.candidates == 1:
            return ""
        codes = self.found.partition
        mean = sum(codes[answer] * one.mean for answer, one in known.items()) / sum(codes.values())
        return _("From here it takes %(mean)s more guesses on average, and at most %(most)d.") % {
            "mean": wording.number(mean, decimals=2),
            "most": self.longest,
        }

    @property
    def longest(self) -> int:
        """The maximum number of guesses that a game can still take."""
        return max(one.longest for one in self.ahead.values())

    @cached_property
    def triangle(self) -> Triangle:
        """The chart of the answers, with links to their nodes (except for the win)."""
        longest = [answer for answer, one in self.ahead.items() if one.longest == self.longest]
        return Triangle(self.found.partition, self.board.variant.pegs, self._after, longest)

    @property
    def ways(self) -> list[tuple[Corner, Ahead | None]]:
        """The possible answers with their results; answers that leave the most codes come first."""
        corners = [corner for row in self.triangle.rows for corner in row if corner.size]
        corners.sort(key=lambda corner: (-corner.size, corner.answer))
        return [(corner, self.ahead.get(corner.answer)) for corner in corners]

    @property
    def crumbs(self) -> list[tuple[Turn, str]]:
        """The turns before the current node, each with the URL of the node of its guess."""
        return [
            (turn, self.address_of(self.answers[:depth])) for depth, turn in enumerate(self.history)
        ]

    @property
    def has_picture(self) -> bool:
        """Whether the page offers a picture of the first levels, as it does for small trees."""
        return not self.answers and self.is_kept and self.board.variant.size <= SMALL

    @property
    def shows_picture(self) -> bool:
        return self.has_picture and self.is_picture_wanted

    @property
    def picture(self) -> Picture:
        return Picture(self.board.rules, self.strategy)

    @property
    def explorer(self) -> str:
        return explorer_address(self.board.variant, self.history, self.found.guess)

    def _after(self, answer: Feedback) -> str:
        is_win = answer.black == self.board.variant.pegs
        return "" if is_win else self.address_of((*self.answers, answer))
