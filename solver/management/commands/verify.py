import json
import lzma
from argparse import ArgumentParser
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from solver.management.engine_command import OPTIONS, PrintingCommand, named
from solver.trees.check_bound import LONGEST, NEVER, verify
from solver.trees.verify import lengths_of, read_tree, report


class NoProof(ValueError):
    """A certificate does not show what it claims; the message says where."""


class Command(PrintingCommand):
    help = "Check a file: a tree against every code of its board, or a certificate of a bound."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "file", type=Path, help="a tree in the exchange format or a certificate, maybe as .xz"
        )
        parser.add_argument(
            "--no-repeats",
            dest="repeats",
            action="store_false",
            help="the board of the tree has no codes with repeated colors",
        )
        parser.add_argument("--json", **OPTIONS["--json"])

    def output(self, options: dict[str, Any]) -> Iterable[str]:
        file = options["file"]
        with lzma.open(file) if file.suffix == ".xz" else file.open("rb") as stream:
            is_certificate = _is_head(stream)
        facts = _bound(file) if is_certificate else _lengths(file, options["repeats"])
        facts = {"board": None, "strategy": None, "seed": None, **facts}
        return [named(facts) if options["json"] else _described(facts)]


def _is_head(stream: Any) -> bool:
    """Return whether a file begins with the facts of a certificate."""
    try:
        return "sha256" in json.loads(stream.readline(1000))
    except (ValueError, TypeError, lzma.LZMAError, EOFError):
        return False


def _bound(file: Path) -> dict[str, Any]:
    """Return what a certificate shows. Raises ``NoProof``."""
    try:
        with lzma.open(file, "rt") if file.suffix == ".xz" else file.open() as stream:
            board, least = verify(stream.read(LONGEST))
    except Exception as problem:  # whatever is wrong with it, it shows nothing
        raise NoProof(f"{file.name} is refused: {problem}") from problem
    return {"board": board, "least_total": least if least < NEVER else None}


def _lengths(file: Path, repeats: bool) -> dict[str, Any]:
    """Return how many guesses a tree needs. Raises ``NotATree``."""
    lengths = lengths_of(read_tree(file), repeats)
    return {
        "codes": sum(lengths.values()),
        "total": sum(guesses * codes for guesses, codes in lengths.items()),
        "worst": max(lengths),
        "distribution": lengths,
    }


def _described(facts: dict[str, Any]) -> str:
    """Return the facts as a sentence."""
    if "distribution" in facts:
        return report(facts["distribution"])
    if facts["least_total"] is None:
        return f"{facts['board']}: no tree finds every code"
    return f"{facts['board']}: every tree needs {facts['least_total']:,} guesses at least"
