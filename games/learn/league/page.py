"""The facts on a season's pages: its table, games against one code, and how two trees differ."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from games import wording
from games.catalog.strategies import title
from games.insight.fairness.position import FairPosition, Leave
from games.learn.league.judging import OPTIMAL, references_on, tree_of
from games.models import Entrant, Season, SentTree
from games.models.league.written import guess_after, way_to
from games.web.charts.lengths import LengthColumns, Scale
from solver.rule.codes import Code
from solver.rule.feedback import Feedback, Turn
from solver.study.evaluate import Evaluation

SEASON_COLUMNS = ("rank", "name", "total", "mean", "worst", "version", "sent_at", "same_as")
BESIDE = ("knuth", OPTIMAL)  # strategies that appear beside the entrants


@dataclass(frozen=True)
class TableLine:
    """A row of the table: an entrant, or a strategy of this site without a rank."""

    name: str
    found: Evaluation | SentTree
    entrant: Entrant | None = None
    strategy: str = ""
    rank: int = 0
    same_as: str = ""

    @property
    def is_optimal(self) -> bool:
        """Whether this is the optimal strategy, so that no tree for the board can do better."""
        return self.strategy == OPTIMAL

    def facts(self) -> dict[str, Any]:
        """Return the row for programs, and for a spreadsheet."""
        sent_at = self.found.sent_at if isinstance(self.found, SentTree) else None
        line = {"rank": self.rank or None, "name": self.name, "sent_at": sent_at}
        return line | results_of(self.found)


def results_of(found: Evaluation | SentTree) -> dict[str, Any]:
    """Return the results of a tree, or of a strategy, which has no version."""
    sent = found if isinstance(found, SentTree) else None
    return {
        "version": sent and sent.number,
        "total": found.total,
        "mean": round(found.mean, 4),
        "worst": found.worst,
        "distribution": dict(found.distribution),
        "same_as": sent.same_as if sent else "",
    }


class Difference(NamedTuple):
    """The first place where two trees differ, and how many such places there are."""

    turns: Sequence[Turn]
    guesses: tuple[Code, Code]
    places: int


@dataclass(frozen=True)
class SeasonPage:
    """The facts of a season, which all visitors can see."""

    season: Season

    @cached_property
    def ranked(self) -> list[Entrant]:
        return self.season.ranked()

    @property
    def waiting(self) -> list[Entrant]:
        return [one for one in self.ranked if one.counted is None]

    @cached_property
    def lines(self) -> list[TableLine]:
        """The entrants and the site's strategies, by total, worst case and time."""
        entered = [(one, one.counted) for one in self.ranked if one.counted]
        lines = [
            TableLine(str(one), tree, one, rank=rank, same_as=self._like(one, tree))
            for rank, (one, tree) in enumerate(entered, start=1)
        ]
        lines += [
            TableLine(title(name), known, strategy=name)
            for name, known in references_on(self.season.variant).items()
        ]
        return sorted(
            lines, key=lambda line: (line.found.total, line.found.worst, not line.strategy)
        )

    @cached_property
    def scale(self) -> Scale:
        return Scale.over([line.found.distribution for line in self.lines])

    @property
    def rows(self) -> Iterator[tuple[TableLine, LengthColumns]]:
        """The rows of the table, each with its small chart."""
        return ((line, LengthColumns(line.found.distribution, self.scale)) for line in self.lines)

    @property
    def status(self) -> str:
        """A sentence on the first and the last day for sending trees."""
        days = {
            "first": wording.full_date(self.season.first_day),
            "last": wording.full_date(self.season.last_day),
        }
        if self.season.is_over:
            return _("Ended on %(last)s (UTC).") % days
        if self.season.is_open:
            return _("Open until the end of %(last)s (UTC).") % days
        return _("Opens on %(first)s (UTC), until the end of %(last)s.") % days

    def ways(self, code: Code, leave: Leave) -> list[tuple[str, FairPosition]]:
        """Return how all entrants and two strategies break a code, the fewest guesses first.

        Each way has the names of all whose trees make these guesses. The visitor chose the code, so
        ``leave`` can raise the question about help.
        """
        sent = SentTree.objects.filter(pk__in=[one.counted_id for one in self.ranked])
        texts = {tree.entrant_id: tree.text for tree in sent}
        names: dict[tuple[Turn, ...], list[str]] = {}
        for line in self.lines:
            if line.entrant:
                turns = way_to(texts[line.entrant.pk], code)
            elif line.strategy in BESIDE:
                turns = way_to(tree_of(self.season.variant, line.strategy), code)
            else:
                continue
            names.setdefault(tuple(turns), []).append(line.name)
        return [
            (wording.list_in_words(names[turns]), leave(self.season.variant, turns))
            for turns in sorted(names, key=len)
        ]

    def table(self) -> Iterator[dict[str, Any]]:
        for facts in (line.facts() for line in self.lines):
            lengths, sent_at = facts.pop("distribution"), facts["sent_at"]
            yield facts | {
                "sent_at": sent_at and f"{sent_at:%Y-%m-%d %H:%M:%S}",
                "same_as": facts["same_as"] and title(facts["same_as"]),
                **{f"in_{number}": lengths.get(number, 0) for number in self.numbers},
            }

    @property
    def numbers(self) -> range:
        return range(1, self.scale.columns + 1)

    def _like(self, entrant: Entrant, tree: SentTree) -> str:
        """Return a sentence on who else has the entrant's tree; empty if no one has."""
        others = [
            str(one)
            for one in self.ranked
            if one.counted and one.counted.digest == tree.digest and one != entrant
        ]
        return same_as([*map(title, filter(None, [tree.same_as])), *others])


