"""Judge a tree: play it against every code of a board, or say what is wrong with it."""

import json
from collections.abc import Iterator, Mapping
from http import HTTPStatus
from pathlib import Path

from django.utils.translation import gettext as _, gettext_lazy

from games.catalog.rules import Rules
from games.catalog.strategies import RANDOM
from games.models import Refused, Season, SentTree
from games.models.league.season import NotOpen
from games.models.league.written import digest_of_tree, text_of_tree
from games.people.limits import spend, uses_of_tree
from games.web.traffic.calculator import expensive
from solver.rule.codes import Code, Variant
from solver.sets.arrays import all_codes
from solver.strategies.optimal import whole_tree
from solver.strategies.roster import strategy_named
from solver.study.evaluate import Evaluation
from solver.study.results import kept_results
from solver.trees.tree import Node
from solver.trees.verify import NotATree, PlayedTree, parse, play

# Boards with a proven optimum, on which judging a tree takes less than 0.1 s.
BOARDS = {name: Variant.named(name) for name in ("4x6", "3x6", "4x5", "4x8", "4x10-no-repeats")}
MOST_GUESSES = 20  # maximum number of guesses that a tree can make for a code
LEAST_BYTES = 64 * 1024  # a tree of a small board can have this size
BYTES_OF_A_CODE = 26  # a tree of a large board can have this size per code, with room for JSON
OPTIMAL = "optimal"
# For each board, the strategy with each tree, by the digest of the tree.
KNOWN_TREES = json.loads(Path(__file__).with_name("trees.json").read_text())

CODE_NOT_FOUND = "the tree does not find {code}{after}"
# The messages of ``solver.trees.verify``, and the sentences of this site for them. They name no
# code that a tree misses: it would be a good guess in an open game with the same turns.
SENTENCES = {
    "a tree begins with a brace": gettext_lazy(
        "A tree starts with a brace, such as {1122:{00:{3344:{}}}}."
    ),
    "the tree ends too early": gettext_lazy("The tree ends too early. A closing brace is missing."),
    "a brace is missing after {word}": gettext_lazy("A brace is missing after %(word)s."),
    "{word} comes after the end of the tree": gettext_lazy(
        "The tree has ended, but %(word)s follows."
    ),
    "{word} comes twice in one place": gettext_lazy("%(word)s comes twice in one place."),
    "the tree is nested too deeply": gettext_lazy("The tree is nested too deeply."),
    CODE_NOT_FOUND: gettext_lazy("The tree has no guess after %(turns)s."),
    "{one} and {other} are guessed in one place{after}": gettext_lazy(
        "The tree has two guesses in one place, %(one)s and %(other)s."
    ),
    "the tree needs more than {most} guesses for {code}": gettext_lazy(
        "The tree needs more than %(most)s guesses for one of the codes."
    ),
    "{guess} is no code of the board": gettext_lazy("%(guess)s is not a code of %(board)s."),
}


class TreeRefused(Refused):
    """The text is not a tree for the season's board, or the tree misses a code."""

    status = HTTPStatus.UNPROCESSABLE_ENTITY
    code = "not-a-tree"
    sentence = "%(why)s"


def enter(season: Season, key: str, sent: bytes, address: str) -> SentTree:
    """Judge and save a tree; from now on it counts for the entrant with this key."""
    entrant = season.entrant_with(key)
    if not season.is_open:
        raise NotOpen(season)
    spend(*uses_of_tree(entrant.digest, address))
    played = judge(season.variant, sent)
    same_as = KNOWN_TREES[season.variant.name].get(digest_of_tree(text_of_tree(played.guesses)), "")
    return entrant.enter(played.guesses, played.lengths, same_as)


def judge(variant: Variant, sent: bytes) -> PlayedTree:
    """Return how a tree plays on a board; raise TreeRefused if the text is not a complete tree."""
    most = max(LEAST_BYTES, BYTES_OF_A_CODE * variant.size)
    if len(sent) > most:
        sentence = _("A tree for this game size has at most %(most)d kB.")
        raise TreeRefused(why=sentence % {"most": most // 1024})
    try:
        return play_tree(variant, sent.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise TreeRefused(why=_("A tree is text in UTF-8, and this is not.")) from None
    except NotATree as problem:
        raise TreeRefused(why=sentence_of(problem, variant)) from None


def sentence_of(problem: NotATree, variant: Variant) -> str:
    if problem.sentence == CODE_NOT_FOUND and not problem.values["turns"]:
        return _("The tree is empty.")
    values = {"board": Rules.of(variant).shape, **problem.values}
    return str(SENTENCES[problem.sentence]) % values


def play_tree(variant: Variant, text: str) -> PlayedTree:
    """Play a tree against every code of a board; raise NotATree if the tree is wrong.

    This passes no gate: each tree is counted before, and a class sends its trees in one minute.
    """
    codes = [*all_codes(variant)]
    try:
        return play(parse(text), codes, MOST_GUESSES, frozenset(codes))
    except RecursionError:
        raise NotATree("the tree is nested too deeply") from None


@expensive(keep=16)
def tree_of(variant: Variant, strategy: str) -> str:
    """Return the tree of a strategy as text, in the form of stored trees."""
    return text_of_tree(dict(_guesses(whole_tree(strategy_named(strategy), variant))))


def _guesses(node: Node, answers: str = "") -> Iterator[tuple[str, Code]]:
    yield answers, node.guess
    for told, below in node.answers.items():
        yield from _guesses(below, f"{answers}{told.black}{told.white}")


def references_on(variant: Variant) -> Mapping[str, Evaluation]:
    """Return the results of this site's strategies on a board.

    The random strategy is missing, because its result differs each time.
    """
    kept = kept_results(variant)
    found = kept.strategies if kept else {}
    return {name: one for name, one in found.items() if name != RANDOM}
