import lzma
from argparse import ArgumentParser
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from solver.management.engine_command import OPTIONS, PrintingCommand, with_program
from solver.trees.check_bound import LONGEST, NEVER, verify
from solver.trees.verify import lengths_of, read_tree, report


class Command(PrintingCommand):
    help = "Check a file: a tree against every code of its board, or a certificate of a bound."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "file", type=Path, help="a tree in the exchange format or a certificate, or its .xz"
        )
        parser.add_argument(
            "--no-repeats",
            dest="repeats",
            action="store_false",
            help="the board of the tree has no codes with repeated colors",
        )
        parser.add_argument("--json", **OPTIONS["--json"])

    def output(self, options: dict[str, Any]) -> Iterable[str]:
        facts = _bound(options["file"])
        if facts is None:
            lengths = lengths_of(read_tree(options["file"]), options["repeats"])
            total = sum(guesses * codes for guesses, codes in lengths.items())
            facts = {"codes": sum(lengths.values()), "total": total, "worst": max(lengths)}
            facts |= {"distribution": lengths}
        if options["json"]:
            return [with_program({"board": None, "strategy": None, "seed": None, **facts})]
        if "distribution" in facts:
            return [report(facts["distribution"])]
        if facts["least_total"] is None:
            return [f"{facts['board']}: no tree finds every code"]
        return [f"{facts['board']}: every tree needs {facts['least_total']:,} guesses at least"]


def _bound(file: Path) -> dict[str, Any] | None:
    """Return the bound that a certificate proves; None for other files. Raises ``ValueError``."""
    try:
        with lzma.open(file) if file.suffix == ".xz" else file.open("rb") as stream:
            if not (head := stream.readline(1000)).startswith(b'{"') or b"sha256" not in head:
                return None
            board, least = verify((head + stream.read(LONGEST)).decode())
    except OSError:
        raise
    except Exception as problem:  # a file that cannot be read proves nothing
        raise ValueError(f"{file.name} is refused: {problem}") from problem
    return {"board": board, "least_total": least if least < NEVER else None}
