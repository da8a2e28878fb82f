"""Small charts, each with its numbers in words for screen readers."""

from collections.abc import Sequence

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games import wording
from games.web.charts.distribution import LengthShare
from games.web.charts.trend import Trend

register = template.Library()

BAR_STEP, BAR_WIDTH, BAR_HEIGHT = 12, 10, 24  # in the SVG's own units


@register.filter
def as_bars(distribution: Sequence[int]) -> SafeString:
    """Return a chart with a bar for each number of guesses; the last bar is for unsolved games."""
    most = max(1, *distribution)
    heights = [max(1, round(BAR_HEIGHT * games / most)) for games in distribution]
    bars = [
        f"M{place * BAR_STEP} {BAR_HEIGHT}v-{height}h{BAR_WIDTH}v{height}z"
        for place, height in enumerate(heights)
    ]
    return format_html(
        '<svg class="distribution" viewBox="0 0 {} {}" role="img" aria-label="{}">'
        '<path d="{}"/><path class="missed" d="{}"/></svg>',
        BAR_STEP * len(bars),
        BAR_HEIGHT,
        in_words(distribution),
        "".join(bars[:-1]),
        bars[-1],
    )


def in_words(distribution: Sequence[int]) -> str:
    """Return a distribution in words, as the label of its chart.

    >>> in_words((0, 0, 0, 2, 0, 1, 1))
    '2 games in 4, 1 game in 6, 1 not solved'
    """
    *won, missed = distribution
    parts = [
        _("%(games)s in %(guesses)d") % {"games": wording.games(games), "guesses": guesses}
        for guesses, games in enumerate(won, start=1)
        if games
    ]
    if missed:
        parts.append(_("%(games)s not solved") % {"games": wording.number(missed)})
    return ", ".join(parts)


@register.filter
def as_share(share: LengthShare, most: float) -> SafeString:
    """Return two bars, the player's above the best play's; ``most`` is the full width."""
    return format_html(
        '<svg viewBox="0 0 {} 16" preserveAspectRatio="none">'
        '<path d="M0 0H{}V10H0z"/><path class="best-play" d="M0 12H{}V16H0z"/></svg>',
        f"{most:.1f}",
        f"{share.percent:.1f}",
        f"{share.best_percent:.1f}",
    )


@register.filter
def as_rows(trends: Sequence[Trend]) -> list[tuple[str, ...]]:
    """Return table rows: the number of a game, then the value of each trend at this game."""
    numbers = [wording.number(number) for number, _ in trends[0].rows]
    columns = [[value for _, value in trend.rows] for trend in trends]
    return list(zip(numbers, *columns, strict=True))
