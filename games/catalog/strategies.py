"""The strategies as people know them: what they are called, and what each asks itself."""

from collections.abc import Iterable
from functools import lru_cache

from django.utils.translation import gettext_lazy as _

from solver.books import proven_book
from solver.codes import Variant
from solver.evaluate import Evaluation, evaluate
from solver.strategies import FOR_COMMANDS, STRATEGIES

QUESTIONS = {
    "knuth": _("Knuth: smallest worst case"),
    "entropy": _("Entropy: most learned"),
    "expected-size": _("Irving: least left on average"),
    "most-parts": _("Kooi: most answers possible"),
    "weighted": _("Weighted: parts weighed by their sizes"),
    "optimal": _("Optimal: fewest guesses in all"),
    "optimal-5": _("Optimal within five: fewest guesses in all, at most five"),
    "minimax-candidates": _("Cautious: smallest worst case, and can win"),
    "minimax-plain": _("Minimax: smallest worst case, whether it can win or not"),
    "simple": _("Simple: the first code that fits"),
    "random": _("Random: any code that fits"),
}
NOT_TO_WATCH = {"minimax-plain"}  # Knuth's with ties broken as in one old program
PROVEN = {"optimal": None, "optimal-5": 5}  # what they promise needs a book of this many guesses
RANDOM = "random"  # its games differ, so nothing is promised of them
MOST_PLAYED_OUT = 1296  # codes of a board on which a strategy is played against all while you wait


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
    return {name: str(QUESTIONS.get(name, title(name))) for name in names}


def question(strategy: str) -> str:
    """Return what a strategy asks itself, or nothing where that is in its name.

    >>> question("knuth"), question("new-one")
    ('smallest worst case', '')
    """
    return str(QUESTIONS.get(strategy, "")).partition(":")[2].strip()


def title(strategy: str) -> str:
    """Return what a strategy is called in a sentence.

    >>> title("most-parts"), title("new-one")
    ('Kooi', 'New-one')
    """
    return str(QUESTIONS.get(strategy, strategy.capitalize())).partition(":")[0]


@lru_cache(maxsize=64)
def record_of(variant: Variant, strategy: str) -> Evaluation | None:
    """Return how a strategy fares against all codes of a board, if that is quickly played."""
    if variant.size > MOST_PLAYED_OUT or not is_quick(variant, strategy):
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
