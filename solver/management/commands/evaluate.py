import argparse
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from solver.management.engine_command import (
    EngineCommand,
    counting_number,
    limit_of,
    whole_number,
    within,
)
from solver.management.progress import with_progress
from solver.management.sentences import lengths, things
from solver.rule.codes import Variant
from solver.running.executors import run_on
from solver.running.workers import available_cores
from solver.study.evaluate import Evaluation, RunPieces, evaluate, evaluate_games
from solver.study.play import random_secrets

MOST_GAMES = 1_000_000  # with this many games, the mean is accurate to a thousandth
WORTH_SHARING_GAMES = 5_000  # with fewer games, starting processes takes longer than playing


_CLAIMS = {
    True: "; it is proven that no strategy{so} needs fewer",
    False: "; it is not proven that no strategy{so} needs fewer",
    None: "",
}


class Command(EngineCommand):
    help = "Play a strategy against every code, or against random ones, and count the guesses."
    takes = ("--strategy", "--workers", "--scheduler")
    value = "total"

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument(
            "--games", type=number_of_games, help="play this many random codes instead of all"
        )
        parser.add_argument("--first", metavar="CODE", help="use another first guess")
        parser.add_argument(
            "--seed", type=whole_number, default=0, help="seed of the random codes (default 0)"
        )

    def facts(self, variant: Variant, options: dict[str, Any]) -> dict[str, Any]:
        evaluation = self._evaluation(variant, options)
        facts = {**results(evaluation), **limit_of(options["strategy"])}
        if options["first"] is not None:
            facts["is_first_given"] = True
        if options["games"] is None:
            return facts
        return {**facts, "standard_error": evaluation.standard_error}

    def describe(self, facts: dict[str, Any]) -> list[str]:
        return [
            *lengths(facts["distribution"]),
            f"{things(facts['total'], 'guess', many='guesses')} for "
            f"{things(facts['codes'], 'code')}, {_mean(facts)} on average, "
            f"{facts['worst']} at worst; the first is {facts['first_guess']} "
            f"({facts['seconds']:.2f} s){_claim(facts)}",
        ]

    def _evaluation(self, variant: Variant, options: dict[str, Any]) -> Evaluation:
        games, strategy = options["games"], options["strategy"]
        first = None if options["first"] is None else variant.parse(options["first"])
        with _run_with_progress(variant, games or variant.size, options) as run:
            if games is None:
                return evaluate(variant, strategy, run, first)
            secrets = random_secrets(variant, games, options["seed"])
            return evaluate_games(variant, strategy, secrets, run, first)


def results(evaluation: Evaluation) -> dict[str, Any]:
    """Return the results of a strategy as JSON values."""
    facts = evaluation.facts()
    return {"is_proven": facts.pop("proven"), **facts} if "proven" in facts else facts


def _claim(facts: dict[str, Any]) -> str:
    """Return the claim about the total, and the limit on guesses for which it is proven."""
    claim = _CLAIMS[facts.get("is_proven")]
    begins_so = " with this first guess" if facts.get("is_first_given") else ""
    return claim.format(so=begins_so) + within(facts) if claim else ""


def number_of_games(text: str) -> int:
    """Return the number of games in an option."""
    games = counting_number(text)
    if games > MOST_GAMES:
        raise argparse.ArgumentTypeError(f"must be at most {MOST_GAMES:,}")
    return games


def _mean(facts: dict[str, Any]) -> str:
    """Return the mean, with its error if only some games were played."""
    if facts.get("standard_error") is None:
        return f"{facts['mean']:.4f}"
    return f"{facts['mean']:.3f} ± {facts['standard_error']:.3f}"


@contextmanager
def _run_with_progress(
    variant: Variant, games: int, options: dict[str, Any]
) -> Iterator[RunPieces]:
    """Yield a function that plays this many games and shows a progress bar."""
    is_long = max(variant.size, games) > WORTH_SHARING_GAMES
    workers = options["workers"] or (available_cores() if is_long else 1)
    with run_on(options["scheduler"], workers) as run:
        yield lambda work, tasks: with_progress(run(work, tasks), games, sys.stderr)
