"""Choose between page and fragment, and make pages with a single message."""

from typing import Any, cast

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django_htmx.http import HttpResponseClientRedirect
from django_htmx.middleware import HtmxDetails

from games.web.traffic.problems import is_for_program, problem

PageAndPart = tuple[str, str]  # the template of a page and of its part


def wants_fragment(request: HttpRequest) -> bool:
    """Return whether htmx requested a fragment, not a boosted link or a restored page."""
    htmx = cast(HtmxDetails, getattr(request, "htmx"))  # noqa: B009 - set by the middleware
    return bool(htmx) and not htmx.boosted and not htmx.history_restore_request


def go_to(request: HttpRequest, address: str) -> HttpResponse:
    """Redirect to a whole page, even for a form that a script sent."""
    if wants_fragment(request):
        return HttpResponseClientRedirect(address)
    return HttpResponseRedirect(address)


def page_or_part(
    request: HttpRequest, templates: PageAndPart, context: dict[str, Any], status: int = 200
) -> HttpResponse:
    """Return the page; for htmx, only the part that changes.

    The part comes with a message for screen readers.
    """
    page, part = templates
    if wants_fragment(request):
        page, context = "web/responses/_reply.html", context | {"part": part}
    response = render(request, page, context, status=status)
    patch_vary_headers(response, ["HX-Request"])
    return response


def notice(
    request: HttpRequest, heading: str, sentence: str, status: int, code: str = "", **more: object
) -> HttpResponse:
    """Return a page with one message and a link to the home page."""
    if is_for_program(request):
        return problem(heading, sentence, status, code)
    context = {"heading": heading, "sentence": sentence, "status": status, **more}
    return render(request, "notice.html", context, status=status)
