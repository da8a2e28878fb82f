"""The cards of the strategies: all texts about a strategy that players read."""

from dataclasses import dataclass
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class Published(NamedTuple):
    """A published result of a strategy: its total number of guesses over all codes of Classic."""

    total: int
    source: str | Promise


@dataclass(frozen=True)
class StrategyCard:
    """Everything that players read about a strategy.

    ``question`` is what the strategy asks of a guess, ``description`` is a few sentences.
    ``reason`` explains a guess; ``watch.narration.why`` fills in the figures. A strategy without a
    reason cannot be watched.
    """

    title: str | Promise
    question: str | Promise
    description: str | Promise
    published: Published | None = None
    reason: str | Promise = ""


# The cards of the best-known strategies come first.
CARDS: dict[str, StrategyCard] = {
    "knuth": StrategyCard(
        title=_("Knuth"),
        question=_("smallest worst case"),
        reason=_(
            "%(code)s leaves %(worst)s of %(codes)s at most. No other guess it considered "
            "does better."
        ),
        description=_(
            "Donald Knuth published it in 1977. It was the first to break every code in "
            "five guesses. For each guess, it counts the codes that every possible answer "
            "would leave. It takes the guess with the smallest worst case. If several are "
            "equal, it takes one that could be the code. It never gambles, so it is safe at "
            "the end and a little slow on average."
        ),
        published=Published(5801, _("Knuth, 1977")),
    ),
    "entropy": StrategyCard(
        title=_("Entropy"),
        question=_("most information"),
        reason=_(
            "With %(codes)s possible, %(code)s promises %(bits)s bits. No other guess it "
            "considered promises more."
        ),
        description=_(
            "Erich Neuwirth proposed it in 1982, after Shannon’s measure of information. "
            "The rarer an answer, the more bits it is worth. It takes the guess that "
            "promises the most bits on average. Such a guess has many answers that are "
            "about equally likely. On Super, no strategy that looks one guess ahead does "
            "better here."
        ),
        published=Published(5722, _("Neuwirth, 1982")),
    ),
    "expected-size": StrategyCard(
        title=_("Irving"),
        question=_("fewest codes left on average"),
        reason=_(
            "On average %(code)s leaves %(expected)s of %(codes)s. No other guess it "
            "considered leaves fewer."
        ),
        description=_(
            "Robert Irving proposed it in 1979. For each guess, it works out how many codes "
            "will be left on average. It takes the guess that leaves the fewest. It accepts "
            "one bad answer that Knuth would avoid, if the other answers make up for it."
        ),
        published=Published(5696, _("Irving, 1979")),
    ),
    "most-parts": StrategyCard(
        title=_("Kooi"),
        question=_("most possible answers"),
        reason=_(
            "With %(codes)s possible, %(code)s has %(parts)s possible answers. No other "
            "guess it considered has more."
        ),
        description=_(
            "Barteld Kooi proposed it in 2005, and it is the simplest strategy that plays "
            "well. It counts how many different answers a guess can get, and takes the "
            "guess with the most. It ignores how many codes give each answer. Each further "
            "answer is one more code that the next guess can find."
        ),
        published=Published(5668, _("Kooi, 2005")),
    ),
    "weighted": StrategyCard(
        title=_("Weighted"),
        question=_("groups weighted by size"),
        reason=_(
            "With %(codes)s possible, %(code)s promises the fewest guesses of all it considered."
        ),
        description=_(
            "It was found by a search for this site. Each group of codes with the same "
            "answer has a weight. The weight is how long it usually takes to break a code "
            "from a group of that size. A guess that could be the code gets a bonus. It "
            "takes the guess with the lowest total weight. On Classic, no known one-step "
            "rule does better, and five guesses are always enough."
        ),
    ),
    "optimal": StrategyCard(
        title=_("Optimal"),
        question=_("fewest guesses in total"),
        reason=_(
            "With %(codes)s possible, it looks for the lowest total over all games. It "
            "chooses %(code)s."
        ),
        description=_(
            "It looks ahead to the end. A search tried every way to play that could be "
            "shorter, and proved that all others are not. So no strategy needs fewer "
            "guesses over all codes. A single code may take longer for that. On Classic, "
            "one code needs six guesses."
        ),
        published=Published(5625, _("Koyama and Lai, 1993")),
    ),
    "optimal-5": StrategyCard(
        title=_("Optimal within five"),
        question=_("fewest guesses in total, at most five"),
        reason=_(
            "With %(codes)s possible, it looks for the lowest total over all games, with at "
            "most five guesses if possible. It chooses %(code)s."
        ),
        description=_(
            "It looks ahead to the end like Optimal, with one condition: no code may take "
            "more than five guesses. It is proven that no other tree with this condition "
            "needs fewer guesses in total. On Classic, the condition costs one guess over "
            "all 1,296 codes. If five guesses are not enough, it comes as close as it can."
        ),
        published=Published(5626, _("Koyama and Lai, 1993")),
    ),
    "minimax-candidates": StrategyCard(
        title=_("Cautious"),
        question=_("smallest worst case among possible codes"),
        reason=_(
            "%(code)s could be the code, and leaves at most %(worst)s of %(codes)s. No "
            "other possible code it considered does better."
        ),
        description=_(
            "It is Knuth’s strategy for the impatient. It considers only possible codes, "
            "and takes the one that leaves the fewest codes at most. So every guess could "
            "be the code, and there is far less to work out. Sometimes another guess would "
            "have told more. Then it needs a sixth guess."
        ),
        published=Published(5828, _("a Haskell program, 2007")),
    ),
    "minimax-plain": StrategyCard(
        # Players can compare this strategy with others but not watch it.
        title=_("Minimax"),
        question=_("smallest worst case among all codes"),
        description=_(
            "It is Knuth’s strategy without the rule for equal guesses. For each guess, it "
            "counts the codes that the worst answer would leave, and takes the smallest "
            "number. If several are equal, it takes the first, even if that cannot be the "
            "code. That costs more than a quarter of a guess on average, because it misses "
            "chances to win."
        ),
        published=Published(6169, _("the tree of an R program")),
    ),
    "simple": StrategyCard(
        title=_("Simple"),
        question=_("the first code that fits"),
        reason=_("%(code)s is the first of %(codes)s that fit every answer so far."),
        description=_(
            "Ehud Shapiro described it in 1983 in three lines of Prolog. It goes through "
            "the codes in order and takes the first that fits all answers so far. Every "
            "guess could be the code, but it does not look for what a guess would tell. "
            "People often play like that. It is more than a guess slower than necessary."
        ),
        published=Published(7471, _("Shapiro, 1983")),
    ),
    "random": StrategyCard(
        title=_("Random"),
        question=_("any code that fits"),
        reason=_("%(code)s was drawn from %(codes)s that fit every answer so far."),
        description=_(
            "It takes any code that fits all answers so far, each with the same chance. It "
            "compares no guesses, so it plays any game size at once. Its guesses reveal more "
            "than those of Simple, because they are more varied. On Classic, it needs 0.3 "
            "guesses more on average than the best play."
        ),
    ),
}
