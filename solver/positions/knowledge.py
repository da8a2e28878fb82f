"""Facts that follow from a history: which colors each place can have and which must occur."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from solver.positions.candidates import Position
from solver.rule.codes import Code

FEW = 24  # if there are at most this many candidates, they are listed


@dataclass(frozen=True)
class Knowledge:
    """Facts about the secret.

    ``possible[p]`` has the symbols of the candidates at place p. If ``is_exact`` is false, the
    candidates are a sample: more symbols can be possible, and ``certain`` and ``excluded`` are true
    only of the sample.
    """

    count: int  # number of candidates; estimated unless ``is_counted``
    is_exact: bool
    is_counted: bool  # whether ``count`` is exact
    possible: tuple[str, ...]
    certain: str  # symbols that occur in every candidate
    excluded: str  # symbols that occur in no candidate
    codes: tuple[Code, ...] = ()  # all candidates, if there are at most ``FEW``

    @property
    def places(self) -> dict[int, str]:
        """The places (from 1) at which only one symbol is possible, each with its symbol.

        >>> from solver.positions.candidates import position_after
        >>> from solver.rule.codes import Variant
        >>> from solver.rule.feedback import Feedback, Turn
        >>> history = [Turn("1111", Feedback(3, 0)), Turn("1112", Feedback(2, 2))]
        >>> knowledge_of(position_after(Variant(), history)).places
        {4: '1'}
        """
        return {
            place: symbols
            for place, symbols in enumerate(self.possible, start=1)
            if len(symbols) == 1
        }


def knowledge_of(position: Position) -> Knowledge:
    """Return the facts that all candidates of a position agree on."""
    digits, symbols = position.candidates.digits, position.variant.symbols
    has = np.array([(digits == color).any(axis=1) for color in range(len(symbols))])
    return Knowledge(
        count=position.count_shown,
        is_exact=position.is_exact,
        is_counted=position.is_counted,
        possible=tuple(
            "".join(symbols[color] for color in np.unique(digits[:, place]))
            for place in range(position.variant.pegs)
        ),
        certain="".join(symbols[color] for color in np.flatnonzero(has.all(axis=1))),
        excluded="".join(symbols[color] for color in np.flatnonzero(~has.any(axis=1))),
        codes=tuple(position.variant.texts(digits)) if len(digits) <= FEW else (),
    )
