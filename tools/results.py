"""Evaluate every strategy on the boards of the site: ``make results`` (BOARD=4x6 for one board).

The presets come first, then all boards of up to ``MOST_CODES`` codes, the smallest first. Each
strategy has a file in ``solver/study/results/``. Known results are kept: to play a strategy again,
delete its file.
"""

import json
import sys
import zlib
from base64 import b64encode
from collections.abc import Container, Iterator, Mapping
from contextlib import suppress
from dataclasses import astuple
from functools import cache
from itertools import product
from pathlib import Path
from time import process_time

import numpy as np

from games.catalog.rules import PRESETS as CATALOG
from solver.positions.candidates import position_after
from solver.rule.codes import COLORS, PEGS, Variant
from solver.rule.errors import InvalidVariant
from solver.sets.arrays import all_codes
from solver.strategies.optimal import MOST_PROVEN_AT_ONCE, Optimal, proven_tree_of
from solver.strategies.roster import FOR_COMMANDS, STRATEGIES, strategy_named
from solver.study.evaluate import Evaluation, distribution_of, lengths_of_games
from solver.study.play import random_secrets
from solver.study.results import (
    LENGTH_SYMBOLS,
    RESULTS,
    BoardResults,
    Lengths,
    beginning_of,
    kept_results,
    results_path,
)
from solver.trees.books import write_whole
from solver.trees.tree import grow_tree, lengths_of

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


def play_all_games(
    variant: Variant, strategy: str, games: int | None = None
) -> tuple[Evaluation, str]:
    """Play all games of a strategy, or ``games`` random ones.

    Return the results, which include the seconds, and the lengths of the games in stored form.
    """
    begin, chosen, start = process_time(), strategy_named(strategy), position_after(variant, ())
    proven = proven_tree_of(chosen, variant) if games is None else None
    if games is None:
        tree = proven or grow_tree(chosen, start)
        first, lengths = tree.guess, lengths_of(tree, all_codes(variant))
    else:
        secrets = enumerate(random_secrets(variant, games))
        first = chosen.choose(start)[0]
        lengths = np.array(lengths_of_games(variant, strategy, None, secrets), dtype=np.uint8)
    is_proven = proven is not None if isinstance(chosen, Optimal) else None
    distribution, seconds = distribution_of(lengths.tolist()), process_time() - begin
    return Evaluation(first, distribution, seconds, is_proven), digits_of(lengths)


def digits_of(lengths: Lengths) -> str:
    """Return the stored form of lengths: one symbol for each game."""
    return "".join(LENGTH_SYMBOLS[length] for length in lengths)


def write_results(board: BoardResults, lengths: Mapping[str, str], directory: Path) -> None:
    """Write one board's results to the file of each strategy; the lines of other boards stay."""
    for name, evaluation in board.strategies.items():
        path = results_path(directory, name)
        kept = path.read_text().splitlines() if path.exists() else ()
        lines = {_board_in(line): line for line in kept}
        lines[board.variant] = _line_of(board, evaluation, lengths[name])
        ordered = (lines[variant] for variant in sorted(lines, key=astuple))
        write_whole(path, "".join(f"{line}\n" for line in ordered).encode())


def _board_in(line: str) -> Variant:
    facts = json.loads(line)
    return Variant(facts["pegs"], facts["colors"], facts["repeats"])


def _line_of(board: BoardResults, evaluation: Evaluation, lengths: str) -> str:
    """Return the line of a board: first the figures that people compare, then the lengths."""
    packed = b64encode(zlib.compress(lengths.encode(), 9)).decode()
    facts = {**evaluation.facts(), "seconds": round(evaluation.seconds, 3), "lengths": packed}
    return f"{beginning_of(board.variant)}{json.dumps({'games': board.games, **facts})[1:]}"


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
