"""Pages that are not about one game."""

import sys

from django.db import OperationalError, connection
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.site.examples import RepeatedColor


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    return render(request, "site/rules.html", {"example": RepeatedColor()})


@never_cache
@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """Whether this process can serve: it answers and reaches its database."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return HttpResponse("ok\n", content_type="text/plain")


def forged(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Answer a form whose protection against forgery is missing or out of date."""
    return render(request, "403.html", status=403)


def broken(request: HttpRequest) -> HttpResponse:
    """Answer a request that failed: try again soon if it was the database, else sorry.

    A database that is locked, full or away heals by itself, and a guess is one transaction, so
    nothing is half-written then.
    """
    if isinstance(sys.exc_info()[1], OperationalError):
        response = render(request, "503.html", status=503)
        response["Retry-After"] = "2"
        return response
    return render(request, "500.html", status=500)
