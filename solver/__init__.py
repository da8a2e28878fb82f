"""The Mastermind engine: codes, feedback, candidates and strategies. It needs only numpy.

The exported names are a stable interface for other programs; see docs/solver.md.

>>> from solver import Variant, suggest
>>> suggest(Variant(), "1122:1,0 1344:0,1", "knuth").guess
'3526'
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from solver.deduction.arguments import ArgumentStep
from solver.deduction.deduce import deduce
from solver.deduction.explain import explain_fact
from solver.deduction.facts import Amount, Placed
from solver.positions.candidates import Position, position_after
from solver.positions.diagnosis import Diagnosis, diagnose
from solver.positions.strategy import Strategy, StrategyLike
from solver.rule.codes import Code, Variant
from solver.rule.errors import Contradiction, EngineError, InvalidCode
from solver.rule.feedback import Feedback, Turn, feedback
from solver.rule.history import format_history, parse_history
from solver.strategies.foreign import StrategyFailed, load_strategy
from solver.strategies.roster import STRATEGIES, default_strategy, strategy_named
from solver.study.analysis import Appraisal, AppraisedTurn, analyze
from solver.study.evaluate import Evaluation, evaluate, evaluate_games
from solver.study.play import build_tree, play, random_secrets
from solver.study.suggest import Suggestion, suggest
from solver.trees.tree import Node

if TYPE_CHECKING:
    from solver.running.executors import run_on
    from solver.study.compare import compare

__version__ = "1.0.0"
__all__ = [
    "STRATEGIES",
    "Amount",
    "Appraisal",
    "AppraisedTurn",
    "ArgumentStep",
    "Code",
    "Contradiction",
    "Diagnosis",
    "EngineError",
    "Evaluation",
    "Feedback",
    "InvalidCode",
    "Node",
    "Placed",
    "Position",
    "Strategy",
    "StrategyFailed",
    "StrategyLike",
    "Suggestion",
    "Turn",
    "Variant",
    "analyze",
    "build_tree",
    "compare",
    "deduce",
    "default_strategy",
    "diagnose",
    "evaluate",
    "evaluate_games",
    "explain_fact",
    "feedback",
    "format_history",
    "load_strategy",
    "parse_history",
    "play",
    "position_after",
    "random_secrets",
    "run_on",
    "strategy_named",
    "suggest",
]
_LATE = {"run_on": "solver.running.executors", "compare": "solver.study.compare"}


def __getattr__(name: str) -> Any:
    """Import a name of ``_LATE`` when it is first used.

    Its module starts processes, and takes time to load.
    """
    if name in _LATE:
        return getattr(import_module(_LATE[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
