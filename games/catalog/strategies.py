"""The strategies as players know them: titles and questions."""

from collections.abc import Iterable
from functools import lru_cache

from django.utils.translation import gettext_lazy as _

from games.catalog.cards import CARDS
from games.catalog.effort import SMALL
from solver.rule.codes import Variant
from solver.strategies.optimal import Optimal
from solver.strategies.roster import STRATEGIES
from solver.study.evaluate import Evaluation, evaluate
from solver.trees.books import proven_book

RANDOM = "random"  # the strategy without exact results, because its games differ each time


def watchable() -> dict[str, str]:
    """Return the names of the strategies that players can watch, each with its title and
    question.

    >>> list(watchable())[:2]
    ['knuth', 'entropy']
    """
    return questions(name for name, card in CARDS.items() if card.reason)


# The four strategies that pages offer first, each with what it does; "More" opens the others.
BY_CHARACTER = {
    "knuth": _("Knuth: keeps the worst case small"),
    "entropy": _("Entropy: learns the most"),
    "simple": _("Simple: takes the first code that fits"),
    RANDOM: _("Random: takes any code that fits"),
}


def strategy_choices() -> tuple[dict[str, str], dict[str, str]]:
    """Return two groups of strategies to choose from: the first four, and the others.

    >>> [len(some) >= 4 for some in strategy_choices()]
    [True, True]
    """
    others = {name: text for name, text in watchable().items() if name not in BY_CHARACTER}
    return {name: str(text) for name, text in BY_CHARACTER.items()}, others


def questions(names: Iterable[str]) -> dict[str, str]:
    """Return the title and the question of each of these strategies."""
    return {name: f"{CARDS[name].title}: {CARDS[name].question}" for name in names}


def title(strategy: str) -> str:
    """Return the title of a strategy for use in a sentence.

    >>> title("most-parts"), title("new-one")
    ('Kooi', 'New-one')
    """
    card = CARDS.get(strategy)
    return str(card.title) if card else strategy.capitalize()


@lru_cache(maxsize=64)
def record_of(variant: Variant, strategy: str) -> Evaluation | None:
    """Return a strategy's result over all codes of a board; None if computing it takes long."""
    if variant.size > SMALL or not is_quick(variant, strategy):
        return None
    return evaluate(variant, strategy)


def is_quick(variant: Variant, strategy: str) -> bool:
    """Return whether a strategy is quick and always plays the same games.

    An optimal strategy is quick if a book holds the whole game. Otherwise the strategy searches, or
    estimates if there is too much to search.

    >>> is_quick(Variant(4, 6), "optimal"), is_quick(Variant(5, 8), "optimal")
    (True, False)
    """
    return strategy != RANDOM and keeps_its_promise(variant, strategy)


def keeps_its_promise(variant: Variant, strategy: str) -> bool:
    """Return whether a strategy plays a whole game on this board by its own rule, without
    estimates.

    >>> keeps_its_promise(Variant(4, 6), "optimal"), keeps_its_promise(Variant(5, 8), "optimal")
    (True, False)
    """
    chosen = STRATEGIES.get(strategy)
    if not isinstance(chosen, Optimal):
        return True
    return proven_book(variant, chosen.max_guesses) is not None
