import sys
from argparse import ArgumentTypeError
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, TextIO

from django.core.management.base import CommandParser

from solver.exact.bounds import UNLIMITED
from solver.management.engine_command import FactsCommand, counting_number, within
from solver.rule.codes import Variant
from solver.rule.errors import Kind
from solver.running.executors import NoLab, run_on
from solver.running.workers import available_cores
from solver.trees.books import BOOKS, path_of, write_book

if TYPE_CHECKING:
    from solver.exact.proof import Progress, Proof

WORTH_SHARING_PROOF = 2_000  # codes; fewer are proven before another process has begun
_PAUSE = 1.0  # seconds between two lines of progress


class Command(FactsCommand):
    help = "Prove which tree needs the fewest guesses in total, and keep it as a book."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument(
            "--max-guesses", type=_limit, help="the longest game allowed (default any)"
        )
        parser.add_argument(
            "--books", type=Path, default=BOOKS, help="the directory to write the book to"
        )
        parser.add_argument(
            "--workers", type=counting_number, help="processes (default one for each core)"
        )
        parser.add_argument("--scheduler", help="of a Dask cluster to run on: tcp://host:port")

    def facts(self, variant: Variant, options: dict[str, Any]) -> dict[str, Any]:
        proof = _proof(variant, options)
        book = proof.book
        return {
            "codes": variant.size,
            "max_guesses": options["max_guesses"],
            "total": book.total,
            "mean": book.total / variant.size,
            "worst": book.worst,
            "distribution": book.distribution,
            "first_guess": book.tree.guess,
            "states": proof.states,
            "seconds": proof.seconds,
            "answers_recalled": proof.recalled,
            "book": str(path_of(options["books"], variant, options["max_guesses"])),
        }

    def describe(self, facts: dict[str, Any]) -> str:
        recalled = facts["answers_recalled"]
        kept = f", {recalled:,} answers taken from the journal" if recalled else ""
        rows = (f"{guesses:>7}  {codes:>7,}" for guesses, codes in facts["distribution"].items())
        return "\n".join(
            [
                "guesses    codes",
                *rows,
                "",
                f"{facts['total']:,} guesses for {facts['codes']:,} codes are the fewest there "
                f"can be{within(facts)}, {facts['mean']:.4f} on average, {facts['worst']} at "
                f"worst; the first is {facts['first_guess']} ({facts['states']:,} states "
                f"searched{kept}, {facts['seconds']:.2f} s). The book is {facts['book']}",
            ]
        )


def _limit(text: str) -> int:
    """Return the number written in ``text`` if it can be a limit."""
    if (number := counting_number(text)) >= UNLIMITED:
        raise ArgumentTypeError(f"must be below {UNLIMITED}: no game takes longer")
    return number


class Reporter:
    """Writes how far a proof has come, a line now and then."""

    def __init__(self, output: TextIO) -> None:
        self._output = output
        self._last = monotonic()

    def __call__(self, progress: "Progress") -> None:
        """Write a line unless the last one has just been written."""
        if monotonic() - self._last < _PAUSE:
            return
        self._last = monotonic()
        self._output.write(
            f"{progress.guess}: {progress.settled} of {progress.parts} parts searched, "
            f"{progress.total:,.0f} guesses or more\n"
        )
        self._output.flush()


def _proof(variant: Variant, options: dict[str, Any]) -> "Proof":
    """The proof of a board, its book written. An interrupted one goes on by its journal."""
    try:
        from solver.exact.journal import journal_of
        from solver.exact.proof import Means, NoTree, prove, require_provable
    except ImportError as problem:
        raise NoLab(Kind.PROOF_WITHOUT_LAB) from problem
    require_provable(variant)
    directory, most = options["books"], options["max_guesses"]
    if not directory.is_dir():
        raise NotADirectoryError(f"there is no directory {directory}")
    workers = options["workers"] or (available_cores() if variant.size > WORTH_SHARING_PROOF else 1)
    with (
        run_on(options["scheduler"], workers) as run,
        journal_of(directory, variant, most) as journal,
    ):
        try:
            proof = prove(variant, most, Means(run, Reporter(sys.stderr), journal))
            write_book(proof.book, directory)
        except NoTree:
            journal.delete()
            raise
        journal.delete()
        return proof
