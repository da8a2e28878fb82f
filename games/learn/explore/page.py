"""The facts of the explorer page; the template only arranges them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple
from urllib.parse import urlencode

from django.utils.functional import cached_property
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from games import wording
from games.catalog.colors import Color, palette
from games.catalog.rules import Rules
from games.catalog.strategies import title
from games.insight.fairness.position import FairPosition
from games.insight.positions import arguments
from games.insight.positions.address import explorer_query
from games.insight.positions.arguments import Passage
from games.insight.positions.outlook import Outlook, Proposal, explore_position
from games.web.charts.triangle import Triangle
from games.web.entry.code_entry import CodeEntry
from games.web.entry.forms import CodeField, HistoryField, ProblemForm
from games.web.entry.row import EMPTY, row_from_query
from solver.rule.codes import Code, Variant
from solver.rule.feedback import Feedback, Turn
from solver.rule.history import format_history
from solver.study.prospects import Prospect

CODES_LISTED = 60  # maximum number of possible codes in the list
DEGREES = 10  # number of shades in the heat map, not counting unshaded cells


class ExploreForm(ProblemForm):
    """A history, and the guess to examine, typed or built peg by peg."""

    def __init__(self, sent: Mapping[str, str], variant: Variant) -> None:
        row = row_from_query(sent, variant)
        code = sent.get("code", "").strip() or ("" if EMPTY in row else row)
        super().__init__({"history": sent.get("history", ""), "code": code})
        self.fields["history"] = HistoryField(variant)
        if code:
            self.fields["code"] = CodeField(variant)

    @property
    def history(self) -> tuple[Turn, ...]:
        """The turns; empty if they are invalid."""
        self.full_clean()
        return tuple(self.cleaned_data.get("history", ()))

    @property
    def guess(self) -> Code:
        """The guess to examine; empty if there is none or it is invalid."""
        self.full_clean()
        return str(self.cleaned_data.get("code", ""))


class PlacedTurn(NamedTuple):
    """A row of the history, the URL without this row, and whether it contradicts other rows."""

    number: int
    turn: Turn
    without: str
    is_suspect: bool


class Cell(NamedTuple):
    """A percentage as text, with its degree of color in the heat map."""

    text: str
    degree: int


@dataclass(frozen=True)
class Ranked:
    prospect: Prospect
    query: str
    is_own: bool

    @property
    def guess(self) -> Code:
        return self.prospect.guess

    @property
    def chosen_by(self) -> str:
        """The titles of the strategies that choose this guess."""
        names = [title(name) for name in self.prospect.strategies]
        if not names:
            return "" if self.is_own else _("the best known")
        return wording.list_in_words(names)

    @property
    def worst(self) -> str:
        found = self.prospect.suggestion
        return wording.figure(found.worst_left, found.exact)

    @property
    def expected(self) -> str:
        found = self.prospect.suggestion
        if found.exact:
            return wording.number(found.expected_left, decimals=1)
        return wording.figure(round(found.expected_left), False)

    @property
    def cost(self) -> str:
        return wording.cost(self.prospect.appraisal)


@dataclass(frozen=True)
class ExplorePage:
    """A position, and the guess to examine if there is one."""

    position: FairPosition
    guess: Code
    sent: Mapping[str, str]
    problem: str = ""

    @property
    def variant(self) -> Variant:
        return self.position.variant

    @property
    def history(self) -> tuple[Turn, ...]:
        return self.position.turns

    @cached_property
    def outlook(self) -> Outlook:
        return explore_position(self.position, self.guess)

    @property
    def rules(self) -> Rules:
        return Rules.of(self.variant)

    @property
    def is_deferred(self) -> bool:
        """Whether the page loads its results later: before the first guess they take long."""
        asked = {"work", "exercise"} & self.sent.keys()
        return not (self.history or self.guess or self.problem or asked)

    @property
    def beginning(self) -> str:
        """A sentence on how many codes are possible before the first guess."""
        return capfirst(wording.are_possible(self.variant.size))

    @property
    def is_exercise(self) -> bool:
        """Whether the results are hidden at first, as the solution of an exercise."""
        return "exercise" in self.sent

    @property
    def text(self) -> str:
        """The history as text for its field; invalid input stays as the visitor typed it."""
        return format_history(self.history) or self.sent.get("history", "")

    @property
    def entry(self) -> CodeEntry:
        """The row in which the visitor enters the next guess."""
        return CodeEntry.of(self.sent, self.variant, self.problem, tuple(self.kept))

    @property
    def kept(self) -> list[tuple[str, str]]:
        """The query parameters besides the guess."""
        board = self.rules.codes if self.rules.board else []
        exercise = [("exercise", "yes")] if self.is_exercise else []
        return [*board, *([("history", self.text)] if self.text else []), *exercise]

    @property
    def kept_query(self) -> str:
        """The query string up to the guess, so that a link can append any guess."""
        return f"{urlencode(self.kept)}&" if self.kept else ""

    @property
    def rows(self) -> list[PlacedTurn]:
        is_plain = self.problem or self.is_exercise or not self.history
        suspects = () if is_plain else self.outlook.suspects
        turns = self.history
        return [
            PlacedTurn(
                place, turn, self._query((*turns[: place - 1], *turns[place:])), place in suspects
            )
            for place, turn in enumerate(turns, start=1)
        ]

    @property
    def question(self) -> str:
        if self.guess:
            return _("How many codes would each answer to %(guess)s leave?") % {"guess": self.guess}
        return _("How many codes are still possible? Which next guess is good?")

    @cached_property
    def own(self) -> Prospect | None:
        """The appraisal of the guess to examine; None if there is none."""
        return next((one for one in self.outlook.prospects if one.guess == self.guess), None)

    @property
    def work(self) -> str:
        return wording.work(self.own.suggestion) if self.own else ""

    @cached_property
    def triangle(self) -> Triangle:
        assert self.own is not None  # noqa: S101 - asked only where there is a guess
        return Triangle(self.own.suggestion.partition, self.variant.pegs, self._after)

    @property
    def ranking(self) -> list[Ranked]:
        return [
            Ranked(one, self._query(self.history, one.guess), one.guess == self.guess)
            for one in self.outlook.prospects
        ]

    @property
    def shows_codes(self) -> bool:
        """Whether so few codes are possible that the page can list them."""
        return 0 < self.outlook.count <= CODES_LISTED and bool(self.outlook.first)

    @property
    def heat(self) -> Iterator[tuple[Color, list[Cell]]]:
        """For each color, how likely it is at each place, and at last anywhere in the code."""
        known = zip(self.outlook.likelihood, self.outlook.presence, strict=True)
        for color, (places, anywhere) in zip(palette(self.variant), known, strict=True):
            yield color, [_percentage(one) for one in (*places, anywhere)]

    @property
    def places(self) -> range:
        return range(1, self.variant.pegs + 1)

    @property
    def proposals(self) -> list[tuple[Proposal, str]]:
        """The corrections that make all answers consistent, each with the URL of that position."""
        return [(one, self._query(one.history)) for one in self.outlook.proposals]

    @property
    def argument(self) -> list[str]:
        """Sentences on why the answers contradict each other, in steps that a person can follow."""
        return arguments.clash_in_words(self.position, self.outlook.suspects)

    @property
    def conclusions(self) -> list[list[Passage]]:
        return arguments.all_conclusions(self.position)

    @property
    def query(self) -> str:
        """The query string of this position and guess, without other settings."""
        return explorer_query(self.variant, self.history, self.guess)

    @property
    def exercise_query(self) -> str:
        return explorer_query(self.variant, self.history, self.guess, exercise="yes")

    def _query(self, history: tuple[Turn, ...], guess: Code = "") -> str:
        more = {"exercise": "yes"} if self.is_exercise else {}
        return explorer_query(self.variant, history, guess, **more)

    def _after(self, answer: Feedback) -> str:
        return f"?{self._query((*self.history, Turn(self.guess, answer)))}"


def _percentage(share: float) -> Cell:
    """Return a share as a percentage, never rounded to zero."""
    if share <= 0:
        return Cell("–", 0)
    percent = 100 * share
    text = "<1" if percent < 1 else (">99" if 99 < percent < 100 else f"{percent:.0f}")
    return Cell(f"{text}%", max(1, round(DEGREES * share)))
