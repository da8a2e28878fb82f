"""What the search asks about the codes of a variant, given by their places in the list of all."""

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
    """One moment of a game, as the search sees it."""

    past: Digits  # the guesses played, shape (turns, pegs)
    candidates: Places
    left: int  # the guesses still allowed


class WeighedState(NamedTuple):
    """What the sizes of their parts tell of the guesses of a state."""

    guesses: Places  # one of each kind that may cost less than the limit, the cheapest first
    costs: Costs  # of each of them, at least
    rest: int  # what any other guess costs at least
    branching: int  # no guess earns more feedbacks besides the win

    def choices(self) -> Iterator[tuple[int, int]]:
        """Yield each guess with what it costs at least."""
        return zip(self.guesses.tolist(), self.costs.tolist(), strict=True)

    @property
    def least(self) -> int:
        """What any guess costs at least."""
        return int(min([self.rest, *self.costs[:1].tolist()]))


class Sifted(NamedTuple):
    """What glances at guesses tell, the cheapest first, down to one that needs a search."""

    place: int  # of the first that only a search can tell to cost less than the limit, or -1
    best: int  # the place of the best before it, of which a glance tells just what it costs, or -1
    cost: int  # of that one, or the limit
    rest: int  # what all others until then cost at least


class Partition(NamedTuple):
    """The candidates that a guess does not win against, part by part."""

    places: Places  # each part in order
    sizes: Counts  # of shape (parts,)

    def parts(self) -> Iterator[Places]:
        """Yield the candidates of each part."""
        ends = self.sizes.cumsum().tolist()
        return (self.places[end - size : end] for size, end in zip(self.sizes, ends, strict=True))


class Glance(NamedTuple):
    """What the parts of a partition tell about their costs at once."""

    partition: Partition
    costs: Costs  # of each part, at least
    is_open: Flags  # whether it may be more
    total: int  # what a tree costs at least

    @property
    def most(self) -> int:
        """What a tree costs at most, if it is known."""
        return IMPOSSIBLE if self.is_open.any() else self.total

    def parts(self) -> Iterator[tuple[Places, int, bool]]:
        """Yield the candidates of each part, what it costs at least and whether it may be more."""
        figures = self.costs.tolist(), self.is_open.tolist()
        return zip(self.partition.parts(), *figures, strict=True)


class CodeSpace(Protocol):
    """All codes of a variant, with the rule and the symmetries between them."""

    digits: Digits  # all codes, shape (codes, pegs)

    def weigh(self, state: State, bounds: Bounds, limit: int | None = None) -> WeighedState:
        """Return what the sizes of their parts tell of the guesses of a state.

        With a limit it lists those that may cost less, but none that costs more than one whose
        cost a glance settles. Two guesses are of a kind if an exchange of positions and colors
        that maps the past guesses and the candidates to themselves maps one to the other.
        """
        ...

    def sift(
        self, guesses: Places, costs: Costs, candidates: Places, terms: Terms, limit: int
    ) -> Sifted:
        """Return which guess is next in need of a search, and what is known of those before it.

        The ``costs`` are what the guesses cost at least, the least first.
        """
        ...

    def glance(self, guess: int, candidates: Places, terms: Terms, limit: int) -> Glance:
        """Return the parts into which a guess splits the candidates, and what they cost at least.

        What is known as soon as the total reaches the limit is enough.
        """
        ...

    def split(self, guess: int, candidates: Places) -> Partition:
        """Return the parts into which a guess splits the candidates."""
        ...

    def form(self, candidates: Places) -> bytes:
        """Return a form that two sets of codes share only if a symmetry maps one to the other."""
        ...
