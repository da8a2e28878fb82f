"""By how much estimates are off: ``python -m bench losses [POSITIONS]`` prints the table.

Positions after guesses at random, a guess at random in each; the true loss is what the exact
search proves, wherever it ends in time.
"""

from collections.abc import Iterator

import numpy as np
import pytest

from bench.figures import head, random_turns, row
from solver.exact import endgame, solved
from solver.positions.candidates import position_after
from solver.rule.codes import Variant
from solver.study import analysis
from solver.study.analysis import Appraisal, appraise

BOARDS = [Variant(4, 8), Variant(3, 12), Variant(5, 6), Variant(6, 6, repeats=False)]
FEWEST, MOST = 11, 40  # candidates
AT_LEISURE = 4  # times the usual budget, so that nearly all positions are proven


def main(positions: str = "500") -> None:
    """Print a row for each board."""
    head("board", "positions", "loss, mean of squares", "loss, at worst", "rank, mean of squares")
    for variant in BOARDS:
        found = list(appraisals(variant, int(positions)))
        losses = np.array([guessed.loss - true.loss for guessed, true in found])
        ranks = [100 * (a.rank - b.rank) / b.codes for a, b in found if b.is_rank_proven]
        loss, rank = (np.sqrt(np.mean(np.square(errors))) for errors in (losses, ranks))
        off = f"{rank:.0f} % of the board ({len(ranks)} positions)"
        row(variant.name, len(found), f"{loss:.2f}", f"{abs(losses).max():.2f}", off)


def appraisals(variant: Variant, most: int) -> Iterator[tuple[Appraisal, Appraisal]]:
    """The same guess appraised by estimate and by proof."""
    found = 0
    for game in range(10 * most):
        (guess, _), *turns = random_turns(variant, 7, seed=game)
        for end in range(1, len(turns) + 1):
            position = position_after(variant, turns[:end])
            if FEWEST <= position.count <= MOST and found < most:
                with pytest.MonkeyPatch.context() as patch:
                    for room, name in ((endgame, "ANSWERS_COUNTED"), (solved, "BUDGET")):
                        patch.setattr(room, name, AT_LEISURE * getattr(room, name))
                    true = appraise(position, guess)
                    patch.setattr(analysis, "proven_worth", lambda *_: None)
                    patch.setattr(analysis, "solve", lambda _: None)
                    guessed = appraise(position, guess)
                if true.is_proven:
                    found += 1
                    yield guessed, true
