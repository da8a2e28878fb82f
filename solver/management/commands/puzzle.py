from argparse import ArgumentParser
from collections.abc import Iterable
from typing import Any

from solver.deduction.puzzles import Grade, Puzzle, make_puzzle
from solver.management.engine_command import EngineCommand, counting_number, turn_facts
from solver.rule.codes import Variant
from solver.rule.history import format_history


class Command(EngineCommand):
    help = "Make puzzles: rows with answers that fit a single code."

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        grades = ", ".join(f"{grade} {grade.name.lower()}" for grade in Grade)
        parser.add_argument(
            "--grade", type=int, choices=list(map(int, Grade)), default=1, help=grades
        )
        parser.add_argument("--count", type=counting_number, default=1, help="number of puzzles")
        parser.add_argument("--rows", type=counting_number, help="number of rows of each puzzle")
        parser.add_argument(
            "--seed", type=int, default=1, help="seed of the first puzzle (default 1)"
        )

    def lines(self, variant: Variant, options: dict[str, Any]) -> Iterable[str]:
        puzzles = _make(variant, options)
        if options["json"]:
            return [self.as_json({"puzzles": list(map(_facts, puzzles))})]
        return map(_line, puzzles)


def _make(variant: Variant, options: dict[str, Any]) -> Iterable[Puzzle]:
    """Yield the puzzles. Raises ``ValueError`` if a puzzle cannot be found."""
    first, grade = options["seed"], Grade(options["grade"])
    for seed in range(first, first + options["count"]):
        puzzle = make_puzzle(variant, grade, seed, options["rows"])
        if puzzle is None:
            raise ValueError(f"no puzzle of grade {grade} was found on this board")
        yield puzzle


def _facts(puzzle: Puzzle) -> dict[str, Any]:
    return {
        "turns": list(map(turn_facts, puzzle.turns)),
        "solution": puzzle.solution,
        "grade": puzzle.grade,
    }


def _line(puzzle: Puzzle) -> str:
    return f"{format_history(puzzle.turns)}  solution {puzzle.solution}"
