"""Play every strategy out on the boards of the site: ``make results`` (BOARD=4x6 for one of them).

The presets come first, then every board of up to ``MOST_CODES`` codes, the smallest first. What is
done is kept in ``solver/study/results/``; a board that is there is played again only by name.
"""

import sys
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from itertools import product
from pathlib import Path

from games.catalog.rules import PRESETS as CATALOG
from solver.exact.whole import MOST_PROVEN_AT_ONCE
from solver.rule.codes import COLORS, PEGS, Variant
from solver.rule.errors import InvalidVariant
from solver.strategies.roster import FOR_COMMANDS, STRATEGIES
from solver.study.results import (
    RESULTS,
    BoardResults,
    digits_of,
    kept_lengths,
    kept_results,
    played_out,
    write_results,
)

MOST_CODES = 5_040
PRESETS = tuple(rules.variant for rules in CATALOG.values())
GAMES = {Variant(6, 9): 300, Variant(8, 12): 100}  # where all codes would take too long
PROVEN: dict[Variant, tuple[str, ...]] = {  # by a book; small boards are searched
    Variant(4, 10, repeats=False): ("optimal",),
    Variant(4, 8): ("optimal",),
}


def main(*names: str) -> None:
    """Play what is missing on every board, or everything on those that are named."""
    if unknown := set(names) - {variant.name for variant in boards()}:
        sys.exit(f"No board of the lab: {' '.join(unknown)}")
    for variant in boards():
        if variant.name in names:
            play(variant)
        elif not names:
            play(variant, kept_results(variant))


def boards() -> Iterator[Variant]:
    """Yield the boards that are played out, in their order."""
    others = set(small_boards()) - set(PRESETS)
    yield from (*PRESETS, *sorted(others, key=lambda one: (one.size, one.name)))


def small_boards() -> Iterator[Variant]:
    """Yield every board of few codes."""
    for shape in product(PEGS, COLORS, (True, False)):
        with suppress(InvalidVariant):
            if (variant := Variant(*shape)).size <= MOST_CODES:
                yield variant


def play(variant: Variant, kept: BoardResults | None = None, folder: Path = RESULTS) -> list[str]:
    """Play a board out, and keep the results; return which strategies were played.

    Those that are ``kept`` are not played again. A strategy that is gone is forgotten.
    """
    games, wanted = GAMES.get(variant), strategies_on(variant)
    results = dict(kept.strategies) if kept else {}
    lines = kept_lengths(variant).items() if kept else ()
    lengths = {name: digits_of(line) for name, line in lines}
    missing = [name for name in wanted if name not in results]
    if missing:
        compile_the_search()
    for name in missing:
        results[name], lengths[name] = played_out(variant, name, games)
    if missing or set(results) > set(wanted):
        board = BoardResults(variant, games, {name: results[name] for name in wanted})
        write_results(board, {name: lengths[name] for name in wanted}, folder)
        seconds = sum(results[name].seconds for name in missing)
        print(f"{variant.name}: {' '.join(missing)}, {seconds:.1f} s", flush=True)
    return missing


@cache
def compile_the_search() -> None:
    """Have the search compiled once, which is not to be counted."""
    for variant in (Variant(2, 2), Variant(3, 3, repeats=False)):
        played_out(variant, "optimal")


def strategies_on(variant: Variant) -> list[str]:
    """Return the strategies that are played: the optimum only where it can be proven."""
    searched = ("optimal", "optimal-5") if variant.size <= MOST_PROVEN_AT_ONCE else ()
    optima: tuple[str, ...] = PROVEN.get(variant, searched)
    shown = [name for name in STRATEGIES if name not in FOR_COMMANDS]
    return [name for name in shown if not name.startswith("optimal") or name in optima]


if __name__ == "__main__":
    main(*sys.argv[1:])
