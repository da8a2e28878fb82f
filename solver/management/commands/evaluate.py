from typing import Any

from django.core.management.base import CommandParser

from solver.codes import Variant
from solver.evaluate import evaluate
from solver.management.engine_command import EngineCommand


class Command(EngineCommand):
    help = "Play a strategy against every code and count the guesses."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--strategy", default="knuth")

    def answer(self, variant: Variant, options: dict[str, Any]) -> dict[str, Any]:
        evaluation = evaluate(variant, options["strategy"])
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
