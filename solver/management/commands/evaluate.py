import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.core.management.base import CommandParser

from solver.codes import Variant
from solver.evaluate import Evaluation, Run, evaluate, evaluate_games
from solver.executors import run_on
from solver.management.engine_command import FactsCommand, counting_number
from solver.management.progress import shown
from solver.play import random_secrets
from solver.workers import available_cores

WORTH_SHARING = 5_000  # games; fewer are over before another process has begun


class Command(FactsCommand):
    help = "Play a strategy against every code, or against random ones, and count the guesses."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--strategy", default="knuth")
        parser.add_argument(
            "--games", type=counting_number, help="play so many random codes, not every one"
        )
        parser.add_argument("--seed", type=int, default=0, help="of the random codes (default 0)")
        parser.add_argument(
            "--workers", type=counting_number, help="processes (default one for each core)"
        )
        parser.add_argument("--scheduler", help="of a Dask cluster to run on: tcp://host:port")

    def facts(self, variant: Variant, options: dict[str, Any]) -> dict[str, Any]:
        evaluation = self._evaluation(variant, options)
        return {
            "codes": evaluation.codes,
            "total": evaluation.total,
            "mean": evaluation.mean,
            "worst": evaluation.worst,
            "distribution": evaluation.distribution,
            "first_guess": evaluation.first_guess,
            "seconds": evaluation.seconds,
        }

    def describe(self, facts: dict[str, Any]) -> str:
        rows = (f"{guesses:>7}  {codes:>7,}" for guesses, codes in facts["distribution"].items())
        return "\n".join(
            [
                "guesses    codes",
                *rows,
                "",
                f"{facts['total']:,} guesses for {facts['codes']:,} codes, "
                f"{facts['mean']:.4f} on average, {facts['worst']} at worst; "
                f"the first is {facts['first_guess']} ({facts['seconds']:.2f} s)",
            ]
        )

    def _evaluation(self, variant: Variant, options: dict[str, Any]) -> Evaluation:
        games, strategy = options["games"], options["strategy"]
        with _shown_run(variant, games or variant.size, options) as run:
            if games is None:
                return evaluate(variant, strategy, run)
            secrets = random_secrets(variant, games, options["seed"])
            return evaluate_games(variant, strategy, secrets, run)


@contextmanager
def _shown_run(variant: Variant, games: int, options: dict[str, Any]) -> Iterator[Run]:
    """Yield how to run so many games: where, and with a progress bar."""
    is_long = max(variant.size, games) > WORTH_SHARING
    workers = options["workers"] or (available_cores() if is_long else 1)
    with run_on(options["scheduler"], workers) as run:
        yield lambda work, tasks: shown(run(work, tasks), games, sys.stderr)
