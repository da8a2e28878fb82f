import json
from collections.abc import Iterable, Iterator
from typing import Any

from django.core.management.base import CommandParser

from solver.candidates import position_after
from solver.codes import Variant
from solver.feedback import Feedback, Turn
from solver.history import InvalidHistory, parse_feedback
from solver.management.engine_command import EngineCommand
from solver.play import play
from solver.strategies import strategy_named
from solver.suggest import suggest


class Command(EngineCommand):
    help = "Break a code: the one given, or yours, if you answer the guesses."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--strategy", default="knuth")
        parser.add_argument("--secret", help="the code to break; without it you are asked")

    def lines(self, variant: Variant, options: dict[str, Any]) -> Iterable[str]:
        if options["secret"] is None:
            turns = self._turns_with_you(variant, options["strategy"])
        else:
            secret = variant.parse(options["secret"])
            start = position_after(variant, ())
            turns = play(strategy_named(options["strategy"]), secret, start)
        if options["json"]:
            return [json.dumps([[turn.guess, *turn.feedback] for turn in turns])]
        return map(_described, turns)

    def _turns_with_you(self, variant: Variant, strategy: str) -> Iterator[Turn]:
        """Guess, and read the answer in the terminal, until it wins."""
        history: list[Turn] = []
        while not history or history[-1].feedback.black < variant.pegs:
            guess = suggest(variant, history, strategy).guess
            history.append(Turn(guess, self._answer(variant, guess)))
            yield history[-1]

    def _answer(self, variant: Variant, guess: str) -> Feedback:
        while True:
            try:
                return parse_feedback(variant, input(f"{guess}: black,white? "))
            except EOFError:
                raise InvalidHistory("the answers ended before the code was found") from None
            except InvalidHistory as problem:
                self.stderr.write(str(problem))


def _described(turn: Turn) -> str:
    return f"{turn.guess}  {turn.feedback.black} black, {turn.feedback.white} white"
