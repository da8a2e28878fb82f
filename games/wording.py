"""Wording that several pages share: counts, lists, answers and colors.

All texts go through gettext, so another language needs only another catalog.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from datetime import date, datetime, timedelta
from functools import lru_cache, wraps
from math import ceil
from typing import TYPE_CHECKING, Any, TypeVar, cast

from django.utils import timezone
from django.utils.formats import date_format, number_format
from django.utils.text import capfirst
from django.utils.timesince import timeuntil
from django.utils.translation import (
    get_language,
    gettext as _,
    gettext_lazy,
    ngettext,
    ngettext_lazy,
)

from games.catalog.colors import COLOR_NAMES
from solver.positions.candidates import first_contradicted
from solver.rule.codes import Code
from solver.rule.feedback import Feedback, Turn, feedback
from solver.study.analysis import Appraisal
from solver.study.suggest import Suggestion

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

Function = TypeVar("Function", bound=Callable[..., Any])

# Streaks of these lengths are praised.
MILESTONES = {
    7: gettext_lazy("Your streak: %(days)s, a whole week."),
    30: gettext_lazy("Your streak: %(days)s, a whole month."),
    100: gettext_lazy("Your streak: %(days)s, a hundred in a row."),
    365: gettext_lazy("Your streak: %(days)s, a whole year."),
}


def cached_per_language(maxsize: int | None) -> Callable[[Function], Function]:
    """Return a decorator that caches what a function returns, for each language separately."""

    def decorate(function: Function) -> Function:
        @lru_cache(maxsize)
        def in_language(_language: str, *args: Any, **kwargs: Any) -> Any:
            return function(*args, **kwargs)

        @wraps(function)
        def answer(*args: Any, **kwargs: Any) -> Any:
            return in_language(get_language(), *args, **kwargs)

        answer.cache_info = in_language.cache_info  # type: ignore[attr-defined]
        return cast(Function, answer)

    return decorate


def number(count: float, decimals: int = 0) -> str:
    """Return a number as text, with the separators of the page's language.

    >>> number(44), number(1296), number(4.3402, decimals=3)
    ('44', '1,296', '4.340')
    """
    if isinstance(count, int) and 0 <= count < 1000 and not decimals:
        # This text is the same in every language, so the language need not be looked up.
        return str(count)
    return _separate(count, decimals)


@cached_per_language(maxsize=4096)
def _separate(count: float, decimals: int) -> str:
    return number_format(f"{count:.{decimals}f}", decimals)


def number_of(things: StrPromise) -> Callable[[int], str]:
    """Return a function that turns a count of these things into words.

    >>> guesses(1), games(1000), players(0), groups(1)
    ('1 guess', '1,000 games', '0 players', '1 group')
    """
    return lambda count: things % {"count": count, "number": number(count)}


dailies = number_of(ngettext_lazy("%(number)s daily", "%(number)s dailies", "count"))
days = number_of(ngettext_lazy("%(number)s day", "%(number)s days", "count"))
games = number_of(ngettext_lazy("%(number)s game", "%(number)s games", "count"))
guesses = number_of(ngettext_lazy("%(number)s guess", "%(number)s guesses", "count"))
groups = number_of(ngettext_lazy("%(number)s group", "%(number)s groups", "count"))
players = number_of(ngettext_lazy("%(number)s player", "%(number)s players", "count"))
points = number_of(ngettext_lazy("%(number)s point", "%(number)s points", "count"))
puzzles = number_of(ngettext_lazy("%(number)s puzzle", "%(number)s puzzles", "count"))


def figure(count: int, is_exact: bool) -> str:
    """Return a number for a table, with ≈ if it is an estimate.

    >>> figure(129_600, True), figure(1300, False), figure(2_500_000, False)
    ('129,600', '≈ 1,300', '≈ 2.5M')
    """
    return number(count) if is_exact else f"≈ {short(count)}"


def short(count: int) -> str:
    """Return a number in a short form such as 32k, for narrow places.

    >>> short(5504), short(13_095), short(2_600_000), short(19_000_000)
    ('5,504', '13k', '2.6M', '19M')
    """
    if count < 10_000:
        return number(count)
    if count < 1_000_000:
        return _("%(thousands)sk") % {"thousands": number(count / 1e3)}
    millions = round(count / 1e6, 1)
    return _("%(millions)sM") % {"millions": number(millions, decimals=1 if millions % 1 else 0)}


def codes(count: int, is_exact: bool = True) -> str:
    """Return a number of codes in words, with "about" if it is an estimate.

    >>> codes(1), codes(1296), codes(5000, is_exact=False)
    ('1 code', '1,296 codes', 'about 5,000 codes')
    """
    exactly = ngettext("%(number)s code", "%(number)s codes", count)
    about = ngettext("about %(number)s code", "about %(number)s codes", count)
    return (exactly if is_exact else about) % {"number": number(count)}


def _on_codes(clause: StrPromise) -> Callable[..., str]:
    """Return a function that puts a number of codes into a clause, with "about" for an estimate.

    >>> are_left(1), are_left(5000, is_exact=False), were_possible(20)
    ('1 code is left', 'about 5,000 codes are left', '20 codes were possible')
    """
    return lambda count, is_exact=True: clause % {"count": count, "codes": codes(count, is_exact)}


are_left = _on_codes(ngettext_lazy("%(codes)s is left", "%(codes)s are left", "count"))
are_possible = _on_codes(
    ngettext_lazy("%(codes)s is still possible", "%(codes)s are still possible", "count")
)
were_possible = _on_codes(
    ngettext_lazy("%(codes)s was possible", "%(codes)s were possible", "count")
)


def amount(count: float, is_exact: bool, decimals: int = 0) -> str:
    """Return a number for a sentence, with "about" if it is an estimate.

    >>> amount(185.27, True, decimals=1), amount(43e6, is_exact=False, decimals=1)
    ('185.3', 'about 43,000,000')
    """
    if is_exact:
        return number(count, decimals)
    return _("about %(number)s") % {"number": number(count)}


def hours(span: timedelta) -> str:
    """Return a span of time in hours, rounded.

    >>> hours(timedelta(hours=1)), hours(timedelta(days=2))
    ('1 hour', '48 hours')
    """
    count = round(span / timedelta(hours=1))
    return ngettext("%(count)d hour", "%(count)d hours", count) % {"count": count}


@cached_per_language(maxsize=512)
def full_date(day: date) -> str:
    """Return a day with its day of the week.

    >>> full_date(date(2026, 11, 22))
    'Sunday 22 November 2026'
    """
    return _("%(weekday)s %(date)s") % {
        "weekday": date_format(day, "l"),
        "date": date_format(day, "DATE_FORMAT"),
    }


@cached_per_language(maxsize=512)
def short_date(day: date) -> str:
    return date_format(day, "SHORT_DATE_FORMAT")


def span(time: timedelta) -> str:
    """Return a span of time, rounded up to minutes, or to hours if it is two hours or more.

    >>> span(timedelta(seconds=4)), span(timedelta(seconds=61)), span(timedelta(minutes=121))
    ('a minute', '2 minutes', '3 hours')
    """
    minutes = ceil(time / timedelta(minutes=1))
    if minutes >= 120:
        return hours(timedelta(hours=ceil(minutes / 60)))
    if minutes == 1:
        return _("a minute")
    return ngettext("%(count)d minute", "%(count)d minutes", minutes) % {"count": minutes}


def streak(now: int, longest: int, at_risk: str = "") -> str:
    """Return a sentence on the length of a streak.

    If the streak could end, return ``at_risk`` instead.

    >>> streak(1, 4), streak(3, 3)
    ('Your streak: 1 day.', 'Your streak: 3 days, your longest.')
    >>> streak(7, 9)
    'Your streak: 7 days, a whole week.'
    """
    if not now:
        return ""
    sentence = _("Your streak: %(days)s.")
    if at_risk:
        sentence = at_risk
    elif now in MILESTONES:
        sentence = str(MILESTONES[now])
    elif 1 < now == longest:
        sentence = _("Your streak: %(days)s, your longest.")
    return sentence % {"days": days(now)}


def duration(time: timedelta) -> str:
    """Return a duration in hours and minutes, rounded up to a minute.

    >>> duration(timedelta(hours=6, minutes=13, seconds=1)), duration(timedelta(seconds=59))
    ('6 h 14 min', '1 min')
    """
    hours, minutes = divmod(-(-time // timedelta(minutes=1)), 60)
    if not hours:
        return _("%(minutes)d min") % {"minutes": minutes}
    return _("%(hours)d h %(minutes)d min") % {"hours": hours, "minutes": minutes}


def clock(time: timedelta) -> str:
    """Return a time in the form 1:05 or 1:02:05.

    >>> clock(timedelta(minutes=2, seconds=4)), clock(timedelta(hours=1, seconds=9))
    ('2:04', '1:00:09')
    """
    minutes, seconds = divmod(int(time.total_seconds()), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def lead(first: timedelta, second: timedelta) -> str:
    """Return the difference between two times as ``clock`` shows them, or the tenths of a second.

    >>> lead(timedelta(seconds=29.9), timedelta(seconds=54.1))
    '0:25'
    >>> [lead(timedelta(0), timedelta(seconds=late)) for late in (0.34, 0.04)]
    ['0.3 s', 'less than 0.1 s']
    """
    if whole := int(second.total_seconds()) - int(first.total_seconds()):
        return clock(timedelta(seconds=whole))
    seconds = (second - first).total_seconds()
    words = _("%(seconds)s s") if seconds >= 0.1 else _("less than %(seconds)s s")
    return words % {"seconds": number(max(seconds, 0.1), decimals=1)}


def how_it_went(status: str, count: int, who: str = "", is_aided: bool = False) -> str:
    """Return a sentence on how a game ended; ``who`` is the player's name or "".

    >>> how_it_went("won", 5, "Ada"), how_it_went("lost", 10)
    ('Ada broke the code in 5 guesses', 'Not solved in 10 guesses')
    >>> how_it_went("resigned", 1, is_aided=True)
    'Given up after 1 guess, with help'
    """
    named, nameless = {
        "won": (_("%(who)s broke the code in %(guesses)s"), _("Broken in %(guesses)s")),
        "lost": (_("%(who)s did not break it in %(guesses)s"), _("Not solved in %(guesses)s")),
    }.get(status, (_("%(who)s gave up after %(guesses)s"), _("Given up after %(guesses)s")))
    outcome = (named if who else nameless) % {"who": who, "guesses": guesses(count)}
    return with_help(outcome) if is_aided else outcome


def to_beat(count: int, is_aided: bool) -> str:
    """Return a sentence on the score that others have to beat.

    >>> to_beat(5, is_aided=False)
    'Score to beat: 5 guesses'
    """
    score = _("Score to beat: %(guesses)s") % {"guesses": guesses(count)}
    return with_help(score) if is_aided else score


def code_of(who: str) -> str:
    """Return whose code this is: "Ada’s code", or "A friend’s code" without a name.

    >>> code_of("Ada"), code_of("")
    ('Ada’s code', 'A friend’s code')
    """
    return _("%(who)s’s code") % {"who": who} if who else _("A friend’s code")


def duel(yours: tuple[str, int], who: str, theirs: tuple[str, int]) -> str:
    """Return a sentence with two players' results for one code, and the winner.

    A result is a text and the number by which results are compared.

    >>> duel(("4", 4), "Ada", ("X", 11))
    'You 4, Ada X. You won.'
    """
    values = {"yours": yours[0], "who": who, "theirs": theirs[0]}
    if yours[1] == theirs[1]:
        return _("You %(yours)s, %(who)s %(theirs)s. A draw.") % values
    if yours[1] < theirs[1]:
        return _("You %(yours)s, %(who)s %(theirs)s. You won.") % values
    return _("You %(yours)s, %(who)s %(theirs)s. %(who)s won.") % values


def with_help(outcome: str) -> str:
    return _("%(outcome)s, with help") % {"outcome": outcome}


def challenge(who: str) -> str:
    """Return a sentence on who challenges the reader.

    >>> challenge("Ada"), challenge("")
    ('Ada challenges you', 'A friend challenges you')
    """
    return _("%(who)s challenges you") % {"who": who} if who else _("A friend challenges you")


def time_left(until: datetime) -> str:
    """Return the remaining time in its largest unit, rounded up if little of a unit is missing.

    >>> time_left(timezone.now() + timedelta(days=2, hours=3))
    '2 days left'
    >>> time_left(timezone.now() + timedelta(days=3))
    '3 days left'
    """
    if until <= timezone.now():
        return _("time is up")
    is_days = until - timezone.now() > timedelta(hours=23, minutes=45)
    spare = timedelta(minutes=30) if is_days else timedelta(seconds=30)
    time = timeuntil(until + spare, timezone.now(), depth=1)
    return _("%(time)s left") % {"time": time.replace("\xa0", " ")}


def list_in_words(items: Iterable[object]) -> str:
    """Return a list in words: "1, 2 and 3".

    >>> list_in_words([2]), list_in_words([1, 3]), list_in_words([1, 3, 4])
    ('2', '1 and 3', '1, 3 and 4')
    """
    *others, last = map(str, items)
    if not others:
        return last
    return _("%(others)s and %(last)s") % {"others": ", ".join(others), "last": last}


def guesses_named(places: Sequence[int]) -> str:
    """Return "guess 2" or "guesses 2 and 3" for these numbers.

    >>> guesses_named([2]), guesses_named([1, 3])
    ('guess 2', 'guesses 1 and 3')
    """
    sentence = ngettext("guess %(places)s", "guesses %(places)s", len(places))
    return sentence % {"places": list_in_words(places)}


def in_words(answer: Feedback) -> str:
    """Return an answer in words: "1 black, 2 white".

    >>> in_words(Feedback(1, 2))
    '1 black, 2 white'
    """
    return _("%(black)d black, %(white)d white") % answer._asdict()


def clash(turns: Sequence[Turn], code: Code) -> str:
    """Return a sentence on the first row that a code contradicts; empty if it fits all rows.

    >>> clash([Turn("1123", Feedback(1, 1))], "4422")
    '4422 needs 1 black and 0 white in row 1. Row 1 has 1 and 1.'
    """
    number = first_contradicted(turns, code)
    if not number:
        return ""
    guess, had = turns[number - 1]
    would = feedback(guess, secret=code)
    return _(
        "%(code)s needs %(black)d black and %(white)d white in row %(row)d."
        " Row %(row)d has %(had_black)d and %(had_white)d."
    ) % {
        "code": code,
        "row": number,
        **would._asdict(),
        "had_black": had.black,
        "had_white": had.white,
    }


def colors_in_words(symbols: str) -> str:
    """Return the names of colors.

    >>> colors_in_words("12")
    'Red, Amber'
    """
    return ", ".join(str(COLOR_NAMES[symbol]) for symbol in symbols)


def for_voice(text: str, code: Code) -> str:
    """Return a sentence with color names instead of a code, for screen readers.

    >>> for_voice("1122 fits every answer so far.", "1122")
    'Red, Red, Amber, Amber fits every answer so far.'
    """
    return re.sub(rf"\b{code}\b", colors_in_words(code), text) if code else text


def cost(appraisal: Appraisal) -> str:
    """Return the cost of a guess as a number; ≈ marks an estimate."""
    written = number(appraisal.loss, decimals=2 if appraisal.loss else 0)
    return written if appraisal.is_loss_proven else f"≈ {written}"


def sentence(text: str) -> str:
    """Return a clause as a sentence, with a capital and a full stop.

    >>> sentence("1 code is still possible")
    '1 code is still possible.'
    """
    return f"{capfirst(text)}."


def work(found: Suggestion) -> str:
    """Return sentences on how a guess divides the possible codes.

    >>> from solver.study.suggest import suggest
    >>> from solver.rule.codes import Variant
    >>> from solver.rule.feedback import Turn
    >>> work(suggest(Variant(), []))
    'It may be the code. Whatever the feedback, at most 256 of 1,296 codes are left.'
    """
    itself = _("It may be the code.") if found.is_candidate else _("It can’t be the code.")
    if found.candidates == 1:
        return _("It is the only code that fits every row.") if found.is_candidate else itself
    left = ngettext(
        "Whatever the feedback, one of %(codes)s is left.",
        "Whatever the feedback, at most %(left)s of %(codes)s are left.",
        found.worst_left,
    ) % {
        "left": amount(found.worst_left, found.exact),
        "codes": codes(found.candidates, found.is_counted),
    }
    return f"{itself} {left}"
