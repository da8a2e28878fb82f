"""By how much estimated losses are off: ``python -m bench.losses`` prints the table.

Positions after guesses at random, a guess at random in each; the true loss is what the exact
search proves, wherever it ends in time.
"""

import itertools
from collections import defaultdict
from collections.abc import Iterator

import numpy as np

from solver.exact import solved
from solver.positions.candidates import position_after
from solver.rule.codes import Variant
from solver.rule.feedback import Turn, feedback
from solver.study.analysis import Appraisal, appraise
from solver.study.play import random_secrets

BOARDS = [Variant(3, 6), Variant(4, 6), Variant(5, 8)]
SIZES = [11, 32, 64, 128, 257]
GAMES = 60
MOST = 30_000_000  # pairs of codes, so that nearly all positions are proven


def main() -> None:
    """Print a row for each board."""
    solved.MOST_SEARCHED = SIZES[-1]  # more than the pages have the time for
    ranges = [f"{least} to {end - 1}" for least, end in itertools.pairwise(SIZES)]
    print("| board |", " | ".join(ranges), "|")
    print("|---" * (1 + len(ranges)) + "|")
    for variant in BOARDS:
        errors = errors_by_size(variant)
        cells = [
            f"{np.sqrt(np.mean(np.square(errors[least]))):.2f} ({len(errors[least])})"
            if errors[least]
            else "–"
            for least in SIZES[:-1]
        ]
        print(f"| {variant.pegs}×{variant.colors} |", " | ".join(cells), "|", flush=True)


def errors_by_size(variant: Variant) -> dict[int, list[float]]:
    """The errors of estimated losses by the least number of candidates of their row."""
    errors = defaultdict(list)
    for estimated, true in appraisals(variant):
        least = max(size for size in SIZES if size <= true.candidates)
        errors[least].append(estimated.loss - true.loss)
    return errors


def appraisals(variant: Variant) -> Iterator[tuple[Appraisal, Appraisal]]:
    """The same guess appraised by estimate and by proof."""
    for game in range(GAMES):
        secret, guess, *others = random_secrets(variant, 6, seed=game)
        history: list[Turn] = []
        for other in others:
            history.append(Turn(other, feedback(other, secret)))
            position = position_after(variant, history)
            if SIZES[0] <= position.count < SIZES[-1]:
                solved.BUDGET = 0
                estimated = appraise(position, guess)
                solved.BUDGET = MOST
                true = appraise(position, guess)
                if true.is_proven and not estimated.is_proven:
                    yield estimated, true


if __name__ == "__main__":
    main()
