"""What arguments say on pages: the sentences of `solver.deduction.speech`, through gettext."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.catalog.colors import COLOR_NAMES
from games.catalog.effort import MEDIUM
from games.site.calculator import expensive
from games.wording import in_words, listed
from solver.deduction.arguments import ArgumentStep
from solver.deduction.deduce import deduce
from solver.deduction.explain import Clash, Objection, explain_contradiction, object_to
from solver.deduction.facts import Fact, Placed
from solver.deduction.speech import Speech
from solver.deduction.thoughts import Thought, summed_up, thoughts
from solver.rule.codes import Code, Variant
from solver.rule.feedback import Turn

WORK_FOR_A_PAGE = 20_000  # limits looked at: some tens of milliseconds

ARGUMENT_SENTENCES: dict[str, Promise] = {
    "empty_row": gettext_lazy("Row %(row)s has no key pegs: %(so)s."),
    "full_row": gettext_lazy("Row %(row)s has a key peg for every peg of the code: %(so)s."),
    "no_black": gettext_lazy("Row %(row)s has no black peg: %(so)s."),
    "taken": gettext_lazy("%(premises)s, so %(so)s."),
    "used_up": gettext_lazy("%(premises)s, so %(so)s."),
    "found": gettext_lazy("%(premises)s, so %(so)s."),
    "only_color": gettext_lazy("No other color is left for the %(place)s place: %(so)s."),
    "only_places": gettext_lazy("%(premises)s, so %(so)s."),
    "places_left": gettext_lazy("%(premises)s, so %(so)s."),
    "blacks_found": gettext_lazy("Row %(row)s has only %(black)s; %(premises)s, so %(so)s."),
    "blacks_needed": gettext_lazy("Row %(row)s has %(black)s, but %(premises)s, so %(so)s."),
    "blacks_needed_alone": gettext_lazy("Row %(row)s has %(black)s, so %(so)s."),
    "keys_found": gettext_lazy("Row %(row)s has only %(keys)s; %(premises)s, so %(so)s."),
    "keys_found_alone": gettext_lazy("Row %(row)s has only %(keys)s, so %(so)s."),
    "keys_needed": gettext_lazy("Row %(row)s has %(keys)s, but %(premises)s, so %(so)s."),
    "keys_needed_alone": gettext_lazy("Row %(row)s has %(keys)s, so %(so)s."),
    "code_full": gettext_lazy("The code has only %(pegs)s; %(premises)s, so %(so)s."),
    "code_needed": gettext_lazy("The code has %(pegs)s, but %(premises)s, so %(so)s."),
    "code_needed_alone": gettext_lazy("The code has %(pegs)s, so %(so)s."),
    "others_found": gettext_lazy(
        "Row %(row)s has %(keys)s, so the code has only %(missing)s; %(premises)s, so %(so)s."
    ),
    "others_found_alone": gettext_lazy(
        "Row %(row)s has %(keys)s, so the code has only %(missing)s: %(so)s."
    ),
    "others_needed": gettext_lazy(
        "Row %(row)s has only %(keys)s, so the code has %(missing)s; %(premises)s, so %(so)s."
    ),
    "others_needed_alone": gettext_lazy(
        "Row %(row)s has only %(keys)s, so the code has %(missing)s: %(so)s."
    ),
    "no_white": gettext_lazy(
        "Row %(row)s has no white peg, so none of its colors is elsewhere; %(premises)s, so %(so)s."
    ),
    "places_compared": gettext_lazy(
        "Leave out the pegs that rows %(rows)s share: row %(row)s still has "
        "%(difference)s more. %(premises)s, so %(so)s."
    ),
    "places_compared_alone": gettext_lazy(
        "Leave out the pegs that rows %(rows)s share: row %(row)s still has "
        "%(difference)s more, so %(so)s."
    ),
    "places_compared_alike": gettext_lazy(
        "Leave out the pegs that rows %(rows)s share: the others earn as many black "
        "pegs in both. %(premises)s, so %(so)s."
    ),
    "colors_compared": gettext_lazy(
        "Leave out the colors that rows %(rows)s share: row %(row)s still has "
        "%(difference)s more. %(premises)s, so %(so)s."
    ),
    "colors_compared_alone": gettext_lazy(
        "Leave out the colors that rows %(rows)s share: row %(row)s still has "
        "%(difference)s more, so %(so)s."
    ),
    "colors_compared_alike": gettext_lazy(
        "Leave out the colors that rows %(rows)s share: the others earn as many key "
        "pegs in both. %(premises)s, so %(so)s."
    ),
    "places_together": gettext_lazy(
        "Rows %(rows)s have %(together)s between them%(shared)s; %(premises)s, so %(so)s."
    ),
    "places_together_alone": gettext_lazy(
        "Rows %(rows)s have %(together)s between them%(shared)s, so %(so)s."
    ),
    "colors_together": gettext_lazy(
        "Rows %(rows)s have %(together)s between them%(shared)s; %(premises)s, so %(so)s."
    ),
    "colors_together_alone": gettext_lazy(
        "Rows %(rows)s have %(together)s between them%(shared)s, so %(so)s."
    ),
    "then": gettext_lazy("Then %(so)s."),
    "supposition": gettext_lazy("Suppose %(supposed)s. %(thought)s So %(so)s."),
    "end_empty_row": gettext_lazy("But row %(row)s has no key pegs."),
    "end_full_row": gettext_lazy("But row %(row)s has a key peg for every peg of the code."),
    "end_no_black": gettext_lazy("But row %(row)s has no black peg."),
    "end_taken": gettext_lazy("But a place has only one color."),
    "end_found": gettext_lazy("Then %(color)s would be at more places than it can."),
    "end_only_color": gettext_lazy("Then no color would be left for the %(place)s place."),
    "end_places_left": gettext_lazy("Then %(color)s would not have enough places."),
    "end_blacks_found": gettext_lazy("Then row %(row)s would have more than %(black)s."),
    "end_blacks_needed": gettext_lazy("Then row %(row)s could not have %(black)s."),
    "end_keys_found": gettext_lazy("Then row %(row)s would have more than %(keys)s."),
    "end_keys_needed": gettext_lazy("Then row %(row)s could not have %(keys)s."),
    "end_code_full": gettext_lazy("Then the code would have more than %(pegs)s."),
    "end_code_needed": gettext_lazy("Then the code would have fewer than %(pegs)s."),
    "end_others_found": gettext_lazy("Then row %(row)s could not have %(keys)s."),
    "end_others_needed": gettext_lazy("Then row %(row)s would have more than %(keys)s."),
    "end_no_white": gettext_lazy("Then row %(row)s would have a white peg."),
    "end_places_compared": gettext_lazy(
        "Leave out the pegs that rows %(rows)s share: row %(row)s cannot have %(difference)s more."
    ),
    "end_places_compared_alike": gettext_lazy(
        "Leave out the pegs that rows %(rows)s share: the others cannot earn as many black pegs in"
        " both."
    ),
    "end_colors_compared": gettext_lazy(
        "Leave out the colors that rows %(rows)s share: row %(row)s cannot have %(difference)s"
        " more."
    ),
    "end_colors_compared_alike": gettext_lazy(
        "Leave out the colors that rows %(rows)s share: the others cannot earn as many key pegs in"
        " both."
    ),
    "end_places_together": gettext_lazy("Rows %(rows)s cannot have %(together)s between them."),
    "end_colors_together": gettext_lazy("Rows %(rows)s cannot have %(together)s between them."),
}

PLACES = (
    *(gettext_lazy("first"), gettext_lazy("second"), gettext_lazy("third"), gettext_lazy("fourth")),
    *(gettext_lazy("fifth"), gettext_lazy("sixth"), gettext_lazy("seventh")),
    gettext_lazy("eighth"),
)


@expensive(keep=256, beyond=MEDIUM)
def deduced(variant: Variant, history: tuple[Turn, ...]) -> tuple[ArgumentStep, ...]:
    """Return what a person can conclude, step by step."""
    return tuple(deduce(variant, history))


@expensive(keep=256, beyond=MEDIUM)
def objection_to(variant: Variant, history: tuple[Turn, ...], code: Code) -> Objection | None:
    """Return why a code cannot be the secret, or None if it can be."""
    return object_to(variant, history, code, WORK_FOR_A_PAGE)


@expensive(keep=128, beyond=MEDIUM)
def clash_of(variant: Variant, history: tuple[Turn, ...]) -> Clash | None:
    """Return why no code fits, if that was found."""
    return explain_contradiction(variant, history, WORK_FOR_A_PAGE)


def said(variant: Variant, history: Sequence[Turn], steps: Iterable[ArgumentStep]) -> list[str]:
    """Return an argument in sentences, one for each reason.

    >>> from solver.rule.history import parse_history
    >>> history = parse_history(Variant(), "1122:0,0")
    >>> said(Variant(), history, deduce(Variant(), history))[0]
    'Row 1 has no key pegs: neither Red nor Amber is in the code.'
    """
    return list(Speech(variant, history, _Words()).said(steps))


class Passage(NamedTuple):
    """A part of an argument; what follows from something supposed stands ``within`` it, and
    ``so`` is what that comes to."""

    text: str
    within: tuple[str, ...] = ()
    so: str = ""


def passages(
    variant: Variant, history: Sequence[Turn], steps: Iterable[ArgumentStep]
) -> list[Passage]:
    """Return an argument as it is written: a supposition is followed line by line.

    >>> from solver.rule.history import parse_history
    >>> history = parse_history(Variant(), "6444:1,2")
    >>> found = passages(Variant(), history, deduce(Variant(), history))
    >>> [(part.text, part.within[-1]) for part in found if part.so == "So Rose is not first."]
    [('Suppose Rose is first.', 'Then Sky would not have enough places.')]
    """
    speech = Speech(variant, history, _Words())
    found: list[Passage] = []
    for supposition, group in groupby(steps, key=lambda step: step.supposition):
        together = list(group)
        if supposition is None:
            found += map(Passage, speech.said(together))
            continue
        supposed = _("Suppose %(supposed)s.") % {"supposed": speech.facts([supposition.fact])}
        so = _("So %(so)s.") % {"so": speech.facts(step.fact for step in together)}
        found.append(Passage(supposed, tuple(speech.followed(supposition)), so))
    return found


def thoughts_said(variant: Variant, history: tuple[Turn, ...]) -> list[str]:
    """Return what can be known in the order in which a person finds it.

    >>> from solver.rule.history import parse_history
    >>> thoughts_said(Variant(2, 3), parse_history(Variant(2, 3), "12:0,1"))[0]
    'Row 1 has no black peg: Red is not first and Amber is not second.'
    """
    found = thoughts(deduced(variant, history))
    return [" ".join(said(variant, history, thought.steps)) for thought in found]


def known_said(variant: Variant, history: tuple[Turn, ...]) -> str:
    """Return all that a person can know, in a sentence; nothing where nothing is certain.

    >>> from solver.rule.history import parse_history
    >>> known_said(Variant(2, 3), parse_history(Variant(2, 3), "12:0,2"))
    'Green is not in the code, Red is second and Amber is first.'
    """
    known = summed_up(thoughts(deduced(variant, history)))
    return f"{capfirst(facts_said(variant, known))}." if known else ""


def clash_said(variant: Variant, history: Sequence[Turn], rows: Sequence[int]) -> list[str]:
    """Return why some rows (from 1) contradict each other; nothing if that is too long.

    >>> from solver.rule.history import parse_history
    >>> history = parse_history(Variant(), "4444:1,0 1155:3,0 2266:2,0")
    >>> clash_said(Variant(), history, [2, 3])
    ['Rows 2 and 3 cannot have 5 black pegs between them.']
    """
    some = tuple(history[row - 1] for row in rows)
    clash = clash_of(variant, some)
    if clash is None:
        return []
    speech = Speech(variant, some, _Words(), rows)
    return [*speech.said(clash.steps), speech.end(clash.end)]


def facts_said(variant: Variant, facts: Iterable[Fact]) -> str:
    """Return facts as one clause.

    >>> from solver.deduction.facts import Placed
    >>> facts_said(Variant(), [Placed(1, "1", holds=False), Placed(3, "1", holds=False)])
    'Red is not first or third'
    """
    return Speech(variant, (), _Words()).facts(facts)


def why_not(variant: Variant, history: Sequence[Turn], objection: Objection) -> list[str]:
    """Return why a code could not be the secret: an argument, or the row that it contradicts.

    >>> from solver.rule.history import parse_history
    >>> history = parse_history(Variant(), "1122:0,0")
    >>> why_not(Variant(), history, object_to(Variant(), history, "1333"))
    ['Row 1 has no key pegs: Red is not in the code.']
    """
    argument = said(variant, history, objection.steps)
    if not argument:
        blanks = {"row": objection.rows[0], "answer": in_words(objection.answers[0])}
        return [_("If it were the code, row %(row)s would have %(answer)s.") % blanks]
    if len(argument) == 1:
        return argument
    return [f"{capfirst(shown(variant, objection))}.", *argument]


def shown(variant: Variant, objection: Objection) -> str:
    """Return which rows show something that a code contradicts; nothing if no argument was found.

    >>> from solver.rule.history import parse_history
    >>> shown(Variant(), object_to(Variant(), parse_history(Variant(), "1122:0,0"), "1333"))
    'row 1 shows that Red is not in the code'
    """
    if not objection.steps:
        return ""
    step = objection.steps[-1]
    sentence = ngettext(
        "row %(rows)s shows that %(fact)s", "rows %(rows)s show that %(fact)s", len(step.rows)
    )
    return sentence % {"rows": listed(step.rows), "fact": facts_said(variant, [step.fact])}


def marked(thought: Thought, history: Sequence[Turn]) -> dict[int, tuple[int, ...]]:
    """Return the rows that a thought looks at, and where in them are the pegs it is about."""
    return {
        row: tuple(
            place
            for place, color in enumerate(history[row - 1].guess, start=1)
            if any(_is_about(fact, place, color) for fact in thought.facts)
        )
        for row in thought.rows
    }


def _is_about(fact: Fact, place: int, color: str) -> bool:
    """Return whether a fact is about such a peg."""
    return fact.color == color and not (isinstance(fact, Placed) and fact.place != place)


class _Words:
    """What ``Speech`` asks for, with colors by their names."""

    def sentence(self, name: str, blanks: dict[str, object]) -> str:
        return capfirst(str(ARGUMENT_SENTENCES[name]) % blanks)

    def clause(self, name: str, colors: str, places: Sequence[int], times: int) -> str:
        clause = _CLAUSES[name]
        return clause(list(map(self.color, colors)), list(map(self.place, places)), times)

    def listed(self, clauses: Sequence[str]) -> str:
        return listed(clauses)

    def count(self, name: str, number: int) -> str:
        sentence = {
            "black_pegs": ngettext("%(count)d black peg", "%(count)d black pegs", number),
            "key_pegs": ngettext("%(count)d key peg", "%(count)d key pegs", number),
            "pegs": ngettext("%(count)d peg", "%(count)d pegs", number),
            "more_pegs": ngettext("%(count)d other peg", "%(count)d other pegs", number),
        }[name]
        return sentence % {"count": number}

    def shared(self, colors: str) -> str:
        if not colors:
            return ""
        return _(", and only %(colors)s can count in both") % {
            "colors": listed(map(self.color, colors))
        }

    def place(self, number: int) -> str:
        return str(PLACES[number - 1])

    def color(self, symbol: str) -> str:
        return str(COLOR_NAMES[symbol])


def _at(colors: list[str], places: list[str], times: int) -> str:
    return _("%(color)s is %(places)s") % {"color": colors[0], "places": listed(places)}


def _not_at(colors: list[str], places: list[str], times: int) -> str:
    where = _either(places)
    if len(colors) == 1:
        return _("%(color)s is not %(places)s") % {"color": colors[0], "places": where}
    if len(colors) == 2:
        blanks = {"one": colors[0], "other": colors[1], "places": where}
        return _("neither %(one)s nor %(other)s is %(places)s") % blanks
    return _("none of %(colors)s is %(places)s") % {"colors": listed(colors), "places": where}


def _nowhere(colors: list[str], places: list[str], times: int) -> str:
    sentence = ngettext(
        "%(colors)s has no place left", "%(colors)s have no place left", len(colors)
    )
    return sentence % {"colors": listed(colors)}


def _not_in_code(colors: list[str], places: list[str], times: int) -> str:
    if len(colors) == 1:
        return _("%(color)s is not in the code") % {"color": colors[0]}
    if len(colors) == 2:
        blanks = {"one": colors[0], "other": colors[1]}
        return _("neither %(one)s nor %(other)s is in the code") % blanks
    return _("none of %(colors)s is in the code") % {"colors": listed(colors)}


def _in_code(colors: list[str], places: list[str], times: int) -> str:
    sentence = ngettext("%(colors)s is in the code", "%(colors)s are in the code", len(colors))
    return sentence % {"colors": listed(colors)}


def _only_at(colors: list[str], places: list[str], times: int) -> str:
    blanks = {"color": colors[0], "place": places[0]}
    return _("there is at most one %(color)s, and it is %(place)s") % blanks


def _in_code_not_at(colors: list[str], places: list[str], times: int) -> str:
    blanks = {"is_in_code": _at_least(colors, [], times), "places": _either(places)}
    return _("%(is_in_code)s, but not %(places)s") % blanks


def _at_least(colors: list[str], places: list[str], times: int) -> str:
    if times == 1:
        return _in_code(colors, places, times)
    sentence = ngettext(
        "%(colors)s is in the code at least %(often)s",
        "%(colors)s are each in the code at least %(often)s",
        len(colors),
    )
    return sentence % {"colors": listed(colors), "often": _often(times)}


def _at_most(colors: list[str], places: list[str], times: int) -> str:
    sentence = ngettext(
        "%(colors)s is in the code at most %(often)s",
        "%(colors)s are each in the code at most %(often)s",
        len(colors),
    )
    return sentence % {"colors": listed(colors), "often": _often(times)}


def _often(times: int) -> str:
    if times <= 2:
        return _("once") if times == 1 else _("twice")
    return _("%(times)d times") % {"times": times}


def _either(words: list[str]) -> str:
    *others, last = words
    if not others:
        return last
    return _("%(others)s or %(last)s") % {"others": ", ".join(others), "last": last}


_CLAUSES: dict[str, Callable[[list[str], list[str], int], str]] = {
    "at": _at,
    "not_at": _not_at,
    "nowhere": _nowhere,
    "not_in_code": _not_in_code,
    "in_code": _in_code,
    "in_code_not_at": _in_code_not_at,
    "only_at": _only_at,
    "at_least": _at_least,
    "at_most": _at_most,
}
