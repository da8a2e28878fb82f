"""Text formats of decision trees: for people, for programs, for Graphviz, and as a rule book."""

import json
from collections.abc import Callable, Iterator
from itertools import count
from typing import Any

from solver.rule.codes import SYMBOLS
from solver.rule.feedback import Feedback
from solver.trees.tree import Node, game_lengths

_LETTERS = str.maketrans(SYMBOLS, "abcdefghijkl")


def as_text(tree: Node) -> Iterator[str]:
    """Yield a line for each node: the answer before it, the guess, the number of candidates.

    >>> from solver.positions.candidates import position_after
    >>> from solver.rule.codes import Variant
    >>> from solver.strategies.roster import strategy_named
    >>> from solver.trees.tree import grow_tree
    >>> start = position_after(Variant(pegs=2, colors=2), [])
    >>> print(*as_text(grow_tree(strategy_named("knuth"), start)), sep="\\n")
    11 (4 possible)
        0,0 then 22
        1,0 then 12 (2 possible)
            0,2 then 21
    """
    for depth, answer, node in _nodes(tree):
        came = f"{answer} then " if answer else ""
        left = f" ({node.candidates:,} possible)" if node.candidates > 1 else ""
        yield f"{'    ' * (depth - 1)}{came}{node.guess}{left}"


def as_json(tree: Node) -> Iterator[str]:
    """Yield one line of JSON with ``guess``, ``candidates``, ``is_candidate`` and ``answers``."""
    yield json.dumps(_facts(tree))


def as_dot(tree: Node) -> Iterator[str]:
    """Yield the lines of a directed graph for Graphviz."""
    names = count()
    yield "digraph strategy {"
    yield "    node [shape=box fontname=monospace]"
    path: list[int] = []
    for depth, answer, node in _nodes(tree):
        del path[depth - 1 :]
        path.append(next(names))
        yield f'    {path[-1]} [label="{node.guess}\\n{node.candidates:,}"]'
        if answer:
            yield f'    {path[-2]} -> {path[-1]} [label="{answer}"]'
    yield "}"


def as_rules(tree: Node) -> Iterator[str]:
    """Yield a numbered line for each node, then the worst case; colors are letters.

    A line has the depth, an indent of four spaces per level, the answer, the guess, and the number
    of candidates, or ``*`` if there is only one.
    """
    for depth, answer, node in _nodes(tree):
        came = f"{_semicolon(answer)}|" if answer else "    "
        left = "*" if node.candidates == 1 else f"{node.candidates} "
        guess = " ".join(node.guess.translate(_LETTERS))
        yield f"{depth}:{'    ' * (depth - 1)}{came}{guess} | {left}"
    yield ""
    yield f"Questions in worst case: {max(game_lengths(tree))} "


def as_exchange(tree: Node) -> Iterator[str]:
    """Yield one line in the published exchange format: guess, answers, guess, answers.

    An answer is its black and white pegs; the winning answer is left out.

    >>> from solver.positions.candidates import position_after
    >>> from solver.rule.codes import Variant
    >>> from solver.strategies.roster import strategy_named
    >>> from solver.trees.tree import grow_tree
    >>> start = position_after(Variant(pegs=2, colors=2), [])
    >>> print(*as_exchange(grow_tree(strategy_named("knuth"), start)))
    {11:{00:{22:{}},10:{12:{02:{21:{}}}}}}
    """
    yield _exchange(tree)


TREE_FORMATS: dict[str, Callable[[Node], Iterator[str]]] = {
    "text": as_text,
    "json": as_json,
    "dot": as_dot,
    "rules": as_rules,
    "exchange": as_exchange,
}


def _nodes(
    node: Node, depth: int = 1, answer: Feedback | None = None
) -> Iterator[tuple[int, Feedback | None, Node]]:
    """Yield all nodes, each with its depth and the answer that leads to it; parents come first."""
    yield depth, answer, node
    for below in sorted(node.answers, key=_semicolon):
        yield from _nodes(node.answers[below], depth + 1, below)


def _semicolon(answer: Feedback) -> str:
    return f"{answer.black};{answer.white}"


def _exchange(node: Node) -> str:
    answers = (
        f"{answer.black}{answer.white}:{_exchange(below)}"
        for answer, below in sorted(node.answers.items())
    )
    return f"{{{node.guess}:{{{','.join(answers)}}}}}"


def _facts(node: Node) -> dict[str, Any]:
    return {
        "guess": node.guess,
        "candidates": node.candidates,
        "is_candidate": node.is_candidate,
        "answers": {str(answer): _facts(below) for answer, below in node.answers.items()},
    }
