"""The pages of the daily: one code a day for all players, and past days."""

from datetime import date

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from games.models import Daily, today
from games.people import limits
from games.people.sessions.current import identity_of
from games.people.statistics.daily_report import DailyReport
from games.play.daily.days import Month, results_of_day
from games.play.daily.feed import DailyFeed
from games.web.responses.revalidation import day as on_day, readable_elsewhere, revalidated

ATTEMPTS_ON_A_PAGE = 50
FEED_CACHED = 10 * 60  # caches keep the feed for this many seconds


@require_safe
def archive(request: HttpRequest) -> HttpResponse:
    """Show a month of daily codes with the player's results."""
    games = identity_of(request).games
    context = {
        "month": Month.from_name(request.GET.get("month", ""), games),
        "report": DailyReport(Daily(day=today()), games),
    }
    return render(request, "play/daily/archive.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def daily(request: HttpRequest, day: date) -> HttpResponse:
    """Show a day; a POST request starts or continues the player's only attempt.

    The button for today's code starts the current day's code, even on a page loaded yesterday.
    """
    if not Daily.exists_on(day):
        raise Http404
    if request.method == "POST":
        puzzle = Daily(day=today() if request.POST.get("day") == "today" else day)
        begun = identity_of(request).games.filter(daily=puzzle)
        return redirect(limits.begin(request, puzzle.begin, unless=begun))
    puzzle = Daily.of(day)
    context = {"daily": puzzle, "report": DailyReport(puzzle, identity_of(request).games)}
    return render(request, "play/daily/daily.html", context)


@require_safe
@readable_elsewhere
@revalidated(by=on_day, kept=FEED_CACHED)
def feed(request: HttpRequest) -> HttpResponse:
    return DailyFeed()(request)


@require_safe
def of_day(request: HttpRequest, day: date) -> HttpResponse:
    """Show the results of all players for a day."""
    if not Daily.exists_on(day):
        raise Http404
    page = Paginator(results_of_day(day), ATTEMPTS_ON_A_PAGE).get_page(request.GET.get("page", "1"))
    puzzle = Daily(day=day)
    context = {
        "daily": puzzle,
        "report": DailyReport(puzzle, identity_of(request).games),
        "page": page,
        "you": identity_of(request).key,
    }
    return render(request, "play/daily/board.html", context)
