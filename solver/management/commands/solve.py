import sys
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any

from solver.management.dialog import HELP, Dialog, InvalidLine
from solver.management.engine_command import EngineCommand, turn_facts
from solver.management.sentences import amount, things
from solver.management.terminal import has_color, key_pegs, pegs
from solver.positions.candidates import position_after
from solver.positions.diagnosis import Diagnosis
from solver.positions.strategy import StrategyLike
from solver.rule.codes import Code, Variant
from solver.rule.errors import InvalidCode, InvalidTurn
from solver.rule.feedback import Feedback, feedback
from solver.study.evil import against
from solver.study.suggest import Suggestion
from solver.study.trace import TracedGuess, trace


class Command(EngineCommand):
    help = "Break a given code step by step, or one that only you know, by your answers."
    takes = ("--strategy",)

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        codemaker = parser.add_mutually_exclusive_group()
        codemaker.add_argument("--secret", help="the code; without it you are asked for answers")
        codemaker.add_argument(
            "--evil", action="store_true", help="play against a codemaker that changes its mind"
        )

    def lines(self, variant: Variant, options: dict[str, Any]) -> Iterable[str]:
        self.in_color = has_color(sys.stdout)
        strategy = options["strategy"]
        if options["evil"]:
            return self._against_evil(variant, strategy, options["json"])
        if options["secret"] is None and options["json"]:
            raise ValueError("--json prints a whole game, so it needs --secret CODE")
        if options["secret"] is None:
            return self._ask(Dialog(variant, strategy))
        game = _game(variant, variant.parse(options["secret"]), strategy)
        if options["json"]:
            return [self.as_json({"turns": [_facts(thought) for thought in game]})]
        return self._describe(game)

    def _describe(self, game: Iterable[TracedGuess]) -> Iterator[str]:
        """Yield each guess as a line."""
        for number, thought in enumerate(game, start=1):
            found = thought.suggestion
            yield (
                f"{self._row(number, found.guess, thought.answer)}  "
                f"{things(found.candidates, 'code', found.is_counted)} possible, "
                f"{amount(found.expected_left, found.exact, decimals=1)} expected to be left, "
                f"{amount(thought.left, thought.is_left_exact)} left"
            )
        yield _result_text(number)

    def _against_evil(
        self, variant: Variant, strategy: StrategyLike, is_json: bool
    ) -> Iterator[str]:
        """Yield each guess and the number of codes left, against the evil codemaker."""
        turns = [*against(strategy, variant)]
        if is_json:
            facts = [
                {**turn_facts(turn), "left": left, "is_left_counted": is_counted, "needed": needed}
                for turn, left, is_counted, needed in turns
            ]
            yield self.as_json({"turns": facts})
            return
        for number, ((guess, answer), left, is_counted, needed) in enumerate(turns, start=1):
            more = things(needed or 0, "more guess", many="more guesses")
            enough = f"; {more} needed" if needed else ""
            codes = things(left, "code", is_counted)
            yield f"{self._row(number, guess, answer)}  {codes} left{enough}"
        yield _result_text(len(turns))

    def _ask(self, dialog: Dialog) -> Iterator[str]:
        """Yield the lines of a dialog that asks for answers until the code is broken."""
        yield HELP
        while not dialog.has_ended:
            outlook = dialog.outlook()
            if isinstance(outlook, Diagnosis):
                yield from self._diagnose(dialog, outlook)
            elif dialog.is_broken:
                yield _result_text(len(dialog.history))
                return
            else:
                yield self._suggest(len(dialog.history) + 1, outlook)
            yield from self._read(dialog, outlook)

    def _read(self, dialog: Dialog, outlook: Suggestion | Diagnosis) -> Iterator[str]:
        """Read lines until one is valid; yield what is wrong with each invalid line."""
        while True:
            try:
                return dialog.enter(self._line(), outlook)
            except (InvalidLine, InvalidCode, InvalidTurn) as problem:
                yield str(problem)

    def _suggest(self, number: int, found: Suggestion) -> str:
        return (
            f"{number:>2}  {pegs(found.guess, self.in_color)}  "
            f"{things(found.candidates, 'code', found.is_counted)} possible, "
            f"at worst {amount(found.worst_left, found.exact)} remain"
        )

    def _diagnose(self, dialog: Dialog, found: Diagnosis) -> Iterator[str]:
        """Yield the guesses whose answers cannot all be true together, and possible corrections."""
        yield "no code fits; these answers cannot be true together:"
        for place in found.conflict:
            yield self._row(place, *dialog.history[place - 1])
        for number, proposal in enumerate(found.corrections, start=1):
            yield (
                f"accept {number}: if guess {proposal.turn} was {proposal.feedback} instead of "
                f"{dialog.history[proposal.turn - 1].feedback}, "
                f"{things(proposal.count, 'code', proposal.is_exact)} would be possible"
            )
        if not found.corrections:
            yield "no change of a single answer resolves this"
        if not found.is_complete:
            yield "not every change could be tried in the time allowed"

    def _row(self, number: int, guess: Code, answer: Feedback) -> str:
        return f"{number:>2}  {pegs(guess, self.in_color)}  {key_pegs(answer, len(guess))}"

    def _line(self) -> str:
        """Return the next line of input. Raises ``ValueError`` if the input has ended."""
        try:
            return input("> " if sys.stdout.isatty() else "").strip()
        except EOFError:
            raise ValueError("the answers ended before the code was broken") from None


def _game(variant: Variant, secret: Code, strategy: StrategyLike) -> Iterator[TracedGuess]:
    start = position_after(variant, ())
    return trace(strategy, start, partial(feedback, secret=secret))


def _facts(thought: TracedGuess) -> dict[str, Any]:
    """Return a traced guess as JSON values."""
    return {
        **thought.suggestion.facts(),
        **thought.answer._asdict(),
        "left": thought.left,
        "is_left_counted": thought.is_left_exact,
    }


def _result_text(guesses: int) -> str:
    return f"broken in {things(guesses, 'guess', many='guesses')}"
