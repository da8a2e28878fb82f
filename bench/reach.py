"""How long a suggestion takes, from 3x6 to 8x12, and the two ways one would write first.

One tries every code of the board for every guess, the other draws codes until one fits. A way is
followed as far as a player would wait for it.
"""

from collections.abc import Callable
from itertools import product
from statistics import mean
from time import process_time

from bench.figures import head, row
from bench.plain import drawn, filtered
from solver.rule.codes import Code, Variant
from solver.rule.feedback import Turn, feedback
from solver.study.play import random_secrets
from solver.study.suggest import suggest

BOARDS = ("3x6", "4x6", "4x9", "5x8", "6x8", "6x9", "7x8", "8x8", "8x10", "8x12")
PATIENCE = 5.0  # seconds
Way = Callable[[Variant, list[Turn]], Code]


def by_trying(variant: Variant, history: list[Turn]) -> Code:
    return filtered(map("".join, product(variant.symbols, repeat=variant.pegs)), history)


def by_engine(variant: Variant, history: list[Turn]) -> Code:
    return suggest(variant, history, "entropy").guess


WAYS: dict[str, Way] = {
    "this engine": by_engine,
    "trying all codes": by_trying,
    "drawing until one fits": drawn,
}


def main() -> None:
    """Print a row for each board."""
    head("board", "codes", *WAYS)
    last = dict.fromkeys(WAYS, 0.0)  # seconds for a code of the board before
    for variant in map(Variant.named, BOARDS):
        cells = []
        for name, way in WAYS.items():
            if last[name] * variant.size > 4 * PATIENCE and name != "this engine":
                cells.append("")
            else:
                seconds = mean(seconds_for_guesses(way, variant))
                cells.append(f"{seconds:.2g} s")
                last[name] = seconds / variant.size
        row(variant.name, f"{variant.size:,}", *cells)


def seconds_for_guesses(way: Way, variant: Variant) -> list[float]:
    """Return how long the guesses of a game take from the second on, while patience lasts."""
    [secret] = random_secrets(variant, 1, seed=10**9)  # one that no draw begins with
    opening = (variant.symbols[: (variant.pegs + 1) // 2] * 2)[: variant.pegs]
    history, times = [Turn(opening, feedback(opening, secret))], list[float]()
    while history[-1].guess != secret and sum(times) < PATIENCE:
        begin = process_time()
        guess = way(variant, history)
        times.append(process_time() - begin)
        history.append(Turn(guess, feedback(guess, secret)))
    return times