@dataclass(frozen=True)
class EntrantPage:
    """An entrant with all versions of the tree, and with another tree for comparison.

    ``against`` is the number of another entrant, the name of a strategy, or empty. ``leave``
    returns a position or raises the question about help.
    """

    entrant: Entrant
    leave: Leave
    against: str = ""

    @cached_property
    def versions(self) -> list[tuple[SentTree, LengthColumns]]:
        """The trees that the entrant sent, newest first, with charts of one scale."""
        sent = list(self.entrant.trees.defer("tree").order_by("-number"))
        if not sent:
            return []
        scale = Scale.over([one.distribution for one in sent])
        return [(one, LengthColumns(one.distribution, scale)) for one in sent]

    @property
    def same_as(self) -> str:
        """A sentence on the strategy of this site with the same tree, or empty."""
        counted = self.entrant.counted
        return same_as([title(counted.same_as)] if counted and counted.same_as else [])

    @cached_property
    def rivals(self) -> dict[str, str]:
        """The names of the strategies and entrants to compare this tree with."""
        entrants = self.entrant.season.entrants.exclude(counted=None).exclude(pk=self.entrant.pk)
        named = {str(one.number): str(one) for one in entrants.order_by("number")}
        return {name: title(name) for name in BESIDE} | named

    @property
    def rival(self) -> str:
        return self.rivals.get(self.against, "")

    @cached_property
    def parting(self) -> Difference | None:
        """The first place where the two trees differ, with turns that the reader is allowed to see.

        None if the trees are equal or one is missing.
        """
        if not (self.entrant.counted and self.rival):
            return None
        season = self.entrant.season
        if self.against in BESIDE:
            text = tree_of(season.variant, self.against)
        else:
            other = season.entrants.select_related("counted").get(number=int(self.against))
            text = other.counted.text if other.counted else ""
        found = difference(self.entrant.counted.text, text)
        return found and found._replace(turns=self.leave(season.variant, found.turns).turns)


def same_as(names: list[str]) -> str:
    """Return a sentence on who else has the same tree; empty without names."""
    if not names:
        return ""
    if len(names) > 3:
        values = {"names": ", ".join(names[:3]), "more": len(names) - 3}
        return _("The same tree as %(names)s and %(more)d more") % values
    return _("The same tree as %(names)s") % {"names": wording.list_in_words(names)}


def difference(one: str, other: str) -> Difference | None:
    r"""Return the first place where two written trees differ; None if they are equal.

    >>> difference("\n:11\n00:22\n", "\n:11\n00:21\n").guesses
    ('22', '21')
    """
    trees = [dict(line.split(":") for line in text.split()) for text in (one, other)]
    places = {*trees[0], *trees[1]}
    differing = [answers for answers in places if trees[0].get(answers) != trees[1].get(answers)]
    if not differing:
        return None
    first = min(differing, key=lambda answers: (len(answers), answers))
    turns = [
        Turn(guess_after(one, first[:end]), Feedback(int(first[end]), int(first[end + 1])))
        for end in range(0, len(first), 2)
    ]
    return Difference(turns, (trees[0].get(first, ""), trees[1].get(first, "")), len(differing))
