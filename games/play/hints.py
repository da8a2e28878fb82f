"""Help in degrees, each with its reason. All of it follows from what everybody can see."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.catalog.colors import NAMES
from games.catalog.strategies import QUESTIONS
from games.models import Hint
from solver.candidates import position_after
from solver.codes import Code, Variant
from solver.feedback import Feedback, Turn, feedback
from solver.knowledge import Knowledge, knowledge_of
from solver.suggest import Suggestion, suggest

BAR_WIDTH = 100  # units of the drawing
OFFERED = {  # the strategies that a player can ask, with the question each asks itself
    name: QUESTIONS[name] for name in ("knuth", "entropy", "expected-size", "most-parts")
}


@dataclass(frozen=True)
class Part:
    """One answer that a guess can get, and how many codes would then be left, as a bar."""

    feedback: Feedback
    size: int
    width: float


@dataclass(frozen=True)
class Advice:
    """What a hint says: always a sentence, perhaps a code to play, perhaps its partition."""

    title: str
    sentence: str
    code: Code = ""
    parts: Sequence[Part] = ()


def advice_on(hint: Hint, variant: Variant, history: Sequence[Turn]) -> Advice:
    """Return what ``hint`` says at this point of a game."""
    match hint.kind:
        case Hint.Kind.CHECK:
            return check(hint.detail, history)
        case Hint.Kind.FACTS:
            return facts(knowledge_of(position_after(variant, history)))
        case Hint.Kind.CANDIDATE:
            return a_candidate(suggest(variant, history, "random"))
        case _:
            return good_guess(suggest(variant, history, hint.detail), hint.detail)


def check(row: Code, history: Sequence[Turn]) -> Advice:
    """Say whether ``row`` can be the code, or which answer it contradicts.

    >>> check("1344", [Turn("1122", Feedback(0, 1))]).sentence
    'No. If 1344 were the code, guess 1 would have got 1 black, 0 white and not 0 black, 1 white.'
    """
    title = f"Could {row} be the code?"
    for number, (guess, answer) in enumerate(history, start=1):
        would = feedback(guess, secret=row)
        if would != answer:
            return Advice(
                title,
                f"No. If {row} were the code, guess {number} would have got"
                f" {in_words(would)} and not {in_words(answer)}.",
            )
    return Advice(title, f"Yes, {row} fits every answer so far.")


def facts(known: Knowledge) -> Advice:
    """Say which colors and places are certain, and which are excluded."""
    title = "What is certain"
    if not known.is_exact:
        return Advice(
            title,
            f"About {known.count:,} codes are still possible: too many to be certain of anything.",
        )
    places = [f"place {place} is {NAMES[symbol]}" for place, symbol in known.places.items()]
    sentences = [
        f"In the code: {colors_in_words(known.certain)}." if known.certain else "",
        f"Not in the code: {colors_in_words(known.excluded)}." if known.excluded else "",
        f"Certain: {', '.join(places)}." if places else "",
    ]
    return Advice(title, " ".join(filter(None, sentences)) or "Nothing is certain yet.")


def a_candidate(found: Suggestion) -> Advice:
    """Show one of the codes that fit, without claiming that it is a good guess."""
    others = (
        f"one of {counted(found)} that do" if found.candidates > 1 else "the only one that does"
    )
    return Advice(
        "A code that is still possible",
        f"{found.guess} fits every answer so far: {others}.",
        found.guess,
    )


def good_guess(found: Suggestion, strategy: str) -> Advice:
    """Show the guess of a strategy, and why it is a good one."""
    return Advice(
        f"A good guess, by {OFFERED[strategy].partition(':')[0]}",
        reason(found),
        found.guess,
        parts_of(found),
    )


def reason(found: Suggestion) -> str:
    """Say in a sentence or two why a guess is good."""
    if found.candidates == 1:
        return f"Only one code is still possible: {found.guess}."
    groups = f"{found.parts} group{'s' if found.parts > 1 else ''}"
    itself = "could be the code itself" if found.is_candidate else "is not the code itself"
    return (
        f"{counted(found)[0].upper()}{counted(found)[1:]} are still possible. {found.guess} splits"
        f" them into {groups}; at worst {found.worst_left:,} remain. It {itself}."
    )


def parts_of(found: Suggestion) -> list[Part]:
    """Return the partition as bars, the largest part first."""
    largest = max(found.partition.values())
    sizes = sorted(found.partition.items(), key=lambda part: (-part[1], part[0]))
    return [Part(answer, size, BAR_WIDTH * size / largest) for answer, size in sizes]


def counted(found: Suggestion) -> str:
    return f"{'' if found.exact else 'about '}{found.candidates:,} codes"


def in_words(answer: Feedback) -> str:
    return f"{answer.black} black, {answer.white} white"


def colors_in_words(symbols: str) -> str:
    return ", ".join(NAMES[symbol] for symbol in symbols)
