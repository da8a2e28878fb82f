"""The interface between the search and the codes of a variant; codes are given by their indexes."""

from collections.abc import Iterator
from typing import NamedTuple, Protocol, TypeAlias

import numpy as np
import numpy.typing as npt

from solver.exact.bounds import IMPOSSIBLE, Bounds, Costs, Terms
from solver.rule.codes import Digits
from solver.sets.arrays import Flags

Places: TypeAlias = npt.NDArray[np.uint32]
Counts: TypeAlias = npt.NDArray[np.int32]


class State(NamedTuple):
    """A moment of a game, as the search sees it."""

    past: Digits  # guesses so far, shape (turns, pegs)
    candidates: Places
    left: int  # guesses that are still allowed


class WeighedState(NamedTuple):
    """The guesses of a state with bounds from the sizes of their parts."""

    guesses: Places  # a guess of each kind that can cost less than the limit, cheapest first
    costs: Costs  # lower bound for each of these guesses
    rest: int  # lower bound for all other guesses
    branching: int  # maximum number of feedbacks of a guess, without the win

    def choices(self) -> Iterator[tuple[int, int]]:
        """Yield each guess with its lower bound."""
        return zip(self.guesses.tolist(), self.costs.tolist(), strict=True)

    @property
    def least(self) -> int:
        """A lower bound for all guesses."""
        return int(min([self.rest, *self.costs[:1].tolist()]))


class Sifted(NamedTuple):
    """The results of glances at guesses, cheapest first, up to a guess that needs a search."""

    place: int  # index of the guess that needs a search, or -1
    best: int  # index of the best earlier guess with a known cost, or -1
    cost: int  # cost of this best guess; if there is none, the limit
    rest: int  # lower bound for all guesses that reached the limit


class Partition(NamedTuple):
    """The candidates that remain possible if a guess does not win, part by part."""

    places: Places  # candidates of each part, one part after the other
    sizes: Counts  # number of candidates in each part, shape (parts,)

    def parts(self) -> Iterator[Places]:
        """Yield the candidates of each part."""
        ends = self.sizes.cumsum().tolist()
        return (self.places[end - size : end] for size, end in zip(self.sizes, ends, strict=True))


class Glance(NamedTuple):
    """Lower bounds for the costs of the parts of a partition."""

    partition: Partition
    costs: Costs  # lower bound for each part
    is_open: Flags  # whether the part can cost more than its bound
    total: int  # lower bound for the tree

    @property
    def most(self) -> int:
        """The cost of the tree if the costs of all parts are known, else ``IMPOSSIBLE``."""
        return IMPOSSIBLE if self.is_open.any() else self.total

    def parts(self) -> Iterator[tuple[Places, int, bool]]:
        """Yield each part's candidates, its lower bound, and whether the part can cost more."""
        figures = self.costs.tolist(), self.is_open.tolist()
        return zip(self.partition.parts(), *figures, strict=True)


class CodeSpace(Protocol):
    """The codes of a variant, with the rule and the symmetries between them."""

    digits: Digits  # all codes, shape (codes, pegs)

    def weigh(self, state: State, bounds: Bounds, limit: int | None = None) -> WeighedState:
        """Return bounds for the guesses of a state from the sizes of their parts.

        With a limit, list only guesses whose cost can be below the limit and below all known costs.
        Two guesses are of one kind if an exchange of positions and colors maps one to the other.
        This exchange must map past guesses and candidates to themselves.
        """
        ...

    def sift(
        self, guesses: Places, costs: Costs, candidates: Places, terms: Terms, limit: int
    ) -> Sifted:
        """Return the next guess that needs a search, with the results of earlier glances.

        ``costs`` are the lower bounds of the guesses, in ascending order.
        """
        ...

    def glance(self, guess: int, candidates: Places, terms: Terms, limit: int) -> Glance:
        """Return the parts of a guess with lower bounds for their costs.

        The bounds can be incomplete if the total reaches the limit.
        """
        ...

    def split(self, guess: int, candidates: Places) -> Partition:
        """Return the parts into which a guess splits the candidates."""
        ...

    def form(self, candidates: Places) -> bytes:
        """Return the standard form of a set; sets with equal forms differ only by a symmetry."""
        ...
