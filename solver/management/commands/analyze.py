from typing import Any

from solver.management.engine_command import HISTORY, EngineCommand, turn_facts
from solver.management.sentences import amount, things
from solver.rule.codes import Variant
from solver.rule.feedback import Turn
from solver.study.analysis import AppraisedTurn, analyze
from solver.study.skill import luck, skill


class Command(EngineCommand):
    help = "Appraise every guess of a game."
    takes = ("--strategy", *HISTORY)

    def default(self, variant: Variant, options: dict[str, Any]) -> None:
        return None

    def facts(self, variant: Variant, options: dict[str, Any]) -> dict[str, Any]:
        turns = analyze(variant, options["history"], options["strategy"])
        return {"turns": list(map(_facts, turns)), "skill": skill(turns), "luck": luck(turns)}

    def describe(self, facts: dict[str, Any]) -> list[str]:
        lines = [_line(number, turn) for number, turn in enumerate(facts["turns"], start=1)]
        skill = "" if facts["skill"] is None else f"skill {facts['skill']}, "
        return [*lines, f"{skill}luck {facts['luck']}"]


def _facts(turn: AppraisedTurn) -> dict[str, Any]:
    """Return an appraised turn as JSON values."""
    advice = {}
    if advised := turn.advised:
        advice = {"advised": advised.option.guess, "advised_loss": round(advised.loss, 4)}
    made, option = turn.appraisal, turn.appraisal.option
    return {
        **turn_facts(Turn(option.guess, turn.answer)),
        "candidates": made.candidates,
        "is_counted": made.is_counted,
        "further": round(option.further, 4),
        "best": made.best.guess,
        "best_further": round(made.best.further, 4),
        "loss": round(made.loss, 4),
        "is_proven": made.is_proven,
        "is_loss_proven": made.is_loss_proven,
        "rank": made.rank,
        "is_rank_proven": made.is_rank_proven,
        "left": turn.left,
        "is_left_counted": turn.is_counted,
        **advice,
    }


def _line(number: int, turn: dict[str, Any]) -> str:
    """Return an appraised turn as a line."""
    lost = "no loss" if turn["is_loss_proven"] else "no loss that an estimate can show"
    if turn["loss"]:
        mark = "" if turn["is_proven"] else "about "
        lost = f"{mark}{turn['loss']:.2f} guesses lost, best was {turn['best']}"
    if "advised" in turn:
        lost += f"; the strategy guesses {turn['advised']}, {turn['advised_loss']:.2f} lost"
    return (
        f"{number:>2}  {turn['guess']} {turn['black']},{turn['white']}  "
        f"{things(turn['candidates'], 'code', turn['is_counted'])} possible, {lost}, "
        f"{amount(turn['left'], turn['is_left_counted'])} left"
    )
