"""Hints of several degrees, each with its reason.

They follow from the history on the board, never from the secret.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import NamedTuple

from django.utils.translation import gettext as _, gettext_lazy, ngettext

from games import wording
from games.insight.fairness.position import FairPosition
from games.insight.positions import arguments
from games.insight.positions.arguments import Passage
from games.insight.positions.outlook import knowledge_after, suggest_guess
from games.models import Game, Hint
from games.models.play.fairness import price_of_help
from games.web.charts.partition import PartitionChart
from games.wording import colors_in_words
from solver.deduction.facts import Fact, Placed
from solver.deduction.thoughts import Thought, sum_up, thoughts
from solver.positions.knowledge import Knowledge
from solver.rule.codes import Code, Variant
from solver.rule.feedback import Turn
from solver.study.suggest import Suggestion

MOST_WORDS = 30  # maximum number of words that a hint shows at first


# Hints are ordered from the least help to the most; the panel beside the board comes last.
OFFERS = {
    Hint.Kind.FOLLOWS: gettext_lazy("Give me a nudge"),
    Hint.Kind.FACTS: gettext_lazy("Rule out colors"),
    Hint.Kind.BEST: gettext_lazy("Suggest a guess"),
    Hint.Kind.PANEL: gettext_lazy("Show possible codes"),
}
# These hints exist even before the first guess.
AT_FIRST = (Hint.Kind.BEST, Hint.Kind.PANEL)


class Degree(NamedTuple):
    kind: Hint.Kind
    offer: str
    is_next: bool


def degrees_of(game: Game, asked: Collection[str]) -> tuple[Degree, ...]:
    """Return the hints on offer for a row; ``asked`` are the kinds already given for this row.

    The next hint is the first kind after all given kinds, apart from the panel.
    """
    kinds = [kind for kind in OFFERS if game.guess_count or kind in AT_FIRST]
    had = max((place for place, kind in enumerate(kinds, start=1) if kind in asked), default=0)
    following = next((kind for kind in kinds[had:] if kind != Hint.Kind.PANEL), None)
    return tuple(
        Degree(kind, str(OFFERS[kind]), kind == following)
        for kind in kinds
        if not (kind == Hint.Kind.PANEL and game.shows_candidates)
    )


class ColorsAtPlace(NamedTuple):
    """A place of the code, and the colors that are possible there.

    ``symbols`` contains every color and whether it is possible; ``names`` contains the names of
    the possible colors.
    """

    symbols: list[tuple[str, bool]]
    names: str


@dataclass(frozen=True)
class Advice:
    """The words and pictures of a hint.

    ``marks`` are the rows that the hint uses, with the places (from 1) of the pegs that matter.
    ``facts`` are its facts in short: "23x" means that color 3 is not second, "0Ax" that color A is
    nowhere. ``pegs`` are colors, each with whether it is possible. ``why`` is the proof.
    """

    title: str
    sentence: str
    code: Code = ""
    chart: PartitionChart | None = None
    marks: dict[int, tuple[int, ...]] = field(default_factory=dict)
    facts: tuple[str, ...] = ()
    pegs: tuple[tuple[str, bool], ...] = ()
    columns: list[ColorsAtPlace] = field(default_factory=list)
    why: list[list[Passage]] = field(default_factory=list)
    has_next: bool = False  # whether a second hint of this kind tells more
    is_empty: bool = False  # an empty hint costs nothing
    kind: str = ""  # the kind of free advice, which is not stored; else empty
    about: Code = ""  # the row that was checked

    @property
    def spoken(self) -> str:
        """The text of the hint for screen readers, with the names of colors instead of a code."""
        return wording.for_voice(f"{self.title} {self.sentence}", self.code or self.about)


def advice_on(hint: Hint, position: FairPosition, left: Callable[[], list[Thought]]) -> Advice:
    """Return the advice of a hint; ``left`` returns the ideas that the player has not heard."""
    match Hint.Kind(hint.kind):
        case Hint.Kind.FOLLOWS:
            return nudge(position, left(), int(hint.detail))
        case Hint.Kind.CHECK:
            return check(hint.detail, position.turns)
        case Hint.Kind.FACTS:
            return rule_out(position)
        case Hint.Kind.BEST:
            return good_guess(suggest_guess(position, hint.detail))
    # The panel beside the board gives no advice, and some old kinds of hints no longer exist.
    raise ValueError(hint.kind)


def ideas(position: FairPosition, told: Iterable[Fact] = ()) -> list[Thought]:
    """Return thoughts that are short enough for a nudge and not yet ``told``."""

    def is_short(thought: Thought) -> bool:
        if any(step.supposition for step in thought.steps):
            return False
        return len(" ".join(idea_said(position, thought)).split()) <= MOST_WORDS

    return list(thoughts(arguments.deduce_steps(position), told, is_short))


def idea_said(position: FairPosition, thought: Thought) -> tuple[str, str]:
    """Return two texts: a conclusion, and its reason with advice on the next guess."""
    claim, reason = arguments.claim_and_reason(position.variant, position.turns, thought)
    return claim, f"{reason} {what_to_do(thought.facts)}"


def what_to_do(facts: Sequence[Fact]) -> str:
    """Return a sentence on how a player can use these facts in the next guess."""
    placed = [fact for fact in facts if isinstance(fact, Placed)]
    amounts = [fact for fact in facts if not isinstance(fact, Placed)]
    count = len({fact.color for fact in facts})
    if any(fact.holds for fact in placed):
        return ngettext("Put it there.", "Put them there.", count)
    if any(fact.least for fact in amounts):
        if placed:
            return ngettext("Try it in another place.", "Try them in other places.", count)
        return ngettext("Keep it in your next guess.", "Keep them in your next guess.", count)
    if amounts:
        return ngettext("Leave it out.", "Leave them out.", count)
    return ngettext("Try another color there.", "Try other colors in those places.", len(placed))


def ideas_left(position: FairPosition, hints: Sequence[Hint]) -> list[Thought]:
    """Return the short ideas that the player has not heard in the hints of earlier rows."""
    nudges = sorted(
        (hint.number, int(hint.detail)) for hint in hints if hint.kind == Hint.Kind.FOLLOWS
    )
    told = set[Fact]()
    for number, steps in dict(nudges).items():  # the last nudge of a row has the highest detail
        if number <= len(position.turns):
            before = ideas(position.before(number), told)[:steps]
            told.update(one.fact for idea in before for one in idea.steps)
    return ideas(position, told)


def nudge(position: FairPosition, found: list[Thought], step: int) -> Advice:
    """Return the idea with this number, from 1."""
    if not position.turns:
        sentence = _("You can’t know anything before the first guess. Any colors will do.")
        return Advice(_("No idea yet"), sentence, is_empty=True)
    if step > len(found):
        sentence = _("Other conclusions take a long argument. Rule out colors, or ask for a guess.")
        return Advice(_("No short idea is left."), sentence, is_empty=not found)
    idea = found[step - 1]
    claim, sentence = idea_said(position, idea)
    proof = arguments.proof(position, idea)
    return Advice(
        claim,
        sentence,
        marks=arguments.rows_behind(idea, position.turns),
        facts=tuple(notes_of(idea.facts)),
        pegs=tuple({fact.color: says_possible(fact) for fact in idea.facts}.items()),
        why=proof if len(proof) > 1 else [],
        has_next=step < len(found),
    )


def says_possible(fact: Fact) -> bool:
    """Return whether a fact says that a color is in the code or at a place."""
    return fact.holds if isinstance(fact, Placed) else fact.least > 0


def notes_of(facts: Iterable[Fact]) -> Iterator[str]:
    """Yield facts in the short form of the notes, a grid of places and colors."""
    for fact in facts:
        if isinstance(fact, Placed):
            yield f"{fact.place}{fact.color}{'o' if fact.holds else 'x'}"
        elif not fact.most:
            yield f"0{fact.color}x"


def check(row: Code, history: Sequence[Turn]) -> Advice:
    """Return advice on whether ``row`` can be the code, or which row it contradicts."""
    if clash := wording.clash(history, row):
        title = _("%(row)s can’t be the code.") % {"row": row}
        return Advice(title, _("%(clash)s Change your row.") % {"clash": clash}, about=row)
    title = _("%(row)s fits every row.") % {"row": row}
    return Advice(title, _("It may be the code. Play it."), about=row)


def rule_out(position: FairPosition) -> Advice:
    """Return advice on which colors are impossible at each place, and which are in the code."""
    known, symbols = certain(position), position.variant.symbols
    columns = columns_of(known, position.variant)
    facts = tuple(
        f"{place}{symbol}x"
        for place, column in enumerate(columns, start=1)
        for symbol, is_possible in column.symbols
        if not is_possible
    )
    title = _("Ruled-out colors")
    if not facts and not known.certain:
        sentence = _("No color can be ruled out yet. Try a code that fits every row.")
        return Advice(title, sentence, is_empty=True)
    said = [_("Crossed-out colors can’t be at that place. Choose from the others.")]
    if known.certain:
        said.insert(0, _("In the code: %(colors)s.") % {"colors": colors_in_words(known.certain)})
    if known.excluded and len(symbols) + len(" ".join(said).split()) <= MOST_WORDS:
        colors = {"colors": colors_in_words(known.excluded)}
        said.insert(0, _("Not in the code: %(colors)s.") % colors)
    return Advice(
        title, " ".join(said), facts=facts, columns=columns, why=arguments.all_conclusions(position)
    )


def certain(position: FairPosition) -> Knowledge:
    """Return what is certain; on very large boards, only what a person can conclude."""
    known, symbols = knowledge_after(position), position.variant.symbols
    if known.is_exact:
        return known
    facts = sum_up(thoughts(arguments.deduce_steps(position)))
    found = set(notes_of(facts))
    at = {fact.place: fact.color for fact in facts if isinstance(fact, Placed) and fact.holds}
    return replace(
        known,
        possible=tuple(
            at.get(place)
            or "".join(one for one in symbols if not {f"{place}{one}x", f"0{one}x"} & found)
            for place in range(1, position.variant.pegs + 1)
        ),
        certain="".join(
            one for one in symbols if any(one == f.color and says_possible(f) for f in facts)
        ),
        excluded="".join(one for one in symbols if f"0{one}x" in found),
    )


def columns_of(known: Knowledge, variant: Variant) -> list[ColorsAtPlace]:
    """Return all colors for each place, with whether they are still possible there."""
    return [
        ColorsAtPlace([(one, one in here) for one in variant.symbols], colors_in_words(here))
        for here in known.possible
    ]


def good_guess(found: Suggestion) -> Advice:
    """Return advice with a good guess and the reason why it is good."""
    chart = PartitionChart(found.partition, is_exact=found.exact)
    sentence = _("%(why)s Try it.") % {"why": wording.work(found)}
    return Advice(_("A good guess"), sentence, found.guess, chart if found.candidates > 1 else None)


def free_advice(hint: Hint, position: FairPosition) -> Advice | None:
    """Return the advice if it is empty and so free; None if not, or if the game has help."""
    game = hint.game
    if game.is_aided or not game.is_playing or hint.number != game.next_number:
        return None
    if hint.kind not in (Hint.Kind.FACTS, Hint.Kind.FOLLOWS):
        return None
    advice = advice_on(hint, position, partial(ideas, position))
    if not advice.is_empty:
        return None
    free = _("%(sentence)s This hint was free.") if price_of_help(game) else "%(sentence)s"
    return replace(advice, sentence=free % {"sentence": advice.sentence}, kind=hint.kind)
