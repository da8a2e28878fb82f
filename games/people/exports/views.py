"""Pages from which players download their own data."""

from datetime import UTC, tzinfo
from zoneinfo import ZoneInfo, available_timezones

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.people.exports.downloads import (
    GAME_COLUMNS,
    GUESS_COLUMNS,
    VERSION,
    as_json,
    games_as_csv,
    guesses_as_csv,
)
from games.people.sessions.current import current_player
from games.web.responses.files import download


@require_safe
def export_json(request: HttpRequest) -> HttpResponseBase:
    """Download everything that is stored about this player, for programs."""
    return download(as_json(current_player(request)), "application/json", "mastermind.json")


@require_safe
def export_csv(request: HttpRequest) -> HttpResponseBase:
    """Download this player's games as a table, one line for each game."""
    lines = games_as_csv(current_player(request), zone_of(request))
    return download(lines, "text/csv", "mastermind-games.csv")


@require_safe
def export_guesses(request: HttpRequest) -> HttpResponseBase:
    """Download this player's guesses as a table, one line for each guess."""
    lines = guesses_as_csv(current_player(request), zone_of(request))
    return download(lines, "text/csv", "mastermind-guesses.csv")


@require_safe
def data(request: HttpRequest) -> HttpResponse:
    """List the downloads, and the meaning of each column."""
    tables = [(_("The table of games"), GAME_COLUMNS), (_("The table of guesses"), GUESS_COLUMNS)]
    return render(request, "people/exports/data.html", {"version": VERSION, "tables": tables})


def zone_of(request: HttpRequest) -> tzinfo:
    """Return the time zone from the URL; UTC if this server does not know it.

    Browsers use names that are missing on some servers, such as Asia/Calcutta on Debian 13.
    """
    name = request.GET.get("zone", "")
    return ZoneInfo(name) if name in available_timezones() else UTC
