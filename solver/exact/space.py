"""What the search asks about the codes of a variant, given by their places in the list of all."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol, TypeAlias

import numpy as np
import numpy.typing as npt

from solver.codes import Digits
from solver.exact.bounds import Costs

Places: TypeAlias = npt.NDArray[np.uint32]
Counts: TypeAlias = npt.NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class Partition:
    """The candidates that a guess does not win against, part by part."""

    places: Places  # each part in order
    sizes: Counts  # of shape (parts,)

    def __iter__(self) -> Iterator[Places]:
        ends = self.sizes.cumsum().tolist()
        return (self.places[end - size : end] for size, end in zip(self.sizes, ends, strict=True))


class CodeSpace(Protocol):
    """All codes of a variant, with the rule and the symmetries between them."""

    digits: Digits  # all codes, shape (codes, pegs)

    def distinct_guesses(self, past: Digits, candidates: Places) -> Places:
        """Return one guess of each kind; ``past`` are those played, shape (turns, pegs).

        Two guesses are of a kind if an exchange of positions and colors that maps the past
        guesses and the candidates to themselves maps one to the other.
        """
        ...

    def partition_sizes(self, guesses: Places, candidates: Places) -> Counts:
        """Return ``sizes[g, f]``: how many candidates answer guess g with feedback number f."""
        ...

    def most_parts(self, sizes: Counts) -> int:
        """Return the most feedbacks that a guess can earn besides the win."""
        ...

    def sum_least(self, sizes: Counts, least: Costs) -> Costs:
        """Return what the parts of each guess cost at least together, as their sizes tell.

        A guess that tells nothing costs more than any that does.
        """
        ...

    def split(self, guess: int, candidates: Places) -> Partition:
        """Return the parts into which a guess splits the candidates."""
        ...

    def signature(self, guess: int, candidates: Places) -> bytes:
        """Return what two guesses share if and only if they split the candidates alike."""
        ...

    def told_apart(self, partition: Partition) -> Counts:
        """Return how many different answers a code of each part can get from the part.

        It is 0 for parts with more codes than a guess can earn feedbacks.
        """
        ...

    def form(self, candidates: Places) -> bytes:
        """Return a form that two sets of codes share only if a symmetry maps one to the other."""
        ...
