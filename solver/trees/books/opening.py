"""The next guess of a book, also for games with exchanged pegs or colors."""

from collections.abc import Sequence
from itertools import permutations

from solver.rule.codes import Code, Variant
from solver.rule.feedback import Turn
from solver.trees.tree import Node


def book_guess(tree: Node, variant: Variant, history: Sequence[Turn]) -> Code | None:
    """Return the next guess of a tree, or None if the game has left the tree.

    A game follows the tree if an exchange of pegs and colors turns the game's guesses into guesses
    of the tree.
    """
    for order in permutations(range(variant.pegs)):
        node, names = _follow(tree, history, order)
        if node is not None:
            return _translate_back(node.guess, variant, order, names)
    return None


def _follow(
    tree: Node, history: Sequence[Turn], order: tuple[int, ...]
) -> tuple[Node | None, dict[str, str]]:
    """Return the node that a game has reached, and the tree's color for each color of the game."""
    node: Node | None = tree
    names: dict[str, str] = {}
    for turn in history:
        if node is None:
            break
        for place, symbol in zip(order, node.guess, strict=True):
            names.setdefault(turn.guess[place], symbol)
        is_same = [names[turn.guess[place]] for place in order] == list(node.guess)
        is_one_to_one = len(set(names.values())) == len(names)
        node = node.answers.get(turn.feedback) if is_same and is_one_to_one else None
    return node, names


def _translate_back(
    guess: Code, variant: Variant, order: tuple[int, ...], names: dict[str, str]
) -> Code:
    """Return a guess of the tree in the pegs and colors of the game; unused colors keep order."""
    nameless = [symbol for symbol in variant.symbols if symbol not in names]
    unused = [symbol for symbol in variant.symbols if symbol not in names.values()]
    origins = {
        name: symbol for symbol, name in [*names.items(), *zip(nameless, unused, strict=True)]
    }
    pegs = dict(zip(order, guess, strict=True))
    return "".join(origins[pegs[place]] for place in range(variant.pegs))
