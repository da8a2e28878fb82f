"""The known results for a game size: shipped with the site, or computed for visitors."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.http import HttpRequest
from django.utils.functional import cached_property

from games.catalog.effort import LARGE
from games.learn.lab.boards import NamedBoard
from games.models import Playout, today
from games.models.learn.playout import unpack
from games.web.traffic.calculator import expensive
from solver.rule.codes import Code, Variant
from solver.rule.feedback import Feedback, Turn
from solver.study.results import BoardResults, Lengths, codes_played, kept_lengths, kept_results
from solver.study.walk import Ahead, ahead_of

SETTINGS_OF_BOARD = {"pegs", "colors", "repeats"}


class KnownOfBoard:
    """The known results of each strategy on a board."""

    def __init__(self, variant: Variant) -> None:
        self.variant = variant

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
