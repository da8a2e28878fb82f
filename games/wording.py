"""What several pages say: numbers of things, lists, answers and colors, in words.

Everything goes through gettext, so that another language is another catalog.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import timedelta
from math import ceil

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.catalog.colors import NAMES
from solver.feedback import Feedback
from solver.suggest import Suggestion


def number(count: int) -> str:
    """Return a number as people write it.

    >>> number(1296)
    '1,296'
    """
    return f"{count:,}"


def figure(count: int, is_exact: bool) -> str:
    """Return a number for a table, marked where it is an estimate.

    >>> figure(129_600, True), figure(1300, False), figure(2_500_000, False)
    ('129,600', '≈ 1,300', '≈ 2.5M')
    """
    return number(count) if is_exact else f"≈ {short(count)}"


def short(count: int) -> str:
    """Return a number for where there is little room.

    >>> short(5504), short(13_095), short(2_600_000), short(19_000_000)
    ('5,504', '13k', '2.6M', '19M')
    """
    if count < 10_000:
        return number(count)
    if count < 1_000_000:
        return f"{count / 1e3:.0f}k"
    return f"{count / 1e6:.1f}".removesuffix(".0") + "M"


def codes(count: int, is_exact: bool = True) -> str:
    """Return so many codes, "about" so many if that is an estimate.

    >>> codes(1), codes(1296), codes(5000, is_exact=False)
    ('1 code', '1,296 codes', 'about 5,000 codes')
    """
    counted = ngettext("%(number)s code", "%(number)s codes", count) % {"number": number(count)}
    return counted if is_exact else _("about %(codes)s") % {"codes": counted}


def amount(count: float, is_exact: bool, decimals: int = 0) -> str:
    """Return a number for a sentence, "about" so much if it is an estimate.

    >>> amount(185.27, True, decimals=1), amount(43e6, is_exact=False, decimals=1)
    ('185.3', 'about 43,000,000')
    """
    if is_exact:
        return f"{count:,.{decimals}f}"
    return _("about %(number)s") % {"number": f"{count:,.0f}"}


def guesses(count: int) -> str:
    """Return so many guesses.

    >>> guesses(1), guesses(5)
    ('1 guess', '5 guesses')
    """
    return ngettext("%(count)d guess", "%(count)d guesses", count) % {"count": count}


def games(count: int) -> str:
    """Return so many games.

    >>> games(1), games(1000)
    ('1 game', '1,000 games')
    """
    return ngettext("%(number)s game", "%(number)s games", count) % {"number": number(count)}


def hours(span: timedelta) -> str:
    """Return a span of time in hours.

    >>> hours(timedelta(hours=1)), hours(timedelta(days=2))
    ('1 hour', '48 hours')
    """
    count = round(span / timedelta(hours=1))
    return ngettext("%(count)d hour", "%(count)d hours", count) % {"count": count}


def span(time: timedelta) -> str:
    """Return a span of time in minutes, or in hours where it is long; never less than it is.

    >>> span(timedelta(seconds=4)), span(timedelta(seconds=61)), span(timedelta(minutes=121))
    ('a minute', '2 minutes', '3 hours')
    """
    minutes = ceil(time / timedelta(minutes=1))
    if minutes >= 120:
        return hours(timedelta(hours=ceil(minutes / 60)))
    if minutes == 1:
        return _("a minute")
    return ngettext("%(count)d minute", "%(count)d minutes", minutes) % {"count": minutes}


def players(count: int) -> str:
    """Return so many players.

    >>> players(1), players(1204)
    ('1 player', '1,204 players')
    """
    return ngettext("%(number)s player", "%(number)s players", count) % {"number": number(count)}


def days(count: int) -> str:
    """Return so many days.

    >>> days(1), days(12)
    ('1 day', '12 days')
    """
    return ngettext("%(number)s day", "%(number)s days", count) % {"number": number(count)}


def dailies(count: int) -> str:
    """Return so many dailies.

    >>> dailies(1), dailies(12)
    ('1 daily', '12 dailies')
    """
    return ngettext("%(number)s daily", "%(number)s dailies", count) % {"number": number(count)}


def duration(time: timedelta) -> str:
    """Return how long something takes, to the minute that has begun.

    >>> duration(timedelta(hours=6, minutes=13, seconds=1)), duration(timedelta(seconds=59))
    ('6 h 14 min', '1 min')
    """
    hours, minutes = divmod(-(-time // timedelta(minutes=1)), 60)
    if not hours:
        return _("%(minutes)d min") % {"minutes": minutes}
    return _("%(hours)d h %(minutes)d min") % {"hours": hours, "minutes": minutes}


def parts(count: int) -> str:
    """Return into how many parts a guess splits what is possible.

    >>> parts(1), parts(13)
    ('one part', '13 parts')
    """
    return ngettext("one part", "%(count)d parts", count) % {"count": count}


def remain(count: int, is_exact: bool = True) -> str:
    """Say how many codes remain.

    >>> remain(1), remain(20), remain(5000, is_exact=False)
    ('1 code remains', '20 codes remain', 'about 5,000 codes remain')
    """
    sentence = ngettext("%(codes)s remains", "%(codes)s remain", count)
    return sentence % {"codes": codes(count, is_exact)}


def are_possible(count: int, is_exact: bool = True) -> str:
    """Say how many codes are still possible.

    >>> are_possible(1), are_possible(20)
    ('1 code is still possible', '20 codes are still possible')
    """
    sentence = ngettext("%(codes)s is still possible", "%(codes)s are still possible", count)
    return sentence % {"codes": codes(count, is_exact)}


def how_it_went(status: str, count: int, who: str = "", is_aided: bool = False) -> str:
    """Say how a finished game went; ``who`` is the player's name if they have one.

    >>> how_it_went("won", 5, "Ada"), how_it_went("lost", 10)
    ('Ada broke the code in 5 guesses', 'Not broken in 10 guesses')
    >>> how_it_went("resigned", 1, is_aided=True)
    'Given up after 1 guess, with help'
    """
    named, nameless = {
        "won": (_("%(who)s broke the code in %(guesses)s"), _("Broken in %(guesses)s")),
        "lost": (_("%(who)s did not break it in %(guesses)s"), _("Not broken in %(guesses)s")),
    }.get(status, (_("%(who)s gave up after %(guesses)s"), _("Given up after %(guesses)s")))
    told = (named if who else nameless) % {"who": who, "guesses": guesses(count)}
    return with_help(told) if is_aided else told


def to_beat(count: int, is_aided: bool) -> str:
    """Say which score others have to beat.

    >>> to_beat(5, is_aided=False)
    'Score to beat: 5 guesses'
    """
    told = _("Score to beat: %(guesses)s") % {"guesses": guesses(count)}
    return with_help(told) if is_aided else told


def with_help(told: str) -> str:
    """Return what is told of a game, and that there was help."""
    return _("%(told)s, with help") % {"told": told}


def challenge(who: str) -> str:
    """Say that somebody set a code, by their name if they have one.

    >>> challenge("Ada"), challenge("")
    ('Ada challenges you', 'A friend challenges you')
    """
    return _("%(who)s challenges you") % {"who": who or _("A friend")}


def listed(items: Iterable[object]) -> str:
    """Return a list in words.

    >>> listed([2]), listed([1, 3]), listed([1, 3, 4])
    ('2', '1 and 3', '1, 3 and 4')
    """
    *others, last = map(str, items)
    if not others:
        return last
    return _("%(others)s and %(last)s") % {"others": ", ".join(others), "last": last}


def guesses_named(places: Sequence[int]) -> str:
    """Return which guesses are meant.

    >>> guesses_named([2]), guesses_named([1, 3])
    ('guess 2', 'guesses 1 and 3')
    """
    sentence = ngettext("guess %(places)s", "guesses %(places)s", len(places))
    return sentence % {"places": listed(places)}


def in_words(answer: Feedback) -> str:
    """Return an answer in words.

    >>> in_words(Feedback(1, 2))
    '1 black, 2 white'
    """
    return _("%(black)d black, %(white)d white") % answer._asdict()


def colors_in_words(symbols: str) -> str:
    """Return the colors that symbols stand for.

    >>> colors_in_words("12")
    'Red, Amber'
    """
    return ", ".join(NAMES[symbol] for symbol in symbols)


def sentence(text: str) -> str:
    """Return a clause as a sentence of its own.

    >>> sentence("1 code is still possible")
    '1 code is still possible.'
    """
    return f"{capfirst(text)}."


def reason(found: Suggestion) -> str:
    """Say in a sentence or two how many codes are possible, and why a guess is good."""
    if found.candidates == 1:
        return _("Only one code is still possible: %(guess)s.") % {"guess": found.guess}
    possible = sentence(are_possible(found.candidates, found.is_counted))
    return f"{possible} {work(found)}"


def work(found: Suggestion) -> str:
    """Say how a guess splits the codes that are possible.

    >>> from solver.suggest import suggest
    >>> from solver.codes import Variant
    >>> from solver.feedback import Turn
    >>> work(suggest(Variant(), []))
    '1122 splits them into 13 parts; at worst 256 remain. It could be the code itself.'
    >>> work(suggest(Variant(pegs=2, colors=2), [Turn("11", Feedback(1, 0))]))
    '12 splits them into 2 parts; at worst 1 remains. It could be the code itself.'
    """
    if found.candidates == 1:
        return _("It can only be %(guess)s.") % {"guess": found.guess}
    splits = ngettext(
        "%(guess)s leaves them in one part.",
        "%(guess)s splits them into %(parts)s; %(worst)s.",
        found.parts,
    ) % {
        "guess": found.guess,
        "parts": parts(found.parts),
        "worst": _at_worst(found.worst_left, found.exact),
    }
    itself = _("It could be the code itself.") if found.is_candidate else _("It is not the code.")
    return f"{splits} {itself}"


def _at_worst(left: int, is_exact: bool) -> str:
    worst = ngettext("at worst %(number)s remains", "at worst %(number)s remain", left)
    return worst % {"number": amount(left, is_exact)}
