import json
from argparse import ArgumentParser
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from solver.management.engine_command import OPTIONS, PrintingCommand
from solver.trees.verify import lengths_of, read_tree, report


class Command(PrintingCommand):
    help = "Play a tree from a file against every code of its board."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="a tree in the exchange format, or its .xz")
        parser.add_argument(
            "--no-repeats",
            dest="repeats",
            action="store_false",
            help="the board has no codes with repeated colors",
        )
        parser.add_argument("--json", **OPTIONS["--json"])

    def output(self, options: dict[str, Any]) -> Iterable[str]:
        lengths = lengths_of(read_tree(options["file"]), options["repeats"])
        return [json.dumps(_facts(lengths)) if options["json"] else report(lengths)]


def _facts(lengths: dict[int, int]) -> dict[str, Any]:
    return {
        "codes": sum(lengths.values()),
        "total": sum(guesses * codes for guesses, codes in lengths.items()),
        "worst": max(lengths),
        "distribution": lengths,
    }
