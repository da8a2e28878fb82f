"""Evaluate every strategy on the boards of the site: ``make results`` (BOARD=4x6 for one board).

The presets come first, then all boards of up to ``MOST_CODES`` codes, the smallest first. Each
strategy has a file in ``solver/study/results/``. Known results are kept: to play a strategy again,
delete its file.
"""

import sys
from collections.abc import Container, Iterator
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
    kept_results,
    play_all_games,
    results_path,
    write_results,
)

SHOWN = [name for name in STRATEGIES if name not in FOR_COMMANDS]  # strategies that the site shows
MOST_CODES = 5_040
PRESETS = tuple(rules.variant for rules in CATALOG.values())
# Number of random games on boards where playing all codes would take too long.
GAMES = {Variant(6, 9): 300, Variant(8, 12): 100}
# Strategies whose optimum a book proves; on small boards a search proves it.
PROVEN: dict[Variant, tuple[str, ...]] = {
    Variant(4, 10, repeats=False): ("optimal",),
    Variant(4, 8): ("optimal",),
}


def main(*names: str) -> None:
    """Compute missing results on every board, or only on the named boards."""
    if unknown := set(names) - {variant.name for variant in boards()}:
        sys.exit(f"No board of the lab: {' '.join(unknown)}")
    for path in set(RESULTS.glob("*.jsonl")) - {results_path(RESULTS, name) for name in SHOWN}:
        path.unlink()  # the strategy was removed from the code
    for variant in boards():
        if not names or variant.name in names:
            kept = kept_results(variant)
            play(variant, kept.strategies if kept else ())


def boards() -> Iterator[Variant]:
    others = set(small_boards()) - set(PRESETS)
    yield from (*PRESETS, *sorted(others, key=lambda one: (one.size, one.name)))


def small_boards() -> Iterator[Variant]:
    """Yield every board of up to ``MOST_CODES`` codes."""
    for shape in product(PEGS, COLORS, (True, False)):
        with suppress(InvalidVariant):
            if (variant := Variant(*shape)).size <= MOST_CODES:
                yield variant


def play(variant: Variant, kept: Container[str], folder: Path = RESULTS) -> list[str]:
    """Play all games of a board, except with ``kept`` strategies; return the strategies used."""
    games = GAMES.get(variant)
    missing = [name for name in strategies_on(variant) if name not in kept]
    if missing:
        if any(name.startswith("optimal") for name in missing):
            compile_the_search()
        played = {name: play_all_games(variant, name, games) for name in missing}
        board = BoardResults(variant, games, {name: one for name, (one, _) in played.items()})
        write_results(board, {name: lengths for name, (_, lengths) in played.items()}, folder)
        seconds = sum(one.seconds for one in board.strategies.values())
        print(f"{variant.name}: {' '.join(missing)}, {seconds:.1f} s", flush=True)
    return missing


@cache
def compile_the_search() -> None:
    """Compile the search now, so that this time is not measured."""
    for variant in (Variant(2, 2), Variant(3, 3, repeats=False)):
        play_all_games(variant, "optimal")


def strategies_on(variant: Variant) -> list[str]:
    """Return the strategies to play; leave out optimal strategies that cannot be proven."""
    searched = ("optimal", "optimal-5") if variant.size <= MOST_PROVEN_AT_ONCE else ()
    optima: tuple[str, ...] = PROVEN.get(variant, searched)
    return [name for name in SHOWN if not name.startswith("optimal") or name in optima]


if __name__ == "__main__":
    main(*sys.argv[1:])
