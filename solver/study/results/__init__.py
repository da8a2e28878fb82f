"""Stored results of every strategy, one file for each strategy.

``knuth.jsonl`` is the file of Knuth's strategy. A file has a line of JSON for each board: the
board, what ``evaluate`` prints, and the length of every game (a symbol for each code, in the order
of codes, compressed by zlib and written in base64). If a board has too many codes, the strategy
plays only against ``games`` random codes. A new strategy gets a new file.
"""

from __future__ import annotations

import json
import zlib
from base64 import b64decode, b64encode
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, astuple, dataclass
from functools import lru_cache
from pathlib import Path
from time import process_time
from types import MappingProxyType
from typing import Any, TypeAlias, cast

import numpy as np

from solver.positions.candidates import position_after
from solver.rule.codes import Code, Variant
from solver.sets.arrays import Codes, Numbers, all_codes, encode_texts
from solver.strategies.optimal import Optimal, proven_tree_of
from solver.strategies.roster import STRATEGIES, strategy_named
from solver.study.evaluate import Evaluation, distribution_of
from solver.study.play import Remembering, play, random_secrets
from solver.trees.books import write_whole
from solver.trees.tree import Node, grow_tree, lengths_of

RESULTS = Path(__file__).parent
LENGTH_SYMBOLS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"  # a symbol for each number of guesses

Lengths: TypeAlias = Numbers  # lengths[c]: how many guesses a strategy needs for code c
Games: TypeAlias = tuple[Code, Lengths]  # the first guess, and the length of each game


@dataclass(frozen=True)
class BoardResults:
    """The results of strategies on a board, against all codes or against ``games`` random codes."""

    variant: Variant
    games: int | None
    strategies: Mapping[str, Evaluation]

    @property
    def is_whole(self) -> bool:
        """Whether the strategies played against every code."""
        return self.games is None


def play_all_games(
    variant: Variant, strategy: str, games: int | None = None
) -> tuple[Evaluation, str]:
    """Play all games of a strategy.

    Return the results, which include the seconds, and the lengths of the games in stored form.

    >>> evaluation, lengths = play_all_games(Variant(2, 2), "knuth")
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
    """Return the codes that the strategies played against, in the order of the lengths."""
    if games is None:
        return all_codes(variant)
    return encode_texts(variant, *random_secrets(variant, games))


@lru_cache(maxsize=256)
def kept_results(variant: Variant) -> BoardResults | None:
    """Return the stored results of a board, or None."""
    begins = _beginning(variant)
    lines = {name: line for name in STRATEGIES if (line := _line(name, begins))}
    if not lines:
        return None
    [games] = {line["games"] for line in lines.values()}
    strategies = {name: _evaluation(line) for name, line in lines.items()}
    return BoardResults(variant, games, MappingProxyType(strategies))


@lru_cache(maxsize=64)
def kept_lengths(variant: Variant, strategy: str) -> Lengths | None:
    """Return the stored game lengths of a strategy on a board, or None."""
    if (line := _line(strategy, _beginning(variant))) is None:
        return None
    return lengths_in(zlib.decompress(b64decode(line["lengths"])).decode())


def lengths_in(text: str) -> Lengths:
    """Return the lengths from their stored form.

    >>> lengths_in("1A").tolist()
    [1, 10]
    """
    values = np.array([LENGTH_SYMBOLS.find(chr(byte)) % 256 for byte in range(256)], dtype=np.uint8)
    return values[np.frombuffer(text.encode(), dtype=np.uint8)]


def digits_of(lengths: Lengths) -> str:
    """Return the stored form of lengths: one symbol for each game.

    >>> digits_of(np.array([1, 10]))
    '1A'
    """
    return "".join(LENGTH_SYMBOLS[length] for length in lengths)


def write_results(
    board: BoardResults, lengths: Mapping[str, str], directory: Path = RESULTS
) -> None:
    """Write one board's results to the file of each strategy; the lines of other boards stay."""
    for name, evaluation in board.strategies.items():
        path = results_path(directory, name)
        kept = path.read_text().splitlines() if path.exists() else ()
        lines = {_board_in(line): line for line in kept}
        lines[board.variant] = _line_of(board, evaluation, lengths[name])
        ordered = (lines[variant] for variant in sorted(lines, key=astuple))
        write_whole(path, "".join(f"{line}\n" for line in ordered).encode())


def results_path(directory: Path, strategy: str) -> Path:
    """Return the path of the file with the results of a strategy."""
    return directory / f"{strategy}.jsonl"


def _whole(variant: Variant, strategy: str, tree: Node | None) -> Games:
    """Play against all codes of a board by building the tree of the strategy."""
    tree = tree or grow_tree(strategy_named(strategy), position_after(variant, ()))
    return tree.guess, lengths_of(tree, variant.texts(all_codes(variant).digits))


def _some(variant: Variant, strategy: str, games: int) -> Games:
    """Play against random codes, each with its own seed for the strategy."""
    start, chooses = position_after(variant, ()), Remembering(strategy_named(strategy))
    [first] = variant.texts(chooses.choose(start).digits)
    secrets = enumerate(random_secrets(variant, games))
    lengths = [
        sum(1 for _ in play(chooses.with_seed(seed), secret, start)) for seed, secret in secrets
    ]
    return first, np.array(lengths, dtype=np.uint8)


def _line(strategy: str, begins: str) -> dict[str, Any] | None:
    """Return the line that starts with ``begins`` in a strategy's file, or None."""
    with suppress(FileNotFoundError):
        content = results_path(RESULTS, strategy).read_bytes()
        if (begin := content.find(begins.encode())) >= 0:
            return cast(dict[str, Any], json.loads(content[begin : content.index(b"\n", begin)]))
    return None


def _evaluation(line: Mapping[str, Any]) -> Evaluation:
    return Evaluation(
        first_guess=line["first_guess"],
        distribution={int(guesses): codes for guesses, codes in line["distribution"].items()},
        seconds=line["seconds"],
        proven=line.get("proven"),
    )


def _beginning(variant: Variant) -> str:
    """Return the start of a board's line, up to its figures."""
    return f"{json.dumps(asdict(variant))[:-1]}, "


def _board_in(line: str) -> Variant:
    facts = json.loads(line)
    return Variant(facts["pegs"], facts["colors"], facts["repeats"])


def _line_of(board: BoardResults, evaluation: Evaluation, lengths: str) -> str:
    """Return the line of a board: first the figures that people compare, then the lengths."""
    packed = b64encode(zlib.compress(lengths.encode(), 9)).decode()
    facts = {**evaluation.facts(), "seconds": round(evaluation.seconds, 3), "lengths": packed}
    return f"{_beginning(board.variant)}{json.dumps({'games': board.games, **facts})[1:]}"
