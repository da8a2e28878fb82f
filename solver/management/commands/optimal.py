import sys
from argparse import ArgumentParser, ArgumentTypeError
from contextlib import nullcontext
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, TextIO

from solver.exact.bounds import UNLIMITED
from solver.management.engine_command import EngineCommand, counting_number, within
from solver.management.sentences import lengths
from solver.positions.equivalence import differing_openings
from solver.rule.codes import Variant
from solver.rule.errors import Kind
from solver.running.executors import NoLab, run_on
from solver.running.workers import available_cores
from solver.trees.books import own_books, path_of, write_book

if TYPE_CHECKING:
    from solver.exact.proof import Progress, Proof

WORTH_SHARING_PROOF = 2_000  # with fewer codes, starting processes takes longer than the proof
_PAUSE = 1.0  # seconds between two lines of progress


class Command(EngineCommand):
    help = "Prove which tree of a board needs the fewest guesses in total, and write it as a book."
    takes = ("--workers", "--scheduler")
    value = "total"

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument(
            "--max-guesses", type=_limit, help="the longest game allowed (default: any length)"
        )
        openings = parser.add_mutually_exclusive_group()
        openings.add_argument(
            "--first", metavar="CODE", help="only trees that begin with this guess"
        )
        openings.add_argument(
            "--each-first",
            action="store_true",
            help="compare the best trees of each kind of first guess",
        )
        parser.add_argument(
            "--candidates-only",
            action="store_true",
            help="only trees in which every guess fits all earlier answers",
        )
        parser.add_argument(
            "--books", type=Path, help=f"directory for the book (default {own_books()})"
        )

    def facts(self, variant: Variant, options: dict[str, Any]) -> dict[str, Any]:
        if options["books"] is None:
            options["books"] = own_books()
            own_books().mkdir(parents=True, exist_ok=True)
        asked = {name: options[name] for name in ("max_guesses", "candidates_only")}
        board = {"codes": variant.size, **asked}
        if options["each_first"]:
            found = [_opening(variant, options, one) for one in differing_openings(variant)]
            found.sort(key=lambda one: (one["total"] is None, one["total"]))
            return {**board, "openings": found}
        first = None if options["first"] is None else variant.parse(options["first"])
        proof = _proof(variant, options, first)
        is_kept = _is_of_the_board(options, first)
        path = path_of(options["books"], variant, options["max_guesses"])
        return {
            **board,
            "first": first,
            "mean": proof.book.total / variant.size,
            **_figures(proof),
            "answers_recalled": proof.recalled,
            "book": str(path) if is_kept else None,
        }

    def describe(self, facts: dict[str, Any]) -> list[str]:
        if "openings" in facts:
            return _table(facts)
        where = f"The book is {facts['book']}" if facts["book"] else "No book was written"
        recalled = facts["answers_recalled"]
        kept = f", {recalled:,} answers taken from the journal" if recalled else ""
        after = f" after {facts['first']}" if facts["first"] else ""
        return [
            *lengths(facts["distribution"]),
            f"{facts['total']:,} guesses for {facts['codes']:,} codes are the fewest possible"
            f"{after}{within(facts)}{_among(facts)}, {facts['mean']:.4f} on average, "
            f"{facts['worst']} at worst; the first is {facts['first_guess']} "
            f"({facts['states']:,} states searched{kept}, {facts['seconds']:.2f} s). {where}",
        ]


def _is_of_the_board(options: dict[str, Any], first: str | None) -> bool:
    """Return whether a proof is for the whole board, so that its tree is stored."""
    return first is None and not options["candidates_only"]


def _figures(proof: "Proof") -> dict[str, Any]:
    """Return the figures of a proven tree as JSON values."""
    book = proof.book
    return {
        "first_guess": book.tree.guess,
        "total": book.total,
        "worst": book.worst,
        "distribution": book.distribution,
        "states": proof.states,
        "seconds": proof.seconds,
    }


def _opening(variant: Variant, options: dict[str, Any], first: str) -> dict[str, Any]:
    """Return the results of the best tree with this first guess; ``total`` is None without one."""
    from solver.exact.proof import NoTree

    try:
        return _figures(_proof(variant, options, first))
    except NoTree:
        return {"first_guess": first, "total": None}


def _among(facts: dict[str, Any]) -> str:
    """Return which trees were compared, for the end of a sentence, or ``""``."""
    return " if every guess has to be possible" if facts["candidates_only"] else ""


def _table(facts: dict[str, Any]) -> list[str]:
    """Return the optimum for each kind of first guess as a table, the best first."""
    rows = (
        f"{one['first_guess']:>12}  {'none':>9}"
        if one["total"] is None
        else f"{one['first_guess']:>12}  {one['total']:>9,}  "
        f"{one['total'] / facts['codes']:>8.4f}  {one['worst']:>5}"
        for one in facts["openings"]
    )
    title = f"the fewest guesses possible after each first guess{within(facts)}{_among(facts)}"
    return [" first guess      total      mean  worst", *rows, "", title]


def _limit(text: str) -> int:
    """Return the limit on guesses that an option gives."""
    if (number := counting_number(text)) >= UNLIMITED:
        raise ArgumentTypeError(f"must be below {UNLIMITED}, because no game takes longer")
    return number


class Reporter:
    """A writer for the progress of a proof, with a pause between lines."""

    def __init__(self, output: TextIO) -> None:
        self._output = output
        self._begin = self._last = monotonic()

    def __call__(self, progress: "Progress") -> None:
        """Write a line, unless the last line is too recent."""
        if monotonic() - self._last < _PAUSE:
            return
        self._last = monotonic()
        self._output.write(
            f"{progress.guess}: {progress.settled} of {progress.parts} parts searched, "
            f"{progress.total:,.0f} guesses or more, {self._last - self._begin:,.0f} s\n"
        )
        self._output.flush()


def _proof(variant: Variant, options: dict[str, Any], first: str | None) -> "Proof":
    """Return the requested proof. A proof for a whole board keeps a journal and writes a book."""
    try:
        from solver.exact.journal import journal_of
        from solver.exact.proof import Means, NoTree, prove, require_provable
    except ImportError as problem:
        raise NoLab(Kind.PROOF_WITHOUT_LAB) from problem
    require_provable(variant, options["candidates_only"])
    directory, most = options["books"], options["max_guesses"]
    if not directory.is_dir():
        raise NotADirectoryError(f"there is no directory {directory}")
    workers = options["workers"] or (available_cores() if variant.size > WORTH_SHARING_PROOF else 1)
    is_kept = _is_of_the_board(options, first)
    kept = journal_of(directory, variant, most) if is_kept else nullcontext()
    with run_on(options["scheduler"], workers) as run, kept as journal:
        # This compiles the kernels, so that compiling does not count as time of the proof.
        prove(Variant(2, 3))
        means = Means(run, Reporter(sys.stderr), journal)
        try:
            proof = prove(variant, most, means, first, options["candidates_only"])
        except NoTree:
            if journal:
                journal.delete()
            raise
        except KeyboardInterrupt:
            if journal:
                sys.stderr.write(f"Run it again: it goes on from {journal.path}\n")
            raise
        if journal:
            write_book(proof.book, directory)
            journal.delete()
        return proof
