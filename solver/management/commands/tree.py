import json
import sys
from argparse import ArgumentParser
from collections.abc import Iterable
from typing import Any

from solver.management.engine_command import EngineCommand, counting_number
from solver.management.progress import bar
from solver.positions.candidates import position_after
from solver.positions.strategy import ArrayStrategy
from solver.rule.codes import Variant, require_listable
from solver.rule.errors import Kind
from solver.rule.feedback import Turn
from solver.rule.history import parse_history
from solver.strategies.foreign import resolve
from solver.strategies.optimal import Optimal, proven_tree_of
from solver.trees.formats import TREE_FORMATS
from solver.trees.tree import Node, cut, grow_tree


class Command(EngineCommand):
    help = "Write the decision tree of a strategy: its guess after every feedback."
    takes = ("--strategy",)

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--format", choices=TREE_FORMATS, help="output format (default text)")
        parser.add_argument(
            "--from", dest="history", default="", help='turns before the tree: "1122:1,1 1345:0,2"'
        )
        parser.add_argument("--depth", type=counting_number, help="guesses to show (default all)")

    def lines(self, variant: Variant, options: dict[str, Any]) -> Iterable[str]:
        require_listable(variant, Kind.TOO_MANY_FOR_A_TREE)
        if options["json"] and options["format"] not in (None, "json"):
            raise ValueError(f"--json cannot be combined with --format {options['format']}")
        strategy = resolve(options["strategy"])
        history = parse_history(variant, options["history"])
        tree = self._tree(strategy, variant, history, options["depth"])
        lines = TREE_FORMATS["json" if options["json"] else options["format"] or "text"](tree)
        return [self.as_json({"tree": json.loads("".join(lines))})] if options["json"] else lines

    def _tree(
        self,
        strategy: ArrayStrategy,
        variant: Variant,
        history: tuple[Turn, ...],
        depth: int | None,
    ) -> Node:
        """Return the tree of a strategy from its root; with a history, from this position on."""
        if not history and (proven := proven_tree_of(strategy, variant)):
            return cut(proven, depth)
        position = position_after(variant, history)
        if isinstance(strategy, Optimal) and strategy.proven(position) is None:
            self.note("this tree is not proven: others may need fewer guesses")
        with bar(position.count, "codes", sys.stderr) as drawn:
            return grow_tree(strategy, position, depth, drawn.add)
