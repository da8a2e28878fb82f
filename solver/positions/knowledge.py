"""What a history tells for certain: which colors can be where, which must be in the code."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from solver.positions.candidates import Position


@dataclass(frozen=True)
class Knowledge:
    """What is known of the secret.

    ``possible[p]`` has the symbols that some candidate has at place p. Where ``is_exact`` is
    false the candidates were sampled: more may be possible than was seen, and what seems
    certain or excluded is so in every code of the sample only.
    """

    count: int  # the candidates, or an estimate of their number
    is_exact: bool
    is_counted: bool  # whether the number is exact
    possible: tuple[str, ...]
    certain: str  # the symbols that every candidate has
    excluded: str  # the symbols that no candidate has

    @property
    def places(self) -> dict[int, str]:
        """The symbol of each place (from 1) where only one is possible.

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
    """Return what the candidates of a position have in common."""
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
    )
