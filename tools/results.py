"""Play every strategy out on the boards of the site: ``make results`` (BOARD=4x6 for one of them).

The presets come first, then every board of up to ``MOST_CODES`` codes, the smallest first. What is
done is kept in ``solver/results/``; a board that is there already is played again only by name.
"""

import argparse
from collections.abc import Iterator

from solver.books import path_of
from solver.codes import COLORS, PEGS, Variant
from solver.errors import InvalidVariant
from solver.exact.whole import MOST_CODES as MOST_PROVEN
from solver.results import RESULTS, BoardResults, played_out, write_results
from solver.strategies import FOR_COMMANDS, STRATEGIES

MOST_CODES = 5_040
PRESETS = (
    Variant(4, 6),
    Variant(3, 6),
    Variant(4, 10, repeats=False),
    Variant(5, 8),
    Variant(6, 9),
    Variant(8, 12),
)
GAMES = {Variant(6, 9): 300, Variant(8, 12): 100}  # where all codes would take too long
PROVEN: dict[Variant, tuple[str, ...]] = {  # by a book; small boards are searched
    Variant(4, 10, repeats=False): ("optimal",),
    Variant(4, 8): ("optimal",),
}


def main() -> None:
    """Play one board, or all that are not there yet."""
    for variant in (Variant(2, 2), Variant(3, 3, repeats=False)):
        played_out(variant, "optimal")  # compiles the search, which is not to be counted
    parser = argparse.ArgumentParser(description="Play every strategy out.")
    parser.add_argument("--board", help="one board only, as 4x6 or 4x10-no-repeats")
    name = parser.parse_args().board
    for variant in boards():
        if name == name_of(variant) or (name is None and not is_kept(variant)):
            play(variant)


def boards() -> Iterator[Variant]:
    """Yield the boards that are played out, in their order."""
    yield from PRESETS
    others = sorted(set(small_boards()) - set(PRESETS), key=lambda one: (one.size, name_of(one)))
    yield from others


def small_boards() -> Iterator[Variant]:
    """Yield every board of few codes."""
    for pegs in PEGS:
        for colors in COLORS:
            for repeats in (True, False):
                try:
                    variant = Variant(pegs, colors, repeats)
                except InvalidVariant:
                    continue
                if variant.size <= MOST_CODES:
                    yield variant


def play(variant: Variant) -> None:
    """Play a board out and keep the results."""
    games = GAMES.get(variant)
    played = {name: played_out(variant, name, games) for name in strategies_on(variant)}
    results = {name: evaluation for name, (evaluation, _) in played.items()}
    lengths = {name: text for name, (_, text) in played.items()}
    write_results(BoardResults(variant, games, results), lengths)
    seconds = sum(evaluation.seconds for evaluation in results.values())
    print(f"{name_of(variant)}: {variant.size:,} codes, {seconds:.1f} s", flush=True)


def strategies_on(variant: Variant) -> list[str]:
    """Return the strategies that are played: the optimum only where it can be proven."""
    searched = ("optimal", "optimal-5") if variant.size <= MOST_PROVEN else ()
    optima: tuple[str, ...] = PROVEN.get(variant, searched)
    shown = [name for name in STRATEGIES if name not in FOR_COMMANDS]
    return [name for name in shown if not name.startswith("optimal") or name in optima]


def is_kept(variant: Variant) -> bool:
    """Return whether the results of a board are there."""
    return path_of(RESULTS, variant, None).exists()


def name_of(variant: Variant) -> str:
    """Return what the files of a board are called."""
    return path_of(RESULTS, variant, None).stem


if __name__ == "__main__":
    main()
