"""The analysis in words: what is said of one guess."""

from solver.analysis import Appraisal, Option, Step

NEARLY = 0.1  # guesses that may be lost by what is nearly as good as the best
REMARKABLE = 0.3  # guesses that a lucky answer saves


def sentence_on(step: Step) -> str:
    """Say what a guess could do, how well it did it, and whether its answer was lucky.

    >>> from solver.analysis import analyze
    >>> from solver.codes import Variant
    >>> from solver.feedback import Feedback, Turn
    >>> [step] = analyze(Variant(), [Turn("1122", Feedback(1, 0))])
    >>> sentence_on(step)
    'It split 1,296 codes into 13 parts, nearly as well as the best guess.'
    """
    return " ".join(filter(None, (_could_be(step), _work(step), _luck_of(step))))


def _could_be(step: Step) -> str:
    """Whether the guess could have been the code."""
    appraisal = step.appraisal
    if step.is_win:
        return "Only this code was left." if appraisal.candidates == 1 else "This was the code."
    if appraisal.contradicts:
        return f"This could not have been the code: it contradicts guess {appraisal.contradicts}."
    return ""


def _work(step: Step) -> str:
    """How the guess split what was possible, compared with the best."""
    appraisal, option = step.appraisal, step.appraisal.option
    if appraisal.candidates == 1:
        return "" if step.is_win else f"Only {appraisal.best.guess} was still possible."
    if option.tells_nothing:
        return "It told nothing: every code still possible gives this answer."
    still = "still " if appraisal.contradicts else ""
    return f"It {still}split {_codes(appraisal)} into {_parts(option)}, {_quality(appraisal)}."


def _codes(appraisal: Appraisal) -> str:
    return f"{'' if appraisal.is_counted else 'about '}{appraisal.candidates:,} codes"


def _parts(option: Option) -> str:
    return "one part" if len(option.parts) == 1 else f"{len(option.parts)} parts"


def _quality(appraisal: Appraisal) -> str:
    if not appraisal.loss:
        about = "" if appraisal.rank == 1 else "about "
        return f"{about}as well as any guess could"
    if appraisal.loss < NEARLY:
        return "nearly as well as the best guess"
    return f"where the best guess would have saved {appraisal.loss:.2f} guesses"


def _luck_of(step: Step) -> str:
    if abs(step.gain) < REMARKABLE:
        return ""
    kind = "lucky" if step.gain > 0 else "unlucky"
    return f"The answer was {kind}."


def counted(codes: int, is_exact: bool) -> str:
    """Return a number of codes, marked where it is an estimate."""
    return f"{'' if is_exact else '≈ '}{codes:,}"


def expected(option: Option, appraisal: Appraisal) -> str:
    """Return how many codes a guess was to be expected to leave."""
    left = option.expected_left
    return f"{'' if appraisal.is_listed else '≈ '}{left:,.{0 if left >= 100 else 1}f}"


def cost(appraisal: Appraisal) -> str:
    """Return the guesses that a guess cost, marked where they are an estimate."""
    if not appraisal.loss:
        return "0"
    is_sure = appraisal.is_proven or appraisal.option.tells_nothing
    return f"{'' if is_sure else '≈ '}{appraisal.loss:.2f}"


def rank_of(appraisal: Appraisal) -> str:
    """Return the place of a guess among all codes, or about how many were better."""
    if appraisal.rank == 1:
        return "the best"
    if appraisal.is_ranked_among_all:
        return f"{appraisal.rank:,} of {appraisal.codes:,}"
    better = 100 * appraisal.rank / appraisal.codes
    return f"≈ {better:.0f} % are better" if better >= 1 else "less than 1 % are better"
