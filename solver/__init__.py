"""The Mastermind engine: codes, feedback, candidates and strategies. It needs only numpy.

The exported names are a stable interface for other programs; see docs/solver.md. Each is imported
when it is first used, so that a program loads only what it needs.

>>> from solver import Variant, suggest
>>> suggest(Variant(), "1122:1,0 1344:0,1", "knuth").guess
'3526'
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from solver.deduction.arguments import ArgumentStep as ArgumentStep
    from solver.deduction.deduce import deduce as deduce
    from solver.deduction.explain import explain_fact as explain_fact
    from solver.deduction.facts import Amount as Amount, Placed as Placed
    from solver.positions.candidates import Position as Position, position_after as position_after
    from solver.positions.diagnosis import Diagnosis as Diagnosis, diagnose as diagnose
    from solver.positions.strategy import Strategy as Strategy, StrategyLike as StrategyLike
    from solver.rule.codes import Code as Code, Variant as Variant
    from solver.rule.errors import (
        Contradiction as Contradiction,
        EngineError as EngineError,
        InvalidCode as InvalidCode,
    )
    from solver.rule.feedback import Feedback as Feedback, Turn as Turn, feedback as feedback
    from solver.rule.history import format_history as format_history, parse_history as parse_history
    from solver.running.executors import run_on as run_on
    from solver.strategies.foreign import (
        StrategyFailed as StrategyFailed,
        load_strategy as load_strategy,
    )
    from solver.strategies.roster import (
        STRATEGIES as STRATEGIES,
        default_strategy as default_strategy,
        strategy_named as strategy_named,
    )
    from solver.study.analysis import (
        Appraisal as Appraisal,
        AppraisedTurn as AppraisedTurn,
        analyze as analyze,
    )
    from solver.study.compare import compare as compare
    from solver.study.evaluate import (
        Evaluation as Evaluation,
        evaluate as evaluate,
        evaluate_games as evaluate_games,
    )
    from solver.study.play import (
        build_tree as build_tree,
        play as play,
        random_secrets as random_secrets,
    )
    from solver.study.suggest import Suggestion as Suggestion, suggest as suggest
    from solver.trees.tree import Node as Node

__version__ = "1.0.0"
_NAMES = {
    "solver.deduction.arguments": "ArgumentStep",
    "solver.deduction.deduce": "deduce",
    "solver.deduction.explain": "explain_fact",
    "solver.deduction.facts": "Amount Placed",
    "solver.positions.candidates": "Position position_after",
    "solver.positions.diagnosis": "Diagnosis diagnose",
    "solver.positions.strategy": "Strategy StrategyLike",
    "solver.rule.codes": "Code Variant",
    "solver.rule.errors": "Contradiction EngineError InvalidCode",
    "solver.rule.feedback": "Feedback Turn feedback",
    "solver.rule.history": "format_history parse_history",
    "solver.running.executors": "run_on",
    "solver.strategies.foreign": "StrategyFailed load_strategy",
    "solver.strategies.roster": "STRATEGIES default_strategy strategy_named",
    "solver.study.analysis": "Appraisal AppraisedTurn analyze",
    "solver.study.compare": "compare",
    "solver.study.evaluate": "Evaluation evaluate evaluate_games",
    "solver.study.play": "build_tree play random_secrets",
    "solver.study.suggest": "Suggestion suggest",
    "solver.trees.tree": "Node",
}
_HOMES = {name: module for module, names in _NAMES.items() for name in names.split()}
__all__ = [*_HOMES]


def __getattr__(name: str) -> Any:
    """Import a name when it is first used."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = getattr(import_module(_HOMES[name]), name)
    return globals()[name]
