"""Positions whose consequences a page is allowed to show the visitor.

Functions marked ``works_out`` run the solver for a page, and need a ``FairPosition``. Only the
class methods below create one; for a position that the visitor made up, they ask for consent. So a
page that forgets to ask has nothing to show, and mypy reports it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar, final

from django.http import HttpRequest

from games.insight.fairness.helped import ask_first
from games.models import Game
from games.models.base.columns import on_board
from games.models.play.fairness import is_code_known
from games.people.sessions.current import identity_of
from games.web.traffic.calculator import expensive
from solver.rule.codes import Variant
from solver.rule.feedback import Turn

# A position after at most this many turns is general theory, so the visitor is not asked first.
FREE_TURNS = 1

P = ParamSpec("P")
R = TypeVar("R")


@final
class FairPosition:
    """Some turns whose consequences the reader is allowed to see."""

    __slots__ = ("turns", "variant")

    variant: Variant
    turns: tuple[Turn, ...]

    def __init__(self) -> None:
        raise TypeError("ask for it: of_visitor, of_game or without_asking")

    @classmethod
    def of_visitor(
        cls, request: HttpRequest, variant: Variant, turns: Iterable[Turn], back: str = ""
    ) -> FairPosition:
        """Return a position that the visitor typed or chose.

        Raise AsksFirst if solving this position would help in an open game. After the question, the
        visitor returns to ``back`` or to the current URL.
        """
        made = tuple(turns)
        if len(made) > FREE_TURNS:
            ask_first(request, back, unless=lambda: has_played(request, variant, made))
        return cls._of(variant, made)

    @classmethod
    def of_game(cls, request: HttpRequest, game: Game, back: str = "") -> FairPosition:
        """Return the position of a game, or ask for consent if the player can have known the code.

        Raise AsksFirst if the code was known and the page would help in an open game. A finished
        game shows how all strategies play against its code, so even its first turn needs the
        question.
        """
        # other visitors see the game only after its end
        is_own = game.is_playing or identity_of(request).owns(game)
        if is_code_known(game, is_own):
            if not game.is_playing:
                ask_first(request, back)
            return cls.of_visitor(request, game.variant, game.turns(), back)
        return cls._of(game.variant, game.turns())

    @classmethod
    def without_asking(cls, variant: Variant, turns: Iterable[Turn], why: str) -> FairPosition:
        """Return a position that helps no player; ``why`` is for readers of the source."""
        return cls._of(variant, turns)

    @classmethod
    def _of(cls, variant: Variant, turns: Iterable[Turn]) -> FairPosition:
        position = cls.__new__(cls)
        position.variant, position.turns = variant, tuple(turns)
        return position

    def rows(self, numbers: Iterable[int]) -> FairPosition:
        """Return the position with only these turns, counted from 1."""
        return self._of(self.variant, [self.turns[number - 1] for number in numbers])

    def before(self, number: int) -> FairPosition:
        """Return the position before the guess with this number, counted from 1."""
        return self.rows(range(1, number))


def has_played(request: HttpRequest, variant: Variant, turns: tuple[Turn, ...]) -> bool:
    """Return whether a finished game of the visitor started with these turns.

    The analysis of such a game links to the explorer. Games whose code the visitor knew do not
    count.
    """
    games = identity_of(request).games.finished().filter(**on_board(variant))
    for number, turn in ((1, turns[0]), (len(turns), turns[-1])):
        answer = {f"guesses__{name}": value for name, value in turn.feedback._asdict().items()}
        games = games.filter(guesses__number=number, guesses__code=turn.guess, **answer)
    return any(
        tuple(game.turns()[: len(turns)]) == turns
        for game in games.prefetch_related("guesses")
        if not is_code_known(game, is_own=True)
    )


# This is the method ``of_visitor``, bound to the request of one visitor.
Leave = Callable[[Variant, Sequence[Turn]], FairPosition]


def works_out(
    keep: int, beyond: int = 0
) -> Callable[
    [Callable[Concatenate[Variant, tuple[Turn, ...], P], R]],
    Callable[Concatenate[FairPosition, P], R],
]:
    """Make an ``expensive`` function take a FairPosition instead of a board and turns."""

    def decorate(
        work: Callable[Concatenate[Variant, tuple[Turn, ...], P], R],
    ) -> Callable[Concatenate[FairPosition, P], R]:
        kept = expensive(keep, beyond)(work)

        @wraps(kept)
        def find(position: FairPosition, /, *args: P.args, **kwargs: P.kwargs) -> R:
            return kept(position.variant, position.turns, *args, **kwargs)

        return find

    return decorate
