"""Pages and files of the whole site."""

import sys
from http import HTTPStatus

from django.conf import settings
from django.contrib.sitemaps.views import sitemap as sitemap_of
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import get_script_prefix, reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games import wording
from games.models import LEAST_GAMES, LEFT_FOR, OPEN_FOR
from games.models.play.standing import LUCK
from games.web.responses.pages import notice
from games.web.responses.refusals import CSRF_FIELD, unavailable
from games.web.responses.revalidation import day, revalidated, shared
from games.web.responses.sitemaps import Pages
from games.web.traffic.problems import is_for_program, problem

PAGE_CACHED = 60 * 60  # caches keep public pages for this many seconds
# These programs fetch pages for previews, and obey robots.txt.
MESSENGERS = (
    *("facebookexternalhit", "Twitterbot", "LinkedInBot", "Slackbot", "Slackbot-LinkExpanding"),
    *("TelegramBot", "WhatsApp", "Discordbot", "redditbot", "Mastodon", "Bluesky Cardyb"),
)


@shared
@require_safe
@revalidated()
def fair_play(request: HttpRequest) -> HttpResponse:
    """Show how the comparison of players is kept fair, and what cannot be prevented."""
    context = {
        "left_for": wording.hours(LEFT_FOR),
        "open_for": wording.days(OPEN_FOR.days),
        "luck": LUCK,
        "least": LEAST_GAMES,
    }
    return render(request, "web/responses/fair_play.html", context)


@require_safe
@revalidated(kept=PAGE_CACHED)
def robots(request: HttpRequest) -> HttpResponse:
    """List the URLs that crawlers must not visit, because they are private or expensive."""
    context = {
        "root": get_script_prefix(),
        "sitemap": request.build_absolute_uri(reverse("sitemap")),
        "messengers": MESSENGERS,
    }
    return render(request, "web/responses/robots.txt", context, content_type="text/plain")


@require_safe
@revalidated(by=day, kept=PAGE_CACHED)
def sitemap(request: HttpRequest) -> HttpResponse:
    return sitemap_of(request, sitemaps={"pages": Pages})


@require_safe
def change_password(request: HttpRequest) -> HttpResponse:
    return redirect("password")


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Answer a form without a valid CSRF token.

    If the browser sent no origin, the form can be from a shared page, which has no token. A visitor
    without cookies gets a button that sends the form again with a token.
    """
    # Forms of this site that send an origin need no token, so this form is from another site.
    is_foreign = "HTTP_ORIGIN" in request.META
    kept = [(name, value) for name, value in request.POST.items() if name != CSRF_FIELD]
    is_secret = any("password" in name for name, _value in kept)
    context = {
        "is_foreign": is_foreign,
        "is_to_go_on": not (is_foreign or request.COOKIES or is_secret),
        "sent": kept,
        # Host and origin can differ if a proxy drops the port or is not trusted.
        "origin": request.META.get("HTTP_ORIGIN", ""),
        "host": f"{request.scheme}://{request.get_host()}",
    }
    return render(request, "403.html", context, status=403)


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Answer an invalid request, whose input must not be read again."""
    heading = _("Bad request")
    sentence = _("We could not understand that request, and changed nothing.")
    if is_for_program(request):
        return problem(heading, sentence, HTTPStatus.BAD_REQUEST)
    said = {"heading": heading, "sentence": sentence, "status": HTTPStatus.BAD_REQUEST}
    page = render_to_string("notice.html", said | {"SITE_NAME": settings.SITE_NAME})
    return HttpResponse(page, status=HTTPStatus.BAD_REQUEST)


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Answer a request for an unknown URL, without reading its input."""
    sentence = _(
        "We can’t find that page, or it’s someone else’s game. If it’s yours, log in or allow"
        " cookies."
    )
    return notice(request, _("Page not found"), sentence, HTTPStatus.NOT_FOUND)


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer a request that failed.

    The page is an apology; if the database was the cause, it says "try again soon".
    """
    sentence = _("Something broke on our side. Your game is as you left it after your last guess.")
    answer = unavailable(request, sys.exc_info()[1])
    return answer or notice(request, _("Sorry"), sentence, HTTPStatus.INTERNAL_SERVER_ERROR)
