"""Stored results of every strategy, one file for each strategy; ``tools/results.py`` makes them.

``knuth.jsonl`` is the file of Knuth's strategy. A file has a line of JSON for each board: the
board, what ``evaluate`` prints, and the length of every game (a symbol for each code, in the order
of codes, compressed by zlib and written in base64). If a board has too many codes, the strategy
plays only against ``games`` random codes. A new strategy gets a new file.
"""

from __future__ import annotations

import json
import zlib
from base64 import b64decode
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeAlias

import numpy as np

from solver.rule.codes import Variant
from solver.sets.arrays import Codes, Numbers, all_codes, encode_texts
from solver.strategies.roster import STRATEGIES
from solver.study.evaluate import Evaluation
from solver.study.play import random_secrets

RESULTS = Path(__file__).parent
LENGTH_SYMBOLS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"  # a symbol for each number of guesses

Lengths: TypeAlias = Numbers  # lengths[c]: how many guesses a strategy needs for code c


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


def codes_played(variant: Variant, games: int | None) -> Codes:
    """Return the codes that the strategies played against, in the order of the lengths."""
    if games is None:
        return all_codes(variant)
    return encode_texts(variant, *random_secrets(variant, games))


@lru_cache(maxsize=256)
def kept_results(variant: Variant) -> BoardResults | None:
    """Return the stored results of a board, or None."""
    begins = beginning_of(variant)
    lines = {name: line for name in STRATEGIES if (line := _line(name, begins))}
    if not lines:
        return None
    [games] = {line["games"] for line in lines.values()}
    strategies = {name: _evaluation(line) for name, line in lines.items()}
    return BoardResults(variant, games, MappingProxyType(strategies))


@lru_cache(maxsize=64)
def kept_lengths(variant: Variant, strategy: str) -> Lengths | None:
    """Return the stored game lengths of a strategy on a board, or None."""
    if (line := _line(strategy, beginning_of(variant))) is None:
        return None
    return lengths_in(zlib.decompress(b64decode(line["lengths"])).decode())


def lengths_in(text: str) -> Lengths:
    """Return the lengths from their stored form.

    >>> lengths_in("1A").tolist()
    [1, 10]
    """
    values = np.array([LENGTH_SYMBOLS.find(chr(byte)) % 256 for byte in range(256)], dtype=np.uint8)
    return values[np.frombuffer(text.encode(), dtype=np.uint8)]


def results_path(directory: Path, strategy: str) -> Path:
    """Return the path of the file with the results of a strategy."""
    return directory / f"{strategy}.jsonl"


def _line(strategy: str, begins: str) -> dict[str, Any] | None:
    """Return the line that starts with ``begins`` in a strategy's file, or None."""
    with suppress(FileNotFoundError):
        content = results_path(RESULTS, strategy).read_bytes()
        if (begin := content.find(begins.encode())) >= 0:
            return json.loads(content[begin : content.index(b"\n", begin)])
    return None


def _evaluation(line: Mapping[str, Any]) -> Evaluation:
    return Evaluation(
        first_guess=line["first_guess"],
        distribution={int(guesses): codes for guesses, codes in line["distribution"].items()},
        seconds=line["seconds"],
        proven=line.get("proven"),
    )


def beginning_of(variant: Variant) -> str:
    """Return the start of a board's line, up to its figures."""
    return f"{json.dumps(asdict(variant))[:-1]}, "
