"""The strategies as people read of them: each is one card."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise


class Published(NamedTuple):
    """What others have published of a strategy: its guesses against all codes of the Classic."""

    total: int
    source: StrOrPromise


@dataclass(frozen=True)
class StrategyCard:
    """All that people read of a strategy.

    ``question`` is what it asks itself, ``description`` has four sentences. Hints offer the guess
    of an adviser. ``reason`` says why it made a guess, with the figures of ``watch.narration.why``;
    without one it is not offered to be watched.
    """

    title: StrOrPromise
    question: StrOrPromise
    description: StrOrPromise
    published: Published | None = None
    is_adviser: bool = False
    reason: StrOrPromise = ""


# Those that people know best come first.
CARDS: dict[str, StrategyCard] = {
    "knuth": StrategyCard(
        title=_("Knuth"),
        question=_("smallest worst case"),
        reason=_(
            "In the worst case %(code)s leaves %(worst)s of %(codes)s. No guess it weighed does"
            " better."
        ),
        description=_(
            "Donald Knuth published it in 1977, and it was the first to break every code in five"
            " guesses. For every guess it looks at each answer that could come, and counts the"
            " codes that would be left. What matters is the worst answer: it takes the guess whose"
            " largest part is smallest, one that could be the code if several are as good. It never"
            " gambles, so it is safe at the end and a little slow on average."
        ),
        published=Published(5801, _("Knuth, 1977")),
        is_adviser=True,
    ),
    "entropy": StrategyCard(
        title=_("Entropy"),
        question=_("most learned"),
        reason=_(
            "With %(codes)s possible, %(code)s promises %(bits)s bits. No guess it weighed"
            " promises more."
        ),
        description=_(
            "Erich Neuwirth proposed it in 1982, after Shannon’s measure of information. Every"
            " answer is worth the more bits the rarer it is. It takes the guess that promises most"
            " bits on average: one whose answers are many, and as equally likely as can be. On the"
            " Super board nothing that looks one guess ahead does better here."
        ),
        published=Published(5722, _("Neuwirth, 1982")),
        is_adviser=True,
    ),
    "expected-size": StrategyCard(
        title=_("Irving"),
        question=_("least left on average"),
        reason=_(
            "On average %(code)s leaves %(expected)s of %(codes)s. No guess it weighed leaves"
            " fewer."
        ),
        description=_(
            "Robert Irving proposed it in 1979. For every guess it works out how many codes will be"
            " left on average, with large parts counted as often as they come. It takes the guess"
            " that leaves fewest. So it accepts one bad answer where Knuth would not, if the others"
            " make up for it."
        ),
        published=Published(5696, _("Irving, 1979")),
        is_adviser=True,
    ),
    "most-parts": StrategyCard(
        title=_("Kooi"),
        question=_("most answers possible"),
        reason=_(
            "With %(codes)s possible, %(code)s has %(parts)s possible answers. No guess it weighed"
            " has more."
        ),
        description=_(
            "Barteld Kooi proposed it in 2005, and it is the simplest that plays well. It counts"
            " how many different answers a guess can get, and takes the guess with most. How large"
            " the parts behind the answers are does not matter to it. Each further answer is one"
            " more code that can be told apart and found with the next guess."
        ),
        published=Published(5668, _("Kooi, 2005")),
        is_adviser=True,
    ),
    "weighted": StrategyCard(
        title=_("Weighted"),
        question=_("parts weighed by their sizes"),
        reason=_(
            "By the sizes of the parts into which it splits %(codes)s, %(code)s promises the fewest"
            " guesses of all it weighed."
        ),
        description=_(
            "It was found by a search for this site. Each part has a weight by its size, as long"
            " as it usually takes to break a code out of so many, and a guess that can win has a"
            " bonus. It takes the guess with the least weight in all. On the Classic board nothing"
            " that looks one guess ahead by one rule is known to do better, and five guesses are"
            " always enough."
        ),
    ),
    "optimal": StrategyCard(
        title=_("Optimal"),
        question=_("fewest guesses in all"),
        reason=_(
            "With %(codes)s possible, it looks for the guess that makes all games together"
            " shortest: %(code)s."
        ),
        description=_(
            "It looks ahead to the end. Its tree of guesses was found by trying every way to go on"
            " that could be shorter, and proving of all others that they are not. So no way of"
            " playing needs fewer guesses over all codes together. One code may take longer for"
            " that: on the Classic board a single one needs six."
        ),
        published=Published(5625, _("Koyama and Lai, 1993")),
    ),
    "optimal-5": StrategyCard(
        title=_("Optimal within five"),
        question=_("fewest guesses in all, at most five"),
        reason=_(
            "With %(codes)s possible, it looks for the guess that makes all games together"
            " shortest, none longer than five guesses if that can be had: %(code)s."
        ),
        description=_(
            "It looks ahead to the end as the optimal strategy does, with one condition: no code"
            " may take more than five guesses. Among all trees that keep it, its own needs fewest"
            " guesses in all, which is proven. On the Classic board the condition costs one guess"
            " over all 1,296 codes. Where five are too few it does what it can."
        ),
        published=Published(5626, _("Koyama and Lai, 1993")),
    ),
    "minimax-candidates": StrategyCard(
        title=_("Cautious"),
        question=_("smallest worst case, and can win"),
        reason=_(
            "%(code)s could be the code, and leaves %(worst)s of %(codes)s in the worst case. No"
            " code it weighed that can win does better."
        ),
        description=_(
            "It is Knuth’s strategy for the impatient. It weighs only codes that could still be"
            " the secret, and takes the one whose worst answer leaves fewest. So every guess can"
            " win, and the work is far less. Sometimes a code that cannot win would have told more,"
            " and then it needs a sixth guess."
        ),
        published=Published(5828, _("a Haskell program, 2007")),
    ),
    "minimax-plain": StrategyCard(
        # Knuth with ties broken as in one old program: compared, not watched
        title=_("Minimax"),
        question=_("smallest worst case, whether it can win or not"),
        description=_(
            "It asks Knuth’s question without his second thought. For every guess it counts the"
            " codes that the worst answer would leave, and takes the smallest number. Among guesses"
            " that are as good it takes the first it meets, even one that cannot be the code. That"
            " costs it more than a quarter of a guess on average: a guess that may win is worth"
            " more."
        ),
        published=Published(6169, _("the tree of an R program")),
    ),
    "simple": StrategyCard(
        title=_("Simple"),
        question=_("the first code that fits"),
        reason=_("%(code)s is the first of %(codes)s that fit every answer so far."),
        description=_(
            "Ehud Shapiro described it in 1983 in three lines of Prolog. It goes through the codes"
            " in order and takes the first that fits all answers so far. Every guess could be the"
            " code, and none is chosen for what it would tell. People often play like that, and it"
            " is more than a guess slower than it need be."
        ),
        published=Published(7471, _("Shapiro, 1983")),
    ),
    "random": StrategyCard(
        title=_("Random"),
        question=_("any code that fits"),
        reason=_("%(code)s was drawn from %(codes)s that fit every answer so far."),
        description=_(
            "It takes any code that fits all answers so far, each as likely as any other. Nothing"
            " is weighed, so it plays on any board at once. Its guesses tell more than those of the"
            " simple strategy, because they are not all alike. On the Classic board it needs 0.3"
            " guesses more on average than the best play."
        ),
    ),
}
