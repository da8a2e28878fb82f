"""The titles and questions of strategies, as players read them."""

from django.utils.translation import gettext_lazy as _

from games.catalog.cards import CARDS
from solver.rule.codes import Variant
from solver.strategies.optimal import Optimal
from solver.strategies.roster import STRATEGIES
from solver.trees.books import proven_book

RANDOM = "random"  # this strategy has no exact results, because its games differ each time


def watchable() -> dict[str, str]:
    """Return the strategies that players can watch, each name with a title and a question.

    >>> list(watchable())[:2]
    ['knuth', 'entropy']
    """
    shown = {name: card for name, card in CARDS.items() if card.reason}
    return {name: f"{card.title}: {card.question}" for name, card in shown.items()}


# The four strategies that pages show first, with what they do; the others are under "More".
BY_CHARACTER = {
    "knuth": _("Knuth: keeps the worst case small"),
    "entropy": _("Entropy: learns the most"),
    "simple": _("Simple: takes the first code that fits"),
    RANDOM: _("Random: takes any code that fits"),
}


def strategy_choices() -> tuple[dict[str, str], dict[str, str]]:
    """Return two groups of strategies: the four that pages show first, and the others.

    >>> [len(some) >= 4 for some in strategy_choices()]
    [True, True]
    """
    others = {name: text for name, text in watchable().items() if name not in BY_CHARACTER}
    return {name: str(text) for name, text in BY_CHARACTER.items()}, others


def title(strategy: str) -> str:
    """Return the title of a strategy for use in a sentence.

    >>> title("most-parts"), title("new-one")
    ('Kooi', 'New-one')
    """
    card = CARDS.get(strategy)
    return str(card.title) if card else strategy.capitalize()


def is_quick(variant: Variant, strategy: str) -> bool:
    """Return whether a strategy is fast and always plays the same games.

    An optimal strategy is fast if a book contains the whole game. Otherwise it searches, and
    estimates if the search would be too long.

    >>> is_quick(Variant(4, 6), "optimal"), is_quick(Variant(5, 8), "optimal")
    (True, False)
    """
    return strategy != RANDOM and keeps_its_promise(variant, strategy)


def keeps_its_promise(variant: Variant, strategy: str) -> bool:
    """Return whether a strategy plays whole games on this board by its rule, without estimates.

    >>> keeps_its_promise(Variant(4, 6), "optimal"), keeps_its_promise(Variant(5, 8), "optimal")
    (True, False)
    """
    chosen = STRATEGIES.get(strategy)
    if not isinstance(chosen, Optimal):
        return True
    return proven_book(variant, chosen.max_guesses) is not None
