"""Make puzzles in another process and cache them, because many players get the same puzzles."""

from datetime import date

from django.utils.crypto import salted_hmac

from games.catalog.grades import GRADES_OF_A_DAY
from games.catalog.rules import CLASSIC
from games.models import PuzzleName, PuzzleOfDay
from games.models.base.first_come import get_or_insert
from games.web.traffic.calculator import expensive
from solver.deduction.puzzles import Grade, Puzzle, make_puzzle, solution_of
from solver.rule.codes import Variant
from solver.rule.history import format_history, parse_history

PUZZLE_BOARD = CLASSIC.variant  # on this board, puzzles of every grade are found fast


def puzzle_named(name: PuzzleName) -> Puzzle:
    """Return the stored puzzle with this name, or make it from its seed."""
    if name.day is None:
        return make_from_seed(PUZZLE_BOARD, name.grade, name.number or 0)
    kept = PuzzleOfDay.objects.filter(day=name.day, grade=name.grade).first()
    if kept:
        return argue(PUZZLE_BOARD, name.grade, kept.history, kept.solution)
    return make_from_seed(PUZZLE_BOARD, name.grade, seed_of(name.day))


def keep_puzzles_of(day: date) -> int:
    """Store the missing puzzles of a day; return how many were missing."""
    kept = set(PuzzleOfDay.objects.filter(day=day).values_list("grade", flat=True))
    missing = [grade for grade in GRADES_OF_A_DAY if grade not in kept]
    for grade in missing:
        name = PuzzleName(grade, day=day)
        keep_puzzle(name, puzzle_named(name))
    return len(missing)


def keep_puzzle(name: PuzzleName, puzzle: Puzzle) -> None:
    """Store a daily puzzle when a player starts it; other puzzles need not be stored."""
    if name.day:
        rows = {"history": format_history(puzzle.turns), "solution": puzzle.solution}
        get_or_insert(PuzzleOfDay.objects.all(), rows, day=name.day, grade=name.grade)


def seed_of(day: date) -> int:
    """Compute the secret seed of a day's puzzles; no seed is stored."""
    return int(salted_hmac("puzzles of a day", day.isoformat(), algorithm="sha256").hexdigest(), 16)


@expensive(keep=1024)
def make_from_seed(variant: Variant, grade: Grade, seed: int) -> Puzzle:
    puzzle = make_puzzle(variant, grade, seed)
    if puzzle is None:
        raise LookupError(f"no {grade.name} puzzle was found on {variant}")
    return puzzle


@expensive(keep=64)
def argue(variant: Variant, grade: Grade, history: str, solution: str) -> Puzzle:
    """Return a stored puzzle together with the argument that solves it."""
    turns = parse_history(variant, history)
    return Puzzle(turns, solution, grade, solution_of(variant, turns, solution))
