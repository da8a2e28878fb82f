"""Results: how every strategy fares on the boards that were played out, kept as small files.

``4x6.json`` has for each strategy what ``evaluate`` says of it, ``4x6.lengths.xz`` the length of
every single game: a line for each strategy with a digit for each code, in the order of the codes.
A board too large for all its codes has the games against some random ones instead.
"""

from __future__ import annotations

import json
import lzma
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path
from time import process_time
from types import MappingProxyType
from typing import Any, TypeAlias

import numpy as np

from solver.positions.candidates import position_after
from solver.rule.codes import Code, Variant
from solver.sets.arrays import Codes, Numbers, all_codes, encoded
from solver.strategies.optimal import Optimal, proven_tree_of
from solver.strategies.roster import strategy_named
from solver.study.evaluate import Evaluation, distribution_of
from solver.study.play import Remembering, play, random_secrets
from solver.trees.books import packed, path_of, write_whole
from solver.trees.tree import Node, build_tree, lengths_of

RESULTS = Path(__file__).parent
LENGTH_SYMBOLS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"  # one for each number of guesses

Lengths: TypeAlias = Numbers  # lengths[c]: the guesses that a strategy needs for code c
Games: TypeAlias = tuple[Code, Lengths]  # the first guess, and the length of each game


@dataclass(frozen=True)
class BoardResults:
    """How strategies fare on a board, against all its codes or in this many random ``games``."""

    variant: Variant
    games: int | None
    strategies: Mapping[str, Evaluation]

    @property
    def is_whole(self) -> bool:
        """Whether every code was played against."""
        return self.games is None


def played_out(variant: Variant, strategy: str, games: int | None = None) -> tuple[Evaluation, str]:
    """Return how a strategy fares, in seconds of processor time, and its lengths as they are kept.

    >>> evaluation, lengths = played_out(Variant(2, 2), "knuth")
    >>> evaluation.distribution, lengths
    ({1: 1, 2: 2, 3: 1}, '1232')
    """
    begin = process_time()
    chosen = strategy_named(strategy)
    tree = proven_tree_of(chosen, variant) if games is None else None
    first, lengths = (
        _whole(variant, strategy, tree) if games is None else _some(variant, strategy, games)
    )
    proven = None if not isinstance(chosen, Optimal) else tree is not None
    evaluation = Evaluation(first, distribution_of(lengths), process_time() - begin, proven)
    return evaluation, digits_of(lengths)


def codes_played(variant: Variant, games: int | None) -> Codes:
    """Return the codes that were played against, in the order of the lengths."""
    if games is None:
        return all_codes(variant)
    return encoded(variant, *random_secrets(variant, games))


def kept_results(variant: Variant) -> BoardResults | None:
    """Return what is kept of a board, or None."""
    return _read(variant) if path_of(RESULTS, variant, None).exists() else None


@lru_cache(maxsize=8)
def kept_lengths(variant: Variant) -> Mapping[str, Lengths]:
    """Return the length of every game of each strategy on a board whose results are kept."""
    lines = lzma.decompress(_lengths_path(RESULTS, variant).read_bytes()).decode().splitlines()
    named = (line.split() for line in lines)
    return MappingProxyType({name: lengths_in(text) for name, text in named})


def lengths_in(text: str) -> Lengths:
    """Return lengths that are written as symbols.

    >>> lengths_in("1A").tolist()
    [1, 10]
    """
    values = np.array([LENGTH_SYMBOLS.find(chr(byte)) % 256 for byte in range(256)], dtype=np.uint8)
    return values[np.frombuffer(text.encode(), dtype=np.uint8)]


def digits_of(lengths: Lengths) -> str:
    """Return lengths as they are written, a symbol for each game.

    >>> digits_of(np.array([1, 10]))
    '1A'
    """
    return "".join(LENGTH_SYMBOLS[length] for length in lengths)


def write_results(
    board: BoardResults, lengths: Mapping[str, str], directory: Path = RESULTS
) -> None:
    """Write what is known of a board, the lengths first."""
    lines = "".join(f"{name} {text}\n" for name, text in lengths.items())
    _lengths_path(directory, board.variant).write_bytes(packed(lines.encode()))
    text = "\n".join(_written(board)) + "\n"
    write_whole(path_of(directory, board.variant, None), text.encode())


def _whole(variant: Variant, strategy: str, tree: Node | None) -> Games:
    """All codes of a board, by the tree of a strategy."""
    tree = tree or build_tree(strategy_named(strategy), position_after(variant, ()))
    return tree.guess, lengths_of(tree, variant.texts(all_codes(variant).digits))


def _some(variant: Variant, strategy: str, games: int) -> Games:
    """Some random codes, each with a player of its own where players differ."""
    start, chooses = position_after(variant, ()), Remembering(strategy_named(strategy))
    [first] = variant.texts(chooses.choose(start).digits)
    secrets = enumerate(random_secrets(variant, games))
    lengths = [
        sum(1 for _ in play(chooses.seeded(seed), secret, start)) for seed, secret in secrets
    ]
    return first, np.array(lengths, dtype=np.uint8)


@lru_cache(maxsize=128)
def _read(variant: Variant) -> BoardResults:
    facts = json.loads(path_of(RESULTS, variant, None).read_bytes())
    strategies = {
        name: Evaluation(
            first_guess=one["first_guess"],
            distribution={int(guesses): codes for guesses, codes in one["distribution"].items()},
            seconds=one["seconds"],
            proven=one.get("proven"),
        )
        for name, one in facts["strategies"].items()
    }
    return BoardResults(variant, facts["games"], MappingProxyType(strategies))


def _written(board: BoardResults) -> Iterator[str]:
    """The lines of a file: one for each strategy, so that a change can be read."""
    yield json.dumps({**asdict(board.variant), "games": board.games})[:-1] + ', "strategies": {'
    lines = [f'"{name}": {json.dumps(_facts(one))}' for name, one in board.strategies.items()]
    yield ",\n".join(lines)
    yield "}}"


def _facts(evaluation: Evaluation) -> dict[str, Any]:
    """What ``evaluate`` says of a strategy, as JSON has it, to the millisecond."""
    return {**evaluation.facts(), "seconds": round(evaluation.seconds, 3)}


def _lengths_path(directory: Path, variant: Variant) -> Path:
    return path_of(directory, variant, None).with_suffix(".lengths.xz")
