import csv
from argparse import ArgumentParser
from io import StringIO
from pathlib import Path
from typing import Any

from solver.management.commands.evaluate import results
from solver.management.engine_command import EngineCommand, counting_number
from solver.rule.codes import Variant
from solver.strategies.roster import default_strategy
from solver.study.compare import MEGABYTES, SECONDS, ComparedPlayer, compare
from solver.study.results import kept_results

CSV_COLUMNS = ("player", "total", "mean", "worst", "problem")


class Command(EngineCommand):
    help = "Compare the players in a folder, and ours between them."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "folder", type=Path, help="files NAME.py with a function choose or a class Player"
        )
        super().add_arguments(parser)
        parser.add_argument("--csv", action="store_true", help="print CSV")
        parser.add_argument(
            "--seconds",
            type=counting_number,
            default=SECONDS,
            help=f"of processor time for all games of a player (default {SECONDS})",
        )
        parser.add_argument(
            "--megabytes",
            type=counting_number,
            default=MEGABYTES,
            help=f"of memory for a player (default {MEGABYTES:,})",
        )

    def facts(self, variant: Variant, options: dict[str, Any]) -> dict[str, Any]:
        folder = options["folder"]
        if not folder.is_dir():
            raise NotADirectoryError(f"there is no directory {folder}")
        files = [file for file in sorted(folder.glob("*.py")) if not file.name.startswith("_")]
        if not files:
            raise FileNotFoundError(f"there is no player NAME.py in {folder}")
        kept = kept_results(variant)
        ours = [*kept.strategies] if kept and kept.is_whole else [default_strategy(variant)]
        found = compare(variant, [*files, *ours], options["seconds"], options["megabytes"])
        self.is_csv = options["csv"]
        return {"codes": variant.size, "players": [_facts(one, one.name in ours) for one in found]}

    def describe(self, facts: dict[str, Any]) -> list[str]:
        players = facts["players"]
        if self.is_csv:
            table = StringIO()
            rows = csv.DictWriter(table, CSV_COLUMNS, extrasaction="ignore", lineterminator="\n")
            rows.writeheader()
            rows.writerows(players)
            return [table.getvalue()]
        return [" total     mean  worst  player", *map(_line, players)]


def _facts(one: ComparedPlayer, is_ours: bool) -> dict[str, Any]:
    """Return a player as JSON values."""
    facts = {"player": one.name, "is_ours": is_ours}
    if one.evaluation is None:
        return {**facts, "problem": one.problem}
    return {**facts, **results(one.evaluation)}


def _line(player: dict[str, Any]) -> str:
    """Return the results or the problem of a player as a line of text."""
    if "problem" in player:
        return f"{'-':>6}  {'-':>7}  {'-':>5}  {player['problem']}"
    figures = f"{player['total']:>6,}  {player['mean']:>7.4f}  {player['worst']:>5}"
    return f"{figures}  {player['player']}"
