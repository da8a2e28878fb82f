"""The engine: codes, feedback, what is still possible, and strategies. It needs numpy alone.

What is named here is for programs of one's own, and stays; docs/solver.md shows it at work.

>>> from solver import Variant, parse_history, suggest
>>> suggest(Variant(), parse_history(Variant(), "1122:1,0 1344:0,1"), "knuth").guess
'3526'
"""

from solver.analysis import Appraisal, AppraisedTurn, analyze
from solver.candidates import Position, position_after
from solver.codes import Code, Variant
from solver.diagnosis import Diagnosis, diagnose
from solver.errors import Contradiction, EngineError
from solver.evaluate import Evaluation, evaluate, evaluate_games
from solver.feedback import Feedback, Turn, feedback
from solver.history import format_history, parse_history
from solver.strategies import STRATEGIES, Strategy, strategy_named
from solver.suggest import Suggestion, suggest
from solver.tree import Node, build_tree

__all__ = [
    "STRATEGIES",
    "Appraisal",
    "AppraisedTurn",
    "Code",
    "Contradiction",
    "Diagnosis",
    "EngineError",
    "Evaluation",
    "Feedback",
    "Node",
    "Position",
    "Strategy",
    "Suggestion",
    "Turn",
    "Variant",
    "analyze",
    "build_tree",
    "diagnose",
    "evaluate",
    "evaluate_games",
    "feedback",
    "format_history",
    "parse_history",
    "position_after",
    "strategy_named",
    "suggest",
]
