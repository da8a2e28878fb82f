"""The game size of a lab page: its known results, and links to the page for other sizes."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.http import HttpRequest
from django.utils.functional import cached_property

from games.catalog.effort import LARGE
from games.catalog.references import HARD_TOTALS
from games.catalog.rules import PRESETS, Rules
from games.models import Playout, today
from games.models.learn.playout import unpack
from games.web.entry.forms import VariantForm
from games.web.traffic.calculator import expensive
from solver.rule.codes import Code, Variant
from solver.rule.feedback import Feedback, Turn
from solver.study.results import BoardResults, Lengths, codes_played, kept_lengths, kept_results
from solver.study.walk import Ahead, ahead_of

SETTINGS_OF_BOARD = {"pegs", "colors", "repeats"}


class NamedBoard:
    """The game size in a URL; Classic if there is none.

    For an invalid size, ``problem`` says why, and ``rules`` are the rules of Classic.
    The known results are shipped with the site, or come from play-outs for visitors.
    """

    def __init__(self, sent: Mapping[str, str]) -> None:
        self.form = VariantForm(sent)

    @property
    def problem(self) -> str:
        return self.form.problem

    @cached_property
    def rules(self) -> Rules:
        """The rules of this game size; if the size has a preset, the rules of the preset."""
        return Rules.of(Variant()) if self.problem else self.form.cleaned_data["rules"]

    @property
    def variant(self) -> Variant:
        return self.rules.variant

    @property
    def query(self) -> str:
        """The board as the query string at the end of a URL."""
        return self.rules.board_query

    @property
    def hard_totals(self) -> Mapping[Code, int]:
        """The fewest guesses in total after each first guess in hard mode; empty if unknown."""
        return HARD_TOTALS.get(self.variant, {})

    @property
    def more(self) -> str:
        """The game size as the start of a longer query string."""
        return f"{self.rules.board}&" if self.rules.board else ""

    @property
    def choices(self) -> list[Rules]:
        """The presets, and this board if it is not a preset."""
        return list(dict.fromkeys([*PRESETS.values(), self.rules]))

    @cached_property
    def results(self) -> BoardResults | None:
        """The results of all play-outs for this size; None if there are none."""
        if kept := kept_results(self.variant):
            return kept
        rows = Playout.objects.on(self.variant).done()
        done = {row.strategy: row.evaluation for row in rows}
        return BoardResults(self.variant, None, done) if done else None

    def lengths(self, strategy: str) -> Lengths | None:
        """Return the length of a strategy's game for each code; None if it was not played."""
        if kept_results(self.variant):
            return kept_lengths(self.variant, strategy)
        row = Playout.objects.on(self.variant).done().filter(strategy=strategy).first()
        return row.lengths if row else None

    def codes(self, places: Iterable[int]) -> Sequence[Code]:
        games = self.results.games if self.results else None
        return codes_at(self.variant, games, tuple(places))

    def ahead(
        self, strategy: str, history: tuple[Turn, ...], guess: Code
    ) -> Mapping[Feedback, Ahead]:
        """Return the known results after each answer to a guess; empty if there are none."""
        row = Playout.objects.on(self.variant).done().filter(strategy=strategy).first()
        if row is None or row.games is None:
            return {}
        return ahead_in(self.variant, history, guess, bytes(row.games))


@expensive(keep=64, beyond=LARGE)
def codes_at(variant: Variant, games: int | None, places: tuple[int, ...]) -> Sequence[Code]:
    """Return the codes with these indexes among all codes, or among ``games`` random codes."""
    return variant.texts(codes_played(variant, games).digits[list(places)])


@expensive(keep=16, beyond=LARGE)
def ahead_in(
    variant: Variant, history: tuple[Turn, ...], guess: Code, games: bytes
) -> Mapping[Feedback, Ahead]:
    """Return the results after each answer to a guess, from the lengths of all games."""
    return ahead_of(variant, history, guess, unpack(games))


def results_and_day(request: HttpRequest, *args: Any, **kwargs: Any) -> object:
    """Return the facts on which a page about a game size depends."""
    board = NamedBoard(request.GET) if SETTINGS_OF_BOARD & request.GET.keys() else None
    if board is None or board.problem or kept_results(board.variant):
        return today()
    played = Playout.objects.on(board.variant).done().values_list("strategy", flat=True)
    return today(), list(played)
