"""The proven tree of a whole board: from its book, or from a search if that is fast."""

from __future__ import annotations

from functools import lru_cache

from solver.rule.codes import Code, Variant
from solver.trees.books import proven_book
from solver.trees.tree import Node

# Boards with more codes are not proven at once; 1,728 codes take a quarter of a minute.
MOST_PROVEN_AT_ONCE = 2_000


def proven_tree(
    variant: Variant, max_guesses: int | None, first: Code | None = None
) -> Node | None:
    """Return a tree with the least total; None if it is unknown.

    With ``first``, return the best tree that begins with this guess. Without a book, one process
    searches for the tree if the board is small and the extra ``lab`` is installed. Raises
    ``DamagedBook``.
    """
    book = proven_book(variant, max_guesses)
    if book and first in (None, book.tree.guess):
        return book.tree
    return _search(variant, max_guesses, first) if variant.size <= MOST_PROVEN_AT_ONCE else None


@lru_cache(maxsize=4)
def _search(variant: Variant, max_guesses: int | None, first: Code | None) -> Node | None:
    try:
        from solver.exact.proof import NoTree, prove
    except ImportError:
        return None
    try:
        return prove(variant, max_guesses, first=first).book.tree
    except NoTree:
        return None
