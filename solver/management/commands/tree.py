from collections.abc import Iterable
from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser

from solver.candidates import position_after
from solver.codes import Variant, require_listable
from solver.errors import Kind
from solver.management.engine_command import EngineCommand
from solver.strategies import strategy_named
from solver.tree import build_tree
from solver.tree_formats import FORMATS


class Command(EngineCommand):
    help = "Write a strategy as a decision tree: what it guesses after every feedback."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--strategy", default="knuth")
        parser.add_argument("--format", choices=FORMATS, default="text")
        parser.add_argument("--output", type=Path, help="a file to write, not the screen")

    def lines(self, variant: Variant, options: dict[str, Any]) -> Iterable[str]:
        require_listable(variant, Kind.TOO_MANY_FOR_A_TREE)
        tree = build_tree(strategy_named(options["strategy"]), position_after(variant, ()))
        lines = FORMATS["json" if options["json"] else options["format"]](tree)
        if options["output"] is None:
            return lines
        _write_whole(options["output"], lines)
        return []


def _write_whole(path: Path, lines: Iterable[str]) -> None:
    """Write a file that is there whole or not at all."""
    part = path.with_name(f"{path.name}.part")
    try:
        with part.open("w") as file:
            file.writelines(f"{line}\n" for line in lines)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
