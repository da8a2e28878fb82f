"""The strategies as people know them: what they are called, and what each asks itself."""

from collections.abc import Iterable
from functools import lru_cache

from django.utils.translation import gettext_lazy as _

from games.catalog.effort import SMALL
from solver.rule.codes import Variant
from solver.strategies.roster import FOR_COMMANDS, STRATEGIES
from solver.study.evaluate import Evaluation, evaluate
from solver.trees.books import proven_book

TITLES = {
    "knuth": _("Knuth"),
    "entropy": _("Entropy"),
    "expected-size": _("Irving"),
    "most-parts": _("Kooi"),
    "weighted": _("Weighted"),
    "optimal": _("Optimal"),
    "optimal-5": _("Optimal within five"),
    "minimax-candidates": _("Cautious"),
    "minimax-plain": _("Minimax"),
    "simple": _("Simple"),
    "random": _("Random"),
}
QUESTIONS = {
    "knuth": _("smallest worst case"),
    "entropy": _("most learned"),
    "expected-size": _("least left on average"),
    "most-parts": _("most answers possible"),
    "weighted": _("parts weighed by their sizes"),
    "optimal": _("fewest guesses in all"),
    "optimal-5": _("fewest guesses in all, at most five"),
    "minimax-candidates": _("smallest worst case, and can win"),
    "minimax-plain": _("smallest worst case, whether it can win or not"),
    "simple": _("the first code that fits"),
    "random": _("any code that fits"),
}
NOT_TO_WATCH = {"minimax-plain"}  # Knuth's with ties broken as in one old program
PROVEN = {"optimal": None, "optimal-5": 5}  # what they promise needs a book of this many guesses
RANDOM = "random"  # its games differ, so nothing is promised of them


def watchable() -> dict[str, str]:
    """Return the strategies that people may watch, with what each is called.

    >>> list(watchable())[:2]
    ['knuth', 'entropy']
    """
    return questions(name for name in comparable() if name not in NOT_TO_WATCH)


def comparable() -> list[str]:
    """Return all strategies that the site shows, those first that people know best."""
    shown = [name for name in STRATEGIES if name not in FOR_COMMANDS]
    known = [name for name in QUESTIONS if name in shown]
    return [*known, *(name for name in shown if name not in known)]


def questions(names: Iterable[str]) -> dict[str, str]:
    """Return what the strategies with these names are called, each with what it asks itself."""
    return {name: ": ".join(filter(None, (title(name), question(name)))) for name in names}


def question(strategy: str) -> str:
    """Return what a strategy asks itself, or nothing where that is in its name.

    >>> question("knuth"), question("new-one")
    ('smallest worst case', '')
    """
    return str(QUESTIONS.get(strategy, ""))


def title(strategy: str) -> str:
    """Return what a strategy is called in a sentence.

    >>> title("most-parts"), title("new-one")
    ('Kooi', 'New-one')
    """
    return str(TITLES.get(strategy, strategy.capitalize()))


@lru_cache(maxsize=64)
def record_of(variant: Variant, strategy: str) -> Evaluation | None:
    """Return how a strategy fares against all codes of a board, if that is quickly played."""
    if variant.size > SMALL or not is_quick(variant, strategy):
        return None
    return evaluate(variant, strategy)


def is_quick(variant: Variant, strategy: str) -> bool:
    """Return whether games of a strategy are always the same, and played in no time.

    The optimal strategies keep their promise where a book has the whole game; elsewhere they
    search, or estimate where there is too much to search.

    >>> is_quick(Variant(4, 6), "optimal"), is_quick(Variant(5, 8), "optimal")
    (True, False)
    """
    return strategy != RANDOM and keeps_its_promise(variant, strategy)


def keeps_its_promise(variant: Variant, strategy: str) -> bool:
    """Return whether a strategy plays a whole game on this board as it says it does.

    >>> keeps_its_promise(Variant(4, 6), "optimal"), keeps_its_promise(Variant(5, 8), "optimal")
    (True, False)
    """
    return strategy not in PROVEN or proven_book(variant, PROVEN[strategy]) is not None
